"""Looking for examples: by category, system, judgement, tag, conflict, annotator, text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from urllib.parse import urlencode

from proform.human.opinion import NEW
from proform.human.verdict import DISPUTED, UNJUDGED, decide
from proform.web.research.matching import Key, Match
from proform.web.research.standing import Entry, Standing

APPROVED, REFERRED = "approved", "referred"


@dataclass(frozen=True, slots=True)
class Filter:
    """What is looked for; what is empty does not matter.

    With an annotator, judgements, tags and conflicts are theirs, not those of anyone.
    """

    category: str = ""
    system: str = ""
    judged: str = ""
    match: str = ""
    tag: str = ""
    conflict: bool = False
    annotator: str = ""
    text: str = ""

    def __bool__(self) -> bool:
        return self != Filter()

    @property
    def query(self) -> str:
        """The same in an address."""
        return urlencode(
            {name: "1" if value is True else value for name, value in asdict(self).items() if value}
        )


def chosen(
    seen: Standing,
    wanted: Filter,
    matches: Mapping[Key, Match],
    assigned: Mapping[str, set[int]],
) -> list[Entry]:
    """The candidates that are looked for."""
    return [
        entry
        for entry in seen.entries
        if wanted.category in ("", entry.example.category)
        and wanted.system in ("", entry.system)
        and _matched(entry, wanted, matches)
        and _answered(entry, wanted, assigned)
        and _found(seen, entry, wanted.text)
    ]


def _matched(entry: Entry, wanted: Filter, matches: Mapping[Key, Match]) -> bool:
    if not wanted.match:
        return True
    match = matches.get((entry.system, entry.example.number))
    return match is not None and wanted.match == (APPROVED if match.approved else REFERRED)


def _answered(entry: Entry, wanted: Filter, assigned: Mapping[str, set[int]]) -> bool:
    said = [one for one in entry.said if wanted.annotator in ("", one.annotator)]
    if wanted.tag and not any(wanted.tag in one.answer.tags for one in said):
        return False
    if wanted.conflict and not any(one.annotator in entry.conflicting for one in said):
        return False
    if not wanted.annotator:
        return wanted.judged in ("", entry.review.verdict().kind)
    return _by_one(entry, wanted, assigned)


def _by_one(entry: Entry, wanted: Filter, assigned: Mapping[str, set[int]]) -> bool:
    """Did one annotator judge it so? Unjudged is what they have still to do."""
    theirs = [one for one in entry.review.opinions if one.annotator == wanted.annotator]
    if wanted.judged == UNJUDGED:
        state = theirs[0].state if theirs else NEW
        return state == NEW and entry.number in assigned.get(wanted.annotator, ())
    if wanted.judged == DISPUTED:
        return bool(theirs) and entry.review.verdict().kind == DISPUTED
    return bool(theirs) and wanted.judged in ("", decide(theirs).kind)


def _found(seen: Standing, entry: Entry, text: str) -> bool:
    """Is it in what is shown of the source, in the translation or in a remark?"""
    wanted = " ".join(text.split()).casefold()
    if not wanted:
        return True
    suite = seen.loaded.stored.suite
    segments = suite.context(entry.example)
    lines = [suite.source[number] for number in segments]
    lines += [entry.target.lines[number] for number in segments if number < len(entry.target.lines)]
    remarks = [one.answer.remarks or "" for one in entry.said]
    return any(wanted in " ".join(line.split()).casefold() for line in (*lines, *remarks))
