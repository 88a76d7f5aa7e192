"""The rows of `--detail`, read back: TSV or JSON lines."""

from __future__ import annotations

from pathlib import Path

from proform.errors import InputError
from proform.judge.apt import CASES, NOT_SOURCE
from proform.language.forms import fold
from proform.model import Verdict
from proform.report.inputs import Kind
from proform.report.model import Decision, Key, Part, Passage, Place, Pronoun, Words
from proform.text.records import Row, rows, whole

_NEEDED = (
    *("system", "metric", "segment", "position", "pronoun"),
    *("reference_positions", "reference_forms", "candidate_positions", "candidate_forms"),
    *("reason", "verdict", "explanation", "source", "reference", "candidate"),
)
_HINT = "expected what --detail writes"
_VERDICTS = {verdict.value for verdict in Verdict}


def read_rows(path: Path) -> Part:
    """Every pronoun, and what each metric says of it in each system."""
    pronouns: dict[Place, Pronoun] = {}
    texts: dict[tuple[str, Place], Passage] = {}
    decisions: dict[Key, dict[Place, Decision]] = {}
    words: dict[Words, Words] = {}  # equal ones once: there are few, and millions of rows
    for number, row in rows(path):
        place = _place(path, number, row)
        pronoun = pronouns.setdefault(place, _pronoun(place, row))
        if pronoun.reference != Passage((row["reference"],)):
            raise InputError(path, number, "another reference for the same pronoun", hint=_HINT)
        shown = texts.setdefault((row["system"], place), Passage((row["candidate"],)))
        if shown.lines != (row["candidate"],):
            what = f"another translation by {row['system']!r} for the same pronoun"
            raise InputError(path, number, what, hint=_HINT)
        column = decisions.setdefault((row["metric"], row["system"]), {})
        if place in column:
            where = f"segment {place.segment}, position {place.position}"
            what = f"{row['metric']} of {row['system']!r} is there twice for {where}"
            raise InputError(path, number, what)
        sides = (_words(row, side) for side in ("reference", "candidate"))
        column[place] = Decision(
            row["reason"],
            row["verdict"],
            row["explanation"],
            *(words.setdefault(side, side) for side in sides),
        )
    if not decisions:
        raise InputError(path, None, "no rows", hint=_HINT)
    return Part(str(path), Kind.ROWS.value, pronouns=pronouns, texts=texts, decisions=decisions)


def _place(path: Path, number: int, row: Row) -> Place:
    if missing := [name for name in _NEEDED if name not in row]:
        what = f"no column {', '.join(map(repr, missing))}"
        raise InputError(path, number, what, hint=_HINT)
    if row["verdict"] not in _VERDICTS:
        expected = "expected correct, incorrect or undecided"
        raise InputError(path, number, f"verdict {row['verdict']!r}", hint=expected)
    if row["metric"] == "apt" and row["reason"] not in (*CASES, NOT_SOURCE):
        raise InputError(path, number, f"{row['reason']!r} is no case of apt", hint=_HINT)
    segment, position = (whole(path, number, row, name) for name in ("segment", "position"))
    tokens = row["source"].split(" ")
    here = position < len(tokens) and tokens[position] == row["pronoun"]
    return Place(segment, position, row["source"], anchored=not here)


def _pronoun(place: Place, row: Row) -> Pronoun:
    return Pronoun(
        place,
        row["pronoun"],
        fold(row["pronoun"]),
        row.get("document") or None,
        row.get("category") or None,
        segments=(place.segment,),
        source=(place.source,),
        reference=Passage((row["reference"],)),
    )


def _words(row: Row, side: str) -> Words:
    positions = row[f"{side}_positions"]
    return Words(
        positions,
        row.get(f"{side}_links", positions),
        tuple(row[f"{side}_forms"].split(" ")) if row[f"{side}_forms"] else (),
    )
