"""The cursor that moves to the button to press."""
