"""One wire format a module, and the offline answerer."""
