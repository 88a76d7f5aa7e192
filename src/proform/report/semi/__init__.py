"""Semi-automatic evaluation in tables and pictures."""
