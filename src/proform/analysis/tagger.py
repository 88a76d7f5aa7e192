"""Parts of speech from words alone, by a table of weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proform.language.forms import fold
from proform.language.weights import listed, load_weights, scaled

Rows = NDArray[np.intp]
Row = tuple[int, int, int, int, int]
"""Numbers of a word: its own, those of its two endings, of its shape and of its class."""

SHAPES = ("", "Aa", "AA", "aA", "0", ".", "-")
"""What a word looks like: an ordinary one, capitals, figures, marks, a hyphen."""
NEAREST = 200
"""So many words have weights together with a neighbour's tag."""
_KEPT = 100_000
"""So many words are looked up once."""
_APART = 2
"""So many words to either side are looked at."""
ENDINGS = (2, 3)
"""So many letters at the end of a word are looked at."""
KINDS = ("noun", "verb", "adj", "adv")
"""What a word may be by a dictionary, as it is or inflected: each is a bit of its class."""
_CLASSES = 1 << 2 * len(KINDS)
_STOPS = {".", "!", "?"}
_FINITE = "VERB.Fin"
_NOUNS, _VERBS = ("NOUN", "PROPN"), ("VERB", "AUX")
_GOES_ON = (*_NOUNS, "ADJ", "NUM", "ADV", "VERB", "PRON", "DET", "PART")
"""What a noun phrase may go on with."""
_WELL = 6.5
"""A tag whose score is so much less than the best may still be right."""
_NOT = {"_": "n't", "'t": "n't", "’t": "n't"}


def label(tag: str, features: str) -> str:
    """A tag of Universal Dependencies, with the number of nouns and the kind of verb."""
    known = dict(pair.split("=", 1) for pair in features.split("|") if "=" in pair)
    if tag in _NOUNS:
        return f"{tag}.pl" if known.get("Number") in {"Plur", "Ptan"} else f"{tag}.sg"
    return f"VERB.{known.get('VerbForm', 'Fin')}" if tag == "VERB" else tag


def shape(word: str) -> str:
    """One of `SHAPES`."""
    if not word[:1].isalnum():
        return "." if not any(map(str.isalnum, word)) else ""
    if word[0].isdigit():
        return "0"
    if word.isupper():
        return "AA" if len(word) > 1 else "Aa"
    if word[0].isupper():
        return "Aa"
    return "aA" if word != word.lower() else "-" if "-" in word else ""


def normal(word: str) -> str:
    """A word as the table has it."""
    folded = fold(word)
    return "0" if folded[:1].isdigit() else _NOT.get(folded, folded)


def _side_by_side(columns: Sequence[tuple[Rows, int]]) -> Rows:
    """The rows of one table for several columns: that of each begins where the one before ends."""
    starts = np.cumsum([0, *(size for _, size in columns[:-1])])
    rows: Rows = np.stack([column for column, _ in columns], axis=1) + starts
    return rows


def classes_of(table: Mapping[str, Any]) -> dict[str, int]:
    """What words may be by the dictionary, from the arrays of a file of weights."""
    return dict(zip(listed(table["known"]), table["classes"].tolist(), strict=True))


@dataclass(frozen=True)
class WordTagger:
    """Sums up weights of a word, its ending, its shape and its neighbours; then of their tags."""

    labels: tuple[str, ...]
    words: Mapping[str, int]
    """From the most frequent one; 0 is every other word."""
    ends: Mapping[str, int]
    near: int
    """So many words have weights as neighbours."""
    classes: Mapping[str, int]
    """What words may be by the dictionary; of others it is not known."""
    first: NDArray[np.float32]
    second: NDArray[np.float32]
    name: str = "words"
    _rows: dict[str, Row] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> "WordTagger":
        """From the arrays of a file of weights."""
        return cls(
            tuple(listed(table["labels"])),
            {word: number for number, word in enumerate(listed(table["words"]), 1)},
            {end: number for number, end in enumerate(listed(table["ends"]), 1)},
            int(table["near"]),
            classes_of(table),
            scaled(table, "first"),
            scaled(table, "second"),
        )

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """A label for each word of each sentence."""
        if not any(sentences):
            return [[] for _ in sentences]
        rows, classes, inside = self.features(sentences)
        scores = self.first.take(rows, axis=0).sum(axis=1)
        around = self.context(scores.argmax(axis=1), rows[:, 0], classes, inside)
        scores += self.second.take(around, axis=0).sum(axis=1)
        tags = [self.labels[tag] for tag in scores.argmax(axis=1)]
        tagged, first = list[list[str]](), 0
        for words in sentences:
            part = slice(first, first + len(words))
            labels = tags[part]
            self._find_nouns(labels, scores[part], classes[part])
            if words and words[-1] in _STOPS:
                self._find_verb(labels, scores[part])
            tagged.append(labels)
            first += len(words)
        return tagged

    def _find_nouns(self, labels: list[str], scores: NDArray[np.float32], classes: Rows) -> None:
        """A determiner has a noun, if a word may well be one (in the flat)."""
        around = zip(labels[:-1], labels[1:], [*labels[2:], ""], strict=False)
        for k, (before, label, after) in enumerate(around, 1):
            if before == "DET" and not label.startswith(_NOUNS) and not after.startswith(_GOES_ON):
                own = dict(zip(self.labels, scores[k].tolist(), strict=True))
                noun = max((name for name in own if name.startswith(_NOUNS)), key=own.__getitem__)
                if classes[k] & 1 and own[label] - own[noun] < _WELL:
                    labels[k] = noun

    def _find_verb(self, labels: list[str], scores: NDArray[np.float32]) -> None:
        """A sentence has a verb: a noun behind another, if it may well be one (the fence runs)."""
        if any(label.startswith(_VERBS) for label in labels):
            return
        lost = scores.max(axis=1) - scores[:, self.labels.index(_FINITE)]
        nouns = [label.startswith(_NOUNS) for label in labels]
        behind = [k for k, pair in enumerate(pairwise(nouns), 1) if all(pair)]
        best = min(behind, key=lost.__getitem__, default=0)
        if best and lost[best] < _WELL:
            labels[best] = _FINITE

    def features(self, sentences: Sequence[Sequence[str]]) -> tuple[Rows, Rows, Rows]:
        """For each word the rows of `first`, its class, and its place if sentences stand apart."""
        blank: list[Row] = [(0, 0, 0, len(SHAPES), 0)] * _APART
        padded, inside = list(blank), list[int]()
        for sentence in sentences:
            inside += range(len(padded), len(padded) + len(sentence))
            padded += map(self._row, sentence)
            padded += blank
        words, twos, threes, shapes, classes = np.array(padded, np.intp).T
        places = np.array(inside, np.intp)
        common = np.where(words <= self.near, words, 0)
        starts = shapes[places - 1] == len(SHAPES)
        ends, near, looks = len(self.ends) + 1, self.near + 1, len(SHAPES) + 1
        columns = [
            (words[places], len(self.words) + 1),
            (twos[places], ends),
            (threes[places], ends),
            (shapes[places] * 2 + starts, 2 * looks),
            *((common[places + step], near) for step in (-1, 1, -2, 2)),
            *((classes[places + step], _CLASSES) for step in (-1, 0, 1)),
        ]
        for step in (-1, 1):
            columns += [(threes[places + step], ends), (shapes[places + step], looks)]
        return _side_by_side(columns), classes[places], places

    def context(self, tags: Rows, words: Rows, classes: Rows, inside: Rows) -> Rows:
        """For each word the rows of `second`, by the tags that its neighbours have so far."""
        size = len(self.labels) + 1
        padded = np.full(inside[-1] + _APART + 1, size - 1)
        padded[inside] = tags
        before, after = padded[inside - 1], padded[inside + 1]
        common = np.where(words <= NEAREST, words, 0)
        columns = [
            # The flat: a word that may be a noun.
            ((before * size + after) * 2 + (classes & 1), 2 * size * size),
            (padded[inside - 2] * size + before, size * size),
            (after * size + padded[inside + 2], size * size),
            (common * size + before, (NEAREST + 1) * size),
            (common * size + after, (NEAREST + 1) * size),
        ]
        return _side_by_side(columns)

    def _row(self, word: str) -> Row:
        if (row := self._rows.get(word)) is None:
            plain = normal(word)
            two, three = (self.ends.get(plain[-size:], 0) for size in ENDINGS)
            looks, may_be = SHAPES.index(shape(word)), self.classes.get(plain, 0)
            row = self.words.get(plain, 0), two, three, looks, may_be
            if len(self._rows) < _KEPT:
                self._rows[word] = row
        return row


def tagger_of(language: str) -> WordTagger | None:
    """The one that comes along, if a language has weights."""
    table = load_weights(language)
    return None if table is None else WordTagger.from_table(table.arrays)
