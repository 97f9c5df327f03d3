"""The operating system: the active screen, windows, secrets, motion. No Qt here."""
