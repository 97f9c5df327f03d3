"""The rules, one subject a module; each is a function from a `Subject` to problems."""
