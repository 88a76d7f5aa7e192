"""Suites in memory: what pages show of an example. Texts never change once they are stored."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any

from sqlalchemy import Connection, func, select

from proform.gap.answers import Gaps
from proform.human.conflict import in_words
from proform.language.pack import Pack, load_pack
from proform.model import Example
from proform.store import schema
from proform.store.suites import Stored, StoredCorpus, find_suite, load_target, targets
from proform.suite.dropped import dropped_verb
from proform.suite.suite import Placed, Spot, Target, words
from proform.text.spacing import spaces

_pack = cache(load_pack)


@dataclass(frozen=True, slots=True)
class Subject:
    """What an answer is about: the example, whether it must agree, the highlighted words."""

    example: Example
    agrees: bool
    placed: Placed

    @property
    def highlighted(self) -> frozenset[Spot]:
        """The words that can be selected."""
        return frozenset(self.placed.pronoun).union(*self.placed.antecedents)


@dataclass(frozen=True)
class Loaded:
    """A suite with its translations, and which candidate is what."""

    stored: Stored
    targets: dict[int, Target]
    """By the id of the corpus, as are the corpora."""
    corpora: dict[int, StoredCorpus]
    candidates: dict[int, tuple[Example, int]]
    """By the id of the candidate: its example and the id of its corpus."""
    numbers: dict[int, int]
    """The ids of candidates by their numbers."""
    memo: dict[str, Any] = field(default_factory=dict, compare=False)
    """What was worked out once, and holds until the suite changes."""

    def case(self, candidate: int) -> Subject:
        """What an answer to a candidate is about."""
        example, corpus = self.candidates[candidate]
        placed = self.targets[corpus].placed[example.number]
        return Subject(example, example.category in self.stored.suite.agreeing, placed)

    def view(self, candidate: int) -> dict[str, Any]:
        """What an annotator sees of a candidate: never which system it is."""
        example, corpus = self.candidates[candidate]
        case = self.case(candidate)
        return {
            "category": example.category,
            "title": in_words(example.category),
            "agrees": case.agrees,
            "pronoun": example.token,
            "heads": [self.stored.suite.head(a) for a in example.antecedents],
            "translated": bool(case.placed.pronoun),
            "verb": self.verb(candidate),
            "source": self._source(example),
            "target": self.translation(self.targets[corpus], example),
        }

    def verb(self, candidate: int) -> str:
        """The verb that shows the subject of an example which has no word; empty if there is none.

        What an annotator is told of it: (no word: the verb is …).
        """
        example, corpus = self.candidates[candidate]
        target, key = self.targets[corpus], f"verb of {candidate}"
        if key not in self.memo:
            spot = dropped_verb(self.stored.suite, target, example)
            self.memo[key] = "" if spot is None else target.words([spot])[0]
        verb: str = self.memo[key]
        return verb

    def gap_view(self, candidate: int, gaps: Gaps) -> dict[str, Any]:
        """The same with the pronoun of the translation hidden, and nothing that tells of it."""
        example, corpus = self.candidates[candidate]
        target, suite = self.targets[corpus], self.stored.suite
        segments = suite.context(example)
        lines = gaps.hide(target, target.placed[example.number], segments)
        shown = zip(segments, lines, strict=False)
        target_lines = [
            _line(segment, [(word, mark, 0) for word, mark in line], suite.target_language)
            for segment, line in shown
        ]
        source = self._source(example)
        named = {"category": example.category, "title": in_words(example.category)}
        return {**named, "source": source, "target": target_lines}

    def translation(self, target: Target, example: Example) -> list[dict[str, Any]]:
        """The lines of a translation that are shown, with marks."""
        language = self.stored.suite.target_language
        return self._lines(target.lines, example, target.placed[example.number], language)

    def _source(self, example: Example) -> list[dict[str, Any]]:
        pronoun = (Spot(example.segment, example.position),)
        heads = tuple((Spot(a.segment, a.head),) for a in example.antecedents)
        suite = self.stored.suite
        return self._lines(suite.source, example, Placed(pronoun, heads), suite.source_language)

    def _lines(
        self, lines: Sequence[str], example: Example, placed: Placed, language: str
    ) -> list[dict[str, Any]]:
        marks: dict[Spot, tuple[str | None, int]] = {
            spot: ("antecedent", number)
            for number, part in enumerate(placed.antecedents)
            for spot in part
        }
        marks |= dict.fromkeys(placed.pronoun, ("pronoun", 0))
        segments = [n for n in self.stored.suite.context(example) if n < len(lines)]
        unmarked = None, 0
        return [
            _line(
                n,
                [(word, *marks.get(Spot(n, at), unmarked)) for at, word in enumerate(words(line))],
                language,
            )
            for n in segments
            for line in (lines[n],)
        ]


def _line(
    segment: int, marked: Sequence[tuple[str, str | None, int]], language: str
) -> dict[str, Any]:
    """A line with each word's mark, which part of it that is, and what stands before the word."""
    names = "word", "mark", "part", "before"
    before = (space for _, space in spaced([word for word, _, _ in marked], language))
    rows = zip(marked, before, strict=True)
    shown = [dict(zip(names, (*word, space), strict=True)) for word, space in rows]
    return {"segment": segment, "words": shown}


def spaced(tokens: Sequence[str], language: str) -> list[tuple[str, str]]:
    """The words of a line, each with what stands before it."""
    pack = _pack(language.split("-", maxsplit=1)[0].lower()) or Pack(language, language)
    return list(zip(tokens, spaces(tokens, pack), strict=True))


def written(pieces: Sequence[Any], language: str) -> list[tuple[Any, str]]:
    """The pieces of a line, each with what stands before it."""
    before = (space for _, space in spaced([piece.text for piece in pieces], language))
    return list(zip(pieces, before, strict=True))


class Shelf:
    """Loaded suites; one is loaded again when a translation was added or removed."""

    def __init__(self) -> None:
        self._loaded: dict[int, tuple[tuple[int, ...], Loaded]] = {}
        self._lock = Lock()

    def get(self, connection: Connection, suite: int) -> Loaded:
        """A suite by its id."""
        table = schema.corpora
        counts = select(func.count(), func.count(table.c.retired)).where(table.c.suite == suite)
        state = tuple(connection.execute(counts).one())
        with self._lock:
            if suite not in self._loaded or self._loaded[suite][0] != state:
                self._loaded[suite] = state, _load(connection, suite)
            return self._loaded[suite][1]


def _load(connection: Connection, suite: int) -> Loaded:
    name = connection.scalar(select(schema.suites.c.name).where(schema.suites.c.id == suite))
    stored = find_suite(connection, name)
    corpora = {corpus.id: corpus for corpus in targets(connection, stored)}
    examples = {stored.example_ids[example.number]: example for example in stored.suite.examples}
    table = schema.candidates
    members = select(table).where(table.c.suite == suite, table.c.corpus.in_(corpora))
    rows = connection.execute(members).all()
    return Loaded(
        stored,
        {id_: load_target(connection, stored, corpus) for id_, corpus in corpora.items()},
        corpora,
        {row.id: (examples[row.example], row.corpus) for row in rows},
        {row.number: row.id for row in rows},
    )
