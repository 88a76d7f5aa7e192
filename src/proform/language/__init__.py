"""Languages: packs, forms, readings of gender and number, and where nouns are looked up."""
