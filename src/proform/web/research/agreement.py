"""Where annotators agree and where not: kappa, and a third judgement that settles it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response

from proform.human.agreement import AnnotatorPair, overall, pairs
from proform.human.conflict import STANDARD_TAGS
from proform.human.opinion import PRONOUN, QUESTIONS, RIGHT, WRONG
from proform.human.review import adjudicate
from proform.stats.agreement import Reliability
from proform.store.answers import ADJUDICATOR, Said
from proform.store.ledger import Outdated
from proform.table.table import UNDEFINED, Column, Table
from proform.web.annotate.protocols import explained, judgement_form, read_judgement
from proform.web.app import Researching, TheSite
from proform.web.requests import JudgementSave
from proform.web.research.examples import lines, row
from proform.web.research.snapshot import TIMES, Entry, Seen, Snapshot, take_snapshot

router = APIRouter()

_LABELS = {RIGHT: "right", WRONG: "wrong", None: "unjudged"}


@router.get("/research/agreement")
def _agreement(
    request: Request,
    site: TheSite,
    seen: Seen,
    first: str = "",
    second: str = "",
    unjudged: bool = True,
) -> Response:
    """Cohen's kappa of all pairs; of one pair also by category, with its disagreements."""
    there = pairs(seen.reviews)
    named = [pair for pair in there if (pair.first, pair.second) == (first, second)]
    if (first or second) and not named:
        raise HTTPException(404, "these two have judged nothing in common")
    pair = next(iter(named or there), None)
    within = {} if pair is None else {name: pair.within(name) for name in seen.categories}
    entries = {entry.number: entry for entry in seen.entries}

    def measured(pair: AnnotatorPair[int]) -> dict[str, Any]:
        parts = [pair.measure(one, site.seed, TIMES, unjudged=unjudged) for one in QUESTIONS]
        return {"pair": pair, "parts": parts}

    return site.page(
        request,
        "research/agreement.html",
        suite=seen.suite,
        unjudged=unjudged,
        pairs=[measured(one) for one in there],
        alphas=[
            {"part": question, "measure": together[1].measure}
            for question in QUESTIONS
            if (together := overall(seen.reviews, question, site.seed, TIMES)) is not None
        ],
        pair=pair,
        categories={name: measured(part) for name, part in within.items() if part.opinions},
        tables=[_crossed(pair, one) for one in QUESTIONS if pair.table(one)] if pair else [],
        rows=[_disagreement(seen, entries[n]) for n in pair.disagreements] if pair else [],
        figure=_figure,
        interval=_interval,
    )


def _crossed(pair: AnnotatorPair[int], question: str) -> dict[str, Any]:
    counts = pair.table(question)
    labels = [name for name in _LABELS if any(name in cell for cell in counts)]
    return {
        "part": question,
        "labels": [_LABELS[name] for name in labels],
        "rows": [[counts[one, other] for other in labels] for one in labels],
    }


def _figure(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.2f}"


def _interval(measure: Reliability) -> str:
    interval = measure.interval
    return UNDEFINED if interval is None else f"{interval.low:.2f} to {interval.high:.2f}"


def agreement_table(seen: Snapshot, seed: int, *, unjudged: bool) -> Table:
    """All pairs and categories, for a paper."""
    records = []
    for pair in pairs(seen.reviews):
        parts = {"all": pair, **{name: pair.within(name) for name in seen.categories}}
        for name, part in parts.items():
            if part.opinions:
                record: dict[str, object] = {"annotators": f"{pair.first}, {pair.second}: {name}"}
                for question in QUESTIONS:
                    if measured := part.measure(question, seed, TIMES, unjudged=unjudged):
                        value = measured.measure
                        low, high = value.interval[:2] if value.interval else (None, None)
                        values = {"n": value.n, "agreed": measured.agreed, "kappa": value.value}
                        values |= {"low": low, "high": high}
                        record |= {f"{question}_{key}": figure for key, figure in values.items()}
                records.append(record)
    how = "a label of its own" if unjudged else "left out"
    return Table(
        "agreement",
        f"Reliability of annotators on pronouns and antecedents; unjudged is {how}",
        (Column("annotators"), *(column for one in QUESTIONS for column in _columns(one))),
        tuple(records),
    )


def _columns(question: str) -> Iterator[Column]:
    before = "" if question == PRONOUN else f"{question}: "
    for name, show in (("n", str), ("agreed", str), ("kappa", _figure)):
        yield Column(f"{before}{name}", (f"{question}_{name}",), show)
    ends = f"{question}_low", f"{question}_high"
    yield Column(f"{before}95% interval", ends, "{:.2f} to {:.2f}".format)


@router.get("/research/adjudication")
def _disagreements(request: Request, site: TheSite, seen: Seen, settled: bool = False) -> Response:
    """What is to be settled, or was: disagreements, and answers that contradict themselves."""
    closed = [entry for entry in seen.disagreements if not entry.review.unsettled]
    return site.page(
        request,
        "research/adjudication.html",
        suite=seen.suite,
        settled=settled,
        open=len(seen.open),
        closed=len(closed),
        rows=[_disagreement(seen, entry) for entry in (closed if settled else seen.open)],
    )


@router.get("/research/adjudication/{number}")
def _deciding(request: Request, number: int, site: TheSite, seen: Seen) -> Response:
    entry = _entry(seen, number)
    others = [one.number for one in seen.open]
    following = sorted((one for one in others if one != number), key=lambda one: one < number)
    # A withdrawn one counts no more, but is what a new one replaces.
    last = next((one for one in entry.said if one.annotator == ADJUDICATOR), None)
    return site.page(
        request,
        "research/settle.html",
        suite=seen.suite,
        entry=entry,
        view=seen.loaded.view(entry.id),
        lines=lines(seen.loaded, entry),
        rows=[row(entry, said) for said in _by_annotators(entry)],
        proposals=[_form(said) for said in _by_annotators(entry)],
        current=_form(last),
        suggestions=[*STANDARD_TAGS, *(tag for tag in seen.tags if tag not in STANDARD_TAGS)],
        next=following[0] if following else None,
        open=len(others),
    )


@router.post("/api/research/adjudication/{number}")
def _settle(number: int, sent: JudgementSave, site: TheSite, who: Researching) -> Response:
    """Take the third judgement. 409: someone else settled it meanwhile; theirs comes back."""
    with site.store.writing() as connection:
        seen = take_snapshot(connection, site, who)
        entry = _entry(seen, number)
        answer = read_judgement(sent, seen.loaded.case(entry.id))
        now = datetime.now(UTC)
        review, base, change = entry.review, sent.base, sent.change
        result = adjudicate(connection, entry.id, review, answer, base, change, now)
    if isinstance(result, Outdated):
        what = "someone else has settled it meanwhile"
        return JSONResponse({"detail": what, **_form(result.now)}, 409)
    return JSONResponse({"revision": result.revision, "conflicts": explained(answer)})


def _disagreement(seen: Snapshot, entry: Entry) -> dict[str, Any]:
    settler = None if entry.review.adjudication is None else ADJUDICATOR
    return {
        "entry": entry,
        "words": seen.suite.words(entry.example.segment),
        "rows": [row(entry, said) for said in _by_annotators(entry)],
        "settled": next((row(entry, one) for one in entry.said if one.annotator == settler), None),
    }


def _by_annotators(entry: Entry) -> list[Said]:
    """The answers that say something, without the adjudicator's."""
    names = {one.annotator for one in entry.review.annotators if not one.silent}
    return [said for said in entry.said if said.annotator in names]


def _form(said: Said | None) -> dict[str, Any]:
    annotator, revision = ("", 0) if said is None else (said.annotator, said.revision)
    answer = None if said is None else said.answer
    return {"annotator": annotator, "revision": revision, **judgement_form(answer)}


def _entry(seen: Snapshot, number: int) -> Entry:
    entries = {entry.number: entry for entry in seen.disagreements}
    if number not in entries:
        raise HTTPException(404, "there is no such disagreement in the suite")
    return entries[number]
