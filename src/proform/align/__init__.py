"""Word alignment: which words of a segment translate which."""
