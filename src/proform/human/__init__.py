"""What people say: opinions, verdicts, and how far annotators agree."""
