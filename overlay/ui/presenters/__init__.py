"""What the panel shows, decided without Qt."""
