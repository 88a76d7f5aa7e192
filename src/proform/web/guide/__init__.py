"""Guidelines, and training before it counts."""
