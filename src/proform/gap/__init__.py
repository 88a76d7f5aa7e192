"""Gap filling: annotators choose the pronoun that is missing."""
