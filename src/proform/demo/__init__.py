"""A first look: invented texts of two language pairs, and what proform says of them."""

PAIRS = ("en-fr", "en-de")
"""The language pairs that there are texts of."""
