"""Pronouns in texts: where they occur, what stands for them, and the repair of their links."""
