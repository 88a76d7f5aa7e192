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
    ranker: Ranker = field(default_factory=Ranker)
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
        self._known: dict[int, dict[int, Antecedents]] = {}
        """What their pronouns refer to, as far as they are read."""

    def resolve(self, texts: Mapping[int, SourceText]) -> dict[int, Known]:
        """What is known of the next segments, by their numbers, which are in order."""
        if self._resolver.tags is None:
            get = self._resolver.annotated.get
            return {
                n: Known((), {k: own for k in range(len(text.words)) if (own := get((n, k)))})
                for n, text in texts.items()
            }
        tags = self._resolver.tags.tag([text.words for text in texts.values()])
        return {
            number: Known(tagged, self._segment(number, text, tagged))
            for (number, text), tagged in zip(texts.items(), tags, strict=True)
        }

    def _segment(
        self, number: int, text: SourceText, tags: Sequence[str]
    ) -> Mapping[int, Antecedents]:
        for case in self.cases(number, text, tags):
            place = case.pronoun.head
            known = self._resolver.annotated.get((number, place))
            if known is None or known.share < _WHOLE:
                ranked = self._ranked(case)
                known = known.or_else(ranked) if known else ranked
            self._known[number][place] = known
        return self._known[number]

    def cases(self, number: int, text: SourceText, tags: Sequence[str]) -> Iterator[PronounCase]:
        """The next segment's pronouns that hand on what they refer to, and those asked for."""
        if text.document != self._document:
            self._document, self._sentences, self._known = text.document, {}, {}
        for far in [n for n in self._sentences if n < number - BACK]:
            del self._sentences[far], self._known[far]
        sentence = self._sentences[number] = analyse(number, text.words, tags)
        self._known[number] = {}
        kinds = self._resolver.kinds
        pronouns = {mention.head: mention for mention in sentence.mentions if mention.pronoun}
        for place in sorted({*pronouns, *text.pronouns}):
            pronoun = pronouns.get(place) or mention_of(number, sentence, place)
            near = candidates(pronoun, self._sentences, kinds.transparent)
            yield PronounCase(pronoun, tuple(islice(near, MOST)), sentence, kinds)

    def _ranked(self, case: PronounCase) -> Antecedents:
        """The probabilities of nouns; an earlier pronoun hands on those of its own."""
        earlier = [self._known[m.segment][m.head] if m.pronoun else None for m in case.candidates]
        refers = [1 - known.nothing.get(IMPERSONAL, 0.0) if known else 1.0 for known in earlier]
        shares, nothing = self._resolver.ranker.rank(case, refers)
        if nothing and not shares:  # what happened was not told here
            nothing[FAR] += nothing.pop(EVENT)
        heads: dict[tuple[Place, ...], float] = defaultdict(float)
        rest: dict[str, float] = defaultdict(float, nothing)
        pronouns: list[Option] = []
        ranked = zip(case.candidates, earlier, refers, shares, strict=True)
        for mention, known, refer, share in ranked:
            if known is None:
                heads[mention.heads] += share
                continue
            part = share / refer if share else 0.0
            for places, probability in known.options:
                heads[places] += part * probability
            for kind, probability in known.nothing.items():
                rest[kind] += part * probability * (kind != IMPERSONAL)
            if (handed_on := part * known.nothing.get(FAR, 0.0)) >= _LEAST:
                pronouns.append(Option(mention.heads, handed_on))
        near = [
            Option(places, share)
            for places, share in heads.items()
            if share >= _LEAST and places[0][0] >= case.pronoun.segment - BACK
        ]
        rest[FAR] += sum(heads.values()) - sum(option.probability for option in near)
        near.sort(key=lambda option: (-option.probability, option.heads))
        return Antecedents(tuple(near), dict(rest), tuple(pronouns))
