"""Drawing and giving out, on both databases."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlalchemy import func, select
from tests.support.judged_suite import EVENT, GENERIC, INTRA, say
from tests.support.semi_suite import APPROVED, begin, rng, state_of, work_of
from tests.support.small_suite import NOW

from proform.errors import ProformError
from proform.semi.batches import Verify, Wish, draw, give_out, read_verify
from proform.semi.state import load_state
from proform.store import schema
from proform.store.answers import Answer, Selected
from proform.store.database import Store
from proform.store.suites import candidate_ids, candidates, find_suite
from proform.store.tasks import TaskSet, define_tasks
from proform.store.work import CORRECTNESS, worklist


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


def test_a_name_that_another_set_has_is_passed_over(store: Store) -> None:
    with store.writing() as connection:
        define_tasks(
            connection, find_suite(connection, None), TaskSet("semi-1", 1, 0, 1, ["new"]), NOW
        )
    assert begin(store, "Ada").taskset == "semi-2"


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
