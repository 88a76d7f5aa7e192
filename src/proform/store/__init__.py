"""The store: suites, translations, annotators and their judgements in a database."""
