"""Models: one wire format a module, the offline answerer, and a scripted provider for tests."""
