"""Test suites: pronouns picked from an annotated corpus, by category."""

LAYOUTS = ("segments", "examples", "asked", "text")
"""Of outputs for a challenge set: one line per segment; per example, with its context or without
it; or any lines."""

GENERATIVE = ("expected-aligned", "expected-form", "agreement")
"""Metrics of what a system writes for a challenge set, the best first."""
