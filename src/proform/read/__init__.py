"""Readers: one file a format. Everything is checked here, and nothing behind it checks again."""
