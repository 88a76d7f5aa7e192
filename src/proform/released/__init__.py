"""APT as the released script computes it, oddities included."""
