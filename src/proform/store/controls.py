"""Control examples, whose answer is known, and what else the organiser of a suite has set.

A known answer can be changed: rows are only added, and the last one of each candidate counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from sqlalchemy import Connection, delete, select

from proform.errors import ProformError, check_known
from proform.store import schema
from proform.store.schema import add, stamp

PASS_MARK = "pass_mark"  # noqa: S105 (for no door)
"""The share of training answers, in percent, that must be right."""


@dataclass(frozen=True, slots=True)
class Control:
    """A known answer: `ok` or `bad`, and for the antecedent possibly nothing."""

    candidate: int
    """Its number."""
    pronoun: str
    antecedent: str | None
    made: str
    changed: bool = False
    """Was another answer known before?"""


def set_control(
    connection: Connection,
    candidate: int,
    pronoun: str | None,
    antecedent: str | None,
    now: datetime,
) -> None:
    """Say what the right answer to a candidate (its id) is; without one it is no control."""
    for said in (pronoun, antecedent):
        if said is not None:
            check_known("answer", said, ("ok", "bad"))
    if pronoun is None and antecedent is not None:
        raise ProformError("a control example needs an answer for the pronoun")
    row = {"candidate": candidate, "pronoun": pronoun, "antecedent": antecedent}
    add(connection, schema.controls, [{**row, "made": stamp(now)}])


def controls(connection: Connection, suite: int) -> dict[int, Control]:
    """The control examples of a suite, by the number of the candidate."""
    table, candidates = schema.controls, schema.candidates
    rows = connection.execute(
        select(table, candidates.c.number)
        .select_from(table.join(candidates).join(schema.corpora))
        .where(candidates.c.suite == suite, schema.corpora.c.retired.is_(None))
        .order_by(table.c.id)
    )
    known: dict[int, Control] = {}
    said: dict[int, set[tuple[str, str | None]]] = {}
    for row in rows:
        known.pop(row.number, None)
        if row.pronoun is not None:
            answers = said.setdefault(row.number, set())
            answers.add((row.pronoun, row.antecedent))
            answer = row.pronoun, row.antecedent, row.made, len(answers) > 1
            known[row.number] = Control(row.number, *answer)
    return known


def mix_in(
    tasks: Sequence[Sequence[int]], known: Sequence[int], many: int, rng: Random
) -> tuple[tuple[int, ...], ...]:
    """Tasks (ids of candidates) with so many control examples in each, wherever they come from."""
    if many > len(known):
        what = f"{many} control examples in each task, but there are {len(known)}"
        raise ProformError(what, hint="say of more translations whether they are right")
    mixed = []
    for task in tasks:
        there = set(task).intersection(known)
        fresh = [candidate for candidate in known if candidate not in there]
        more = rng.sample(fresh, max(many - len(there), 0))
        mixed.append(tuple(sorted({*task, *more})))
    return tuple(mixed)


def settings(connection: Connection, suite: int) -> dict[str, str]:
    """What the organiser has set."""
    table = schema.suite_settings
    rows = connection.execute(select(table).where(table.c.suite == suite))
    return {row.key: row.value for row in rows}


def change_settings(connection: Connection, suite: int, changes: Mapping[str, str | None]) -> None:
    """Set some of it anew; None takes a setting back."""
    table = schema.suite_settings
    ours = table.c.suite == suite, table.c.key.in_(changes)
    connection.execute(delete(table).where(*ours))
    rows = ({"suite": suite, "key": k, "value": v} for k, v in changes.items() if v is not None)
    add(connection, table, rows)


def pass_mark(connection: Connection, suite: int) -> int | None:
    """The share of training answers, in percent, that must be right; None if there is none."""
    mark = settings(connection, suite).get(PASS_MARK)
    return None if mark is None else int(mark)
