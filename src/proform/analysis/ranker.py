"""How probable it is that a pronoun refers to a noun before it, or to none: a log-linear model."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat
from math import exp
from operator import attrgetter
from typing import Any, NamedTuple

from proform.analysis.meanings import Meanings, told
from proform.analysis.source import HE, OBLIQUE, ONE, Mention, SourceSentence, lemma
from proform.language.pack import NounKinds
from proform.language.weights import listed, scaled

BACK = 5
"""So many segments before that of a pronoun are searched."""
MOST = 60
"""So many mentions before it are ranked, the nearest ones."""
IMPERSONAL, EVENT, FAR = "pleonastic_it", "event_it", "far"
NULLS = (IMPERSONAL, EVENT, FAR)
"""What a pronoun is that stands for no noun: nothing at all, what was said, or something else."""
SHORT = "short"
"""The label of pronouns that have little text before them."""
_FEW = 3
"""That is fewer segments than so many."""


def type_endings(key: str) -> Iterator[str]:
    """What the table of types has for words that end alike, the longest first."""
    name = "=" if key[0] == "=" else ""
    word = key[len(name) :]
    return (f"{name}~{word[-size:]}" for size in (4, 3, 2) if len(word) >= size)


VERB = "+"
"""What stands before verbs in the table of types."""
PERSON = "person"
"""The type of nouns for people."""


@dataclass(frozen=True)
class NounTypes:
    """What nouns name (person, food …), by word or ending, and what verbs tell (motion …)."""

    table: Mapping[str, str]

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> NounTypes:
        """From the arrays of a file of weights."""
        return cls(dict(line.split(" ") for line in listed(table["types"])))

    def of(self, mention: Mention) -> str:
        """The type of what is mentioned; nothing if it is not known."""
        return self.of_key(mention.type_key)

    def of_key(self, key: str) -> str:
        """The type of a noun as the table has it."""
        if (known := self.table.get(key)) is not None:
            return known
        return next((self.table[end] for end in type_endings(key) if end in self.table), "")

    def of_verb(self, governor: str) -> str:
        """The type of the verb that says something of a mention; nothing if it is not known."""
        return self.table.get(f"{VERB}{governor.rpartition(' ')[2]}", "")


class PronounCase(NamedTuple):
    """A pronoun, and the mentions that it may stand for, the nearest first."""

    pronoun: Mention
    candidates: Sequence[Mention]
    sentence: SourceSentence
    """That of the pronoun."""
    kinds: NounKinds

    @property
    def lead(self) -> int:
        """How many segments before that of the pronoun it may look back to."""
        return max((self.pronoun.segment - m.segment for m in self.candidates), default=0)

    @property
    def labels(self) -> tuple[str, ...]:
        """What it has weights of its own for: its kind, and texts of a few lines."""
        return (self.pronoun.pronoun, SHORT)[: 2 if self.lead < _FEW else 1]


def candidates(
    pronoun: Mention, sentences: Mapping[int, SourceSentence], transparent: Container[str] = ()
) -> Iterator[Mention]:
    """Nouns, and pronouns of its kind, before it, the nearest first; not a bit of something."""
    for segment in range(pronoun.segment, pronoun.segment - BACK - 1, -1):
        mentions = sentences[segment].mentions if segment in sentences else ()
        if segment == pronoun.segment:
            mentions = mentions[: bisect_left(mentions, pronoun.end, key=attrgetter("end"))]
        for mention in reversed(mentions):
            counts = mention.after == "of" and mention.word in transparent
            if mention.pronoun in {"", pronoun.pronoun} and not counts:
                yield mention


def nouns(
    case: PronounCase, types: NounTypes, meanings: Meanings
) -> Iterator[tuple[Mention, list[str]]]:
    """Each candidate with its features."""
    pronoun, sentence = case.pronoun, case.sentence
    says = f"{pronoun.role}{types.of_verb(pronoun.governor)}"
    between = _between(pronoun, sentence.tags)
    follows = (*sentence.low[pronoun.head + 1 : pronoun.head + 2], "|")[0]
    leftmost = {mention.segment: mention for mention in case.candidates}
    words = [mention.word for mention in case.candidates]
    lead, steps = min(case.lead, 2), [*map(_step, suits(case, meanings))]
    inner = [_is_inner(*pair) for pair in pairwise(case.candidates)]
    for rank, mention in enumerate(case.candidates):
        away = pronoun.segment - mention.segment
        near, role = min(away, 2), pronoun.role
        first = leftmost[mention.segment] is mention
        names = [
            f"away={away}",
            f"rank={min(rank, 12)}",
            f"lead={lead},{min(rank, 4)}{first}{near}",
        ]
        if away == 0:
            verbs, marks = between[min(pronoun.head - mention.head - 1, len(between) - 1)]
            names += [
                f"verbs={min(verbs, 3)}{role}",
                f"marks={min(marks, 3)}{mention.role}",
                f"clause={min(verbs, 1)}{min(marks, 1)}{mention.role}>{role}",
                f"near={min(pronoun.head - mention.head, 6)}{role}",
            ]
        if not mention.pronoun:
            kind, group = types.of(mention), mention.word in case.kinds.group
            fits = pronoun.number in {"", mention.number}
            names += [
                "noun",
                f"often={min(words.count(mention.word), 4)}{min(away, 1)}",
                f"of={mention.before}",
                f"inner={rank < len(inner) and inner[rank]}{rank > 0 and inner[rank - 1]}",
                f"det={mention.determiner}",
                f"det={mention.determiner}{min(away, 1)}{fits}",
                f"name={mention.is_name}{mention.number}",
                f"word={mention.word}",
                f"next={mention.after}",
                f"mgov={mention.governor}",
                f"gov={mention.governor == pronoun.governor}",
                f"parallel={mention.role == role}{mention.before == pronoun.before}",
                f"group={group}",
                f"group={group},{role}",
                f"type={kind}",
                f"type={kind},{mention.role}",
                f"type={kind},{near}{fits}",
                # Is or does such a thing what is said of the pronoun?
                f"type={kind},{role}",
                f"says={kind},{says}",
                f"type={kind},{pronoun.governor}",
                f"type={kind},{pronoun.before}",
                f"type={kind},>{follows}",
                f"means={steps[rank]}",
                f"means={steps[rank]},{near}",
            ]
        yield mention, names


def _is_inner(mention: Mention, before: Mention) -> bool:
    """Whether one belongs to that before it: the key to the cupboard."""
    near = mention.segment == before.segment and mention.role == OBLIQUE
    return near and before.after == mention.before


def suits(case: PronounCase, meanings: Meanings) -> list[float | None]:
    """How well candidates go with the other words around the pronoun, if that is known."""
    here, sentence = case.pronoun.segment, case.sentence
    if case.pronoun.pronoun == HE:  # somebody, whatever is said
        return [None] * len(case.candidates)
    names = {mention.word for mention in case.candidates}
    names.update(sentence.low[m.head] for m in case.candidates if m.segment == here)
    words = told(sentence, case.pronoun.head)
    context = ((k, word) for k, word in words if names.isdisjoint((word, lemma(word, "pl"))))
    return meanings.fits([mention.word for mention in case.candidates], case.pronoun.head, context)


def _step(fit: float | None) -> int | None:
    """In half deviations."""
    return None if fit is None else max(-_STEPS, min(round(2 * fit), _STEPS))


_STEPS = 6


def _between(pronoun: Mention, tags: Sequence[str]) -> list[tuple[int, int]]:
    """How many verbs and marks there are in so many words before a pronoun."""
    counts, verbs, marks = [(0, 0)], 0, 0
    for tag in reversed(tags[max(pronoun.head - _LOOK, 0) : pronoun.head]):
        verbs += tag.startswith(("VERB", "AUX"))
        marks += tag in {"PUNCT", "SCONJ", "CCONJ"}
        counts.append((verbs, marks))
    return counts


_LOOK = 60
"""So many words are looked at in between."""


def nulls(case: PronounCase, types: NounTypes) -> Iterator[tuple[str, list[str]]]:
    """Each kind of nothing with its features: the words around the pronoun."""
    low, tags, k = case.sentence.low, case.sentence.tags, case.pronoun.head
    role, governor = case.pronoun.role, case.pronoun.governor
    words, labels = [*low[k + 1 : k + 9], *"|||"], [*tags[k + 1 : k + 5], *"|||"]
    verb = next((word for word, tag in zip(words, labels, strict=False) if tag[:4] == "VERB"), "")
    names = [
        "null",
        f"before={low[k - 1] if k else '|'}",
        f"after={words[0]}",
        f"after={words[0]},{words[1]}",
        f"after={words[0]},{labels[1]},{labels[2]}",
        f"second={words[1]}",
        f"third={words[2]}",
        f"verb={verb}",
        f"that={'that' in words}{labels[1]}",
        f"to={'to' in words}{labels[1]}",
        f"role={role}",
        f"gov={governor}",
        f"says={role}{types.of_verb(governor)}",
    ]
    for null in NULLS:
        yield null, [f"{null}:{name}" for name in names]


def labelled(labels: Sequence[str], names: Iterable[str]) -> Iterator[str]:
    """Features, and the same for each label alone."""
    for name in names:
        yield name
        for label in labels:
            yield f"{label}:{name}"


@dataclass(frozen=True)
class Ranker:
    """Weights of features, for all pronouns and for those of a label."""

    weights: Mapping[str, float] = field(default_factory=dict)
    types: NounTypes = field(default_factory=lambda: NounTypes({}))
    meanings: Meanings = field(default_factory=Meanings)
    _kinds: dict[tuple[str, ...], dict[str, float]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Ranker:
        """From the arrays of a file of weights."""
        named = zip(listed(table["features"]), scaled(table, "weights").tolist(), strict=True)
        return cls(dict(named), NounTypes.from_table(table), Meanings.from_table(table))

    def of(self, labels: tuple[str, ...]) -> Mapping[str, float]:
        """What features weigh for pronouns of these labels."""
        if not labels:
            return self.weights
        if labels not in self._kinds:
            known = self._kinds[labels] = dict(self.of(labels[:-1]))
            start = f"{labels[-1]}:"
            for name, weight in self.weights.items():
                if name.startswith(start):
                    plain = name.removeprefix(start)
                    known[plain] = known.get(plain, 0.0) + weight
        return self._kinds[labels]

    def rank(
        self, case: PronounCase, refers: Sequence[float] = ()
    ) -> tuple[list[float], dict[str, float]]:
        """The probability of each candidate, and of each kind of nothing.

        Candidates count as far as they refer to anything themselves, if that is told.
        """
        get = self.of(case.labels).get
        kinds = () if case.pronoun.pronoun == ONE else NULLS
        nothing = nulls(case, self.types) if kinds else ()
        named = (*nouns(case, self.types, self.meanings), *nothing)
        scores = [sum(map(get, names, repeat(0.0))) for _, names in named]
        top = max(scores, default=0.0)
        grown = [exp(score - top) for score in scores]
        for k, share in enumerate(refers):
            grown[k] *= share
        total = sum(grown)
        shares = [value / total for value in grown]
        size = len(case.candidates)
        return shares[:size], dict(zip(kinds, shares[size:], strict=True))
