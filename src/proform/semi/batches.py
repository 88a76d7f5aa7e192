"""A round: all that is referred, and a random sample of what is approved, given to people."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from math import ceil
from random import Random

from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human.verdict import OPEN
from proform.semi.decisions import BY_REFERENCE
from proform.semi.state import AGREEMENT, APPROVE, ORDER, SURE, WRONG_FIRST, SemiCase, State
from proform.store import schema
from proform.store import tasks as tasksets
from proform.store.answers import annotator_id
from proform.store.schema import add
from proform.store.suites import Stored, candidate_ids, find_suite
from proform.store.work import CORRECTNESS, assigned_to_each, enqueue
from proform.table.table import Column, Table
from proform.table.tables import Tabular

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


def read_verify(words: Sequence[str], known: Collection[str]) -> Verify:
    """From `20`, `0.3` or `30%`, and `event_it=40` for single categories."""
    sizes: dict[str, float] = {}
    for word in words:
        category, mark, value = word.rpartition("=")
        if mark and category not in known:
            hint = f"there are {', '.join(known)}"
            raise ProformError(f"no category {category!r} in the suite", hint=hint)
        if category in sizes:
            hint = "one number for all categories, and one for each that differs"
            raise ProformError(f"to verify, {word!r}: given twice", hint=hint)
        sizes[category] = _number(word, value)
    return Verify(sizes.pop("", SHARE), sizes)


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
    """What is most probably wrong comes first, if that is known."""
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
    each judge approves is drawn apart.
    """
    waiting = [case for case in state.cases if case.pronoun == OPEN and case.number not in held]
    sample: list[SemiCase] = []
    notes: list[str] = []
    for group in state.groups:
        approved = [case for case in state.cases if case.group == group]
        wanted = verify.size(group.category, len(approved))
        if wanted > len(approved):
            how = "" if group.by == BY_REFERENCE else f" by {group.by}"
            there = f"but {len(approved)} are approved{how}: all are taken"
            notes.append(f"{group.category}: {wanted} are to be verified, {there}")
        # Without a round, what was judged is the sample.
        before = {
            case.number
            for case in approved
            if (case.drawn if state.rounds else case.pronoun != OPEN)
        }
        theirs = [case for case in waiting if case.group == group]
        fresh = [case for case in theirs if case.number not in before]
        sample += [case for case in theirs if case.number in before]
        sample += _spaced(fresh, max(wanted - len(before), 0), rng)
    referred = [case for case in waiting if not case.approved]
    referred.sort(key=lambda case: -(case.wrong or 0.0))
    return Drawn(tuple(referred), tuple(sample), tuple(notes))


def _spaced(cases: Sequence[SemiCase], size: int, rng: Random) -> list[SemiCase]:
    """So many at random, in proportion to systems and categories."""
    if size >= len(cases):
        return list(cases)
    mixed = list(cases)
    rng.shuffle(mixed)
    mixed.sort(key=lambda case: (case.system, case.example.category))
    start = rng.random()
    return [mixed[int((place + start) * len(mixed) / size)] for place in range(size)]


def _deal(
    drawn: Drawn, people: int, overlap: int, ids: Mapping[int, int], rng: Random
) -> tasksets.Split:
    """A task for each person, alike in systems, categories and verification; and one for all."""
    if not drawn.cases:
        hint = "the status says what is open; verifying more draws more approvals"
        raise ProformError("there is nothing to give out", hint=hint)
    check_dealt(len(drawn.cases), people, overlap)
    shared = {case.number for case in _spaced(drawn.cases, overlap, rng)} if overlap else set()
    items = [
        tasksets.TaskItem(ids[case.number], case.system, f"{case.example.category} {case.approved}")
        for case in drawn.cases
        if case.number not in shared
    ]
    tasks = tasksets.split(items, people, 0, rng).tasks
    return tasksets.Split(tuple(sorted(ids[number] for number in shared)), tasks)


def check_dealt(size: int, people: int, overlap: int) -> None:
    """Complain if so many examples cannot be dealt out like this."""
    if overlap and people == 1:
        raise ProformError("an overlap is for agreement, which needs two annotators")
    # A person without a task of their own would have no part in the shared one either.
    own = max(size - overlap, 0)
    if own < people:
        what = f"{own} examples beside the overlap, for {people} annotators"
        raise ProformError(what, hint="take a smaller overlap, or fewer annotators")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a round."""

    annotators: tuple[str, ...]
    verify: Verify = field(default_factory=Verify)
    overlap: int = 0
    seed: int = 1
    name: str | None = None
    released: tuple[str, ...] = ()
    """Annotators who no longer judge: what they leave open is given out anew."""


@dataclass(frozen=True)
class Started(Tabular):
    """A round that was made."""

    taskset: str
    tasks: tuple[tasksets.Task, ...]
    drawn: Drawn
    links: Mapping[str, str] = field(default_factory=dict)
    """For each annotator who was invited, the personal link."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """Who has which task."""
        columns = tuple(map(Column, ("task", "examples", "annotators")))
        records = tuple(
            {"task": task.label, "examples": task.size, "annotators": ", ".join(task.annotators)}
            for task in self.tasks
        )
        return (Table("tasks", f"tasks of {self.taskset}", columns, records),)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was given out, in words."""
        referred, verify = len(self.drawn.referred), len(self.drawn.verify)
        tasks = (
            f"task {task.label}: {task.size} examples for {', '.join(task.annotators)}"
            for task in self.tasks
        )
        whole = f"{self.taskset}: {referred} referred examples and {verify} to verify"
        return (whole, *tasks, *self.drawn.notes)


def give_out(
    connection: Connection, state: State, wish: Wish, now: datetime, *, accepted: bool = False
) -> Started:
    """Draw and give out, all in the transaction of the connection.

    The state is that of the same connection; `accepted` says that annotations were references.
    """
    stored = find_suite(connection, state.suite.name)
    people = tuple(dict.fromkeys(wish.annotators))
    if not people:
        raise ProformError("nobody to give examples to", hint="name the annotators")
    if both := set(people) & set(wish.released):
        raise ProformError(f"{', '.join(sorted(both))}: cannot be released and be given more")
    taken = {task.taskset for task in tasksets.list_tasks(connection, stored)}
    names = (f"semi-{number}" for number in count(1 + len(state.rounds)))
    name = wish.name or next(name for name in names if name not in taken)
    tasksets.check_taskset(connection, stored, name)
    _release(connection, stored, state, wish.released)
    rng = Random(wish.seed)  # noqa: S311 (not for secrets)
    drawn = draw(state, held_by_anyone(connection, stored.id), wish.verify, rng)
    ids = candidate_ids(connection, stored.id)
    dealt = _deal(drawn, len(people), wish.overlap, ids, rng)
    taskset = tasksets.add_tasks(connection, stored, name, dealt, wish.seed, now)
    by_wrong = any(case.wrong is not None for case in state.cases)
    for number, (person, members) in enumerate(zip(people, dealt.tasks, strict=True), 1):
        tasksets.assign(connection, stored, name, str(number), person, now)
        if by_wrong:
            order = _mixed(drawn, {*members, *dealt.shared}, ids, rng)
            who = annotator_id(connection, person, now)
            enqueue(connection, stored.id, who, CORRECTNESS, order, wish.seed, now)
    settings = {
        "verify": wish.verify.each,
        "verify_categories": dict(wish.verify.categories),
        "overlap": wish.overlap,
        "seed": wish.seed,
        "accept_annotations": accepted,
        AGREEMENT: state.role.value,
        APPROVE: list(state.approvers),
        **({} if state.sure is None else {SURE: state.sure}),
        **({ORDER: WRONG_FIRST} if by_wrong else {}),
    }
    add(connection, schema.rounds, [{"taskset": taskset, "settings": json.dumps(settings)}])
    given = {case.number for case in drawn.cases}
    decided = (
        {
            "round": taskset,
            "candidate": ids[case.number],
            "decision": case.decision,
            "given": int(case.number in given),
        }
        for case in state.cases
    )
    add(connection, schema.round_candidates, decided)
    tasks = [task for task in tasksets.list_tasks(connection, stored) if task.taskset == name]
    return Started(name, tuple(tasks), drawn)


def _mixed(drawn: Drawn, own: Collection[int], ids: Mapping[int, int], rng: Random) -> list[int]:
    """What one person judges: what is referred in its order, and the rest at random between it.

    So nothing shows what is approved.
    """
    order = [ids[case.number] for case in drawn.referred if ids[case.number] in own]
    for case in drawn.verify:
        if ids[case.number] in own:
            order.insert(rng.randint(0, len(order)), ids[case.number])
    return order


def held_by_anyone(connection: Connection, suite: int) -> set[int]:
    """The numbers of the candidates that somebody is to judge."""
    return {n for numbers in assigned_to_each(connection, suite).values() for n in numbers}


def _release(connection: Connection, stored: Stored, state: State, people: Sequence[str]) -> None:
    ours = {began.taskset for began in state.rounds}
    for person in dict.fromkeys(people):
        theirs: dict[str, list[str]] = {}
        for task in tasksets.list_tasks(connection, stored):
            if task.taskset in ours and person in task.annotators:
                theirs.setdefault(task.taskset, []).append(task.label)
        if not theirs:
            raise ProformError(f"{person!r} has no task of a semi-automatic evaluation")
        for taskset, labels in theirs.items():
            # The shared one goes with the last of the others.
            for label in [label for label in labels if label != tasksets.SHARED] or labels:
                tasksets.unassign(connection, stored, taskset, label, person)
