"""JSON Schema validation, imported on first use."""
