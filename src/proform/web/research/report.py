"""The state of an evaluation, to be read by whoever has a link to it: always current."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from proform.human.agreement import annotators, overall, pairs
from proform.human.opinion import PRONOUN
from proform.human.verdict import KINDS
from proform.web.app import Reading, TheSite
from proform.web.research.dashboard import estimated, live_figures
from proform.web.research.snapshot import TIMES, take_snapshot

router = APIRouter()


@router.get("/report")
def _report(request: Request, site: TheSite, who: Reading) -> Response:
    """Systems and categories; nobody is named who judges."""
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        live = live_figures(connection, seen, PRONOUN)
        scores = estimated(connection, seen)
    together = overall(seen.reviews, PRONOUN, site.seed, TIMES)
    two = pairs(seen.reviews)
    measured = (
        together[1]
        if together is not None
        else two[0].measure(PRONOUN, site.seed, TIMES, unjudged=False)
        if two
        else None
    )
    return site.page(
        request,
        "research/report.html",
        suite=seen.suite,
        systems=seen.systems,
        categories=seen.asked(PRONOUN),
        outcomes=KINDS,
        cells=live["cells"],
        scores=scores,
        people=len(annotators(seen.reviews)),
        judged=len(seen.latest),
        agreement=None if measured is None else measured.measure,
        coefficient="Krippendorff's alpha" if together is not None else "Cohen's kappa",
    )
