"""Looking at examples: a list with filters, and one with everything that was said of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.human.opinion import NEW
from proform.human.verdict import DISPUTED, KINDS, UNJUDGED, decide
from proform.model import Verdict
from proform.store.answers import ADJUDICATOR, Answer, Said, history_of
from proform.store.controls import controls
from proform.store.work import assigned_to_each, people
from proform.suite.suite import Spot, words
from proform.web.annotate.protocols import explained
from proform.web.app import Researching, TheSite
from proform.web.cases import Loaded
from proform.web.requests import ExampleFilter
from proform.web.research.gaps import answers_to
from proform.web.research.snapshot import Entry, Snapshot, matches, take_snapshot

router = APIRouter()

_PAGE = 25
_PARTS = ("pronoun", "antecedent", "tags", "tokens", "remarks")
_APPROVED, _REFERRED = "approved", "referred"

_Wanted = Annotated[ExampleFilter, Query()]


@router.get("/research/examples")
def _listed(request: Request, site: TheSite, who: Researching, wanted: _Wanted) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        chosen = _chosen(connection, seen, wanted)
        annotators = people(connection, who.suite)
    suite = seen.suite
    numbers = list(dict.fromkeys(entry.example.number for entry in chosen))
    pages = max(1, -(-len(numbers) // _PAGE))
    page = min(max(wanted.page, 1), pages)
    return site.page(
        request,
        "research/examples.html",
        suite=suite,
        wanted=wanted,
        options={
            "category": seen.categories,
            "system": seen.systems,
            "judged": KINDS,
            "match": (_APPROVED, _REFERRED),
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
            for entries in map(seen.of, numbers[_PAGE * (page - 1) : _PAGE * page])
        ],
        hits={entry.number for entry in chosen},
        total=len(numbers),
        page=page,
        pages=pages,
    )


@router.get("/research/examples/{number}")
def _example(
    request: Request, number: int, site: TheSite, who: Researching, wanted: _Wanted
) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        entries = seen.of(number)
        if not entries:
            raise HTTPException(404, "there is no such example in the suite")
        past = history_of(connection, [entry.id for entry in entries])
        filled = answers_to(connection, who.suite, [entry.id for entry in entries])
        chosen = _chosen(connection, seen, wanted)
        known = controls(connection, who.suite)
        everyone = (*people(connection, who.suite), ADJUDICATOR)
    numbers = list(dict.fromkeys(entry.example.number for entry in chosen))
    answering = {said.annotator for entry in entries for said in entry.said}
    matched = matches(seen.loaded)
    example = entries[0].example
    return site.page(
        request,
        "research/example.html",
        suite=seen.suite,
        wanted=wanted,
        example=example,
        document=seen.suite.document(example.segment),
        view=seen.loaded.view(entries[0].id),
        annotators=[name for name in everyone if name in answering],
        cards=[
            {
                "entry": entry,
                "lines": lines(seen.loaded, entry),
                "rows": [row(entry, said) for said in entry.said],
                "match": matched.get((entry.system, number)),
                "history": _history(entry, past),
                "control": known.get(entry.number),
                "gaps": [one for one in filled if one["candidate"] == entry.number],
            }
            for entry in entries
        ],
        before=max((one for one in numbers if one < number), default=None),
        after=min((one for one in numbers if one > number), default=None),
        place=numbers.index(number) + 1 if number in numbers else None,
        total=len(numbers),
    )


def lines(loaded: Loaded, entry: Entry) -> list[dict[str, Any]]:
    """The lines of a translation; with each word, what it stands for and who selected it."""
    shown = loaded.translation(entry.target, entry.example)
    for line in shown:
        for position, word in enumerate(line["words"]):
            word["by"] = [
                said.annotator
                for said in entry.said
                if any(token[:2] == (line["segment"], position) for token in said.answer.tokens)
            ]
    return shown


def row(entry: Entry, said: Said) -> dict[str, Any]:
    """What one annotator says, ready to be shown."""
    settled = entry.review.adjudication
    opinion = next(one for one in entry.review.opinions if one.annotator == said.annotator)
    return {
        **_revision(entry, said),
        "state": opinion.state,
        "contradictory": opinion.contradictory,
        "conflicts": explained(said.answer),
        "settles": settled is not None and said.annotator == settled.annotator,
    }


def _revision(entry: Entry, said: Said) -> dict[str, Any]:
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
    lines = entry.target.lines
    spots = [Spot(token.segment, token.position) for token in sorted(answer.tokens)]
    there = [
        s for s in spots if s.segment < len(lines) and s.position < len(words(lines[s.segment]))
    ]
    return " ".join(entry.target.words(there))


def _history(entry: Entry, past: Sequence[Said]) -> list[dict[str, Any]]:
    """The revisions of a candidate, the last first; with each, what it changed."""
    before: dict[str, Answer] = {}
    revisions = []
    for said in past:
        if said.candidate == entry.number:
            was, now = before.get(said.annotator, Answer()), said.answer
            changed = {name for name in _PARTS if getattr(was, name) != getattr(now, name)}
            revisions.append({**_revision(entry, said), "changed": changed})
            before[said.annotator] = said.answer
    return sorted(revisions, key=lambda revision: revision["made"], reverse=True)


def _chosen(connection: Connection, seen: Snapshot, wanted: ExampleFilter) -> Sequence[Entry]:
    if not wanted:
        return seen.entries
    matched = matches(seen.loaded) if wanted.match else {}
    assigned = assigned_to_each(connection, seen.loaded.stored.id)
    text = " ".join(wanted.text.split()).casefold()

    def fits(entry: Entry) -> bool:
        match = matched.get((entry.system, entry.example.number))
        approved = match is not None and match.verdict is Verdict.CORRECT
        kind = "" if match is None else _APPROVED if approved else _REFERRED
        return (
            wanted.category in ("", entry.example.category)
            and wanted.system in ("", entry.system)
            and wanted.match in ("", kind)
            and _answered(entry, wanted, assigned)
            and (not text or any(text in line for line in _texts(seen, entry)))
        )

    return [entry for entry in seen.entries if fits(entry)]


def _texts(seen: Snapshot, entry: Entry) -> Iterator[str]:
    """What is searched: the source and the translation as they are shown, and remarks."""
    segments, lines = seen.suite.context(entry.example), entry.target.lines
    texts = (
        *(seen.suite.source[number] for number in segments),
        *(lines[number] for number in segments if number < len(lines)),
        *(said.answer.remarks or "" for said in entry.said),
    )
    return (" ".join(text.split()).casefold() for text in texts)


def _answered(entry: Entry, wanted: ExampleFilter, assigned: Mapping[str, set[int]]) -> bool:
    answers = [said for said in entry.said if wanted.annotator in ("", said.annotator)]
    if wanted.tag and not any(wanted.tag in said.answer.tags for said in answers):
        return False
    if wanted.conflict and not any(said.annotator in entry.conflicting for said in answers):
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
