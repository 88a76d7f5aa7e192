"""What a semi-automatic evaluation counts, by judgements and approvals."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.judged_suite import GENERIC, RIGHT, UNJUDGEABLE, WRONG, say
from tests.support.semi_suite import APPROVED, begin, counted, standing, work_of

from proform.human.conflict import INCORRECT_ALIGNMENT
from proform.semi.batches import Verify
from proform.store.answers import Answer
from proform.store.database import Store

MISALIGNED = Answer(tags=frozenset({INCORRECT_ALIGNMENT}))


@pytest.fixture
def where(tmp_path: Path) -> str:
    """One database only: counting is the same on all."""
    return str(tmp_path / "suite.db")


def test_a_judgement_wins_and_an_approval_counts_where_there_is_none(store: Store) -> None:
    say(store, "Ada", {(1, "base"): WRONG, (3, "base"): RIGHT, (4, "base"): WRONG})
    base = next(one for one in counted(store).systems if one.system == "base")
    assert base.categories[0] == (2, 4)  # 2 approved, 3 judged; 1 and 4 are wrong
    assert base.categories[1] == (4, 4)
    assert base.total == (6, 8)
    assert (base.judged, base.approved, base.open) == (3, 5, 12)


@pytest.mark.parametrize(
    ("answers", "correct", "undecided"),
    [
        ({"Ada": RIGHT, "Bob": RIGHT, "Cyd": WRONG}, (1, 1), 0),
        ({"Ada": RIGHT, "Bob": WRONG}, (0, 0), 1),
        ({"Ada": RIGHT, "Bob": WRONG, "Cyd": UNJUDGEABLE}, (0, 0), 1),
        ({"Ada": Answer(tags=frozenset({"ant_unsure"})), "Bob": WRONG}, (0, 1), 0),
        ({"Ada": MISALIGNED, "Bob": UNJUDGEABLE}, (0, 0), 0),
        ({"Ada": MISALIGNED, "Bob": UNJUDGEABLE, "Cyd": RIGHT}, (0, 0), 0),
        ({"Ada": Answer(remarks="hm")}, (0, 0), 0),
    ],
)
def test_several_judgements(
    store: Store, answers: dict[str, Answer], correct: tuple[int, int], undecided: int
) -> None:
    for person, answer in answers.items():
        say(store, person, {(5, "base"): answer})
    results = counted(store)
    base = next(one for one in results.systems if one.system == "base")
    approved = 2
    assert base.categories[0] == (correct[0] + approved, correct[1] + approved)
    assert base.apart["undecided"] == undecided
    assert len(results.apart) == undecided + any(one == MISALIGNED for one in answers.values())


def test_what_cannot_be_judged_is_counted_apart_and_listed(store: Store) -> None:
    say(store, "Ada", {(1, "base"): UNJUDGEABLE, (17, "base"): UNJUDGEABLE})
    results = counted(store)
    base = next(one for one in results.systems if one.system == "base")
    assert base.apart["bad_translation"] == 2
    assert base.total == (5, 5)
    assert base.antecedents == (1, 1)
    assert base.estimate.size == 18
    assert [(one.example.number, one.pronoun) for one in results.apart] == [
        (1, "bad_translation"),
        (17, "bad_translation"),
    ]
    assert results.verified_total.apart == 1


def test_antecedents_are_counted_by_themselves(store: Store) -> None:
    say(store, "Ada", {(3, "base"): Answer("bad", "ok"), (1, "base"): Answer("ok", "bad")})
    base = next(one for one in counted(store).systems if one.system == "base")
    assert base.antecedents == (2, 3)  # 2 approved, 3 judged to be right, 1 wrong
    assert counted(store).asked == 6


def test_what_is_verified_and_what_is_not(store: Store) -> None:
    say(store, "Ada", {(1, "base"): WRONG, (1, "new"): RIGHT, (7, "base"): RIGHT})
    intra, event, generic = counted(store).verified
    assert (intra.approved, intra.wrong, intra.right, intra.unverified) == (5, 1, 1, 3)
    assert (event.approved, event.share, event.unverified) == (10, 1, 9)
    assert (generic.approved, generic.share, generic.estimate) == (0, None, None)
    notes = " ".join(counted(store).notes)
    assert f"nothing is approved in {GENERIC}" in notes
    assert "no batch was started" in notes


def test_only_what_was_drawn_tells_how_precise_approvals_are(store: Store) -> None:
    begin(store, "Ada", verify=Verify(2))
    say(store, "Ada", dict.fromkeys(work_of(store, "Ada"), RIGHT))
    outside = min(APPROVED - set(work_of(store, "Ada")))
    say(store, "Eve", {outside: WRONG})
    results = counted(store)
    total = results.verified_total
    assert (total.wrong, total.right, total.unverified) == (0, 4, len(APPROVED) - 5)
    assert any("1 examples were judged without a batch, and count" in n for n in results.notes)
    theirs = next(one for one in results.systems if one.system == outside[1])
    assert theirs.total.correct == theirs.total.decided - 1


def test_a_finished_evaluation(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    assert not standing(store).finished
    say(store, "Ada", dict.fromkeys(work_of(store, "Ada"), RIGHT))
    assert standing(store).finished
    results = counted(store)
    for one in results.systems:
        assert one.total == (20, 20)
        assert one.estimate.share == pytest.approx(1)
    assert results.pairs[0].compared is not None
    assert results.pairs[0].compared.difference == pytest.approx(0)
