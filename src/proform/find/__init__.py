"""From segments and alignments to pronouns and what stands for them in a translation."""
