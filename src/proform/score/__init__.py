"""From a corpus and judges to scores."""
