"""Scores of systems on a corpus: one pass, tallies, summaries and the result."""

BREAKDOWNS = ("pronoun", "document", "category")
"""What the scores of any corpus can be broken down by."""

TRAITS = ("pair", "distance", "intrasegmental", "rule", "type")
"""What those of a challenge set can be broken down by, beside these."""
