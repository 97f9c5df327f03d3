"""SQLite: turns and history."""
