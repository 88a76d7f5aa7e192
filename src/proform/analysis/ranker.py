"""How probable it is that a pronoun refers to a noun before it, or to none: a log-linear model."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proform.analysis.source import ONE, Mention, SourceSentence
from proform.language.pack import NounKinds

BACK = 5
"""So many segments before that of a pronoun are searched."""
MOST = 60
"""So many mentions before it are ranked, the nearest ones."""
NULLS = ("pleonastic_it", "event_it", "far")
"""What a pronoun is that stands for no noun: nothing at all, what was said, or something else."""


def type_endings(key: str) -> Iterator[str]:
    """What the table of types has for words that end alike, the longest first."""
    name = "=" if key[0] == "=" else ""
    word = key[len(name) :]
    return (f"{name}~{word[-size:]}" for size in (4, 3, 2) if len(word) >= size)


IT = "it"
"""Counted beside types of nouns: it rains, and so does nothing else."""
LIKELIER = 2 / 3
"""A step of what verbs prefer: the logarithm of how much likelier a type of noun is with one."""


@dataclass(frozen=True)
class NounTypes:
    """What nouns name (person, food …), by word or ending, and what is said of such things."""

    table: Mapping[str, str]
    preferences: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How much likelier a governor is with a type than with any noun, in steps."""
    _known: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> NounTypes:
        """From the arrays of a file of weights."""
        types = dict(line.split(" ") for line in _lines(table["types"]))
        kinds = _lines(table["preferring"])
        rows = zip(_lines(table["governors"]), table["preferences"].tolist(), strict=True)
        return cls(types, {name: dict(zip(kinds, row, strict=True)) for name, row in rows})

    def of(self, mention: Mention) -> str:
        """The type of what is mentioned; nothing if it is not known."""
        key = mention.type_key
        if (kind := self._known.get(key)) is None:
            kind = self.of_key(key)
            if len(self._known) < _KEPT:
                self._known[key] = kind
        return kind

    def of_key(self, key: str) -> str:
        """The type of a noun as the table has it."""
        keys = (key, *type_endings(key))
        return next((self.table[known] for known in keys if known in self.table), "")

    def preferred(self, kind: str, governor: str) -> int | None:
        """How well such a thing goes with what is said of it; None if that is not known."""
        return self.preferences.get(governor, {}).get(kind)


def _lines(array: NDArray[np.uint8]) -> list[str]:
    return bytes(array).decode().split("\n")


_KEPT = 100_000


class PronounCase(NamedTuple):
    """A pronoun, and the mentions that it may stand for, the nearest first."""

    pronoun: Mention
    candidates: Sequence[Mention]
    sentence: SourceSentence
    """That of the pronoun."""
    kinds: NounKinds
    counts: Mapping[str, int]
    """How often the document has named each noun of late."""

    def kind(self, word: str) -> str:
        """Whether a noun is a person or a group."""
        kinds = self.kinds
        return "person" if word in kinds.persons else "group" if word in kinds.group else ""


def candidates(pronoun: Mention, sentences: Mapping[int, SourceSentence]) -> Iterator[Mention]:
    """Nouns, and pronouns of its kind, that stand before it; the nearest first."""
    for segment in range(pronoun.segment, pronoun.segment - BACK - 1, -1):
        if segment in sentences:
            mentions = sentences[segment].mentions
            here = segment == pronoun.segment
            end = bisect_left(mentions, pronoun.end, key=_end) if here else len(mentions)
            for k in range(end - 1, -1, -1):
                if mentions[k].pronoun in {"", pronoun.pronoun}:
                    yield mentions[k]


_end = attrgetter("end")


def nouns(case: PronounCase, types: NounTypes) -> Iterator[tuple[Mention, list[str]]]:
    """Each candidate with its features."""
    pronoun = case.pronoun
    leftmost = {mention.segment: mention for mention in case.candidates}
    words: dict[str, int] = {}
    for mention in case.candidates:
        words[mention.word] = words.get(mention.word, 0) + 1
    sentence = case.sentence
    between = _between(pronoun, sentence.tags)
    follows = (*sentence.low[pronoun.head + 1 : pronoun.head + 2], "|")[0]
    lead = _lead(case)
    fitting, seen = 0, set[str]()
    for rank, mention in enumerate(case.candidates):
        fits = pronoun.number in {"", mention.number}
        fitting += fits
        away = pronoun.segment - mention.segment
        near = min(away, 2)
        names = [
            f"away={away}",
            f"rank={min(rank, 12)}",
            f"fit={fits}{min(fitting, 6)}",
            f"role={mention.role}>{pronoun.role}",
            f"away,role={near}{mention.role}",
            f"first={leftmost[mention.segment] is mention}{near}",
            f"number={mention.number}",
            f"start={pronoun.head < 2}{near}{mention.role}",
            f"lead={lead}{near}{mention.role}",
            f"lead={lead},{min(rank, 4)}{leftmost[mention.segment] is mention}{near}",
        ]
        if away == 0:
            names += _same_sentence(pronoun, mention, between)
        if mention.pronoun:
            names += [
                f"pronoun={mention.word == pronoun.word}",
                f"pronoun={near}{fitting == 1}",
                f"pron={mention.role}>{pronoun.role}{near}",
                f"pgov={mention.governor == pronoun.governor}",
            ]
        else:
            often = min(case.counts.get(mention.word, 0), 9).bit_length()
            names += [
                f"often={min(words[mention.word], 4)}{min(away, 1)}",
                f"doc={often}",
                f"again={mention.word in seen}",
                f"det={mention.determiner}{min(away, 1)}{fits}",
                f"parallel={mention.role == pronoun.role}{mention.before == pronoun.before}",
                f"gov={mention.governor == pronoun.governor}",
                *_noun(case, mention, types.of(mention)),
                *_type(pronoun, types.of(mention), follows),
                *_preferred(pronoun, types.preferred(types.of(mention), pronoun.governor)),
                f"type={types.of(mention)},{near}{fits}",
            ]
            seen.add(mention.word)
        yield mention, names


def _lead(case: PronounCase) -> int:
    """How many segments there are before that of the pronoun, up to two."""
    return min(max((case.pronoun.segment - m.segment for m in case.candidates), default=0), 2)


def _noun(case: PronounCase, mention: Mention, kind: str) -> Iterator[str]:
    """What a noun is, whatever the pronoun."""
    listed = case.kind(mention.word)
    yield "noun"
    yield f"of={mention.before}"
    yield f"det={mention.determiner}"
    yield f"name={mention.is_name}{mention.number}"
    yield f"word={mention.word}"
    yield f"next={mention.after}"
    yield f"size={mention.size}"
    yield f"mgov={mention.governor}"
    yield f"kind={listed}"
    yield f"kind={listed},{case.pronoun.role}"
    yield f"type={kind}"
    yield f"type={kind},{mention.role}"


def _type(pronoun: Mention, kind: str, follows: str) -> Iterator[str]:
    """Whether such a thing is or does what is said of the pronoun."""
    yield f"type={kind},{pronoun.role}"
    yield f"type={kind},{pronoun.governor}"
    yield f"type={kind},{pronoun.before}"
    yield f"type={kind},>{follows}"


def _preferred(pronoun: Mention, step: int | None) -> Iterator[str]:
    yield f"prefers={step}"
    yield f"prefers={step},{pronoun.role}"


def _between(pronoun: Mention, tags: Sequence[str]) -> list[tuple[int, int]]:
    """How many verbs and marks there are in so many words before a pronoun."""
    counts, verbs, marks = [(0, 0)], 0, 0
    for tag in reversed(tags[max(pronoun.head - _LOOK, 0) : pronoun.head]):
        verbs += tag.startswith(("VERB", "AUX"))
        marks += tag in {"PUNCT", "SCONJ", "CCONJ"}
        counts.append((verbs, marks))
    return counts


def _same_sentence(
    pronoun: Mention, mention: Mention, between: Sequence[tuple[int, int]]
) -> Iterator[str]:
    """What stands between the two."""
    verbs, marks = between[min(pronoun.head - mention.head - 1, len(between) - 1)]
    yield f"verbs={min(verbs, 3)}{pronoun.role}"
    yield f"marks={min(marks, 3)}{mention.role}"
    yield f"clause={min(verbs, 1)}{min(marks, 1)}{mention.role}>{pronoun.role}"
    yield f"near={min(pronoun.head - mention.head, 6)}{pronoun.role}"


_LOOK = 60
"""So many words are looked at in between."""


def nulls(case: PronounCase, types: NounTypes) -> Iterator[tuple[str, list[str]]]:
    """Each kind of nothing with its features."""
    pronoun, sentence = case.pronoun, case.sentence
    low, tags, k = sentence.low, sentence.tags, case.pronoun.head

    def at(step: int) -> str:
        return low[k + step] if 0 <= k + step < len(low) else "|"

    def tag(step: int) -> str:
        return tags[k + step] if 0 <= k + step < len(low) else "|"

    ahead = low[k + 1 : k + 9]
    following = zip(ahead, tags[k + 1 : k + 5], strict=False)
    verb = next((word for word, label in following if label.startswith("VERB")), "")
    near = sum(
        m.number == pronoun.number and m.segment >= pronoun.segment - 1 for m in case.candidates
    )
    names = [
        "null",
        f"before={at(-1)}",
        f"after={at(1)}",
        f"after={at(1)},{at(2)}",
        f"after={at(1)},{tag(2)},{tag(3)}",
        f"tags={tag(-1)},{tag(1)},{tag(2)}",
        f"around={at(-1)},{at(1)}",
        f"second={at(2)}",
        f"third={at(3)}",
        f"verb={verb}",
        f"role={pronoun.role}",
        f"candidates={min(near, 5)}",
        f"pronouns={any(m.pronoun for m in case.candidates)}",
        f"start={k < 2}",
        f"that={'that' in ahead}{tag(2)}",
        f"to={'to' in ahead}{tag(2)}",
        f"it={types.preferred(IT, pronoun.governor)}",
    ]
    for null in NULLS:
        yield null, [f"{null}:{name}" for name in names]


def of_kind(kind: str, names: Iterable[str]) -> Iterator[str]:
    """Features, and the same for pronouns of a kind alone."""
    for name in names:
        yield name
        yield f"{kind}:{name}"


@dataclass(frozen=True)
class Ranker:
    """Weights of features, for all pronouns and for those of a kind."""

    weights: Mapping[str, float]
    types: NounTypes = field(default_factory=lambda: NounTypes({}))
    _kinds: dict[str, dict[str, float]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Ranker:
        """From the arrays of a file of weights."""
        weights = table["weights"].astype(float) * float(table["weights_unit"])
        named = zip(_lines(table["features"]), weights.tolist(), strict=True)
        return cls(dict(named), NounTypes.from_table(table))

    def of_kind(self, kind: str) -> Mapping[str, float]:
        """What features weigh for pronouns of a kind."""
        if (known := self._kinds.get(kind)) is None:
            prefix = f"{kind}:"
            known = self._kinds[kind] = dict(self.weights)
            for name, weight in self.weights.items():
                if name.startswith(prefix):
                    plain = name.removeprefix(prefix)
                    known[plain] = known.get(plain, 0.0) + weight
        return known

    def rank(self, case: PronounCase) -> tuple[list[float], dict[str, float]]:
        """The probability of each candidate, and of each kind of nothing."""
        get = self.of_kind(case.pronoun.pronoun).get
        kinds = () if case.pronoun.pronoun == ONE else NULLS
        named = (*nouns(case, self.types), *(nulls(case, self.types) if kinds else ()))
        scores = [sum(get(name, 0.0) for name in names) for _, names in named]
        top = max(scores, default=0.0)
        grown = [exp(score - top) for score in scores]
        total = sum(grown)
        shares = [value / total for value in grown]
        size = len(case.candidates)
        return shares[:size], dict(zip(kinds, shares[size:], strict=True))
