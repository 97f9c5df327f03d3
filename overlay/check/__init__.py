"""Every problem of a pack: where it is, of which kind, how bad, and what to do."""
