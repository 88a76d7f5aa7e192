"""What annotators said of translations: is the pronoun right, and is its antecedent?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from proform.errors import ProformError
from proform.store import schema
from proform.store.ledger import Ledger, Revision
from proform.store.schema import Row, add_numbered, check_name, stamp, tidy_name

ANSWERS = ("ok", "bad", "unset")
_COLUMNS = ("pronoun", "antecedent", "remarks", "status")

ADJUDICATOR = "adjudicator"
"""The annotator who settles disagreements: whichever researcher does."""


PROTEST_RESEARCHER = "PROTEST researcher"
"""Whoever tagged or judged in a PROTEST master itself: no annotator, so nobody who is counted."""

OFFICES = (ADJUDICATOR, PROTEST_RESEARCHER)
"""Names that are not those of people."""


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
    def empty(self) -> bool:
        """Is nothing said, as in an answer that was withdrawn?"""
        judged = {self.pronoun, self.antecedent} - {None, "unset"}
        return not (judged or self.remarks or self.tags or self.tokens)

    @property
    def answered(self) -> bool:
        """Is there more than tags and tokens?"""
        return any(getattr(self, column) is not None for column in _COLUMNS)


Said = Revision[Answer]


def _columns(answer: Answer) -> Row:
    return {column: getattr(answer, column) for column in _COLUMNS}


def _rows(answer: Answer) -> Sequence[Iterable[Row]]:
    names = "line", "position", "mark"
    tokens = [dict(zip(names, token, strict=True)) for token in sorted(answer.tokens)]
    return [{"tag": tag} for tag in sorted(answer.tags)], tokens


def _answer(row: Any, details: Sequence[Sequence[Any]]) -> Answer:  # noqa: ANN401 (of the database)
    tags, tokens = details
    return Answer(
        **{column: getattr(row, column) for column in _COLUMNS},
        tags=frozenset(tag.tag for tag in tags),
        tokens=frozenset(Selected(token.line, token.position, token.mark) for token in tokens),
    )


JUDGEMENTS = Ledger(schema.judgements, (schema.tags, schema.tokens), _columns, _rows, _answer)
"""The ledger of correctness."""

latest = JUDGEMENTS.latest
history = JUDGEMENTS.history
history_of = JUDGEMENTS.history_of
record = JUDGEMENTS.record
save = JUDGEMENTS.save


def check_annotator(name: str) -> None:
    """Complain about a name that is not for people."""
    if tidy_name(name).casefold() in map(str.casefold, OFFICES):
        hint = "it stands for a researcher; take another name"
        raise ProformError(f"{name!r} cannot be the name of an annotator", hint=hint)


def annotator_name(connection: Connection, name: str) -> str:
    """The name of an annotator as the store has it or would have it, if it can be one."""
    check_name("an annotator", tidy_name(name))
    check_annotator(name)
    return known_name(connection, name)


def known_name(connection: Connection, name: str) -> str:
    """A name as it stands in the store, else tidied up."""
    table = schema.annotators
    there = connection.scalar(select(table.c.name).where(table.c.name == name))
    return tidy_name(name) if there is None else str(there)


def annotator_id(connection: Connection, name: str, now: datetime) -> int:
    """The id of an annotator, who is entered if new."""
    table, name = schema.annotators, known_name(connection, name)
    known: int | None = connection.scalar(select(table.c.id).where(table.c.name == name))
    if known is not None:
        return known
    number = 1 + (connection.scalar(select(func.max(table.c.number))) or 0)
    row = {"number": number, "name": name, "made": stamp(now)}
    return add_numbered(connection, table, [row])[0]
