"""Who is best, in words."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from proform.scoring.ranking import Ranking, listed, rank
from proform.scoring.significance import PairTest, WeakSpot

SCORES = {"base": 0.5, "new": 0.75, "old": 0.25}


def ranked(
    p: Mapping[tuple[str, str], float],
    scores: Mapping[str, float | None] = SCORES,
    **others: Mapping[str, float | None],
) -> Ranking:
    """Systems of which these pairs have this p; others are not apart."""
    pairs = [
        PairTest("apt", one, two, p.get((one, two), 0.8)) for one, two in combinations(scores, 2)
    ]
    return rank({"apt": scores, **others}, pairs)


ALL = {("base", "new"): 0.012, ("new", "old"): 0.001, ("base", "old"): 0.02}


def test_one_that_is_ahead_of_all() -> None:
    ranking = ranked(ALL)
    assert ranking.best == (
        "By apt, new (0.750) is best, clearly ahead of the 2 others "
        "(p ≤ 0.012, corrected for all 3 pairs)."
    )
    assert ranking.alike == "Every system can be told apart from every other."
    assert [(one.system, one.rank, one.letters) for one in ranking.standings] == [
        ("new", 1, "A"),
        ("base", 2, "B"),
        ("old", 3, "C"),
    ]


def test_one_that_is_ahead_of_some() -> None:
    ranking = ranked({("new", "old"): 0.004})
    assert ranking.best == (
        "By apt, new (0.750) scores highest, but cannot be told apart from base (0.500). "
        "It is clearly ahead of old (0.250; p = 0.004, corrected for all 3 pairs)."
    )
    assert ranking.alike == "Cannot be told apart: new and base; base and old."
    assert ranking.groups == {"A": ("new", "base"), "B": ("base", "old")}
    assert [one.letters for one in ranking.standings] == ["A", "A B", "B"]
    assert ranking.standings[1].groups == ("A", "B")


def test_none_that_is_ahead() -> None:
    ranking = ranked({})
    assert ranking.best == (
        "By apt, new (0.750) scores highest, "
        "but cannot be told apart from base (0.500) and old (0.250)."
    )
    assert ranking.alike == "No two systems can be told apart."


def test_equal_scores_share_the_first_place() -> None:
    equal = {"base": 0.5, "new": 0.5}
    assert rank({"apt": equal}).best == "By apt, base and new score the same (0.500)."
    assert ranked({}, equal).best == "By apt, base and new score the same (0.500)."
    three = {**equal, "old": 0.25}
    assert rank({"apt": three}).best.startswith(
        "By apt, base and new (0.500) score highest, ahead of old (0.250). Whether"
    )
    both = {("base", "old"): 0.01, ("new", "old"): 0.02}
    assert ranked(both, three).best == (
        "By apt, base and new (0.500) are best, clearly ahead of old (0.250; "
        "p = 0.020, corrected for all 3 pairs)."
    )
    assert ranked({("base", "old"): 0.01}, three).best == (
        "By apt, base and new (0.500) score highest, but cannot be told apart from old (0.250)."
    )


def test_equal_scores_by_other_metrics() -> None:
    equal = {"base": 0.5, "new": 0.5}
    assert ranked({}, equal, autoprf={"base": 0.4, "new": 0.4}).others == (
        "They are also first by autoprf."
    )
    assert ranked({}, equal, agreement={"base": 0.4, "new": 0.6}).others == (
        "By agreement, new is first."
    )
    assert ranked({}, {"base": 0.4, "new": 0.6}, agreement=equal).others == (
        "By agreement, base and new are first."
    )


def test_two_systems_need_no_second_sentence() -> None:
    two = {"base": 0.5, "new": 0.75}
    assert ranked({("base", "new"): 0.03}, two).lines == (
        "By apt, new (0.750) is best, clearly ahead of base (0.500; p = 0.030).",
    )
    assert len(ranked({}, two).lines) == 1


def test_without_tests_it_is_said_that_there_are_none() -> None:
    ranking = rank({"apt": SCORES})
    (line,) = ranking.lines
    assert line == (
        "By apt, new (0.750) scores highest, ahead of base (0.500). "
        "Whether the difference is more than chance was not tested "
        "(--paired tests it)."
    )
    assert ranking.groups == {}


def test_one_system_and_none_with_a_score() -> None:
    assert rank({"apt": {"new": 0.75}}).lines == ("new scores 0.750 by apt.",)
    nothing = rank({"apt": {"new": None, "old": None}})
    assert nothing.lines == ("No system has a score by apt.",)
    assert [one.rank for one in nothing.standings] == [None, None]


def test_a_system_without_a_score_is_last_and_in_no_group() -> None:
    pairs = [PairTest("apt", "base", "new", 0.01)]
    ranking = rank({"apt": {"none": None, "base": 0.0, "new": 0.1}}, pairs)
    assert [(one.system, one.rank, one.letters) for one in ranking.standings] == [
        ("new", 1, "A"),
        ("base", 2, "B"),
        ("none", None, ""),
    ]


def test_equal_scores_have_the_same_rank() -> None:
    ranking = rank({"apt": {"a": 0.5, "b": 0.7, "c": 0.7, "d": 0.1}})
    assert [(one.system, one.rank) for one in ranking.standings] == [
        *(("b", 1), ("c", 1)),
        *(("a", 3), ("d", 4)),
    ]


def test_what_other_metrics_say() -> None:
    others: dict[str, dict[str, float | None]] = {
        "protest": {"new": 0.9, "base": 0.8},
        "autoprf": {"new": 0.1, "base": 0.2},
        "agreement": {"new": 0.9},
        "empty": {"new": None},
    }
    ranking = ranked(ALL, **others)
    assert ranking.others == "It is also first by protest and agreement. By autoprf, base is first."
    assert ranking.lines[0] == f"{ranking.best} {ranking.others}"


def test_many_groups_are_counted_and_their_letters_run_on() -> None:
    names = [f"s{number}" for number in range(10)]
    scores = {name: 1 - number / 10 for number, name in enumerate(names)}
    far = {
        (names[a], names[b]): 0.01 for a, b in combinations(range(10), 2) if b - a > 3
    }  # each is apart from those that are four places away
    ranking = ranked(far, scores)
    assert len(ranking.groups) == 7
    assert ranking.alike == "24 of 45 pairs of systems cannot be told apart."
    assert ranking.standings[0].letters == "A"
    assert ranking.standings[1].letters == "A B"
    assert ranking.standings[4].letters == "B–E"
    assert "and s3 (0.700)" in ranking.best
    assert "clearly ahead of the remaining 6 (" in ranking.best


def spot(name: str, score: float, kind: str = "category", metric: str = "apt") -> WeakSpot:
    return WeakSpot(metric, "new", kind, name, score, 0.75, 20, 0.01)


def test_weak_spots_in_words_the_worst_first() -> None:
    weak = [
        spot("event_it", 0.5),
        spot("they", 0.25, "pronoun"),
        spot("own_kind", 0.3),
        spot("pleonastic_it", 0.6),
        spot("it", 0.1, metric="protest"),
    ]
    ranking = rank({"apt": SCORES}, weak=weak)
    assert ranking.weak == tuple(weak[:4])
    assert ranking.weaknesses == (
        "Clearly below its own average: new with “they” (0.250, average 0.750), "
        "new with “own kind” (0.300, average 0.750), "
        "new with “it for an event” (0.500, average 0.750), and 1 more."
    )
    assert ranking.lines[-1] == ranking.weaknesses


def test_no_weak_spot_and_no_test_of_any() -> None:
    expected = "No system is clearly below its own average anywhere."
    assert rank({"apt": SCORES}, weak=[]).weaknesses == expected
    assert rank({"apt": SCORES}).weaknesses == ""


@pytest.mark.parametrize(
    ("names", "expected"),
    [("a", "a"), ("ab", "a and b"), ("abcd", "a, b, c and d"), ("abcde", "a, b, c and 2 others")],
)
def test_lists(names: str, expected: str) -> None:
    assert listed([*names], "others") == expected
