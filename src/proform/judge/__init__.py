"""Judges look at one pronoun in one translation and say what they think of it."""
