"""Meta-evaluation: metrics and people put side by side."""
