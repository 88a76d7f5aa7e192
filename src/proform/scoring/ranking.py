"""Who is best, and how sure that is: what the tests of a run come to, in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb

from proform.pronoun.categories import category_in_words
from proform.scoring.significance import PairTest, WeakSpot
from proform.stats.ranking import alike

_NAMED = 3
"""So many systems or weak spots are named in a sentence, the others counted."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a system stands; a system without a score has no rank."""

    system: str
    score: float | None
    rank: int | None
    """1 is the best; equal scores have the same."""
    groups: tuple[str, ...] = ()
    """The letters of its groups. Systems that share one cannot be told apart."""
    letters: str = ""
    """The same, with `A–D` for more than two in a row."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking by one metric, what is sure about it, and where systems are weak."""

    metric: str
    standings: tuple[Standing, ...]
    """The best first."""
    groups: Mapping[str, tuple[str, ...]]
    """Systems that cannot be told apart, by the letter of their group; empty without tests."""
    weak: tuple[WeakSpot, ...] | None
    """None if that was not tested."""
    best: str
    """Who is best and how sure that is, in a sentence."""
    others: str
    """What other metrics say, in a sentence; empty if there are none."""

    @property
    def alike(self) -> str:
        """Which systems cannot be told apart, in a sentence; empty if the first says it all."""
        several = [group for group in self.groups.values() if len(group) > 1]
        systems = {system for group in self.groups.values() for system in group}
        if len(systems) < 3:
            return ""
        if not several:
            return "Every system can be told apart from every other."
        if len(self.groups) == 1:
            return "No two systems can be told apart."
        if len(several) > _NAMED:
            pairs = {frozenset(pair) for group in several for pair in combinations(group, 2)}
            return f"{len(pairs)} of {comb(len(systems), 2)} pairs of systems cannot be told apart."
        return f"Cannot be told apart: {'; '.join(listed(group) for group in several)}."

    @property
    def weaknesses(self) -> str:
        """Where systems are weak, in a sentence; empty if that is not known."""
        if self.weak is None:
            return ""
        if not self.weak:
            return "No system is clearly below its own average anywhere."
        worst = sorted(self.weak, key=lambda spot: spot.score - spot.average)
        said = [
            f"{spot.system} with “{in_words(spot)}” ({spot.score:.3f}, average {spot.average:.3f})"
            for spot in worst[:_NAMED]
        ]
        more = len(worst) - _NAMED
        rest = [f"and {more} more" for _ in range(more > 0)]
        return f"Clearly below its own average: {', '.join([*said, *rest])}."

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it in three lines at most."""
        return tuple(
            filter(None, (f"{self.best} {self.others}".strip(), self.alike, self.weaknesses))
        )


def in_words(spot: WeakSpot) -> str:
    """What a weak spot is about."""
    return category_in_words(spot.name) if spot.kind == "category" else spot.name


def rank(
    scores: Mapping[str, Mapping[str, float | None]],
    pairs: Sequence[PairTest] = (),
    weak: Sequence[WeakSpot] | None = None,
) -> Ranking:
    """The ranking by the first of some metrics, from systems' scores and what was tested."""
    metric = next(iter(scores))
    order = _ordered(scores[metric])
    tests = {frozenset((t.first, t.second)): t for t in pairs if t.metric == metric}
    groups = _groups(order, tests)
    return Ranking(
        metric,
        tuple(_standings(order, groups)),
        groups,
        None if weak is None else tuple(spot for spot in weak if spot.metric == metric),
        _best(metric, order, tests),
        _others(scores, order),
    )


_Order = Sequence[tuple[str, float | None]]


def _ordered(scores: Mapping[str, float | None]) -> _Order:
    """The best first, those without a score last; otherwise in the order given."""
    return sorted(scores.items(), key=lambda one: (one[1] is None, -(one[1] or 0)))


def _standings(order: _Order, groups: Mapping[str, Sequence[str]]) -> Iterable[Standing]:
    for system, score in order:
        better = sum(score is not None and (other or 0) > score for _, other in order)
        own = [place for place, group in enumerate(groups.values()) if system in group]
        rank = None if score is None else better + 1
        yield Standing(system, score, rank, tuple(map(_letter, own)), _runs(own))


def _runs(places: Sequence[int]) -> str:
    """Letters of groups, those in a row from the first to the last."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    parts = [
        [f"{_letter(run[0])}–{_letter(run[-1])}"] if len(run) > 2 else map(_letter, run)
        for run in runs
    ]
    return " ".join(chain.from_iterable(parts))


def _groups(order: _Order, tests: Mapping[frozenset[str], PairTest]) -> dict[str, tuple[str, ...]]:
    if not tests:
        return {}
    systems = [system for system, score in order if score is not None]
    apart = [
        (one, two)
        for one, two in combinations(range(len(systems)), 2)
        if (test := tests.get(frozenset((systems[one], systems[two])))) and test.apart
    ]
    groups = enumerate(alike(apart, len(systems)))
    return {_letter(number): tuple(systems[one] for one in group) for number, group in groups}


def _letter(number: int) -> str:
    """The letters in turn, after Z with a number: A to Z, A2, B2 and so on."""
    turn, letter = divmod(number, 26)
    return f"{chr(ord('A') + letter)}{turn + 1 if turn else ''}"


def _best(metric: str, order: _Order, tests: Mapping[frozenset[str], PairTest]) -> str:
    known = [(system, score) for system, score in order if score is not None]
    if not known:
        return f"No system has a score by {metric}."
    first, highest = _first(order), known[0][1]
    names = {system: f"{system} ({score:.3f})" for system, score in known[len(first) :]}
    if len(known) == 1:
        return f"{first[0]} scores {highest:.3f} by {metric}."
    if not names:
        return f"By {metric}, {listed(first, 'others')} score the same ({highest:.3f})."
    several = len(first) > 1
    top = f"By {metric}, {listed(first, 'others')} ({highest:.3f})"
    most = f"{top} score{'' if several else 's'} highest"
    if not tests:
        untested = "Whether the difference is more than chance was not tested"
        lead = f"{most}, ahead of {next(iter(names.values()))}"
        return f"{lead}. {untested} (--paired tests it)."
    beaten = {names[other]: p for other in names if (p := _ahead(first, other, tests)) is not None}
    rivals = [name for name in names.values() if name not in beaten]
    sure = _sure([*beaten.values()], len(tests))
    number = f"the remaining {len(beaten)}" if rivals else f"the {len(beaten)} others"
    single = len(beaten) == 1  # whose score stands in brackets already
    rest = f"{next(iter(beaten))[:-1]}; {sure})" if single else f"{number} ({sure})"
    if not rivals:
        return f"{top} {'are' if several else 'is'} best, clearly ahead of {rest}."
    they = "They are" if several else "It is"
    ahead = f" {they} clearly ahead of {rest}." if beaten else ""
    return f"{most}, but cannot be told apart from {listed(rivals, 'others')}.{ahead}"


def _first(order: _Order) -> list[str]:
    """The system with the highest score, or those that share it."""
    return [system for system, score in order if score is not None and score == order[0][1]]


def _ahead(
    first: Sequence[str], other: str, tests: Mapping[frozenset[str], PairTest]
) -> float | None:
    """The highest p by which the first are apart from another system, if all are."""
    found = [tests.get(frozenset((system, other))) for system in first]
    apart = [test.p for test in found if test is not None and test.apart]
    return max(apart) if len(apart) == len(first) else None


def _sure(p: Sequence[float], pairs: int) -> str:
    highest = f"p {'=' if len(p) == 1 else '≤'} {max(p, default=1):.3f}"
    return f"{highest}, corrected for all {pairs} pairs" if pairs > 1 else highest


def _others(scores: Mapping[str, Mapping[str, float | None]], order: _Order) -> str:
    """Which other metrics put the same systems first, and which others."""
    same: list[str] = []
    different: dict[tuple[str, ...], list[str]] = {}
    best = _first(order)
    for metric, values in [*scores.items()][1:]:
        first = _first(_ordered(values))
        if not first or not best:
            continue
        (same if {*first} == {*best} else different.setdefault((*first,), [])).append(metric)
    they = "They are" if len(best) > 1 else "It is"
    parts = [f"{they} also first by {listed(same)}."] if same else []
    parts += [
        f"By {listed(some)}, {listed(names, 'others')} {'are' if len(names) > 1 else 'is'} first."
        for names, some in different.items()
    ]
    return " ".join(parts)


def listed(names: Sequence[str], noun: str = "") -> str:
    """`a, b and c`; where there are many and a noun for them, `a, b, c and 4 others`."""
    if noun and len(names) > _NAMED + 1:
        names = [*names[:_NAMED], f"{len(names) - _NAMED} {noun}"]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
