"""Suites mined from corpora of any size: samples that add up, picked in balance at the end.

`miner` finds pronouns in whole documents, `reservoir` keeps a sample of them, `selection` picks
from it, and `harvest` makes a suite of what was picked.
"""
