"""What several opinions come to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.errors import ProformError
from proform.human import POLICIES
from proform.human.opinion import CONTRADICTORY, UNANSWERED, VOTES, Opinion
from proform.human.verdict import KINDS, OPEN, VERDICTS, HumanVerdict, decide, majority, unanimous

LETTERS = {"r": "right", "w": "wrong", "a": "aside", "u": UNANSWERED, "c": CONTRADICTORY}


def people(replies: str, adjudicated: str = "") -> list[Opinion]:
    """One opinion a letter."""
    return [
        Opinion(
            "adjudicator" if settles else str(number),
            LETTERS[letter],
            reason="bad_translation" if letter == "a" else None,
            adjudicates=settles,
        )
        for settles, letters in ((False, replies), (True, adjudicated))
        for number, letter in enumerate(letters)
    ]


@pytest.mark.parametrize(
    ("replies", "by_majority", "by_all", "contested"),
    [
        ("", OPEN, OPEN, False),
        ("u", OPEN, OPEN, False),
        ("c", OPEN, OPEN, False),
        ("r", "right", "right", False),
        ("w", "wrong", "wrong", False),
        ("a", "aside", "aside", False),
        ("rr", "right", "right", False),
        ("rw", OPEN, OPEN, True),
        ("ra", OPEN, OPEN, True),
        ("ru", "right", "right", False),
        ("rc", "right", "right", False),
        ("rrw", "right", OPEN, True),
        ("rra", "right", OPEN, True),
        ("rwa", OPEN, OPEN, True),
        ("rwcc", OPEN, OPEN, True),
        ("rrww", OPEN, OPEN, True),
        ("rrrw", "right", OPEN, True),
        ("rwwa", OPEN, OPEN, True),
        ("awaa", "aside", OPEN, True),
    ],
)
def test_policies(replies: str, by_majority: str, by_all: str, contested: bool) -> None:
    assert decide(people(replies)).outcome == by_majority
    assert decide(people(replies), policy="unanimous").outcome == by_all
    assert decide(people(replies)).contested is contested


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("replies", "adjudicated", "outcome", "settled"),
    [
        ("rrw", "w", "wrong", True),
        ("rr", "w", "wrong", True),
        ("", "r", "right", True),
        ("rw", "a", "aside", True),
        ("rr", "u", "right", False),
        ("rr", "c", "right", False),
        ("rw", "c", OPEN, False),
    ],
)
def test_adjudication(
    policy: str, replies: str, adjudicated: str, outcome: str, settled: bool
) -> None:
    verdict = decide(people(replies, adjudicated), policy=policy)
    assert (verdict.outcome, verdict.adjudicated) == (outcome, settled)
    assert verdict.contradictory == (adjudicated == "c")


def test_an_open_verdict_is_disputed_or_unjudged() -> None:
    assert decide(people("rw")).kind == "disputed"
    assert decide(people("c")).kind == decide(people("")).kind == "unjudged"
    assert decide(people("rrw")).kind == "right"


def test_what_is_to_be_settled() -> None:
    assert decide(people("rrw")).unsettled
    assert decide(people("rc")).unsettled
    assert not decide(people("rr")).unsettled
    assert not decide(people("rcw", "r")).unsettled


def test_the_more_frequent_tag_is_the_reason() -> None:
    first, second = "bad_translation", "incorrect_word_alignment"
    opinions = [Opinion(str(n), "aside", reason=tag) for n, tag in enumerate((first, second))]
    assert decide(opinions).reason == first
    assert decide([*opinions, Opinion("x", "aside", reason=second)]).reason == second


def test_questions_are_decided_each_for_itself() -> None:
    opinions = [Opinion("Ada", "right", "wrong"), Opinion("Bob", "right", "right")]
    assert decide(opinions) == HumanVerdict("right")
    assert decide(opinions, "antecedent") == HumanVerdict(OPEN, contested=True)


def test_an_unknown_policy() -> None:
    with pytest.raises(ProformError, match="policy: unknown 'loudest'; there are majority"):
        decide([], policy="loudest")


def test_votes_of_anything() -> None:
    assert (majority([True, True, False]), majority([1, 2]), majority([])) == (True, None, None)
    assert (unanimous([3, 3]), unanimous([3, 4]), unanimous([])) == (3, None, None)


_replies = st.sampled_from([*VOTES, UNANSWERED, CONTRADICTORY])
_opinions = st.lists(
    st.builds(
        Opinion,
        st.sampled_from("ABCDE"),
        _replies,
        st.none() | _replies,
        made=st.sampled_from(["1", "2", "3"]),
    ),
    max_size=6,
)
_policies = st.sampled_from(list(POLICIES))


@given(_opinions, st.randoms(use_true_random=False), _policies)
def test_the_order_of_annotators_does_not_matter(
    opinions: list[Opinion], rng: object, policy: str
) -> None:
    shuffled = list(opinions)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert decide(shuffled, policy=policy) == decide(opinions, policy=policy)


@given(_opinions, st.sampled_from(VOTES), _policies)
def test_adjudication_always_wins(opinions: list[Opinion], vote: str, policy: str) -> None:
    third = Opinion("adjudicator", vote, adjudicates=True)
    verdict = decide([*opinions, third], policy=policy)
    assert (verdict.outcome, verdict.adjudicated) == (vote, True)
    assert verdict.contested == decide(opinions, policy=policy).contested


@given(_opinions, _policies)
def test_what_is_no_vote_changes_no_verdict(opinions: list[Opinion], policy: str) -> None:
    more = [*opinions, Opinion("X", UNANSWERED), Opinion("Y", CONTRADICTORY)]
    before, after = decide(opinions, policy=policy), decide(more, policy=policy)
    assert (after.outcome, after.contested) == (before.outcome, before.contested)
    assert after.outcome in VERDICTS
    assert after.kind in KINDS


@given(_opinions)
def test_what_all_say_most_say(opinions: list[Opinion]) -> None:
    strict = decide(opinions, policy="unanimous")
    if strict.outcome != OPEN:
        assert decide(opinions).outcome == strict.outcome
