"""Every problem of a pack: place, kind, level."""
