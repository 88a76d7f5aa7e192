"""Counting, drawing and giving out, on both databases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import func, select
from tests.support.judged_suite import (
    EVENT,
    GENERIC,
    INTRA,
    RIGHT,
    UNJUDGEABLE,
    WRONG,
    Key,
    Shape,
    add_system,
    fill,
    say,
)
from tests.support.small_suite import NOW

from proform.errors import ProformError
from proform.human.conflict import BAD_TRANSLATION, INCORRECT_ALIGNMENT
from proform.semi.advice import advise
from proform.semi.batches import Started, Wish, give_out
from proform.semi.counts import Results, count
from proform.semi.draw import Verify, draw, read_verify
from proform.semi.planning import Asked, Plan, load_plan, plan_of
from proform.semi.progress import Status, status_of
from proform.semi.rounds import candidate_ids
from proform.semi.state import State, load_state
from proform.store import schema
from proform.store.answers import Answer, Selected
from proform.store.database import Store, opened
from proform.store.load import candidates, find_suite, retire
from proform.store.tasks import define_tasks
from proform.store.work import CORRECTNESS, assigned_to_each, worklist

SHAPE = Shape({INTRA: 6, EVENT: 10, GENERIC: 4})
SYSTEMS = ("base", "new")
COMPLETE = Answer("ok", "ok")
MISALIGNED = Answer(tags=frozenset({INCORRECT_ALIGNMENT}))
APPROVED = frozenset(
    {(number, "base") for number in (1, 2, 7, 8, 9, 10)}
    | {(number, "new") for number in (1, 2, 3, 7, 8, 9, 10, 11, 12)}
)
"""None in the last category."""


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with opened(where, create=True) as store:
        fill(store, SHAPE, SYSTEMS, APPROVED)
        yield store


def rng(seed: int = 1) -> Random:
    return Random(seed)  # noqa: S311 (not for secrets)


def state_of(store: Store, *, accept: bool = False) -> State:
    with store.reading() as connection:
        return load_state(connection, accept=accept)


def found(store: Store) -> Results:
    return count(state_of(store), times=100)


def begin(store: Store, *people: str, **wish: object) -> Started:
    with store.writing() as connection:
        state = load_state(connection)
        asked = Wish(people, **wish)  # type: ignore[arg-type]
        return give_out(connection, state, asked, NOW)


def standing(store: Store) -> Status:
    with store.reading() as connection:
        return status_of(connection, load_state(connection))


def work_of(store: Store, person: str) -> list[Key]:
    """What somebody has to judge."""
    with store.reading() as connection:
        stored = find_suite(connection, None)
        owners = candidates(connection, stored)
        return [owners[n] for n in sorted(assigned_to_each(connection, stored.id)[person])]


def everything(answer: Answer = RIGHT) -> dict[Key, Answer]:
    return {(number, system): answer for number in range(1, 21) for system in SYSTEMS}


def test_a_judgement_wins_and_an_approval_counts_where_there_is_none(store: Store) -> None:
    say(store, "Ada", {(1, "base"): WRONG, (3, "base"): RIGHT, (4, "base"): WRONG})
    base = next(one for one in found(store).systems if one.system == "base")
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
    all_found = found(store)
    base = next(one for one in all_found.systems if one.system == "base")
    approved = 2
    assert base.categories[0] == (correct[0] + approved, correct[1] + approved)
    assert base.apart["undecided"] == undecided
    assert len(all_found.apart) == undecided + any(one == MISALIGNED for one in answers.values())


def test_an_adjudication_prevails(store: Store) -> None:
    for person, answer in (("Ada", RIGHT), ("Bob", RIGHT), ("adjudicator", WRONG)):
        say(store, person, {(5, "base"): answer})
    with store.reading() as connection:
        cases = load_state(connection).cases
    (case,) = [one for one in cases if (one.example.number, one.system) == (5, "base")]
    assert (case.pronoun, case.annotators) == ("wrong", ("Ada", "Bob"))


def test_what_cannot_be_judged_is_counted_apart_and_listed(store: Store) -> None:
    say(store, "Ada", {(1, "base"): UNJUDGEABLE, (17, "base"): UNJUDGEABLE})
    all_found = found(store)
    base = next(one for one in all_found.systems if one.system == "base")
    assert base.apart["bad_translation"] == 2
    assert base.total == (5, 5)
    assert base.antecedents == (1, 1)
    assert base.estimate.size == 18
    assert [(one.example.number, one.pronoun) for one in all_found.apart] == [
        (1, "bad_translation"),
        (17, "bad_translation"),
    ]
    assert all_found.verified_total.apart == 1


def test_antecedents_are_counted_by_themselves(store: Store) -> None:
    say(store, "Ada", {(3, "base"): Answer("bad", "ok"), (1, "base"): Answer("ok", "bad")})
    base = next(one for one in found(store).systems if one.system == "base")
    assert base.antecedents == (2, 3)  # 2 approved, 3 judged to be right, 1 wrong
    assert found(store).asked == 6


def test_what_is_verified_and_what_is_not(store: Store) -> None:
    say(store, "Ada", {(1, "base"): WRONG, (1, "new"): RIGHT, (7, "base"): RIGHT})
    intra, event, generic = found(store).verified
    assert (intra.approved, intra.wrong, intra.right, intra.unverified) == (5, 1, 1, 3)
    assert (event.approved, event.share, event.unverified) == (10, 1, 9)
    assert (generic.approved, generic.share, generic.estimate) == (0, None, None)
    notes = " ".join(found(store).notes)
    assert f"nothing is approved in {GENERIC}" in notes
    assert "no batch was started" in notes


def test_starting_gives_out_all_referred_and_a_sample_of_the_approved(store: Store) -> None:
    started = begin(store, "Ada", "Bob", verify=Verify(0.5), overlap=4)
    assert started.taskset == "semi-1"
    drawn = started.drawn
    assert len(drawn.referred) == 40 - len(APPROVED)
    verified = Counter(case.example.category for case in drawn.verify)
    assert verified == {INTRA: 3, EVENT: 5}
    ada, bob = work_of(store, "Ada"), work_of(store, "Bob")
    assert len(set(ada) & set(bob)) == 4
    assert abs(len(ada) - len(bob)) <= 1
    assert len({*ada, *bob}) == len(drawn.cases)
    # A sample of both in each hand, mixed in the order in which they come.
    for person, work in (("Ada", ada), ("Bob", bob)):
        assert len(set(work) & APPROVED) >= 2
        with store.writing() as connection:
            stored = find_suite(connection, None)
            owners = candidates(connection, stored)
            numbers = {id_: n for n, id_ in candidate_ids(connection, stored.id).items()}
            who = connection.scalar(
                select(schema.annotators.c.id).where(schema.annotators.c.name == person)
            )
            assert who is not None
            order = [
                owners[numbers[id_]] in APPROVED
                for id_ in worklist(connection, stored.id, who, CORRECTNESS, 1, NOW)
            ]
        assert sorted(order) != order != sorted(order, reverse=True)


def test_the_same_seed_draws_the_same(store: Store) -> None:
    state = state_of(store)
    draws = [draw(state, (), Verify(0.5), rng(seed)) for seed in (1, 1, 2)]
    assert draws[0] == draws[1]
    assert draws[0].verify != draws[2].verify
    assert draws[0].referred == draws[2].referred


def test_a_sample_larger_than_the_approved_takes_all_and_says_so(store: Store) -> None:
    started = begin(store, "Ada", verify=Verify(8))
    assert Counter(case.example.category for case in started.drawn.verify) == {INTRA: 5, EVENT: 8}
    assert started.drawn.notes == (
        f"{INTRA}: 8 are to be verified, but 5 are approved: all are taken",
        f"{GENERIC}: 8 are to be verified, but 0 are approved: all are taken",
    )


def test_a_failed_start_leaves_nothing(store: Store) -> None:
    with pytest.raises(ProformError, match="needs two annotators"):
        begin(store, "Ada", overlap=3)
    with pytest.raises(ProformError, match="beside the overlap"):
        begin(store, "Ada", "Bob", verify=Verify(0), overlap=25)
    with pytest.raises(ProformError, match="nobody to give"):
        begin(store)
    with store.reading() as connection:
        for table in (schema.tasksets, schema.annotators, schema.rounds):
            assert connection.scalar(select(func.count()).select_from(table)) == 0


def test_nothing_is_given_out_twice(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    with pytest.raises(ProformError, match="nothing to give out"):
        begin(store, "Bob", verify=Verify(0.5))
    more = begin(store, "Bob", verify=Verify(1.0))
    assert (len(more.drawn.referred), len(more.drawn.verify)) == (0, 7)
    assert more.taskset == "semi-2"
    assert not set(work_of(store, "Ada")) & set(work_of(store, "Bob"))


def test_only_what_was_drawn_tells_how_precise_approvals_are(store: Store) -> None:
    begin(store, "Ada", verify=Verify(2))
    say(store, "Ada", dict.fromkeys(work_of(store, "Ada"), RIGHT))
    outside = min(APPROVED - set(work_of(store, "Ada")))
    say(store, "Eve", {outside: WRONG})
    all_found = found(store)
    total = all_found.verified_total
    assert (total.wrong, total.right, total.unverified) == (0, 4, len(APPROVED) - 5)
    assert any("1 examples were judged without a batch, and count" in n for n in all_found.notes)
    counted = next(one for one in all_found.systems if one.system == outside[1])
    assert counted.total.correct == counted.total.decided - 1


def test_a_system_that_came_or_went_since_is_noticed(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    with store.writing() as connection:
        stored = find_suite(connection, None)
        add_system(connection, stored, "late", frozenset({1, 7}))
        retire(connection, stored, "base", NOW)
    notes = standing(store).notes
    assert any(note.startswith("late was added") and "18 referred" in note for note in notes)
    assert any(note.startswith("base was removed") for note in notes)
    more = begin(store, "Bob", verify=Verify(0.5))
    assert {case.system for case in more.drawn.referred} == {"late"}
    assert len(more.drawn.referred) == 18
    assert not any("18 referred" in note for note in standing(store).notes)


def test_a_system_that_was_replaced_under_its_name_is_noticed(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    say(store, "Ada", {(3, "base"): RIGHT})
    with store.writing() as connection:
        stored = find_suite(connection, None)
        retire(connection, stored, "base", NOW)
        add_system(connection, stored, "base", frozenset({1}))
    notes = standing(store).notes
    assert any(
        note.startswith("base was replaced by another translation") and "19 referred" in note
        for note in notes
    )
    base = next(one for one in found(store).systems if one.system == "base")
    assert (base.judged, base.open) == (0, 19), "what was said of the old one does not count"
    more = begin(store, "Bob", verify=Verify(0.5))
    assert {case.system for case in more.drawn.referred} == {"base"}
    assert len(more.drawn.referred) == 19


def test_what_is_tagged_but_not_judged_stays_open_and_is_listed(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    answers = dict.fromkeys(work_of(store, "Ada"), COMPLETE)
    answers[3, "base"] = Answer(tags=frozenset({"ant_unsure"}))
    say(store, "Ada", answers)
    now = standing(store)
    assert now.people[0].states == {"done": len(answers) - 1, "new": 1}
    assert [(case.example.number, case.system) for case in now.unsaid] == [(3, "base")]
    assert (now.finished, now.referred_open, now.nobody) == (False, 1, 0)


def test_a_name_that_another_set_has_is_passed_over(store: Store) -> None:
    with store.writing() as connection:
        define_tasks(connection, find_suite(connection, None), "semi-1", 1, 0, 1, NOW, ["new"])
    assert begin(store, "Ada").taskset == "semi-2"


def test_what_somebody_leaves_open_goes_to_others(store: Store) -> None:
    begin(store, "Ada", "Bob", verify=Verify(0.5), overlap=4)
    before = work_of(store, "Bob")
    shared = set(work_of(store, "Ada")) & set(before)
    own = [key for key in before if key not in shared]
    say(store, "Bob", dict.fromkeys(own[:5], COMPLETE))
    now = standing(store)
    bob = next(one for one in now.people if one.annotator == "Bob")
    assert (bob.states["done"], bob.states["new"]) == (5, len(before) - 5)
    assert not now.finished
    assert any(note == "Ada has not begun" for note in now.notes)
    again = begin(store, "Cyd", verify=Verify(0.5), released=("Bob",))
    given = {(case.example.number, case.system) for case in again.drawn.cases}
    assert given == set(own[5:])
    assert standing(store).nobody == 0
    with pytest.raises(ProformError, match="has no task"):
        begin(store, "Dan", released=("Bob",))
    with pytest.raises(ProformError, match="released, and to judge more"):
        begin(store, "Cyd", released=("Cyd",))


def test_what_lies_with_nobody_is_said(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    with store.writing() as connection:
        connection.execute(schema.assignments.delete())
    now = standing(store)
    assert now.nobody == 25 + 8
    assert "33 open examples are with nobody: start again to give them out" in now.notes


def test_a_finished_evaluation(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    assert not standing(store).finished
    say(store, "Ada", dict.fromkeys(work_of(store, "Ada"), RIGHT))
    assert standing(store).finished
    all_found = found(store)
    for one in all_found.systems:
        assert one.total == (20, 20)
        assert one.estimate.share == pytest.approx(1)
    assert all_found.pairs[0].compared is not None
    assert all_found.pairs[0].compared.difference == pytest.approx(0)


def test_accepted_annotations_approve_in_other_systems_only(store: Store) -> None:
    selected = frozenset({Selected(16, 1)})
    say(store, "Ada", {(17, "base"): Answer("ok", tokens=selected)})
    plain, more = state_of(store), state_of(store, accept=True)
    changed = [
        (one.system, one.example.number, one.decision)
        for one, other in zip(more.cases, plain.cases, strict=True)
        if one.decision != other.decision
    ]
    assert changed == [("new", 17, "approved")]
    counted = {one.system: one.total.correct for one in count(more, times=100).systems}
    before = {one.system: one.total.correct for one in count(plain, times=100).systems}
    assert counted == {"base": before["base"], "new": before["new"] + 1}


def test_what_cannot_be_judged_is_no_reference(store: Store) -> None:
    tags = frozenset({BAD_TRANSLATION})
    said = Answer("ok", tokens=frozenset({Selected(16, 1)}), tags=tags)
    say(store, "Ada", {(17, "base"): said})
    assert state_of(store, accept=True).cases == state_of(store).cases


def test_decisions_that_changed_since_are_said(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    say(store, "Ada", {(17, "base"): Answer("ok", tokens=frozenset({Selected(16, 1)}))})
    notes = state_of(store, accept=True).notes
    assert any(note.startswith("1 examples are approved or referred now") for note in notes)
    assert any("counted with annotations as references" in note for note in notes)
    assert not state_of(store).notes


def test_batches_that_were_made_with_annotations_as_references(store: Store) -> None:
    say(store, "Ada", {(17, "base"): Answer("ok", tokens=frozenset({Selected(16, 1)}))})
    with store.writing() as connection:
        state = load_state(connection, accept=True)
        give_out(connection, state, Wish(("Bob",)), NOW, accepted=True)
    given = work_of(store, "Bob")
    assert (18, "new") in given
    assert (17, "base") not in given, "it is judged"
    assert any("batches were made with them" in note for note in state_of(store).notes)
    assert not any("batches were made" in note for note in state_of(store, accept=True).notes)


def test_a_plan_counts_judgements_and_hours(store: Store) -> None:
    state = state_of(store)
    drawn = draw(state, (), Verify(0.5), rng())
    made = plan_of(state, drawn, Asked(annotators=2, overlap=4, pace=10))
    assert made.judgements == 25 + 8 + 4
    assert made.hours == pytest.approx(37 / 10 / 2)
    assert [one[1:] for one in made.categories] == [(5, 7, 7, 3), (10, 10, 10, 5), (0, 8, 8, 0)]
    assert [one.verified for one in made.efforts] == [8, 2, 3, 5, 8, 15]
    assert made.efforts[0].total == pytest.approx(made.efforts[4].total)
    assert f"nothing is approved in {GENERIC}: people judge all of it" in made.notes


def test_a_plan_that_could_not_be_started_is_refused(store: Store) -> None:
    def planned(**asked: object) -> Plan:
        with store.reading() as connection:
            return load_plan(connection, load_state(connection), Asked(**asked))  # type: ignore[arg-type]

    assert planned(overlap=3, annotators=2).judgements == 25 + 5 + 3
    with pytest.raises(ProformError, match="needs two annotators"):
        planned(overlap=3)
    with pytest.raises(ProformError, match="2 examples beside the overlap, for 3 annotators"):
        planned(overlap=28, annotators=3)
    begin(store, "Ada")
    assert planned(overlap=3, annotators=2).judgements == 0


def test_one_system_has_no_difference_to_narrow(where: str) -> None:
    with opened(where, create=True) as store:
        fill(store, SHAPE, ("base",), APPROVED)
        with pytest.raises(ProformError, match="one system only"):
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


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], Verify(0.3)),
        (["20"], Verify(20)),
        (["30%", f"{EVENT}=5"], Verify(0.3, {EVENT: 5})),
        (["1.0"], Verify(1.0)),
    ],
)
def test_what_verify_means(words: list[str], expected: Verify) -> None:
    assert read_verify(words, [EVENT]) == expected
    assert Verify(0.3).size(EVENT, 7) == 3
    assert Verify(1).size(EVENT, 7) == 1
    assert Verify(1.0).size(EVENT, 7) == 7


@pytest.mark.parametrize("word", ["many", "-1", "1.5", "nan%", "other=3"])
def test_what_verify_cannot_mean(word: str) -> None:
    with pytest.raises(ProformError):
        read_verify([word], [EVENT])
