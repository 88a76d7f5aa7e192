"""Sentences translated word by word, and how well they are aligned."""

from __future__ import annotations

from random import Random

from proform.alignment.base import Pair
from proform.alignment.models import Manifest, Model
from proform.alignment.training import learn
from proform.model import Alignment
from proform.parallel import Watch

WORDS = {
    "the": "le",
    "dog": "chien",
    "cat": "chat",
    "sees": "voit",
    "eats": "mange",
    "red": "rouge",
    "here": "ici",
    "often": "souvent",
    "house": "maison",
    "tree": "arbre",
}


def word_by_word() -> list[Pair]:
    """Sentences of eight words, drawn at random, translated word by word."""
    random = Random(1)  # noqa: S311 (no secret)
    lines = [random.choices(list(WORDS), k=random.randint(3, 7)) for _ in range(300)]
    return [Pair(line, [WORDS[word] for word in line]) for line in lines]


def share_of_right_links(pairs: list[Pair], alignments: list[Alignment]) -> float:
    """The share of words that are linked to the word at their own place."""
    right = sum(
        (place, place) in alignment.links
        for pair, alignment in zip(pairs, alignments, strict=True)
        for place in range(len(pair.source))
    )
    return right / sum(len(pair.source) for pair in pairs)


QUIET: Watch = lambda share: None  # noqa: ARG005, E731


def learnt(pairs: list[Pair], prior: Model | None = None) -> Model:
    """A model of a text, or of a text on top of another model."""
    return learn(pairs, Manifest("en-fr", "blanks", "test", len(pairs), 4), prior, QUIET)
