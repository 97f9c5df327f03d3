"""Settings: one table of them, read from policies, the person's own file and defaults, in that order of weight."""
