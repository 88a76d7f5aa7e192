"""What is approved and referred, with agreement and without, and what that is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.support.judged_suite import RIGHT, WRONG, Key, say
from tests.support.sentence_suite import Pair, suite_of, target_of
from tests.support.small_suite import NOW

import proform as library
from proform.errors import ProformError
from proform.judge.protest import ANTECEDENT, APPROVED, EXCEPTION, NOT_ALIGNED, PRONOUN
from proform.model import Verdict
from proform.scoring.judgements import Judgement, Side
from proform.semi.batches import Started, Verify, Wish, draw, give_out
from proform.semi.counts import Results, count
from proform.semi.decisions import AgreementRole, Approvers, first_pass
from proform.semi.planning import Asked, advise, load_plan
from proform.semi.state import State, load_state
from proform.store.answers import annotator_id
from proform.store.database import Store, opened
from proform.store.suites import (
    REFERENCE,
    SYSTEM,
    add_target,
    candidate_ids,
    candidates,
    find_suite,
    save_suite,
)
from proform.store.work import CORRECTNESS, assigned_to_each, worklist
from proform.table.writers import WRITERS

INTER = "anaphoric_inter_subject_it"
EVENT = "event_it"
BIKE = Pair(INTER, ("The bicycle is old .", "It works ."), 1)
LOST = Pair(EVENT, ("We lost again .", "It hurts ."))

PAIRS = [BIKE] * 10 + [LOST] * 10
EXPECTED = ["Le vélo est vieux .", "Il marche ."] * 10 + ["Nous perdons .", "Il blesse ."] * 10

SAME = ["Le vélo est vieux .", "Il marche ."]
DIFFERENT = ["La bicyclette est vieille .", "Elle marche ."]
FALSE_FRIEND = ["Une vélo est vieille .", "Il marche ."]
WRONG_TOO = ["Le vélo est vieux .", "Elle marche ."]
EVENT_SAME = ["Nous perdons .", "Il blesse ."]
EVENT_DIFFERENT = ["Nous perdons .", "Cela blesse ."]

BASE = SAME * 5 + FALSE_FRIEND * 3 + WRONG_TOO * 2 + EVENT_SAME * 10
NEW = SAME * 2 + DIFFERENT * 6 + WRONG_TOO * 2 + EVENT_SAME * 6 + EVENT_DIFFERENT * 4


@pytest.fixture
def where(tmp_path: Path) -> str:
    """One database only: decisions are the same on all."""
    return str(tmp_path / "suite.db")


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    suite = suite_of("en-fr", PAIRS)
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, suite, "a-key", NOW)
            for side, name, lines in (
                (REFERENCE, "reference", EXPECTED),
                (SYSTEM, "base", BASE),
                (SYSTEM, "new", NEW),
            ):
                add_target(connection, stored, target_of(suite, name, lines), side, NOW)
        yield store


def state_of(store: Store, role: AgreementRole | None = None) -> State:
    with store.reading() as connection:
        return load_state(connection, role=role)


def begin(store: Store, role: AgreementRole | None, *people: str, **wish: object) -> Started:
    with store.writing() as connection:
        state = load_state(connection, role=role)
        return give_out(connection, state, Wish(people, **wish), NOW)  # type: ignore[arg-type]


def decisions(state: State) -> Counter[tuple[str, str]]:
    return Counter((case.system, case.decision) for case in state.cases)


def work_of(store: Store, person: str) -> list[Key]:
    with store.reading() as connection:
        stored = find_suite(connection, None)
        owners = candidates(connection, stored)
        return [owners[n] for n in sorted(assigned_to_each(connection, stored.id)[person])]


WRONG_BY = {"agrees": 0.15, "unknown": 0.5, "disagrees": 0.9}
VERDICTS = {"agrees": Verdict.CORRECT, "disagrees": Verdict.INCORRECT}


def said(metric: str, reason: str, wrong: float | None = None) -> Judgement:
    verdict = VERDICTS.get(reason, Verdict.UNDECIDED)
    place = (metric, "base", None, 0, 0, "it", None)
    return Judgement(*place, verdict, reason, "", {}, "It", Side(""), Side(""), wrong=wrong)


def decide(
    matched: str, agreement: str | None, role: AgreementRole, sure: float | None = None
) -> str:
    judgements = {"protest": said("protest", matched)}
    if agreement is not None:
        judgements["agreement"] = said("agreement", agreement, WRONG_BY[agreement])
    decided = first_pass(judgements, role, Approvers(sure=sure))
    assert decided.wrong == (None if agreement is None else WRONG_BY[agreement])
    return decided.decision


def test_who_decides() -> None:
    for matched in (APPROVED, PRONOUN, ANTECEDENT, NOT_ALIGNED, EXCEPTION):
        for agreement in (None, "unknown", "agrees", "disagrees"):
            assert decide(matched, agreement, AgreementRole.OFF) == matched
            if matched != APPROVED and agreement != "agrees":
                assert decide(matched, agreement, AgreementRole.APPROVE) == matched
    for role in (AgreementRole.REFER, AgreementRole.APPROVE):
        assert decide(APPROVED, "disagrees", role) == "disagrees_though_same"
        assert decide(APPROVED, "unknown", role) == APPROVED
        assert decide(APPROVED, "agrees", role) == APPROVED
    assert decide(PRONOUN, "agrees", AgreementRole.REFER) == PRONOUN
    assert decide(PRONOUN, "agrees", AgreementRole.APPROVE) == "agrees_though_different"
    assert decide(PRONOUN, "agrees", AgreementRole.APPROVE, sure=0.9) == PRONOUN
    assert decide(PRONOUN, "agrees", AgreementRole.APPROVE, sure=0.85) == "agrees_though_different"
    assert decide(APPROVED, "agrees", AgreementRole.APPROVE, sure=0.9) == APPROVED


def test_agreement_approves_only_what_is_surely_right(where: str, store: Store) -> None:
    agreeing = [c for c in state_of(store, AgreementRole.APPROVE).cases if c.by == "agreement"]
    assert all(0.99 < 1 - (case.wrong or 0.0) < 0.999 for case in agreeing)
    by = {}
    for sure in (0.99, 0.999):
        plan = library.semi.plan(where, agreement="approve", sure=sure)
        by[sure] = sum(load.approved for load in plan.systems)
    assert by[0.99] - by[0.999] == len(agreeing) == 10
    library.semi.start(where, ["Ada"], agreement="approve", sure=0.999, verify=[1.0])
    kept = state_of(store)
    assert kept.sure == 0.999, "a round keeps it"
    assert not any(case.by == "agreement" for case in kept.cases)
    assert {case.number for case in agreeing} <= {*queue_of(store, "Ada")}
    other = library.semi.status(where, agreement="approve", sure=0.99).notes
    then = "batches were made with a probability of at least 0.999"
    assert f"approved with a probability of at least 0.99; {then}" in other


def test_the_order_is_known_wherever_agreement_is(where: str, store: Store) -> None:
    """Also if it only approves, and refers nothing."""
    approving = Approvers(("protest", "agreement"))
    with store.reading() as connection:
        state = load_state(connection, role=AgreementRole.OFF, approvers=approving)
    assert not any(case.decision == "disagrees_though_same" for case in state.cases)
    drawn = draw(state, (), Verify(0.5), Random(1))  # noqa: S311 (not for secrets)
    wrong = [case.wrong or 0.0 for case in drawn.referred]
    assert wrong == sorted(wrong, reverse=True)
    assert wrong[0] > wrong[-1] > 0
    library.semi.start(where, ["Ada"], approve=["protest", "agreement"], verify=[1.0])
    assert state_of(store).rounds[-1].settings["order"] == "wrong first"
    chances = {case.number: case.wrong or 0.0 for case in drawn.referred}
    order = [chances[number] for number in queue_of(store, "Ada") if number in chances]
    assert order == wrong


def test_what_disagrees_is_referred_and_what_agrees_is_approved_if_wished(store: Store) -> None:
    off, refer, approve = (decisions(state_of(store, role)) for role in AgreementRole)
    assert (off["base", APPROVED], off["new", APPROVED]) == (15 + 3, 2 + 6)
    assert (refer["base", APPROVED], refer["new", APPROVED]) == (15, 8)
    assert refer["base", "disagrees_though_same"] == 3
    assert refer["new", "agrees_though_different"] == 0
    assert approve["new", "agrees_though_different"] == 6 + 4
    assert approve["base", "agrees_though_different"] == 0
    assert approve["base", APPROVED] == 15


def test_the_round_keeps_what_it_was_started_with(store: Store) -> None:
    assert state_of(store).role is AgreementRole.OFF
    begin(store, AgreementRole.APPROVE, "Ada")
    again = state_of(store)
    assert again.role is AgreementRole.APPROVE
    assert again.rounds[-1].settings["agreement"] == "approve"
    what = "agreement refers 3 examples that look as in the reference, and approves 10 that do not"
    assert again.notes == (what,)
    other = state_of(store, AgreementRole.OFF).notes
    assert "agreement is set to off; batches were made with approve" in other
    assert any(note.startswith("13 examples have moved") for note in other)


def test_rounds_of_before_were_without_agreement(store: Store) -> None:
    begin(store, None, "Ada")
    assert state_of(store).role is AgreementRole.OFF
    assert not state_of(store).notes


def test_each_kind_is_drawn_and_mixed_with_the_rest(store: Store) -> None:
    state = state_of(store, AgreementRole.APPROVE)
    drawn = draw(state, (), Verify(0.5), Random(1))  # noqa: S311 (not for secrets)
    kinds = Counter((case.example.category, case.decision) for case in drawn.verify)
    assert kinds == {
        (INTER, APPROVED): 4,
        (EVENT, APPROVED): 8,
        (INTER, "agrees_though_different"): 3,
        (EVENT, "agrees_though_different"): 2,
    }
    assert len(drawn.referred) == 3 + 2 + 2
    many = draw(state, (), Verify(7), Random(1))  # noqa: S311
    assert f"{EVENT}: 7 are to be verified, but 4 are approved by agreement: all are taken" in (
        many.notes
    )
    begin(store, AgreementRole.APPROVE, "Ada", verify=Verify(0.5))
    assert len(work_of(store, "Ada")) == 17 + 7


def judged(store: Store, wrong: frozenset[Key]) -> Results:
    """All that was given out is judged; these are wrong."""
    answers = {key: WRONG if key in wrong else RIGHT for key in work_of(store, "Ada")}
    say(store, "Ada", answers)
    return count(state_of(store), times=100)


def test_measured_precision(store: Store) -> None:
    begin(store, AgreementRole.APPROVE, "Ada", verify=Verify(1.0))
    friends = {(number, "base") for number in (6, 7, 8)}
    found = judged(store, frozenset(friends | {(3, "new")}))
    approved, referred = found.effects
    assert approved[:5] == ("agrees_though_different", 10, 1, 9, 0)
    assert approved.share == pytest.approx(0.9)
    assert approved.interval is not None
    low, high = approved.interval
    assert low < 0.9 < high
    assert referred[:5] == ("disagrees_though_same", 3, 3, 0, 0)
    rows = {(row.category, row.by): (row.approved, row.wrong, row.right) for row in found.verified}
    assert rows == {
        (INTER, "reference"): (7, 0, 7),
        (INTER, "agreement"): (6, 1, 5),
        (EVENT, "reference"): (16, 0, 16),
        (EVENT, "agreement"): (4, 0, 4),
    }
    total = found.verified_total
    assert (total.by, total.approved, total.wrong, total.right) == (None, 33, 1, 32)


def test_unverified_ones_count_with_the_share_of_their_kind(store: Store) -> None:
    begin(store, AgreementRole.APPROVE, "Ada", verify=Verify(0.5))
    approvals = {(number, "new") for number in range(3, 9)}
    found = judged(store, frozenset(approvals))
    used = {(row.category, row.by): row.estimate for row in found.verified}
    reference, agreement = used[INTER, "reference"], used[INTER, "agreement"]
    assert reference is not None
    assert agreement is not None
    assert reference.share == pytest.approx(1)
    share = 4 * (2 / 5) / (3 + 4)  # none of 3 is right, drawn to 2 of 5 in both categories
    assert agreement.share == pytest.approx(share)
    corrected = {one.system: one.corrected[0] for one in found.systems}
    assert corrected["new"] == pytest.approx(2 + 3 * share + 2)


def test_agreement_does_not_vouch_for_the_antecedent(store: Store) -> None:
    state = state_of(store, AgreementRole.APPROVE)
    new = next(one for one in count(state, times=100).systems if one.system == "new")
    assert new.total == (8 + 10, 18)
    assert new.antecedents == (2, 2)


def test_the_tables_have_it(store: Store) -> None:
    begin(store, AgreementRole.APPROVE, "Ada", verify=Verify(0.5))
    found = judged(store, frozenset({(6, "base")}))
    made = {sheet.name: sheet for sheet in found.tables}
    assert [column.header for column in made["verification"].columns][:3] == [
        "category",
        "by",
        "approved",
    ]
    assert [record["decision"] for record in made["agreement"].records] == [
        "agrees_though_different",
        "disagrees_though_same",
    ]
    for style in ("text", "json", "csv", "latex"):
        text = WRITERS[style](list(made.values()), found.notes, False)
        assert "agreement" in text
    plain = {
        sheet.name: sheet for sheet in count(state_of(store, AgreementRole.OFF), times=100).tables
    }
    assert "agreement" not in plain
    assert [column.header for column in plain["verification"].columns][1] == "approved"


def test_plan_and_advice_know_both_kinds(store: Store) -> None:
    with store.reading() as connection:
        state = load_state(connection, role=AgreementRole.APPROVE)
        made = load_plan(connection, state, Asked(("0.5",)))
    assert [one[1:] for one in made.categories] == [(13, 7, 7, 7), (20, 0, 0, 10)]
    assert made.efforts[0].verified == 17
    assert made.efforts[-1].verified == 33
    found = advise(state, 40, Random(1))  # noqa: S311
    assert {one.case.decision for one in found.ranking} >= {APPROVED, "agrees_though_different"}
    assert len({one.case.number for one in found.ranking}) == len(found.ranking)


def test_a_target_language_without_genders_is_refused(where: str) -> None:
    suite = suite_of("en-xx", PAIRS)
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, suite, "a-key", NOW)
            for side, name in ((REFERENCE, "reference"), (SYSTEM, "base")):
                add_target(connection, stored, target_of(suite, name, EXPECTED), side, NOW)
        with pytest.raises(ProformError, match="nothing is known of gender and number"):
            state_of(store, AgreementRole.REFER)


def queue_of(store: Store, person: str) -> list[int]:
    """The numbers of what somebody judges, in their order."""
    with store.writing() as connection:
        stored = find_suite(connection, None)
        who = annotator_id(connection, person, NOW)
        numbers = {id_: number for number, id_ in candidate_ids(connection, stored.id).items()}
        order = worklist(connection, stored.id, who, CORRECTNESS, 1, NOW)
        return [numbers[id_] for id_ in order]


def test_what_is_most_probably_wrong_is_given_out_first(store: Store) -> None:
    state = state_of(store, AgreementRole.REFER)
    chances = {case.number: case.wrong or 0.0 for case in state.cases}
    assert all(case.wrong is not None for case in state.cases)
    assert all(case.wrong is None for case in state_of(store, AgreementRole.OFF).cases)
    drawn = draw(state, (), Verify(0.5), Random(1))  # noqa: S311
    wrong = [chances[case.number] for case in drawn.referred]
    assert wrong == sorted(wrong, reverse=True)
    assert wrong[0] > 0.9
    assert wrong[-1] < 0.1
    begin(store, AgreementRole.REFER, "Ada", "Bob", verify=Verify(1.0))
    approved = {case.number for case in state.cases if case.approved}
    for person in ("Ada", "Bob"):
        order = queue_of(store, person)
        assert len(order) == len(state.cases) // 2
        referred = [chances[number] for number in order if number not in approved]
        assert referred == sorted(referred, reverse=True)
        middle = sum(number in approved for number in order[: len(order) // 2])
        assert 0 < middle < len(order) // 2, "what is approved stands between"
    assert state_of(store).rounds[-1].settings["order"] == "wrong first"


def test_until_all_is_judged_the_order_tells(store: Store) -> None:
    begin(store, AgreementRole.APPROVE, "Ada")
    order = "what is most probably wrong was given out first"
    assert not any(order in note for note in state_of(store).notes)
    referred = [case for case in state_of(store).cases if not case.approved]
    worst = max(referred, key=lambda case: case.wrong or 0.0)
    say(store, "Ada", {(worst.example.number, worst.system): WRONG})
    note = f"{len(referred) - 1} referred examples are open, and {order}"
    assert any(note in each for each in state_of(store).notes)


def test_agreement_approves_without_a_reference(where: str) -> None:
    suite = suite_of("en-fr", PAIRS)
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, suite, "a-key", NOW)
            add_target(connection, stored, target_of(suite, "new", NEW), SYSTEM, NOW)
        off, refer, approve = (state_of(store, role) for role in AgreementRole)
    for state in (off, refer):
        assert {case.decision for case in state.cases} == {"no_reference"}
        assert state.notes == ("the suite has no reference, so nothing is approved",)
    assert decisions(approve)["new", "agrees_though_different"] >= 2 + 6
    assert decisions(approve)["new", "no_reference"] >= 2
    assert approve.notes[0].startswith("the suite has no reference, so only agreement approves: ")
    tables = count(approve, times=100).to_text()
    assert "right by agreement: approved" in tables
    assert "differ" not in tables, "there is nothing to differ from"
