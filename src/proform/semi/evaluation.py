"""What `proform semi` does, as calls of the library: each opens the store and closes it again."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import TypedDict, Unpack

from sqlalchemy import Connection

from proform.errors import ProformError, check_known, check_whole
from proform.human import MAJORITY, POLICIES
from proform.judge.base import Judge
from proform.output import File, as_path
from proform.scoring.opinions import read_metrics
from proform.semi.batches import Started, Wish, give_out, read_verify
from proform.semi.counts import Results, count
from proform.semi.decisions import AgreementRole, Approvers
from proform.semi.planning import Advice, Asked, Plan, advise, load_plan
from proform.semi.progress import Status, status_of
from proform.semi.proxies import plan_width
from proform.semi.state import State, load_state
from proform.stats.planning import ASSUMED, Assumed
from proform.store.access import ANNOTATOR
from proform.store.access import invite as make_link
from proform.store.answers import annotator_id
from proform.store.database import opened
from proform.store.suites import find_suite


class Approving(TypedDict, total=False):
    """What every call takes: which suite, and what is approved in it."""

    accept_annotations: bool
    """Is what annotators found right in other systems a reference, too?"""
    agreement: str | None
    """What agreement does: off, refer, approve; by default as in the last round, else off."""
    approve: Sequence[str | Judge]
    """The judges that approve; by default those of the last round, else `protest` (matching)."""
    sure: float | None
    """They, and agreement, approve what they find right with at least this probability."""
    packs: File | None
    """Language packs of your own."""
    suite: str | None
    """The name of the suite, if the store has several."""
    policy: str
    """What counts where annotators differ: `majority` or `unanimous`."""
    metrics: Sequence[str | Judge]
    """Judges whose say helps to estimate: names, `file:NAME=PATH`, or judges of your own."""


def plan(
    where: File,
    *,
    verify: Sequence[str | float] = (),
    annotators: int = 1,
    overlap: int = 0,
    pace: float = 60,
    assume: tuple[float, float] = ASSUMED,
    seed: int = 1,
    width: float | None = None,
    **approving: Unpack[Approving],
) -> Plan:
    """What would be approved and referred, what it takes to judge, and for which precision.

    With `width`, in points: how many judgements intervals of that width take, with no proxy, with
    matching, with each of the `metrics`, and with several; from what is judged so far.

    >>> proform.semi.plan("suite.db", verify=[0.3], annotators=2).judgements  # doctest: +SKIP
    """
    check_whole("annotators", annotators, 1)
    words = tuple(map(str, verify))
    asked = Asked(words, annotators, overlap, pace, Assumed(*assume), seed)
    with opened(str(where)) as store, store.reading() as connection:
        state = _load(connection, approving)
        planned = load_plan(connection, state, asked)
    if width is None:
        return planned
    if not 0 < width <= 100:
        raise ProformError(f"width: expected points from 0 to 100, found {width:g}")
    return replace(planned, width=plan_width(state, width / 100))


def start(
    where: File,
    annotators: Sequence[str],
    *,
    verify: Sequence[str | float] = (),
    overlap: int = 0,
    taskset: str | None = None,
    release: Sequence[str] = (),
    invite: str | None = None,
    seed: int = 1,
    **approving: Unpack[Approving],
) -> Started:
    """Approve, refer, draw what is verified, and give it all to annotators, mixed.

    Done again, it gives out what nobody has: of new systems, of people who left, more approvals.
    With `invite`, the address of a server, everyone gets a personal link to it.

    >>> proform.semi.start("suite.db", ["Ada", "Bob"], overlap=20).notes  # doctest: +SKIP
    """
    if isinstance(annotators, str):
        raise ProformError(f"annotators: expected a list of names, found {annotators!r}")
    now = datetime.now(UTC)
    with opened(str(where)) as store, store.writing() as connection:
        state = _load(connection, approving)
        chosen = read_verify(tuple(map(str, verify)), state.categories)
        wish = Wish(tuple(annotators), chosen, overlap, seed, taskset, tuple(release))
        accepted = approving.get("accept_annotations", False)
        started = give_out(connection, state, wish, now, accepted=accepted)
        if invite is None:
            return started
        stored = find_suite(connection, approving.get("suite"))
        links = {}
        for name in dict.fromkeys(annotators):
            person = annotator_id(connection, name, now)
            secret = make_link(connection, stored.id, ANNOTATOR, person, now)
            links[name] = f"{invite.rstrip('/')}/enter/{secret}"
        return replace(started, links=links)


def status(where: File, **approving: Unpack[Approving]) -> Status:
    """Who has judged how much, what is open, and what changed since it was given out.

    >>> proform.semi.status("suite.db").finished  # doctest: +SKIP
    """
    with opened(str(where)) as store, store.reading() as connection:
        return status_of(connection, _load(connection, approving))


def results(
    where: File,
    *,
    baseline: str | None = None,
    pairs: bool = False,
    resamples: int = 10_000,
    seed: int = 12345,
    **approving: Unpack[Approving],
) -> Results:
    """Count what is right, as the paper and corrected by what was verified; compare systems.

    >>> results = proform.semi.results("suite.db", pairs=True)  # doctest: +SKIP
    >>> {counted.system: counted.estimate.share for counted in results.systems}  # doctest: +SKIP
    >>> results.draw("systems.svg")  # doctest: +SKIP
    """
    check_whole("resamples", resamples, 1)
    check_whole("seed", seed, 0)
    state = _state(where, approving)
    return count(state, baseline=baseline, every_pair=pairs, seed=seed, times=resamples)


def next_(
    where: File,
    *,
    hours: float = 1,
    pace: float = 60,
    width: float | None = None,
    differences: bool = False,
    assume: tuple[float, float] = ASSUMED,
    seed: int = 1,
    **approving: Unpack[Approving],
) -> Advice:
    """Rank the examples whose judgement would narrow the intervals most; say when to stop.

    `width` is the width wished for of all intervals, in points.

    >>> proform.semi.next_("suite.db", width=10).stop  # doctest: +SKIP
    """
    state = _state(where, approving)
    advice = advise(
        state,
        max(round(hours * pace), 1),
        Random(seed),  # noqa: S311 (not for secrets)
        width=None if width is None else width / 100,
        differences=differences,
        assumed=Assumed(*assume),
    )
    return replace(advice, about=state.notes)


def _state(where: File, approving: Approving) -> State:
    """For what takes a while, and needs no store."""
    with opened(str(where)) as store, store.reading() as connection:
        return _load(connection, approving)


def _load(connection: Connection, approving: Approving) -> State:
    for name in approving:
        check_known("argument", name, Approving.__annotations__)
    packs, agreement = as_path(approving.get("packs")), approving.get("agreement")
    if packs is not None and not packs.is_dir():
        raise ProformError(f"{packs}: is not a directory of language packs")
    if agreement is not None:
        check_known("agreement", agreement, (role.value for role in AgreementRole))
    approve, sure = approving.get("approve"), approving.get("sure")
    if isinstance(approve, str):
        raise ProformError(f"approve: expected a list of judges, found {approve!r}")
    policy = approving.get("policy", MAJORITY)
    check_known("policy", policy, POLICIES)
    return load_state(
        connection,
        approving.get("suite"),
        policy=policy,
        accept=approving.get("accept_annotations", False),
        role=None if agreement is None else AgreementRole(agreement),
        packs=packs,
        metrics=read_metrics(approving.get("metrics") or ()),
        approvers=Approvers(read_metrics(approve), sure) if approve else None,
        sure=sure,
    )
