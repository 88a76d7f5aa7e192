"""What each pronoun of a source text may refer to, with probabilities; once for all systems."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from proform.analysis.ranker import BACK, MOST, PronounCase, Ranker, candidates
from proform.analysis.source import Mention, SourceSentence, Tags, analyse, mention_of
from proform.language.pack import NounKinds
from proform.model import Antecedents, Option, Segment

FAR = "far"
_LEAST = 0.005
"""What is less probable is not looked at."""

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
    ranker: Ranker = field(default_factory=lambda: Ranker({}))
    kinds: NounKinds = field(default_factory=NounKinds)
    name: str = "annotated"
    """What the signature calls it."""
    annotated: Mapping[Place, Antecedents] = field(default_factory=dict)
    """What is known of a pronoun beforehand, by segment and position."""

    def resolve(self, texts: Mapping[int, SourceText]) -> dict[int, Known]:
        """What is known of segments, by their numbers, which are in order."""
        return Resolution(self).resolve(texts)

    def annotations(self, number: int) -> dict[int, Antecedents]:
        """What was known beforehand of the pronouns of a segment."""
        return {at: antecedents for (n, at), antecedents in self.annotated.items() if n == number}

    def rank(
        self,
        pronoun: Mention,
        sentences: Mapping[int, SourceSentence],
        passed_on: Mapping[Place, Antecedents],
    ) -> Antecedents:
        """The probabilities of nouns; an earlier pronoun hands on those of its own."""
        mentions = tuple(islice(candidates(pronoun, sentences), MOST))
        shares, nothing = self.ranker.rank(PronounCase(pronoun, mentions, sentences, self.kinds))
        heads: dict[tuple[Place, ...], float] = defaultdict(float)
        rest: dict[str, float] = defaultdict(float, nothing)
        for mention, share in zip(mentions, shares, strict=True):
            if not mention.pronoun:
                heads[mention.heads] += share
                continue
            earlier = passed_on.get((mention.segment, mention.head), Antecedents(nothing={FAR: 1}))
            for option in earlier.options:
                heads[option.heads] += share * option.probability
            for kind, probability in earlier.nothing.items():
                rest[kind] += share * probability
        near = {
            places: share
            for places, share in heads.items()
            if share >= _LEAST and places[0][0] >= pronoun.segment - BACK
        }
        rest[FAR] += sum(heads.values()) - sum(near.values())
        ranked = sorted(near.items(), key=lambda item: (-item[1], item[0]))
        return Antecedents(tuple(Option(*item) for item in ranked), dict(rest))


class Resolution:
    """A text while it is resolved, part by part."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._document: str | None = None
        self._sentences: dict[int, SourceSentence] = {}
        self._passed_on: dict[Place, Antecedents] = {}

    def resolve(self, texts: Mapping[int, SourceText]) -> dict[int, Known]:
        """What is known of the next segments, by their numbers, which are in order."""
        resolver = self._resolver
        if resolver.tags is None:
            return {number: Known((), resolver.annotations(number)) for number in texts}
        tags = resolver.tags.tag([text.words for text in texts.values()])
        return {
            number: Known(tagged, self._segment(number, text, tagged))
            for (number, text), tagged in zip(texts.items(), tags, strict=True)
        }

    def _segment(
        self, number: int, text: SourceText, tags: Sequence[str]
    ) -> dict[int, Antecedents]:
        if text.document != self._document:
            self._document, self._sentences, self._passed_on = text.document, {}, {}
        sentence = self._sentences[number] = analyse(number, text.words, tags)
        self._sentences.pop(number - BACK - 1, None)
        resolver, own = self._resolver, dict[int, Antecedents]()
        for pronoun in _pronouns(sentence, number, text.pronouns):
            place = number, pronoun.head
            own[pronoun.head] = self._passed_on[place] = resolver.annotated.get(
                place
            ) or resolver.rank(pronoun, self._sentences, self._passed_on)
        self._passed_on = {at: a for at, a in self._passed_on.items() if at[0] > number - BACK}
        return own


def _pronouns(sentence: SourceSentence, number: int, wanted: Iterable[int]) -> Iterator[Mention]:
    """Those that hand on what they refer to, and those that are asked for, in order."""
    known = {mention.head: mention for mention in sentence.mentions if mention.pronoun}
    for place in sorted({*known, *wanted}):
        yield known.get(place) or mention_of(number, sentence, place)
