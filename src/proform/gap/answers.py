"""Gap filling: a pronoun of a translation is hidden, and people tick the ones that would fit.

What is shown must not tell what was hidden. So a gap is always one word, however many it hides, and
the words around it are shown as if nothing were known of it: `parce qu' ils` is `parce que ___`.
As with judgements, no answer is overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.language.forms import Splitter, fold
from proform.language.pack import Pack, load_pack, load_packs
from proform.model import Example
from proform.output import File, as_path
from proform.store import schema
from proform.store.ledger import Ledger, Revision
from proform.store.schema import add
from proform.store.suites import Stored, load_target, targets, writing_suite
from proform.store.tasks import Task, TaskOptions, TaskSet, items_of
from proform.store.tasks import define_tasks as draw
from proform.store.work import GAP
from proform.stored.suites import StoredSuite
from proform.suite.suite import Placed, Spot, Target, words

OTHER = "other"
"""The choice for everything that is not in the list."""

BAD = "bad translation"

_GAP, _ANTECEDENT = "gap", "antecedent"


class GapWord(NamedTuple):
    """A word as it is shown; the gap itself has none."""

    word: str
    mark: str | None = None


@dataclass(frozen=True)
class Gaps:
    """How pronouns of a language are hidden and named; fixed for a suite when it is first asked."""

    forms: tuple[str, ...]
    """The choices, without `other`; `ça/cela` is one."""
    named: Mapping[str, str]
    """For each form that a choice stands for, the choice."""
    pronouns: tuple[str, ...]
    """All pronouns of the language; those that may be something else are `ambiguous`."""
    ambiguous: tuple[str, ...]
    written_out: Mapping[str, str]
    splitter: Splitter

    @classmethod
    def of(cls, pack: Pack) -> Gaps:
        """What a language pack says."""
        named = {form: choice for choice in pack.gap_forms for form in choice.split("/")}
        for group in pack.identical:
            chosen = [named[form] for form in group if form in named]
            named |= {form: chosen[0] for form in group if chosen and form not in named}
        rest = pack.inventory, tuple(pack.ambiguous), pack.written_out, pack.splitter
        return cls(pack.gap_forms, named, *rest)

    @property
    def choices(self) -> tuple[str, ...]:
        """All that can be ticked."""
        return *self.forms, OTHER

    def own(self, target: Target, placed: Placed) -> str | None:
        """The choice that a translation made; None where no word stands for the pronoun."""
        spot = self._place(target, placed)
        if spot is None:
            return None
        (word,) = target.words([spot])
        return self.named.get(self.splitter.find(word, self.named) or "", OTHER)

    def hide(self, target: Target, placed: Placed, segments: range) -> list[list[GapWord]]:
        """The lines of a translation, with one gap where the pronoun is."""
        place, hidden = self._place(target, placed), self._hidden(target, placed)
        marked = {spot for part in placed.antecedents for spot in part}
        lines = []
        for segment in range(segments.start, min(segments.stop, len(target.lines))):
            shown: list[GapWord] = []
            for position, word in enumerate(words(target.lines[segment])):
                spot = Spot(segment, position)
                if spot not in hidden:
                    shown.append(GapWord(word, _ANTECEDENT if spot in marked else None))
                    continue
                before, after = self._around(word, hidden[spot])
                shown += map(GapWord, before)
                self._neutralise(shown)
                if spot == place:
                    shown.append(GapWord("", _GAP))
                shown += map(GapWord, after)
            lines.append(shown)
        return lines

    def dump(self) -> str:
        """As text, for a store."""
        data = asdict(self)
        rules = data["splitter"].items()
        data["splitter"] = {name: rule for name, rule in rules if not name.startswith("_")}
        return json.dumps(data, ensure_ascii=False, sort_keys=True)

    @classmethod
    def parse(cls, text: str) -> Gaps:
        """From such text."""
        data = json.loads(text)
        data["splitter"] = Splitter(**_tuples(data["splitter"]))
        return cls(**_tuples(data))

    @cached_property
    def _sure(self) -> frozenset[str]:
        return frozenset(self.pronouns).difference(self.ambiguous).union(self.named)

    def _place(self, target: Target, placed: Placed) -> Spot | None:
        """Of several words, the first that is in the list, else the first pronoun, or else."""
        spots = sorted(placed.pronoun)
        for known in (self.named, self._sure):
            for spot, word in zip(spots, target.words(spots), strict=True):
                if self.splitter.find(word, known) is not None:
                    return spot
        return spots[0] if spots else None

    def _hidden(self, target: Target, placed: Placed) -> Mapping[Spot, str | None]:
        """What is hidden, and which part of it; None: the whole word.

        Of several words, the pronouns; if none is surely one, as in *la voiture*, all of them.
        """
        spots = placed.pronoun
        alone = len(spots) == 1
        parts = {
            spot: self.splitter.find(word, self.named)
            or self.splitter.find(word, self.pronouns if alone else self._sure)
            for spot, word in zip(spots, target.words(spots), strict=True)
        }
        return {spot: part for spot, part in parts.items() if part is not None} or parts

    def _around(self, word: str, pronoun: str | None) -> tuple[list[str], list[str]]:
        """What of a word is there before the pronoun that it holds, and after it."""
        folded = fold(word)
        if pronoun is None or folded == pronoun:
            return [], []
        texts, end = [], 0
        parts = self.splitter.parts(folded)
        for part in parts:
            start = folded.index(part, end)
            end = start + len(part)
            texts.append(word[start:end] if len(folded) == len(word) else part)
        at = parts.index(pronoun)
        return texts[:at], texts[at + 1 :]

    def _neutralise(self, shown: list[GapWord]) -> None:
        """Write the last word out if it would tell what follows."""
        while shown and (full := self.written_out.get(fold(shown[-1].word))) is not None:
            word, mark = shown.pop()
            if full:
                shown.append(GapWord(full.capitalize() if word[:1].isupper() else full, mark))
                return


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    """From JSON, which has lists only."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}


@dataclass(frozen=True, slots=True)
class Fill:
    """An answer: every form that fits; or the translation is too bad to tell."""

    forms: frozenset[str] = frozenset()
    bad: bool = False
    remarks: str = ""

    @property
    def contradicts(self) -> bool:
        """Both at once, which cannot be."""
        return self.bad and bool(self.forms)

    @property
    def decided(self) -> bool:
        """Does it say something that counts?"""
        return self.bad != bool(self.forms)

    def said(self, gaps: Gaps) -> list[str]:
        """In words, in the order of the list."""
        ticked = [form for form in gaps.choices if form in self.forms]
        return [*ticked, BAD] if self.bad else ticked


Filled = Revision[Fill]


FILLS = Ledger[Fill](
    schema.gap_answers,
    (schema.gap_ticks,),
    columns=lambda fill: {"bad": int(fill.bad), "remarks": fill.remarks},
    rows=lambda fill: ([{"form": form} for form in sorted(fill.forms)],),
    answer=lambda row, details: Fill(
        frozenset(tick.form for tick in details[0]), bool(row.bad), row.remarks
    ),
)
"""The ledger of gap filling."""


@dataclass(frozen=True, slots=True)
class GapTasks:
    """A set of tasks that was drawn, and how many examples have nothing to hide."""

    tasks: tuple[Task, ...]
    left_out: int


def define_gap_tasks(
    connection: Connection,
    stored: Stored,
    wanted: TaskSet,
    now: datetime,
    packs: Path | None = None,
) -> GapTasks:
    """Draw a set of tasks for gap filling; the first one of a suite fixes what can be ticked."""
    _fix_gaps(connection, stored, packs)
    drawn = draw(connection, stored, wanted, now, GAP)
    everything = len(items_of(connection, stored, wanted))
    fillable = len(items_of(connection, stored, wanted, translated=True))
    return GapTasks(tuple(drawn), everything - fillable)


def define_tasks(
    suite: StoredSuite,
    taskset: str,
    tasks: int,
    *,
    packs: File | None = None,
    **options: Unpack[TaskOptions],
) -> GapTasks:
    """Split what is to be filled into tasks, at random and evenly, as `proform.stored` does."""
    folder, wanted = as_path(packs), TaskSet(taskset, tasks, **options)
    with writing_suite(suite.where, suite.name) as (connection, stored):
        load_packs(stored.suite.languages, folder)  # complains of a folder that is not there
        return define_gap_tasks(connection, stored, wanted, datetime.now(UTC), folder)


class GapCandidate(NamedTuple):
    """An example in a translation."""

    number: int
    example: Example
    target: Target

    def own(self, gaps: Gaps) -> str | None:
        """The choice of the translation; None where nothing can be hidden."""
        return gaps.own(self.target, self.target.placed[self.example.number])


def gap_candidates(connection: Connection, stored: Stored) -> dict[int, GapCandidate]:
    """All candidates by their ids, translation by translation."""
    table = schema.candidates
    rows = connection.execute(select(table).where(table.c.suite == stored.id))
    known = {(row.corpus, row.example): row for row in rows}
    candidates = {}
    for corpus in targets(connection, stored):
        target = load_target(connection, stored, corpus)
        for example in stored.suite.examples:
            row = known.get((corpus.id, stored.example_ids[example.number]))
            if row is not None:
                candidates[row.id] = GapCandidate(row.number, example, target)
    return candidates


def load_gaps(connection: Connection, suite: int) -> Gaps | None:
    """What can be ticked in a suite (its id), if gaps were ever asked for."""
    table = schema.gap_settings
    text = connection.scalar(select(table.c.settings).where(table.c.suite == suite))
    return None if text is None else Gaps.parse(text)


def find_gaps(connection: Connection, stored: Stored) -> Gaps:
    """The same, where there must be some."""
    gaps = load_gaps(connection, stored.id)
    if gaps is None:
        hint = "proform suite define-tasks --protocol gap makes some"
        raise ProformError("the suite has no tasks for gap filling", hint=hint)
    return gaps


def _fix_gaps(connection: Connection, stored: Stored, packs: Path | None) -> None:
    """Answers to two lists could not be scored together, so a suite has one for ever."""
    known = load_gaps(connection, stored.id)
    if known is not None and packs is None:
        return
    language = stored.suite.target_language
    pack = load_pack(language, packs)
    if pack is None or not pack.gap_forms:
        hint = "a language pack has it in [gap] (docs/language-packs.md); --packs says where"
        raise ProformError(f"no list of forms for gap filling in {language!r}", hint=hint)
    gaps = Gaps.of(pack)
    if known is None:
        add(connection, schema.gap_settings, [{"suite": stored.id, "settings": gaps.dump()}])
    elif known != gaps:
        hint = f"it began with {', '.join(known.forms)}; leave --packs out to go on with them"
        raise ProformError("gap filling of this suite began with another pack", hint=hint)
