"""Plans, and advice on what to judge next."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.judged_suite import GENERIC, RIGHT, UNJUDGEABLE, WRONG, fill, say
from tests.support.semi_suite import APPROVED, SHAPE, begin, everything, rng, state_of, work_of

from proform.errors import ProformError
from proform.semi.planning import Asked, Plan, advise, load_plan
from proform.semi.state import load_state
from proform.store.database import Store, opened


@pytest.fixture
def where(tmp_path: Path) -> str:
    """One database only: plans are the same on all."""
    return str(tmp_path / "suite.db")


def planned(store: Store, **asked: object) -> Plan:
    with store.reading() as connection:
        return load_plan(connection, load_state(connection), Asked(**asked))  # type: ignore[arg-type]


def test_a_plan_counts_judgements_and_hours(store: Store) -> None:
    made = planned(store, verify=("0.5",), annotators=2, overlap=4, pace=10)
    assert made.judgements == 25 + 8 + 4
    assert made.hours == pytest.approx(37 / 10 / 2)
    assert [one[1:] for one in made.categories] == [(5, 7, 7, 3), (10, 10, 10, 5), (0, 8, 8, 0)]
    assert [one.verified for one in made.efforts] == [8, 2, 3, 5, 8, 15]
    assert made.efforts[0].total == pytest.approx(made.efforts[4].total)
    assert f"nothing is approved in {GENERIC}: people judge all of it" in made.notes


def test_a_plan_that_could_not_be_started_is_refused(store: Store) -> None:
    assert planned(store, overlap=3, annotators=2).judgements == 25 + 5 + 3
    with pytest.raises(ProformError, match="needs two annotators"):
        planned(store, overlap=3)
    with pytest.raises(ProformError, match="2 examples beside the overlap, for 3 annotators"):
        planned(store, overlap=28, annotators=3)
    begin(store, "Ada")
    assert planned(store, overlap=3, annotators=2).judgements == 0


def test_the_same_share_means_the_same_after_a_round(store: Store) -> None:
    begin(store, "Ada")
    say(store, "Ada", dict.fromkeys(work_of(store, "Ada"), UNJUDGEABLE))  # verified, in vain
    made = planned(store, verify=("30%",))
    rows = {one.verify: (one.verified, one.judgements) for one in made.efforts}
    assert rows["as planned"] == rows["30%"] == (0, made.judgements)


def test_one_system_has_no_difference_to_narrow(where: str) -> None:
    with opened(where, create=True) as store:
        fill(store, SHAPE, ("base",), APPROVED)
        with pytest.raises(ProformError, match="only one system"):
            advise(state_of(store), 10, rng(), differences=True)


def test_advice_is_on_what_nobody_judged_and_ends(store: Store) -> None:
    say(store, "Ada", {(1, "base"): RIGHT, (3, "base"): WRONG})
    advice = advise(state_of(store), 10, rng())
    assert len(advice.ranking) == 10
    assert len({one.case.number for one in advice.ranking}) == 10
    assert all(one.case.pronoun == "open" and one.gain > 0 for one in advice.ranking)
    assert advice.widths[1] < advice.widths[0]
    assert not advice.stop
    assert not advise(state_of(store), 10, rng(), width=0.01).reachable
    assert advise(state_of(store), 10, rng(), width=2).stop
    say(store, "Ada", everything())
    assert advise(state_of(store), 10, rng()).stop.startswith("no judgement narrows")
