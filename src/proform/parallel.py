"""Work on several cores."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, ClassVar, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_NOTICEABLE = 0.002
"""Less than this share of the work is not worth a redrawn bar."""

_ALONE = 4
"""So many are done before it is worth the while to start other processes."""

Watch = Callable[[float], None]
"""Told what share of the work is done, from 0 to 1."""


class Progress:
    """Told what is being done and how far it is, for people who wait; this one tells nobody."""

    watched: ClassVar[bool] = False
    """Does anybody see how far it is, so that it pays to find out how much there is to do?"""

    def say(self, message: str, /) -> None:
        """What is done now."""

    def share(self, done: float, /) -> None:
        """How far it is, from 0 to 1."""

    def part(self, message: str, done: float | None, /) -> None:
        """What is done now and how far it is, where a line of its own would be too much.

        None if nobody knows how much there is to do.
        """


class Meter:
    """Counts what is done, and tells how far that is.

    Only in the process that made it: others hand on how much they did.
    """

    def __init__(self, progress: Progress, message: str, total: int | None) -> None:
        self._progress, self._message, self._total = progress, message, total
        self._done, self._told = 0, 0.0
        self._process = os.getpid()

    def add(self, number: int) -> int:
        """So much more is done. Returns how much of it was counted."""
        if os.getpid() != self._process:
            return 0
        self._done += number
        if self._total is None:
            self._progress.part(f"{self._message}: {self._done:,}", None)
        elif (share := min(self._done / (self._total or 1), 1.0)) >= self._told + _NOTICEABLE:
            self._told = share
            self._progress.part(self._message, share)
        return number


_PR_SET_PDEATHSIG = 1

_work: Callable[[Any], Any] | None = None


def in_order(work: Callable[[Item], Answer], items: Iterable[Item], jobs: int) -> Iterator[Answer]:
    """The answers in the order of the items, whoever gives them.

    Only a few items wait at a time, so that a long corpus is never in memory. An error surfaces
    where its item stands.
    """
    remaining = iter(items)
    yield from map(work, islice(remaining, _ALONE) if jobs > 1 else remaining)
    first = next(remaining, None)
    if first is not None:
        yield from _shared(work, first, remaining, jobs)


def _shared(
    work: Callable[[Item], Answer], first: Item, rest: Iterator[Item], jobs: int
) -> Iterator[Answer]:
    from concurrent.futures import Future, ProcessPoolExecutor  # noqa: PLC0415 (slow to import)
    from multiprocessing import get_context  # noqa: PLC0415

    # Forked, so that the work, with all it holds, need not be pickled.
    pool = ProcessPoolExecutor(jobs, get_context("fork"), initializer=_prepare, initargs=(work,))
    waiting: deque[Future[Answer]] = deque()
    try:
        waiting.append(pool.submit(_do, first))
        for item in rest:
            waiting.append(pool.submit(_do, item))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _prepare(work: Callable[[Any], Any]) -> None:
    """In the new process: what it is to do."""
    global _work  # noqa: PLW0603 (a process has one)
    _work = work
    _obey()


def _obey() -> None:
    """In a new process: an interrupt is the parent's business, and its end is ours (on Linux)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    import ctypes  # noqa: PLC0415

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _do(item: Any) -> Any:  # noqa: ANN401 (what the work takes and gives)
    assert _work is not None  # noqa: S101 (set by _prepare)
    return _work(item)


def in_threads(work: Callable[[Item], Answer], items: Iterable[Item]) -> Iterator[Answer]:
    """The answers in the order of the items, for work that numpy does without Python's lock.

    Only a few answers wait at a time. An interrupt ends it after the items that are being done.
    """
    from concurrent.futures import Future, ThreadPoolExecutor  # noqa: PLC0415 (slow to import)

    threads = _cores()
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Answer]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
