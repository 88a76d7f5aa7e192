"""Results as text, JSON, TSV and LaTeX."""
