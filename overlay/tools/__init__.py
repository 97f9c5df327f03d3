"""One tool a module, each made from its port alone."""
