"""Pack files to core values and back."""
