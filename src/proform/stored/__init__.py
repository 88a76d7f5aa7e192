"""Suites in a store: made, opened, given systems, and evaluated."""
