"""Scores of systems on a corpus: one pass, tallies, summaries and the result."""
