"""Any judge as the one that approves: a file, a language model, several one after the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.command import Proform, Write
from tests.support.judged_suite import EVENT, INTRA, RIGHT, WRONG, Key, Shape, fill, say
from tests.support.small_suite import NOW

import proform as library
from proform.errors import ProformError
from proform.scoring.opinions import read_metrics
from proform.semi.decisions import Approvers, approver
from proform.semi.state import State, load_state
from proform.store.answers import Answer
from proform.store.database import opened
from proform.store.suites import SYSTEM, add_target, find_suite, load_target, targets

SHAPE = Shape({INTRA: 20, EVENT: 20})
SYSTEMS = ("base", "new")
KEYS = [(number, system) for number in range(1, 41) for system in SYSTEMS]


def _matches(key: Key) -> bool:
    return key[0] % 4 == 0


def _chance(key: Key) -> float | None:
    """The judge knows nothing of a tenth, is half sure of some, and sure of others."""
    number, system = key
    if number % 10 == 0:
        return None
    return {0: 0.95, 1: 0.7, 2: 0.2}[(number + len(system)) % 3]


@pytest.fixture
def where(tmp_path: Path) -> str:
    path = str(tmp_path / "suite.db")
    with opened(path, create=True) as store:
        fill(store, SHAPE, SYSTEMS, frozenset(filter(_matches, KEYS)))
    return path


@pytest.fixture
def judge(write: Write) -> str:
    rows = [f"{s}\t{n}\t{chance}\n" for n, s in KEYS if (chance := _chance((n, s))) is not None]
    path = write("llm.tsv", "system\texample\tprobability\n" + "".join(rows))
    return f"file:llm={path}"


def _state(where: str, **given: object) -> State:
    with opened(where) as store, store.reading() as connection:
        return load_state(connection, **given)  # type: ignore[arg-type]


def _finish(where: str, person: str) -> None:
    """They find right what the judge is sure of."""
    answers = {
        key: RIGHT if (_chance(key) or 0) > 0.9 or key[0] % 3 == 0 else WRONG for key in KEYS
    }
    with opened(where) as store:
        say(store, person, {k: _complete(k, answer) for k, answer in answers.items()})


def _complete(key: Key, answer: Answer) -> Answer:
    return Answer(answer.pronoun, "ok") if key[0] <= 20 else answer


def test_a_judge_approves_what_it_finds_right(where: str, judge: str) -> None:
    plan = library.semi.plan(where, approve=[judge])
    right = sum((_chance(key) or 0) > 0.5 for key in KEYS)
    assert sum(load.approved for load in plan.systems) == right
    assert sum(load.approved + load.referred for load in plan.systems) == len(KEYS)
    assert f"approved by llm {right} of 80 examples" in plan.notes
    sure = library.semi.plan(where, approve=[judge], sure=0.9)
    expected = sum((_chance(key) or 0) >= 0.9 for key in KEYS)
    assert sum(load.approved for load in sure.systems) == expected < right


def test_the_first_that_finds_it_right_approves(where: str, judge: str) -> None:
    plan = library.semi.plan(where, approve=["protest", judge], sure=0.9)
    matched = sum(map(_matches, KEYS))
    more = sum(not _matches(key) and (_chance(key) or 0) >= 0.9 for key in KEYS)
    assert f"approved by reference {matched}, llm {more} of 80 examples" in plan.notes


def test_each_has_its_own_share_and_its_own_sample(where: str, judge: str) -> None:
    library.semi.start(where, ["Ada"], approve=["protest", judge], sure=0.9, verify=[0.5])
    _finish(where, "Ada")
    results = library.semi.results(where, approve=["protest", judge], sure=0.9, resamples=100)
    rows = {(row.category, row.by): row for row in results.verified}
    assert set(rows) == {(c, by) for c in (INTRA, EVENT) for by in ("reference", "llm")}
    surely = rows[EVENT, "llm"]
    assert surely.share == 1
    assert (rows[EVENT, "reference"].share or 1) < 1
    other = rows[EVENT, "reference"].estimate
    assert surely.estimate is not None
    assert other is not None
    assert (surely.estimate.share or 0) > (other.share or 1)
    (effect,) = results.effects
    assert (effect.decision, effect.wrong) == ("approved:llm", 0)
    text = results.to_text()
    assert "approved and referred by other judges" in text
    assert "right by llm: approved" in text
    assert {row.name for row in results.own.proxies} == {"first pass"}
    # Only matching vouches for antecedents.
    state = _state(where)
    assert not any(
        case.antecedent_correct
        for case in state.cases
        if case.by == "llm" and case.antecedent == "open"
    )


def test_a_round_keeps_what_the_judge_said(where: str, judge: str) -> None:
    """The file may be gone: what it said when batches were made holds."""
    library.semi.start(where, ["Ada"], approve=[judge], verify=[0.5])
    before = _state(where, approvers=Approvers(read_metrics([judge])))
    Path(judge.partition("=")[2]).unlink()
    after = _state(where)
    assert after.approvers == ("llm",)
    assert [case.decision for case in after.cases] == [case.decision for case in before.cases]
    assert library.semi.status(where).verify > 0
    _finish(where, "Ada")
    assert library.semi.results(where, resamples=100).own.why == ""


def test_a_system_that_came_later_waits_for_the_judge(where: str, judge: str) -> None:
    library.semi.start(where, ["Ada"], approve=[judge])
    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, None)
        base = next(each for each in targets(connection, stored) if each.name == "base")
        late = load_target(connection, stored, base)
        add_target(connection, stored, replace(late, name="late"), SYSTEM, NOW)
    state = _state(where)
    assert not any(case.approved for case in state.cases if case.system == "late")
    assert any("40 examples were added since llm approved" in note for note in state.notes)


def test_what_a_judge_said_then_has_no_other_threshold(where: str, judge: str) -> None:
    library.semi.start(where, ["Ada"], approve=[judge])
    with pytest.raises(ProformError, match="name those that approve"):
        library.semi.plan(where, sure=0.9, agreement="approve")


def test_another_judge_than_in_the_last_round_is_told(where: str, judge: str) -> None:
    library.semi.start(where, ["Ada"], approve=[judge])
    notes = library.semi.status(where, approve=["protest"]).notes
    assert "protest approves; batches were made with approvals by llm" in notes


def test_what_approved_is_read_from_the_decision() -> None:
    assert approver("approved") == "reference"
    assert approver("agrees_though_different") == "agreement"
    assert approver("approved:llm") == "llm"
    assert approver("pronoun") is None


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"approve": ["nothing"]}, "nothing"),
        ({"approve": "protest"}, "expected a list of judges"),
        ({"sure": 0.9}, "of which judges"),
        ({"sure": 0.9, "agreement": "refer"}, "of which judges"),
        ({"approve": ["protest"], "sure": 2}, "expected a probability from 0 to 1"),
        ({"approve": ["file:llm=none.tsv"]}, "none.tsv"),
    ],
)
def test_bad_choices(where: str, given: dict[str, object], complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint):
        library.semi.plan(where, **given)  # type: ignore[arg-type]


def test_a_judge_called_reference_is_refused(where: str, write: Write) -> None:
    path = write("x.tsv", "system\texample\tprobability\nbase\t1\t0.5\n")
    with pytest.raises(ProformError, match="not a name for a judge"):
        library.semi.plan(where, approve=[f"file:reference={path}"])


def test_the_command(where: str, judge: str, proform: Proform) -> None:
    run = proform("semi", "plan", where, "--approve", "protest", judge, "--sure", "0.9")
    assert run.exit_code == 0, run.stderr
    assert "approved by reference 20, llm" in run.stdout + run.stderr
