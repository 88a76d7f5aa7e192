"""What annotators said. Nothing is overwritten: a change of mind is one more revision."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select, true

from proform.store import schema
from proform.store.rows import add, add_numbered, stamp

ANSWERS = ("ok", "bad", "unset")

_FEW = 500
"""Databases limit how many values a query may name."""


class Selected(NamedTuple):
    """A word of the translation that an annotator marked, and the mark: `ok`."""

    segment: int
    position: int
    mark: str = "ok"


@dataclass(frozen=True, slots=True)
class Answer:
    """The whole of what an annotator says of one candidate."""

    pronoun: str | None = "unset"
    antecedent: str | None = "unset"
    remarks: str | None = ""
    status: str | None = None
    tags: frozenset[str] = frozenset()
    tokens: frozenset[Selected] = frozenset()

    @property
    def answered(self) -> bool:
        """Is there more than tags and tokens?"""
        return (self.pronoun, self.antecedent, self.remarks, self.status) != (None,) * 4


@dataclass(frozen=True, slots=True)
class Said:
    """An answer in the store: of which candidate (its number), by whom, the how many-eth."""

    candidate: int
    annotator: str
    revision: int
    answer: Answer
    made: str
    origin: str


class Addressed(NamedTuple):
    """An answer on its way into the store, by the ids of candidate and annotator."""

    candidate: int
    annotator: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of some answers."""

    added: int = 0
    replaced: int = 0
    unchanged: int = 0


def record(
    connection: Connection, answers: Sequence[Addressed], now: datetime, origin: str
) -> Recorded:
    """Write answers. One that says what its annotator said last changes nothing."""
    recorded, fresh = plan(connection, answers)
    write(connection, fresh, now, origin)
    return recorded


def write(
    connection: Connection, fresh: Sequence[tuple[Addressed, int]], now: datetime, origin: str
) -> Sequence[int]:
    """Write answers as these revisions; gives the ids of the judgements."""
    came_by = origin.encode(errors="replace").decode()  # names of files need not be text
    ids = add_numbered(
        connection,
        schema.judgements,
        (
            {
                "candidate": addressed.candidate,
                "annotator": addressed.annotator,
                "revision": revision,
                "pronoun": addressed.answer.pronoun,
                "antecedent": addressed.answer.antecedent,
                "remarks": addressed.answer.remarks,
                "status": addressed.answer.status,
                "made": stamp(now),
                "origin": came_by,
            }
            for addressed, revision in fresh
        ),
    )
    pairs = list(zip(ids, (addressed.answer for addressed, _ in fresh), strict=True))
    add(
        connection,
        schema.tags,
        ({"judgement": id_, "tag": tag} for id_, answer in pairs for tag in sorted(answer.tags)),
    )
    add(
        connection,
        schema.tokens,
        (
            {
                "judgement": id_,
                "line": token.segment,
                "position": token.position,
                "mark": token.mark,
            }
            for id_, answer in pairs
            for token in sorted(answer.tokens)
        ),
    )
    return ids


def plan(
    connection: Connection, answers: Sequence[Addressed]
) -> tuple[Recorded, list[tuple[Addressed, int]]]:
    """What recording answers would do, and the answers that are new, each with its revision."""
    candidates = {addressed.candidate for addressed in answers}
    table = schema.judgements
    few = table.c.candidate.in_(candidates) if len(candidates) <= _FEW else true()
    last = {
        (candidate, annotator): (said.revision, said.answer)
        for candidate, annotator, said in _last(connection, few)
    }
    added = replaced = 0
    fresh: list[tuple[Addressed, int]] = []
    for addressed in answers:
        revision, before = last.get(addressed[:2], (0, None))
        if before == addressed.answer:
            continue
        added, replaced = added + (not revision), replaced + bool(revision)
        fresh.append((addressed, revision + 1))
        last[addressed[:2]] = revision + 1, addressed.answer
    return Recorded(added, replaced, len(answers) - len(fresh)), fresh


def latest(connection: Connection, suite: int) -> list[Said]:
    """What counts now: the last answer of each annotator to each candidate of a suite."""
    table = schema.candidates
    members = select(table.c.id).where(table.c.suite == suite)
    found = _last(connection, schema.judgements.c.candidate.in_(members))
    return [said for _, _, said in found]


def latest_of(connection: Connection, candidate: int, annotator: int) -> Said | None:
    """The last answer of one annotator to one candidate, by their ids."""
    table = schema.judgements
    found = _last(connection, table.c.candidate == candidate, table.c.annotator == annotator)
    return next((said for _, _, said in found), None)


def latest_by(connection: Connection, annotator: int) -> dict[int, Said]:
    """The last answers of one annotator, by the id of the candidate."""
    found = _last(connection, schema.judgements.c.annotator == annotator)
    return {candidate: said for candidate, _, said in found}


def history(connection: Connection, suite: int) -> list[Said]:
    """Every answer that was ever given, in order."""
    return [said for _, _, said in _read(connection, schema.candidates.c.suite == suite)]


def history_of(connection: Connection, candidates: Collection[int]) -> list[Said]:
    """Every answer that was ever given to some candidates, by their ids, in order."""
    wanted = schema.judgements.c.candidate.in_(candidates)
    return [said for _, _, said in _read(connection, wanted)]


def annotator_id(connection: Connection, name: str, now: datetime) -> int:
    """The id of an annotator, who is entered if new."""
    table = schema.annotators
    found: int | None = connection.scalar(select(table.c.id).where(table.c.name == name))
    if found is not None:
        return found
    number = 1 + (connection.scalar(select(func.max(table.c.number))) or 0)
    row = {"number": number, "name": name, "made": stamp(now)}
    return add_numbered(connection, table, [row])[0]


def _last(
    connection: Connection, *narrowed: ColumnElement[bool]
) -> Iterator[tuple[int, int, Said]]:
    """The last of the judgements that a condition on them narrows down to, of each annotator.

    Judgements are only added, so the last has the highest id.
    """
    table = schema.judgements
    highest = (
        select(func.max(table.c.id)).where(*narrowed).group_by(table.c.candidate, table.c.annotator)
    )
    return _read(connection, table.c.id.in_(highest))


def _read(connection: Connection, wanted: Any) -> Iterator[tuple[int, int, Said]]:  # noqa: ANN401 (a condition)
    table = schema.judgements
    joined = table.join(schema.candidates).join(schema.annotators)
    ids = select(table.c.id).select_from(joined).where(wanted)
    tags = _grouped(connection, schema.tags, ids)
    tokens = _grouped(connection, schema.tokens, ids)
    rows = connection.execute(
        select(table, schema.candidates.c.number, schema.annotators.c.name)
        .select_from(joined)
        .where(wanted)
        .order_by(schema.candidates.c.number, schema.annotators.c.number, table.c.revision)
    )
    for row in rows:
        answer = Answer(
            row.pronoun,
            row.antecedent,
            row.remarks,
            row.status,
            frozenset(tag.tag for tag in tags.get(row.id, ())),
            frozenset(
                Selected(token.line, token.position, token.mark) for token in tokens.get(row.id, ())
            ),
        )
        said = Said(row.number, row.name, row.revision, answer, row.made, row.origin)
        yield row.candidate, row.annotator, said


def _grouped(connection: Connection, table: Any, ids: Any) -> dict[int, list[Any]]:  # noqa: ANN401 (a table, a query)
    rows = connection.execute(
        select(table).where(table.c.judgement.in_(ids)).order_by(table.c.judgement)
    )
    return {key: list(group) for key, group in groupby(rows, key=lambda row: int(row.judgement))}
