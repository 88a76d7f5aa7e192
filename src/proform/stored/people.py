"""People who work on a stored suite: how well they judge, control examples, and who goes."""

from datetime import UTC, datetime

from proform.errors import InputError, ProformError, check_known
from proform.human.quality import QualityReport, load_quality
from proform.output import File, needed_path
from proform.store import access, roster, suites
from proform.store.controls import PASS_MARK, change_settings, controls, set_control
from proform.stored.suites import StoredSuite
from proform.table.table import Column, Table
from proform.table.tables import Tables
from proform.text.lines import plain_lines
from proform.text.records import Row, rows

_KNOWN = {"right": "ok", "wrong": "bad"}
_WORDS = {answer: word for word, answer in _KNOWN.items()}


def quality(suite: StoredSuite) -> QualityReport:
    """How well annotators judge: on control examples, beside the majority, over time."""
    with suites.reading_suite(suite.where, suite.name) as (connection, stored):
        return load_quality(connection, stored)


def set_controls(suite: StoredSuite, table: File) -> int:
    """Take known answers from a table: example, system, pronoun, antecedent; gives their number.

    Answers are `right` or `wrong`; without one for the pronoun, it is no control example any more.
    """
    path = needed_path("table", table)
    read = list(rows(path))
    if not read:
        hint = "its columns are example, system, pronoun and, if asked for, antecedent"
        raise InputError(path, None, "no known answer is in it", hint=hint)
    now = datetime.now(UTC)
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        numbers = {place: n for n, place in suites.candidates(connection, stored).items()}
        ids = suites.candidate_ids(connection, stored.id)
        for row in read:
            place = _place(row)
            if place not in numbers:
                raise row.error(f"there is no example {place[0]} of {place[1]!r} in the suite")
            said = _answer(row, "pronoun"), _answer(row, "antecedent")
            set_control(connection, ids[numbers[place]], *said, now)
    return len(read)


def list_controls(suite: StoredSuite) -> Tables:
    """The control examples, as a table that `set_controls` reads."""
    with suites.reading_suite(suite.where, suite.name) as (connection, stored):
        places = suites.candidates(connection, stored)
        known = controls(connection, stored.id)
    records = tuple(
        {
            "example": places[number][0],
            "system": places[number][1],
            "pronoun": _WORDS[control.pronoun],
            "antecedent": _WORDS.get(control.antecedent or ""),
            "since": control.made,
        }
        for number, control in known.items()
    )
    columns = tuple(map(Column, ("example", "system", "pronoun", "antecedent", "since")))
    return Tables((Table("controls", "control examples", columns, records),))


def set_pass_mark(suite: StoredSuite, percent: int | None) -> None:
    """Whoever was asked to do the training and stays below does it again; None: no pass mark."""
    if percent is not None and not 0 < percent <= 100:
        raise ProformError(f"{percent}: not a pass mark", hint="a number from 1 to 100")
    mark = None if percent is None else str(percent)
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        change_settings(connection, stored.id, {PASS_MARK: mark})


def remove_annotator(suite: StoredSuite, name: str) -> bool:
    """Take a person out of a suite: deleted (True), or retired if they have answered anything."""
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        return roster.remove_annotator(connection, stored.id, name, datetime.now(UTC))


def remove_tasks(suite: StoredSuite, taskset: str) -> bool:
    """Delete a set of tasks (True), or retire it if anything of it was answered."""
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        return roster.remove_taskset(connection, stored, taskset, datetime.now(UTC))


def read_names(path: File) -> list[str]:
    """The names of a list, one per line; everyone once."""
    lines = plain_lines(needed_path("path", path))
    names = list(dict.fromkeys(filter(None, map(str.strip, lines))))
    if not names:
        raise InputError(path, None, "nobody is named in it", hint="write one name per line")
    return names


def list_links(suite: StoredSuite) -> Tables:
    """The links that were given out, the latest first; their secrets are not kept."""
    with suites.reading_suite(suite.where, suite.name) as (connection, stored):
        given = access.links(connection, stored.id)
    columns = tuple(map(Column, ("link", "for", "made", "ends", "revoked")))
    records = tuple(
        {
            "link": link.id,
            "for": link.name or link.role,
            "made": link.made,
            "ends": link.ends,
            "revoked": link.revoked,
        }
        for link in given
    )
    return Tables((Table("links", "links", columns, records),))


def revoke_link(suite: StoredSuite, link: int) -> None:
    """End a link, and all sessions that were opened with it."""
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        access.revoke(connection, stored.id, link, datetime.now(UTC))


def _place(row: Row) -> tuple[int, str]:
    number = row.text("example")
    if not (number.isascii() and number.isdigit()):
        raise row.error(f"example is {number!r}, expected a number")
    return int(number), row.text("system")


def _answer(row: Row, name: str) -> str | None:
    word = row.get(name, "").strip()
    if not word:
        return None
    try:
        check_known(name, word, _KNOWN)
    except ProformError as error:
        raise row.error(str(error)) from error
    return _KNOWN[word]
