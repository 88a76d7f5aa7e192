"""The page of agreement between annotators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from proform.human.agreement import AnnotatorPair, Measured, overall, pairs
from proform.human.opinion import ANTECEDENT, PRONOUN, QUESTIONS, RIGHT, WRONG
from proform.stats.agreement import Reliability
from proform.table.table import UNDEFINED, Column, Record, Table
from proform.web.app import Researching, Site, TheSite
from proform.web.research.adjudication import disagreement
from proform.web.research.snapshot import TIMES, Snapshot, take_snapshot

router = APIRouter()

_LABELS = {RIGHT: "right", WRONG: "wrong", None: "unjudged"}


@router.get("/research/agreement")
def agreement(
    request: Request,
    site: TheSite,
    who: Researching,
    first: str = "",
    second: str = "",
    unjudged: bool = True,
) -> Response:
    """Cohen's kappa of all pairs; of one pair also by category, with its disagreements."""
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
    there = pairs(seen.reviews)
    named = [pair for pair in there if (pair.first, pair.second) == (first, second)]
    if (first or second) and not named:
        raise HTTPException(404, "these two have judged nothing in common")
    pair = named[0] if named else there[0] if there else None
    entries = {entry.number: entry for entry in seen.entries}
    return site.page(
        request,
        "research/agreement.html",
        section="agreement",
        suite=seen.loaded.stored.suite,
        unjudged=unjudged,
        pairs=[_measured(one, site, unjudged=unjudged) for one in there],
        alphas=[
            {"part": question, "found": together[1].measure}
            for question in QUESTIONS
            if (together := overall(seen.reviews, question, site.seed, TIMES)) is not None
        ],
        pair=pair,
        categories=[] if pair is None else _by_category(seen, pair, site, unjudged=unjudged),
        tables=[] if pair is None else [_table(pair, one) for one in QUESTIONS if pair.table(one)],
        rows=[] if pair is None else [disagreement(seen, entries[n]) for n in pair.disagreements],
        figure=figure,
        interval=interval,
    )


def agreement_table(seen: Snapshot, seed: int, *, unjudged: bool) -> Table:
    """All pairs and categories, for a paper."""
    records: list[Record] = []
    for pair in pairs(seen.reviews):
        for category in (None, *seen.categories):
            chosen = pair if category is None else pair.within(category)
            if chosen.opinions:
                name = f"{pair.first}, {pair.second}: {category or 'all'}"
                record: dict[str, object] = {"annotators": name}
                for question in QUESTIONS:
                    measured = chosen.measure(question, seed, TIMES, unjudged=unjudged)
                    record |= _values(question, measured)
                records.append(record)
    how = "a label of its own" if unjudged else "left out"
    return Table(
        "agreement",
        f"Agreement of annotators on pronouns and antecedents; unjudged is {how}",
        (Column("annotators"), *_columns(PRONOUN), *_columns(ANTECEDENT)),
        tuple(records),
    )


def _columns(question: str) -> Iterator[Column]:
    before = "" if question == PRONOUN else f"{question}: "
    for name in ("n", "agreed"):
        yield Column(f"{before}{name}", (f"{question}_{name}",))
    yield Column(f"{before}kappa", (f"{question}_kappa",), figure)
    ends = f"{question}_low", f"{question}_high"
    yield Column(f"{before}95% interval", ends, "{:.2f} to {:.2f}".format)


def _values(question: str, measured: Measured | None) -> Record:
    if measured is None:
        return {}
    interval = measured.measure.interval
    low, high = (None, None) if interval is None else interval[:2]
    return {
        f"{question}_n": measured.measure.n,
        f"{question}_agreed": measured.agreed,
        f"{question}_kappa": measured.measure.value,
        f"{question}_low": low,
        f"{question}_high": high,
    }


def figure(value: float | None) -> str:
    """A figure of agreement."""
    return UNDEFINED if value is None else f"{value:.2f}"


def interval(found: Reliability) -> str:
    """The interval of it."""
    if found.interval is None:
        return UNDEFINED
    return f"{found.interval.low:.2f} to {found.interval.high:.2f}"


def _measured(pair: AnnotatorPair[int], site: Site, *, unjudged: bool) -> dict[str, Any]:
    return {
        "pair": pair,
        "parts": [pair.measure(one, site.seed, TIMES, unjudged=unjudged) for one in QUESTIONS],
    }


def _by_category(
    seen: Snapshot, pair: AnnotatorPair[int], site: Site, *, unjudged: bool
) -> dict[str, dict[str, Any]]:
    divided = {category: pair.within(category) for category in seen.categories}
    return {
        category: _measured(chosen, site, unjudged=unjudged)
        for category, chosen in divided.items()
        if chosen.opinions
    }


def _table(pair: AnnotatorPair[int], question: str) -> dict[str, Any]:
    found = pair.table(question)
    labels = [name for name in _LABELS if any(name in cell for cell in found)]
    return {
        "part": question,
        "labels": [_LABELS[name] for name in labels],
        "rows": [[found[one, other] for other in labels] for one in labels],
    }
