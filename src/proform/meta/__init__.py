"""Meta-evaluation: metrics and people side by side."""
