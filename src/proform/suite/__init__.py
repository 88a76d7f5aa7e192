"""Test suites: pronouns picked from an annotated corpus, by category."""
