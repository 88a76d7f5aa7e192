"""Metrics of whole translations, beside the judges of single pronouns. No input or output here."""
