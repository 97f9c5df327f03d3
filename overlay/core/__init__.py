"""Values, ports and pure functions: what Fescue is about, with the standard library alone and no I/O."""
