"""Looking at examples: a list with filters, and one with everything that was said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.human.opinion import NEW
from proform.human.verdict import DISPUTED, KINDS, UNJUDGED, decide
from proform.store.answers import ADJUDICATOR, Answer, Said, history_of
from proform.store.work import assigned_to_each, people
from proform.suite.suite import Spot, words
from proform.web.app import Researching, TheSite
from proform.web.cases import Loaded
from proform.web.requests import ExampleFilter
from proform.web.research.gaps import answers_to
from proform.web.research.matching import Key, Matched, matches
from proform.web.research.snapshot import ASKING, Entry, Snapshot, take_snapshot

router = APIRouter()

PAGE = 25

_PARTS = ("pronoun", "antecedent", "tags", "tokens", "remarks")

APPROVED, REFERRED = "approved", "referred"

Wanted = Annotated[ExampleFilter, Query()]


@router.get("/research/examples")
def listed(request: Request, site: TheSite, who: Researching, wanted: Wanted) -> Response:
    """The examples that are looked for."""
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
        found = _chosen(connection, seen, who.suite, wanted)
        annotators = people(connection, who.suite)
    hits = {entry.number for entry in found}
    numbers = list(dict.fromkeys(entry.example.number for entry in found))
    pages = max(1, -(-len(numbers) // PAGE))
    page = min(max(wanted.page, 1), pages)
    shown = numbers[PAGE * (page - 1) : PAGE * page]
    suite = seen.loaded.stored.suite
    return site.page(
        request,
        "research/examples.html",
        section="examples",
        suite=suite,
        wanted=wanted,
        options={
            "category": seen.categories,
            "system": seen.systems,
            "judged": KINDS,
            "match": (APPROVED, REFERRED),
            "tag": seen.tags,
            "annotator": annotators,
        },
        systems=seen.systems,
        rows=[
            {
                "example": entries[0].example,
                "words": suite.words(entries[0].example.segment),
                "heads": [suite.head(one) for one in entries[0].example.antecedents],
                "entries": {entry.system: entry for entry in entries},
            }
            for entries in map(seen.of, shown)
        ],
        hits=hits,
        total=len(numbers),
        page=page,
        pages=pages,
    )


@router.get("/research/examples/{number}")
def example(
    request: Request, number: int, site: TheSite, who: Researching, wanted: Wanted
) -> Response:
    """One example in all systems, with all annotators side by side and all revisions."""
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
        entries = seen.of(number)
        if not entries:
            raise HTTPException(404, "there is no such example in the suite")
        past = history_of(connection, [entry.id for entry in entries])
        filled = answers_to(connection, who.suite, [entry.id for entry in entries])
        found = _chosen(connection, seen, who.suite, wanted)
        everyone = (*people(connection, who.suite), ADJUDICATOR)
    numbers = list(dict.fromkeys(entry.example.number for entry in found))
    answering = {one.annotator for entry in entries for one in entry.said}
    matched = matches(seen.loaded)
    view = seen.loaded.view(entries[0].id)
    return site.page(
        request,
        "research/example.html",
        section="examples",
        suite=seen.loaded.stored.suite,
        wanted=wanted,
        example=entries[0].example,
        document=seen.loaded.stored.suite.document(entries[0].example.segment),
        view=view,
        annotators=[name for name in everyone if name in answering],
        cards=[
            {
                "entry": entry,
                "lines": lines(seen.loaded, entry),
                "rows": [row(entry, one) for one in entry.said],
                "match": matched.get((entry.system, number)),
                "history": _history(entry, past),
                "gaps": [one for one in filled if one["candidate"] == entry.number],
            }
            for entry in entries
        ],
        before=max((one for one in numbers if one < number), default=None),
        after=min((one for one in numbers if one > number), default=None),
        place=numbers.index(number) + 1 if number in numbers else None,
        total=len(numbers),
    )


def _chosen(
    connection: Connection, seen: Snapshot, suite: int, wanted: ExampleFilter
) -> Sequence[Entry]:
    if not wanted:
        return seen.entries
    matched = matches(seen.loaded) if wanted.match else {}
    return _filtered(seen, wanted, matched, assigned_to_each(connection, suite))


def lines(loaded: Loaded, entry: Entry) -> list[dict[str, Any]]:
    """The lines of a translation; with each word, what it stands for and who selected it."""
    shown = loaded.translation(entry.target, entry.example)
    for line in shown:
        for position, word in enumerate(line["words"]):
            word["by"] = [
                one.annotator
                for one in entry.said
                if any(token[:2] == (line["segment"], position) for token in one.answer.tokens)
            ]
    return shown


def row(entry: Entry, said: Said) -> dict[str, Any]:
    """What one annotator says, ready to be shown."""
    settled = entry.review.adjudication
    return {
        **shown(entry, said),
        "state": entry.opinion(said.annotator).state,
        "contradictory": entry.opinion(said.annotator).contradictory,
        "conflicts": ASKING.conflicts(said.answer),
        "settles": settled is not None and said.annotator == settled.annotator,
    }


def shown(entry: Entry, said: Said) -> dict[str, Any]:
    """One revision, ready to be shown."""
    return {
        "annotator": said.annotator,
        "revision": said.revision,
        "made": said.made,
        "origin": said.origin,
        "pronoun": said.answer.pronoun or "unset",
        "antecedent": said.answer.antecedent or "unset",
        "tags": sorted(said.answer.tags),
        "words": _words(entry, said.answer),
        "remarks": said.answer.remarks or "",
    }


def _words(entry: Entry, answer: Answer) -> str:
    spots = [Spot(token.segment, token.position) for token in sorted(answer.tokens)]
    there = [
        spot
        for spot in spots
        if spot.segment < len(entry.target.lines)
        and spot.position < len(words(entry.target.lines[spot.segment]))
    ]
    return " ".join(entry.target.words(there))


def _history(entry: Entry, past: Sequence[Said]) -> list[dict[str, Any]]:
    """The revisions of a candidate, the last first; with each, what it changed."""
    before: dict[str, Answer] = {}
    found = []
    for one in past:
        if one.candidate == entry.number:
            was, now = before.get(one.annotator, Answer()), one.answer
            changed = {name for name in _PARTS if getattr(was, name) != getattr(now, name)}
            found.append({**shown(entry, one), "changed": changed})
            before[one.annotator] = one.answer
    return sorted(found, key=lambda one: one["made"], reverse=True)


def _filtered(
    seen: Snapshot,
    wanted: ExampleFilter,
    matches: Mapping[Key, Matched],
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


def _matched(entry: Entry, wanted: ExampleFilter, matches: Mapping[Key, Matched]) -> bool:
    if not wanted.match:
        return True
    match = matches.get((entry.system, entry.example.number))
    return match is not None and wanted.match == (APPROVED if match.approved else REFERRED)


def _answered(entry: Entry, wanted: ExampleFilter, assigned: Mapping[str, set[int]]) -> bool:
    said = [one for one in entry.said if wanted.annotator in ("", one.annotator)]
    if wanted.tag and not any(wanted.tag in one.answer.tags for one in said):
        return False
    if wanted.conflict and not any(one.annotator in entry.conflicting for one in said):
        return False
    if not wanted.annotator:
        return wanted.judged in ("", entry.review.verdict().kind)
    return _by_one(entry, wanted, assigned)


def _by_one(entry: Entry, wanted: ExampleFilter, assigned: Mapping[str, set[int]]) -> bool:
    """Did one annotator judge it so? Unjudged is what they have still to do."""
    theirs = [one for one in entry.review.opinions if one.annotator == wanted.annotator]
    if wanted.judged == UNJUDGED:
        state = theirs[0].state if theirs else NEW
        return state == NEW and entry.number in assigned.get(wanted.annotator, ())
    if wanted.judged == DISPUTED:
        return bool(theirs) and entry.review.verdict().kind == DISPUTED
    return bool(theirs) and wanted.judged in ("", decide(theirs).kind)


def _found(seen: Snapshot, entry: Entry, text: str) -> bool:
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
