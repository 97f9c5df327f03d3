"""Screenshots of the target app, taken by role with zones from the accessibility tree."""
