"""A small suite for semi-automatic evaluation, in which it is known what is approved."""

from __future__ import annotations

from random import Random

from tests.support.judged_suite import EVENT, GENERIC, INTRA, RIGHT, Key, Shape
from tests.support.small_suite import NOW

from proform.semi.batches import Started, Wish, give_out
from proform.semi.counts import Results, count
from proform.semi.progress import Status, status_of
from proform.semi.state import State, load_state
from proform.store.answers import Answer
from proform.store.database import Store
from proform.store.suites import candidates, find_suite
from proform.store.work import assigned_to_each

SHAPE = Shape({INTRA: 6, EVENT: 10, GENERIC: 4})
SYSTEMS = ("base", "new")
COMPLETE = Answer("ok", "ok")
APPROVED = frozenset(
    {(number, "base") for number in (1, 2, 7, 8, 9, 10)}
    | {(number, "new") for number in (1, 2, 3, 7, 8, 9, 10, 11, 12)}
)
"""None in the last category."""


def rng(seed: int = 1) -> Random:
    """Random numbers that are the same each time."""
    return Random(seed)  # noqa: S311 (not for secrets)


def state_of(store: Store, *, accept: bool = False) -> State:
    """The suite as it stands."""
    with store.reading() as connection:
        return load_state(connection, accept=accept)


def counted(store: Store) -> Results:
    """The results so far."""
    return count(state_of(store), times=100)


def begin(store: Store, *people: str, **wish: object) -> Started:
    """Start a round."""
    with store.writing() as connection:
        state = load_state(connection)
        asked = Wish(people, **wish)  # type: ignore[arg-type]
        return give_out(connection, state, asked, NOW)


def standing(store: Store) -> Status:
    """How far it is."""
    with store.reading() as connection:
        return status_of(connection, load_state(connection))


def work_of(store: Store, person: str) -> list[Key]:
    """What somebody has to judge."""
    with store.reading() as connection:
        stored = find_suite(connection, None)
        owners = candidates(connection, stored)
        return [owners[n] for n in sorted(assigned_to_each(connection, stored.id)[person])]


def everything(answer: Answer = RIGHT) -> dict[Key, Answer]:
    """One answer to all."""
    return {(number, system): answer for number in range(1, 21) for system in SYSTEMS}
