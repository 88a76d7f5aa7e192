"""What pronouns refer to by chains of coreference, which a file has of the same text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from proform.analysis.antecedents import Place, SourceText
from proform.analysis.ranker import BACK, FAR
from proform.analysis.source import Mention, Tags, analyse
from proform.errors import InputError, ProformError, counted
from proform.model import Antecedents, Option
from proform.pronoun.categories import EVENT, PLEONASTIC
from proform.text.conllu import CorefDocument, Span, Word
from proform.text.letters import Parting, word_places

NOUN, PRONOUN, VERB = "noun", "pronoun", "verb"
_VERBAL = {"VERB", "AUX", "ADJ", "ADV"}
_PRONOMINAL = {"PRON", "DET"}
_INDEFINITE = ("PronType=Ind", "PronType=Neg", "PronType=Tot")
"""Pronouns that name something: someone, nothing, everybody."""
_ADDRESSED = ("Person=1", "Person=2")
_SHOWN = 5
"""So many words are quoted where texts differ."""


def kind_of(words: Sequence[Word], span: Span) -> str:
    """Whether a mention is a noun, a pronoun, or something that was said or done."""
    head = words[span.head]
    if head.tag in _PRONOMINAL:
        return NOUN if any(kind in head.features for kind in _INDEFINITE) else PRONOUN
    return VERB if head.tag in _VERBAL else NOUN


def heads_of(words: Sequence[Word], span: Span) -> list[int]:
    """The head of a mention, and the nouns that are joined to it."""
    joined = (
        k
        for k in range(span.head + 1, span.last + 1)
        if words[k].relation.startswith("conj") and words[k].head == span.head
    )
    return [span.head, *(k for k in joined if words[k].tag not in _VERBAL)]


class _Named(NamedTuple):
    """A mention, where the text itself has it."""

    heads: tuple[Place, ...]
    kind: str
    probability: float
    addressed: bool = False
    """Is it a pronoun like I and you, which needs no noun?"""


@dataclass(frozen=True)
class Chained:
    """What chains tell of the pronouns of a text, and what is to be said of that."""

    antecedents: Mapping[Place, Antecedents] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


class Shared(NamedTuple):
    """A text that a file has as well."""

    documents: Sequence[CorefDocument]
    text: Mapping[int, SourceText]
    places: Sequence[Sequence[Place]]
    """For each word of the documents, where the text has its letters."""
    theirs: int
    """So many words of the file have letters that the text has not,"""
    ours: int
    """and so many of the text have letters that the file has not."""


def resolve_chains(
    path: str,
    documents: Sequence[CorefDocument],
    texts: Mapping[int, SourceText],
    tags: Tags | None,
) -> Chained:
    """What the chains of documents say of the pronouns of a text, whose words may be others.

    A pronoun stands for the nearest noun before it in its chain.
    """
    known: dict[Place, Antecedents] = {}
    found, notes = shared_texts(path, documents, texts)
    nameless = 0
    for shared in found:
        reader = _Reader(shared.text, tags, shared.places)
        for document in shared.documents:
            known |= reader.pronouns(document)
        nameless += reader.nameless
    if nameless:
        what = f"{counted(nameless, 'pronoun')} without a noun before in the chain"
        notes.append(f"{path}: {what}, taken to stand for nothing in reach")
    rest = "are unknown" if tags is None else "come from the model"
    notes.append(f"{path}: antecedents of {counted(len(known), 'pronoun')}; those of others {rest}")
    return Chained(known, tuple(notes))


def shared_texts(
    path: str, documents: Sequence[CorefDocument], texts: Mapping[int, SourceText]
) -> tuple[list[Shared], list[str]]:
    """What a file and a text both have, and notes on what only one of them has.

    Documents are those of the same ids, if any are; else all of them, in order, are the text.
    """
    if not documents:
        raise InputError(path, None, "no document in it", hint="expected the words of the text")
    notes = list[str]()
    found = [
        _shared(path, parts, {number: texts[number] for number in numbers})
        for parts, numbers in _paired(path, documents, texts, notes)
    ]
    theirs, ours = sum(each.theirs for each in found), sum(each.ours for each in found)
    if theirs or ours:
        where = f"{counted(theirs, 'word')} of the file and {counted(ours, 'word')} of the text"
        notes.append(f"{path}: small differences are passed over, in {where}")
    return found, notes


def _paired(
    path: str,
    documents: Sequence[CorefDocument],
    texts: Mapping[int, SourceText],
    notes: list[str],
) -> Iterator[tuple[Sequence[CorefDocument], Sequence[int]]]:
    """Documents of the file, and the segments that should be the same."""
    segments: dict[str | None, list[int]] = defaultdict(list)
    for number, text in texts.items():
        segments[text.document].append(number)
    lines: dict[str, int] = {}
    for name, line in ((each.name, each.line) for each in documents if each.name):
        if name in lines:
            what = f"document {name!r} is there twice, first in line {lines[name]}"
            raise InputError(path, line, what)
        lines[name] = line
    if not any(name in segments for name in lines):
        yield documents, list(texts)
        return
    if strange := [document for document in documents if document.name not in segments]:
        name = repr(strange[0].name) if strange[0].name else "without an id"
        first = f"{'the first ' * (len(strange) > 1)}{name} in line {strange[0].line}"
        what = f"{counted(len(strange), 'document')} that the text does not have"
        notes.append(f"{path}: left out {what}, {first}")
    if missing := [name for name in segments if name not in lines]:
        first = f"{'the first ' * (len(missing) > 1)}{missing[0]!r}"
        notes.append(f"{path}: lacks {counted(len(missing), 'document')} of the text, {first}")
    for document in documents:
        if document.name in segments:
            yield [document], segments[document.name]


def _shared(path: str, parts: Sequence[CorefDocument], text: Mapping[int, SourceText]) -> Shared:
    ours = [(number, k) for number, source in text.items() for k in range(len(source.words))]
    words = [word for part in parts for sentence in part.sentences for word in sentence]
    theirs = [word.form if word.written is None else word.written for word in words]
    match = word_places(theirs, [text[number].words[k] for number, k in ours])
    if isinstance(match, Parting):
        what = "it ends"
        if there := " ".join(filter(None, theirs[match.theirs : match.theirs + _SHOWN])):
            what = f"it has {there!r}"
        where = "the text ends"
        if match.ours < len(ours):
            number, k = ours[match.ours]
            where = f"segment {number} has {' '.join(text[number].words[k : k + _SHOWN])!r}"
        hint = "segments are counted from 0; documents of the same ids are compared by themselves"
        line = _line(parts, match.theirs)
        raise InputError(path, line, f"another text: {what} where {where}", hint=hint)
    places = [[ours[k] for k in run] for run in match.places]
    for k, word in enumerate(words):
        if word.written == "" and k:  # the second of two that are written as one word
            places[k] = places[k - 1]
    return Shared(parts, text, places, match.theirs, match.ours)


def _line(parts: Sequence[CorefDocument], word: int) -> int:
    """Where the sentence of a word begins in the file; the last one, if the word is beyond it."""
    sentences = [each for part in parts for each in zip(part.lines, part.sentences, strict=True)]
    lines = [line for line, sentence in sentences for _ in sentence]
    return lines[min(word, len(lines) - 1)] if lines else parts[0].line


class _Reader:
    """Reads the chains of documents, which are one text together."""

    def __init__(
        self, text: Mapping[int, SourceText], tags: Tags | None, places: Sequence[Sequence[Place]]
    ) -> None:
        self._places, self._done = places, 0
        self._text, self._tags = text, tags
        self._mentions: dict[Place, Mention] | None = None
        self.nameless = 0

    def pronouns(self, document: CorefDocument) -> Iterator[tuple[Place, Antecedents]]:
        """What the pronouns of the next document refer to."""
        starts = [self._done]
        for sentence in document.sentences:
            starts.append(starts[-1] + len(sentence))
        self._done = starts[-1]
        chains: dict[str, list[_Named]] = defaultdict(list)
        for span in document.spans:
            if named := self._named(document.sentences[span.sentence], span, starts[span.sentence]):
                chains[span.entity].append(named)
        for start, sentence in zip(starts, document.sentences, strict=False):
            for k, word in enumerate(sentence):
                if word.relation.startswith("expl") and (there := self._places[start + k]):
                    yield there[-1], Antecedents((), {PLEONASTIC: 1.0}, annotated=True)
        for chain in chains.values():
            yield from self._chain(sorted(chain, key=lambda mention: mention.heads))

    def _chain(self, chain: Sequence[_Named]) -> Iterator[tuple[Place, Antecedents]]:
        before: _Named | None = None
        for mention in chain:
            if mention.kind != PRONOUN:
                before = mention
                continue
            place = mention.heads[0]
            if before is None:
                self.nameless += not mention.addressed
                yield place, _nothing(FAR, mention.probability)
                continue
            probability = mention.probability * before.probability
            if before.kind == VERB:
                yield place, _nothing(EVENT, probability)
            elif before.heads[0][0] < place[0] - BACK:
                yield place, _nothing(FAR, probability)
            else:
                option = Option(before.heads, probability)
                yield place, Antecedents((option,), annotated=True)

    def _named(self, words: Sequence[Word], span: Span, start: int) -> _Named | None:
        if words[span.head].tag in {"", "_"}:
            return self._guessed(span, start)
        kind = kind_of(words, span)
        heads = heads_of(words, span) if kind == NOUN else [span.head]
        places = [there[-1] for k in heads if (there := self._places[start + k])]
        addressed = any(person in words[span.head].features for person in _ADDRESSED)
        return _Named(tuple(places), kind, span.probability, addressed) if places else None

    def _guessed(self, span: Span, start: int) -> _Named | None:
        """A mention of which the file has the words only: its head is told by their tags."""
        runs = self._places[start + span.first : start + span.last + 1]
        places = sorted({place for run in runs for place in run})
        mentions = self._tagged()
        inside = [mentions[place] for place in places if place in mentions]
        if len(places) == 1 and (not inside or inside[0].pronoun):
            return _Named((places[0],), PRONOUN, span.probability, addressed=not inside)
        for mention in inside:
            after = mention.segment, mention.head + 1
            # The president of France is in France's president, too.
            if not mention.pronoun and not (after in places and self._word(after) in _POSSESSIVE):
                heads = [place for place in mention.heads if place in places]
                return _Named(tuple(heads), NOUN, span.probability)
        return _Named((places[-1],), VERB, span.probability) if places else None

    def _word(self, place: Place) -> str:
        return self._text[place[0]].words[place[1]].lower()

    def _tagged(self) -> Mapping[Place, Mention]:
        """The nouns and pronouns of the text; of two that are joined, the first stands for both."""
        if self._tags is None:
            what = "the source language has no weights, so chains need heads and parts of speech"
            hint = "give them as CoNLL-U with both (a source tagger does not help)"
            raise ProformError(f"antecedents: {what}", hint=hint)
        if self._mentions is None:
            tags = self._tags.tag([source.words for source in self._text.values()])
            self._mentions = {}
            for (number, source), tagged in zip(self._text.items(), tags, strict=True):
                for mention in analyse(number, source.words, tagged).mentions:
                    self._mentions[number, mention.head] = mention
        return self._mentions


_POSSESSIVE = {"'s", "’s", "'", "’"}


def _nothing(kind: str, probability: float) -> Antecedents:
    return Antecedents((), {kind: probability}, annotated=True)
