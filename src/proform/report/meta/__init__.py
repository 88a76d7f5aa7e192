"""Sheets of the meta-evaluation."""
