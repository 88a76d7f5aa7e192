"""What people are to judge: all that is referred, and a random sample of what is approved."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random

from proform.errors import ProformError
from proform.human.verdict import OPEN
from proform.semi.state import SemiCase, State
from proform.store.tasks import Split, TaskItem, split

SHARE = 0.3
"""Guillou et al. (2018) verified 350 of 1150 approvals."""


@dataclass(frozen=True, slots=True)
class Verify:
    """How many approvals of each category are verified: whole numbers, or shares of them."""

    each: float = SHARE
    categories: Mapping[str, float] = field(default_factory=dict)

    def size(self, category: str, approved: int) -> int:
        """Of so many approvals of a category."""
        wanted = self.categories.get(category, self.each)
        return wanted if isinstance(wanted, int) else ceil(wanted * approved)


VERIFY = Verify()


def read_verify(words: Sequence[str], known: Collection[str]) -> Verify:
    """From `20`, `0.3` or `30%`, and `event_it=40` for single categories."""
    found: dict[str, float] = {}
    for word in words:
        category, given, value = word.rpartition("=")
        if given and category not in known:
            hint = f"there are {', '.join(known)}"
            raise ProformError(f"no category {category!r} in the suite", hint=hint)
        if category in found:
            hint = "one number for all categories, and one for each that differs"
            raise ProformError(f"to verify, {word!r}: it was said before", hint=hint)
        found[category] = _number(word, value)
    return Verify(found.pop("", SHARE), found)


def _number(word: str, value: str) -> float:
    hint = "a number of examples (20), or a share (0.3, 30%); CATEGORY=20 for one category"
    try:
        if value.endswith("%"):
            number: float = float(value[:-1]) / 100
        else:
            number = float(value) if "." in value else int(value)
    except ValueError:
        raise ProformError(f"to verify, {word!r}: not a number", hint=hint) from None
    if number < 0 or (isinstance(number, float) and not number <= 1):
        raise ProformError(f"to verify, {word!r}: out of range", hint=hint)
    return number


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is to be judged, and what is to be said of it."""

    referred: tuple[SemiCase, ...]
    verify: tuple[SemiCase, ...]
    notes: tuple[str, ...]

    @property
    def cases(self) -> tuple[SemiCase, ...]:
        """All of it."""
        return (*self.referred, *self.verify)


def draw(state: State, held: Collection[int], verify: Verify, rng: Random) -> Drawn:
    """What nobody has judged and nobody has to: what is referred, and a sample of the approved.

    `held` are the candidates, by their numbers, that somebody is to judge already. The sample is
    drawn from each category in proportion to systems; what was drawn before is part of it. What
    agreement approves is drawn apart.
    """
    sample: list[SemiCase] = []
    notes: list[str] = []
    for group in state.groups:
        category = group.category
        approved = [case for case in state.cases if case.group == group]
        wanted = verify.size(category, len(approved))
        if wanted > len(approved):
            how = " by agreement" if group.different else ""
            there = f"but {len(approved)} are approved{how}: all are taken"
            notes.append(f"{category}: {wanted} are to be verified, {there}")
        before = [case for case in approved if _in_sample(state, case)]
        free = [case for case in approved if _free(case, held)]
        left = [case for case in free if _in_sample(state, case)]
        fresh = [case for case in free if not _in_sample(state, case)]
        sample += left + spaced(fresh, max(wanted - len(before), 0), rng)
    referred = tuple(case for case in state.cases if not case.approved and _free(case, held))
    return Drawn(referred, tuple(sample), tuple(notes))


def _free(case: SemiCase, held: Collection[int]) -> bool:
    return case.pronoun == OPEN and case.number not in held


def _in_sample(state: State, case: SemiCase) -> bool:
    """Was it drawn before? Without a round, what was judged is the sample."""
    return case.drawn if state.rounds else case.pronoun != OPEN


def spaced(cases: Sequence[SemiCase], size: int, rng: Random) -> list[SemiCase]:
    """So many at random, in proportion to systems and categories."""
    if size >= len(cases):
        return list(cases)
    mixed = list(cases)
    rng.shuffle(mixed)
    mixed.sort(key=lambda case: (case.system, case.example.category))
    start = rng.random()
    return [mixed[int((place + start) * len(mixed) / size)] for place in range(size)]


def deal(drawn: Drawn, people: int, overlap: int, ids: Mapping[int, int], rng: Random) -> Split:
    """A task for each person, alike in systems, categories and verification; and one for all."""
    if not drawn.cases:
        hint = "the status says what is open; verifying more draws more approvals"
        raise ProformError("there is nothing to give out", hint=hint)
    check_dealt(len(drawn.cases), people, overlap)
    shared = {case.number for case in spaced(drawn.cases, overlap, rng)} if overlap else set()
    dealt = split(list(_items(drawn, shared, ids)), people, 0, rng)
    return Split(tuple(sorted(ids[number] for number in shared)), dealt.tasks)


def check_dealt(size: int, people: int, overlap: int) -> None:
    """Complain of so many examples that cannot be dealt out so."""
    if overlap and people == 1:
        raise ProformError("an overlap is for agreement, which needs two annotators")
    # A person without a task of their own would have no part in the shared one either.
    own = max(size - overlap, 0)
    if own < people:
        what = f"{own} examples beside the overlap, for {people} annotators"
        raise ProformError(what, hint="take a smaller overlap, or fewer annotators")


def _items(drawn: Drawn, shared: Collection[int], ids: Mapping[int, int]) -> Iterator[TaskItem]:
    for case in drawn.cases:
        if case.number not in shared:
            kind = f"{case.example.category} {case.approved}"
            yield TaskItem(ids[case.number], case.system, kind)
