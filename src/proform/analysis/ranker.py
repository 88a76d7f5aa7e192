"""How probable it is that a pronoun refers to a noun before it, or to none: a log-linear model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, NamedTuple

from proform.analysis.source import ONE, Mention, SourceSentence
from proform.language.forms import fold
from proform.language.pack import NounKinds

BACK = 5
"""So many segments before that of a pronoun are searched."""
MOST = 60
"""So many mentions before it are ranked, the nearest ones."""
NULLS = ("pleonastic_it", "event_it", "far")
"""What a pronoun is that stands for no noun: nothing at all, what was said, or something else."""
_ENDINGS = range(2, 5)


class PronounCase(NamedTuple):
    """A pronoun, and the mentions that it may stand for, the nearest first."""

    pronoun: Mention
    candidates: Sequence[Mention]
    sentences: Mapping[int, SourceSentence]
    kinds: NounKinds

    def kind(self, word: str) -> str:
        """Whether a noun is a person or a group."""
        listed = {"person": self.kinds.persons, "group": self.kinds.group}
        return next((kind for kind, words in listed.items() if word in words), "")


def candidates(pronoun: Mention, sentences: Mapping[int, SourceSentence]) -> Iterator[Mention]:
    """Nouns, and pronouns of its kind, that stand before it; the nearest first."""
    for segment in range(pronoun.segment, pronoun.segment - BACK - 1, -1):
        if segment in sentences:
            for mention in reversed(sentences[segment].mentions):
                before = segment < pronoun.segment or mention.heads[-1] < pronoun.heads[-1]
                if before and mention.pronoun in {"", pronoun.pronoun}:
                    yield mention


def nouns(case: PronounCase) -> Iterator[tuple[Mention, list[str]]]:
    """Each candidate with its features."""
    pronoun = case.pronoun
    kind, leftmost = pronoun.pronoun, dict[int, Mention]()
    words: dict[str, int] = {}
    for mention in case.candidates:
        leftmost[mention.segment] = mention
        words[mention.word] = words.get(mention.word, 0) + 1
    fitting = 0
    for rank, mention in enumerate(case.candidates):
        fits = pronoun.number in {"", mention.number}
        fitting += fits
        away = pronoun.segment - mention.segment
        names = [
            f"away={away}",
            f"rank={min(rank, 12)}",
            f"fit={fits}{min(fitting, 6)}",
            f"role={mention.role}>{pronoun.role}",
            f"away,role={min(away, 2)}{mention.role}",
            f"first={leftmost[mention.segment] is mention}{min(away, 2)}",
            f"number={mention.number}",
        ]
        if away == 0:
            names += _same_sentence(case, mention)
        if mention.pronoun:
            same = mention.word == pronoun.word
            names += [f"pronoun={same}", f"pronoun={min(away, 2)}{fitting == 1}"]
        else:
            names += [
                "noun",
                f"often={min(words[mention.word], 4)}{min(away, 1)}",
                f"of={mention.before}",
                f"det={mention.determiner}",
                f"name={mention.is_name}{mention.number}",
                f"word={mention.word}",
                f"kind={case.kind(mention.word)}",
                f"kind={case.kind(mention.word)},{pronoun.role}",
                *(f"end={mention.word[-size:]}" for size in _ENDINGS if len(mention.word) > size),
                f"parallel={mention.role == pronoun.role}{mention.before == pronoun.before}",
            ]
        yield mention, [*names, *(f"{kind}:{name}" for name in names)]


def _same_sentence(case: PronounCase, mention: Mention) -> Iterator[str]:
    """What stands between the two."""
    pronoun, sentence = case.pronoun, case.sentences[case.pronoun.segment]
    between = sentence.tags[mention.head + 1 : pronoun.head]
    verbs = sum(tag.startswith(("VERB", "AUX")) for tag in between)
    marks = sum(tag in {"PUNCT", "SCONJ", "CCONJ"} for tag in between)
    yield f"verbs={min(verbs, 3)}{pronoun.role}"
    yield f"marks={min(marks, 3)}{mention.role}"
    yield f"clause={min(verbs, 1)}{min(marks, 1)}{mention.role}>{pronoun.role}"
    yield f"near={min(pronoun.head - mention.head, 6)}{pronoun.role}"


def nulls(case: PronounCase) -> Iterator[tuple[str, list[str]]]:
    """Each kind of nothing with its features."""
    pronoun, sentence = case.pronoun, case.sentences[case.pronoun.segment]
    low = [fold(word) for word in sentence.words]
    k, kind = pronoun.head, pronoun.pronoun

    def at(step: int) -> str:
        return low[k + step] if 0 <= k + step < len(low) else "|"

    def tag(step: int) -> str:
        return sentence.tags[k + step] if 0 <= k + step < len(low) else "|"

    ahead = [low[j] for j in range(k + 1, min(k + 9, len(low)))]
    verb = next(
        (low[j] for j in range(k + 1, min(k + 5, len(low))) if sentence.tags[j].startswith("VERB")),
        "",
    )
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
        f"length={min(len(low) // 6, 4)}",
    ]
    for null in NULLS:
        yield null, [f"{null}:{kind}:{name}" for name in names]


@dataclass(frozen=True)
class Ranker:
    """Weights of features."""

    weights: Mapping[str, float]

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Ranker:
        """From the arrays of a file of weights."""
        names = bytes(table["features"]).decode().split("\n")
        weights = table["weights"].astype(float) * float(table["weights_unit"])
        return cls(dict(zip(names, weights.tolist(), strict=True)))

    def rank(self, case: PronounCase) -> tuple[list[float], dict[str, float]]:
        """The probability of each candidate, and of each kind of nothing."""
        get = self.weights.get
        kinds = () if case.pronoun.pronoun == ONE else NULLS
        named = (*nouns(case), *(nulls(case) if kinds else ()))
        scores = [sum(get(name, 0.0) for name in names) for _, names in named]
        top = max(scores, default=0.0)
        grown = [exp(score - top) for score in scores]
        total = sum(grown)
        shares = [value / total for value in grown]
        size = len(case.candidates)
        return shares[:size], dict(zip(kinds, shares[size:], strict=True))
