"""What people say: opinions, verdicts, and how far annotators agree."""

MAJORITY, UNANIMOUS = POLICIES = ("majority", "unanimous")
"""By which of several opinions become one verdict; `human.verdict` has the rules."""
