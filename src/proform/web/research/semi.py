"""Semi-automatic evaluation: plans, advice, rounds, how far they are, and results."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from operator import methodcaller
from random import Random
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.errors import ProformError, check_known
from proform.human.conflict import worded
from proform.judge import JUDGES, PREFIX, metric_name
from proform.judge.base import Judge
from proform.judge.protest import Protest
from proform.meta.suites import suite_trust
from proform.report.semi import semi_figure
from proform.report.trust import trust_section
from proform.scoring.opinions import read_metrics
from proform.semi.batches import Wish, give_out, read_verify
from proform.semi.counts import Results, count
from proform.semi.decisions import Approvers, rounds
from proform.semi.planning import advise, load_plan
from proform.semi.progress import status_of
from proform.semi.proxies import plan_width
from proform.semi.state import State, load_state
from proform.store.access import ANNOTATOR, Visitor, invite
from proform.store.answers import annotator_id
from proform.store.suites import find_suite
from proform.store.tasks import list_tasks
from proform.store.work import people
from proform.table.table import Cell, Record, Table
from proform.web.app import Researching, Site, TheSite
from proform.web.guide.training import ask_training, pairs
from proform.web.requests import (
    AdviceOptions,
    Approval,
    PlanOptions,
    ResultOptions,
    RoundStart,
    read_sizes,
)
from proform.web.research.exports import CSV, TEX, ExportFile, response

router = APIRouter()

_Approval = Annotated[Approval, Query()]
_Plan = Annotated[PlanOptions, Query()]
_Advice = Annotated[AdviceOptions, Query()]
_Result = Annotated[ResultOptions, Query()]
_Make = Callable[[Connection, str], dict[str, Any]]  # from the name of a suite to what is shown


@router.get("/research/semi")
def _status(request: Request, site: TheSite, who: Researching, wanted: _Approval) -> Response:
    def make(connection: Connection, suite: str) -> dict[str, Any]:
        state = _state(connection, site, suite, wanted)
        status = status_of(connection, state)
        return {
            "started": bool(state.rounds),
            "finished": status.finished,
            "nobody": status.nobody,
            "notes": status.notes,
            "tables": _linked(status.tables),
        }

    return _page(request, site, who, "status", make, wanted=wanted)


@router.get("/research/semi/plan")
def _plan(request: Request, site: TheSite, who: Researching, wanted: _Plan) -> Response:
    def make(connection: Connection, suite: str) -> dict[str, Any]:
        judges = read_judges(site) if wanted.width else ()
        state = _state(connection, site, suite, wanted, judges)
        plan = load_plan(connection, state, wanted.asked)
        if wanted.width:
            plan = replace(plan, width=plan_width(state, wanted.width / 100))
        effort, *notes = plan.notes
        tables = _linked(plan.tables)
        return {"effort": effort, "notes": notes, "tables": tables, "some": plan.judgements}

    go = wanted.model_dump(exclude_defaults=True)
    return _page(request, site, who, "plan", make, wanted=wanted, go=go)


@router.get("/research/semi/next")
def _next(request: Request, site: TheSite, who: Researching, wanted: _Advice) -> Response:
    def make(connection: Connection, suite: str) -> dict[str, Any]:
        width = None if wanted.width is None else wanted.width / 100
        state = _state(connection, site, suite, wanted)
        rng = Random(wanted.seed)  # noqa: S311 (not for secrets)
        advice = advise(state, wanted.judgements, rng, width=width, differences=wanted.differences)
        *said, last = advice.notes
        return {
            "stop": bool(advice.stop),
            "last": last,
            "notes": (*said, *state.notes),
            "tables": _linked(advice.tables) if advice.ranking else [],
        }

    return _page(request, site, who, "next", make, wanted=wanted)


@router.get("/research/semi/start")
def _starting(request: Request, site: TheSite, who: Researching, wanted: _Plan) -> Response:
    def make(connection: Connection, suite: str) -> dict[str, Any]:
        stored = find_suite(connection, suite)
        ours = {one.taskset for one in rounds(connection, stored.id)}
        tasks = [task for task in list_tasks(connection, stored) if task.taskset in ours]
        return {
            "people": people(connection, who.suite),
            "busy": list(dict.fromkeys(name for task in tasks for name in task.annotators)),
            "training": stored.suite.languages in pairs(),
        }

    return _page(request, site, who, "start", make, wanted=wanted)


@router.post("/api/research/semi/start")
def _start(sent: RoundStart, request: Request, site: TheSite, who: Researching) -> dict[str, Any]:
    """Draw and give out; the links are told only now."""
    now = datetime.now(UTC)
    with site.store.writing() as connection:
        suite = site.shelf.get(connection, who.suite).stored.suite.name
        state = _state(connection, site, suite, sent)
        wish = Wish(
            sent.annotators,
            read_verify(read_sizes(sent.verify), state.categories),
            sent.overlap,
            sent.seed,
            sent.taskset.strip() or None,
            tuple(sent.released),
        )
        started = give_out(connection, state, wish, now, accepted=sent.accept)
        links = []
        for name in wish.annotators:
            person = annotator_id(connection, name, now)
            if sent.training:
                ask_training(connection, who.suite, person, now)
            if sent.links:
                secret = invite(connection, who.suite, ANNOTATOR, person, now)
                links.append({"name": name, "url": str(request.url_for("_enter", secret=secret))})
    drawn = started.drawn
    counts = f"{len(drawn.referred)} referred examples and {len(drawn.verify)} to verify"
    tasks = "; ".join(
        f"{task.label} for {', '.join(task.annotators)}: {task.size}" for task in started.tasks
    )
    message = f"{started.taskset} was given out: {counts}. Tasks: {tasks}."
    return {"message": message, "notes": [worded(note) for note in drawn.notes], "links": links}


@router.get("/research/semi/results")
def _counted(request: Request, site: TheSite, who: Researching, wanted: _Result) -> Response:
    def make(connection: Connection, suite: str) -> dict[str, Any]:
        results = _results(connection, site, suite, wanted)
        return {
            "systems": sorted(counted.system for counted in results.systems),
            "figure": semi_figure(results),
            "notes": results.notes,
            "tables": {table.name: table for table in _linked(results.tables)},
        }

    return _page(request, site, who, "results", make, wanted=wanted, files=_FILES)


@router.get("/research/semi/results/{file}")
def _download(file: str, site: TheSite, who: Researching, wanted: _Result) -> Response:
    with site.store.reading() as connection:
        suite = site.shelf.get(connection, who.suite).stored.suite.name
        return response(_FILES, file, suite, _results(connection, site, suite, wanted))


@router.get("/research/semi/trust")
def _trust(request: Request, site: TheSite, who: Researching) -> Response:
    """What people say of each judge: the computation is that of `proform meta judge`."""

    def make(connection: Connection, suite: str) -> dict[str, Any]:
        shown = trust_section(suite_trust(connection, suite, read_judges(site)))
        return {"figure": shown.picture, "tables": shown.tables, "notes": shown.notes}

    return _page(request, site, who, "trust", make)


def _state(
    connection: Connection,
    site: Site,
    suite: str,
    wanted: Approval,
    metrics: Sequence[str | Judge] = (),
) -> State:
    return load_state(
        connection,
        suite,
        accept=wanted.accept,
        role=wanted.role,
        metrics=metrics,
        approvers=approvers(site, wanted),
        sure=wanted.sure,
    )


def _results(connection: Connection, site: Site, suite: str, wanted: ResultOptions) -> Results:
    state = _state(connection, site, suite, wanted, read_judges(site))
    return count(state, baseline=wanted.baseline or None, every_pair=wanted.pairs)


def _page(
    request: Request, site: Site, who: Visitor, name: str, make: _Make, **values: object
) -> Response:
    """One of the pages; what cannot be done is said on it, in one sentence."""
    content, error = None, ""
    with site.store.reading() as connection:
        suite = site.shelf.get(connection, who.suite).stored.suite
        try:
            content = make(connection, suite.name)
        except ProformError as refused:
            error = str(refused)
    values |= {
        "tab": name,
        "approving": [*choices(site)],
        "suite": suite,
        "content": content,
        "error": error,
    }
    return site.page(request, f"research/semi/{name}.html", 422 if error else 200, **values)


def _linked(tables: Iterable[Table]) -> list[Table]:
    def to_example(record: Record) -> Cell:
        return Cell(go=f"/research/examples/{record['example']}#system-{record['candidate']}")

    def time(record: Record) -> Cell:
        return Cell(time=str(record["last"] or ""))

    return [table.decorated({"example": to_example, "last": time}) for table in tables]


def check_judges(metrics: Sequence[str]) -> None:
    """Complain of what is no judge, before anybody is served."""
    for metric in metrics:
        if not metric.startswith(PREFIX):
            check_known("metrics", metric, JUDGES)
    names = [metric_name(metric) for metric in metrics]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ProformError(f"two judges are called {min(twice)!r}", hint="give each its own name")
    read_metrics(metrics)


def read_judges(site: Site) -> Sequence[str | Judge]:
    """All of them, as their files are now."""
    return read_metrics([metric for metric in site.judges if metric != Protest.name])


def choices(site: Site) -> dict[str, tuple[str, ...]]:
    """Who may approve, by what it is called on the page: matching, a judge, or both in turn."""
    judges = {metric_name(metric): metric for metric in site.judges if metric != Protest.name}
    each = {name: (metric,) for name, metric in judges.items()}
    both = {f"matching, then {name}": (Protest.name, metric) for name, metric in judges.items()}
    return {"matching": (Protest.name,), **each, **both} if judges else {}


def approvers(site: Site, wanted: Approval) -> Approvers | None:
    """Those that were chosen; None: as in the last round."""
    if not wanted.approve:
        return None
    known = choices(site)
    check_known("approve", wanted.approve, known)
    return Approvers(read_metrics(known[wanted.approve]), wanted.sure)


def _written(style: str) -> Callable[[Results], bytes]:
    return lambda results: results.to_text(style).encode()


_FILES = {
    "results.txt": ExportFile("text", "text/plain; charset=utf-8", _written("text")),
    "results.csv": ExportFile("CSV", CSV, _written("csv")),
    "results.json": ExportFile("JSON", "application/json", _written("json")),
    "results.tex": ExportFile("LaTeX", TEX, _written("latex")),
    "systems.svg": ExportFile("picture, SVG", "image/svg+xml", methodcaller("drawn", "svg")),
    "systems.png": ExportFile("picture, PNG", "image/png", methodcaller("drawn", "png")),
}
