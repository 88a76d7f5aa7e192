"""What each pronoun of a source text may refer to, with probabilities; once for all systems."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from proform.analysis.source import Mention, SourceSentence, Tags, analyse, mention_of
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
    antecedents: dict[int, Antecedents]


def informed(segment: Segment, sources: Mapping[int, Known]) -> Segment:
    """A segment with what is known of its source."""
    if (source := sources.get(segment.number)) is None:
        return segment
    return replace(segment, tags=source.tags, antecedents=source.antecedents)


class Discourse:
    """What was said in a document so far."""

    def __init__(self) -> None:
        self.sentences: dict[int, SourceSentence] = {}
        """Those in reach."""
        self.passed_on: dict[Place, Antecedents] = {}
        """What the pronouns in reach refer to."""

    def add(self, number: int, words: Sequence[str], tags: Sequence[str]) -> SourceSentence:
        """One more segment, analysed."""
        sentence = self.sentences[number] = analyse(number, words, tags)
        self.sentences.pop(number - BACK - 1, None)
        self.passed_on = {at: a for at, a in self.passed_on.items() if at[0] >= number - BACK}
        return sentence

    def case(self, pronoun: Mention, kinds: NounKinds) -> PronounCase:
        """A pronoun of the last segment with all that it may stand for; not a bit of something."""
        named = (
            mention
            for mention in candidates(pronoun, self.sentences)
            if mention.after != "of" or mention.word not in kinds.transparent
        )
        mentions = tuple(islice(named, MOST))
        return PronounCase(pronoun, mentions, self.sentences[pronoun.segment], kinds)


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

    def rank(self, pronoun: Mention, discourse: Discourse) -> Antecedents:
        """The probabilities of nouns; an earlier pronoun hands on those of its own."""
        case = discourse.case(pronoun, self.kinds)
        earlier = [
            discourse.passed_on.get((m.segment, m.head), _AWAY) if m.pronoun else None
            for m in case.candidates
        ]
        refers = [1 - known.nothing.get(IMPERSONAL, 0.0) if known else 1.0 for known in earlier]
        shares, nothing = self.ranker.rank(case, refers)
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
            if share >= _LEAST and places[0][0] >= pronoun.segment - BACK
        }
        rest[FAR] += sum(heads.values()) - sum(near.values())
        ranked = sorted(near.items(), key=lambda item: (-item[1], item[0]))
        return Antecedents(tuple(Option(*item) for item in ranked), dict(rest), tuple(pronouns))


class Resolution:
    """A text while it is resolved, part by part."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._document: str | None = None
        self._discourse = Discourse()

    def resolve(self, texts: Mapping[int, SourceText]) -> dict[int, Known]:
        """What is known of the next segments, by their numbers, which are in order."""
        resolver = self._resolver
        if resolver.tags is None:
            known = {number: Known((), {}) for number in texts}
            for (number, place), antecedents in resolver.annotated.items():
                if number in known:
                    known[number].antecedents[place] = antecedents
            return known
        tags = resolver.tags.tag([text.words for text in texts.values()])
        return {
            number: Known(tagged, self._segment(number, text, tagged))
            for (number, text), tagged in zip(texts.items(), tags, strict=True)
        }

    def _segment(
        self, number: int, text: SourceText, tags: Sequence[str]
    ) -> dict[int, Antecedents]:
        if text.document != self._document:
            self._document, self._discourse = text.document, Discourse()
        discourse, resolver = self._discourse, self._resolver
        sentence, own = discourse.add(number, text.words, tags), dict[int, Antecedents]()
        for pronoun in _pronouns(sentence, number, text.pronouns):
            place = number, pronoun.head
            known = resolver.annotated.get(place)
            if known is None or known.share < _WHOLE:
                ranked = resolver.rank(pronoun, discourse)
                known = ranked if known is None else known.or_else(ranked)
            own[pronoun.head] = discourse.passed_on[place] = known
        return own


def _pronouns(sentence: SourceSentence, number: int, wanted: Iterable[int]) -> Iterator[Mention]:
    """Those that hand on what they refer to, and those that are asked for, in order."""
    known = {mention.head: mention for mention in sentence.mentions if mention.pronoun}
    for place in sorted({*known, *wanted}):
        yield known.get(place) or mention_of(number, sentence, place)
