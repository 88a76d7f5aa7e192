"""Where annotators agree and where not: kappa."""

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from proform.human.agreement import AnnotatorPair, overall, pairs
from proform.human.opinion import PRONOUN, QUESTIONS, RIGHT, WRONG
from proform.stats.agreement import Reliability
from proform.table.table import UNDEFINED, Column, Table
from proform.web.app import TheSite
from proform.web.research.adjudication import disagreement
from proform.web.research.snapshot import TIMES, Seen, Snapshot

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
        rows=[disagreement(seen, entries[n]) for n in pair.disagreements] if pair else [],
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
