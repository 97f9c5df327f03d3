"""Taking the screenshots of a pack: what to photograph, in whose session, and where every control is in the picture."""
