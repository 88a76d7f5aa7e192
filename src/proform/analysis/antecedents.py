"""What each pronoun of a source text may refer to, with probabilities; once for all systems."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from proform.analysis.ranker import (
    BACK,
    EVENT,
    FAR,
    IMPERSONAL,
    MOST,
    PronounCase,
    Ranker,
    candidates,
)
from proform.analysis.source import SourceSentence, Tags, analyse, mention_of
from proform.language.pack import NounKinds
from proform.model import Antecedents, Option, Segment

_LEAST = 0.005
"""What is less probable is not looked at."""
_WHOLE = 0.999

Place = tuple[int, int]
_AWAY = Antecedents(nothing={FAR: 1})


class SourceText(NamedTuple):
    """A segment of the source: its document, its words, and where its pronouns stand."""

    document: str | None
    words: Sequence[str]
    pronouns: Sequence[int] = ()


class Known(NamedTuple):
    """What is known of a segment: the tags of its words, and what its pronouns may refer to."""

    tags: Sequence[str]
    antecedents: Mapping[int, Antecedents]


def informed(segment: Segment, sources: Mapping[int, Known]) -> Segment:
    """A segment with what is known of its source."""
    if (source := sources.get(segment.number)) is None:
        return segment
    return replace(segment, tags=source.tags, antecedents=source.antecedents)


@dataclass(frozen=True)
class Resolver:
    """Reads a source text: parts of speech, mentions, and antecedents with probabilities."""

    tags: Tags | None = None
    ranker: Ranker = field(default_factory=lambda: Ranker({}))
    kinds: NounKinds = field(default_factory=NounKinds)
    name: str = "annotated"
    """What the signature calls it."""
    annotated: Mapping[Place, Antecedents] = field(default_factory=dict)
    """What is known of a pronoun beforehand, by segment and position; what is missing in the sum of
    its probabilities is left to the ranker."""

    def resolve(self, texts: Mapping[int, SourceText]) -> dict[int, Known]:
        """What is known of segments, by their numbers, which are in order."""
        return Resolution(self).resolve(texts)


class Resolution:
    """A text while it is resolved, part by part."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._document: str | None = None
        self._sentences: dict[int, SourceSentence] = {}
        """Those in reach."""
        self._passed_on: dict[Place, Antecedents] = {}
        """What the pronouns in reach refer to."""

    def resolve(self, texts: Mapping[int, SourceText]) -> dict[int, Known]:
        """What is known of the next segments, by their numbers, which are in order."""
        resolver = self._resolver
        if resolver.tags is None:
            get = resolver.annotated.get
            return {
                n: Known((), {k: own for k in range(len(text.words)) if (own := get((n, k)))})
                for n, text in texts.items()
            }
        tags = resolver.tags.tag([text.words for text in texts.values()])
        return {
            number: Known(tagged, self._segment(number, text, tagged))
            for (number, text), tagged in zip(texts.items(), tags, strict=True)
        }

    def _segment(
        self, number: int, text: SourceText, tags: Sequence[str]
    ) -> dict[int, Antecedents]:
        own: dict[int, Antecedents] = {}
        for case in self.cases(number, text, tags):
            place = number, case.pronoun.head
            known = self._resolver.annotated.get(place)
            if known is None or known.share < _WHOLE:
                ranked = self._ranked(case)
                known = ranked if known is None else known.or_else(ranked)
            own[place[1]] = self._passed_on[place] = known
        return own

    def cases(self, number: int, text: SourceText, tags: Sequence[str]) -> Iterator[PronounCase]:
        """The next segment's pronouns that hand on what they refer to, and those asked for."""
        if text.document != self._document:
            self._document, self._sentences, self._passed_on = text.document, {}, {}
        sentence = self._sentences[number] = analyse(number, text.words, tags)
        self._sentences.pop(number - BACK - 1, None)
        self._passed_on = {at: a for at, a in self._passed_on.items() if at[0] >= number - BACK}
        pronouns = {mention.head: mention for mention in sentence.mentions if mention.pronoun}
        for place in sorted({*pronouns, *text.pronouns}):
            pronoun = pronouns.get(place) or mention_of(number, sentence, place)
            near = candidates(pronoun, self._sentences, self._resolver.kinds.transparent)
            yield PronounCase(pronoun, tuple(islice(near, MOST)), sentence, self._resolver.kinds)

    def _ranked(self, case: PronounCase) -> Antecedents:
        """The probabilities of nouns; an earlier pronoun hands on those of its own."""
        earlier = [
            self._passed_on.get((m.segment, m.head), _AWAY) if m.pronoun else None
            for m in case.candidates
        ]
        refers = [1 - known.nothing.get(IMPERSONAL, 0.0) if known else 1.0 for known in earlier]
        shares, nothing = self._resolver.ranker.rank(case, refers)
        if nothing and not shares:  # what happened was not told here
            nothing[FAR] += nothing.pop(EVENT)
        heads: dict[tuple[Place, ...], float] = defaultdict(float)
        rest: dict[str, float] = defaultdict(float, nothing)
        pronouns: list[Option] = []
        for mention, known, refer, share in zip(
            case.candidates, earlier, refers, shares, strict=True
        ):
            if known is None:
                heads[mention.heads] += share
                continue
            part = share / refer if share else 0.0
            for option in known.options:
                heads[option.heads] += part * option.probability
            for kind, probability in known.nothing.items():
                rest[kind] += part * probability * (kind != IMPERSONAL)
            if (handed_on := part * known.nothing.get(FAR, 0.0)) >= _LEAST:
                pronouns.append(Option(mention.heads, handed_on))
        near = {
            places: share
            for places, share in heads.items()
            if share >= _LEAST and places[0][0] >= case.pronoun.segment - BACK
        }
        rest[FAR] += sum(heads.values()) - sum(near.values())
        ranked = sorted(near.items(), key=lambda item: (-item[1], item[0]))
        return Antecedents(tuple(Option(*item) for item in ranked), dict(rest), tuple(pronouns))
