"""Which sections answer this? Local, without a model."""
