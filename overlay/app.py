"""The composition root: the only module that knows every package."""
