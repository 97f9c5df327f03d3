"""An answer's blocks as one text document with child widgets."""
