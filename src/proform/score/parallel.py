"""The same function on many things in turn, on several cores if there are enough of them."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_ALONE = 4
"""So many are done before it is worth the while to start other processes."""

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
    """In the new process: an interrupt is the parent's business."""
    global _work  # noqa: PLW0603 (a process has one)
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(item: Any) -> Any:  # noqa: ANN401 (what the work takes and gives)
    assert _work is not None  # noqa: S101 (set by _prepare)
    return _work(item)
