"""The page of agreement between annotators."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from proform.store.progress import people
from proform.store.review import ANTECEDENT, PARTS
from proform.web.app import Researching, Site, TheSite
from proform.web.research.kappas import Pair, alpha_of_all, figure, interval, pairs
from proform.web.research.settling import disagreement
from proform.web.research.standing import Standing, standing

router = APIRouter()

_LABELS = {"ok": "right", "bad": "wrong", None: "unjudged"}


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
        seen = standing(connection, site, who)
        annotators = people(connection, who.suite)
    there = pairs(seen)
    named = [pair for pair in there if (pair.first, pair.second) == (first, second)]
    if (first or second) and not named:
        raise HTTPException(404, "these two have judged nothing in common")
    pair = named[0] if named else there[0] if there else None
    return site.page(
        request,
        "research/agreement.html",
        section="agreement",
        suite=seen.loaded.stored.suite,
        unjudged=unjudged,
        pairs=[_measured(one, site, unjudged=unjudged) for one in there],
        alphas=[
            {"part": part, "found": alpha_of_all(seen, annotators, part, site.seed)}
            for part in PARTS
            if len(there) > 1
        ],
        pair=pair,
        categories=[] if pair is None else _by_category(seen, pair, site, unjudged=unjudged),
        tables=[] if pair is None else [_table(pair, part) for part in PARTS if pair.table(part)],
        rows=[] if pair is None else [disagreement(seen, one) for one in pair.disagreements],
        figure=figure,
        interval=interval,
    )


def _measured(pair: Pair, site: Site, *, unjudged: bool) -> dict[str, Any]:
    return {
        "pair": pair,
        "parts": [pair.measure(part, site.seed, unjudged=unjudged) for part in PARTS],
    }


def _by_category(
    seen: Standing, pair: Pair, site: Site, *, unjudged: bool
) -> dict[str, dict[str, Any]]:
    found = {}
    for category in seen.categories:
        chosen = pair.within(category)
        if chosen.entries:
            found[category] = _measured(chosen, site, unjudged=unjudged)
            if category not in seen.agreeing:
                found[category]["parts"][PARTS.index(ANTECEDENT)] = None
    return found


def _table(pair: Pair, part: str) -> dict[str, Any]:
    found = pair.table(part)
    labels = [name for name in _LABELS if any(name in cell for cell in found)]
    return {
        "part": part,
        "labels": [_LABELS[name] for name in labels],
        "rows": [[found[one, other] for other in labels] for one in labels],
    }
