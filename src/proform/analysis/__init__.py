"""What is known of a source text and its nouns, and which of them a pronoun refers to."""
