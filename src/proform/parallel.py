"""Work on several cores."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from proform.errors import ProformError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_ALONE = 4
"""So many are done before it is worth the while to start other processes."""

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
    import ctypes  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _do(item: Any) -> Any:  # noqa: ANN401 (what the work takes and gives)
    assert _work is not None  # noqa: S101 (set by _prepare)
    return _work(item)


def together(*calls: Callable[[], Answer]) -> list[Answer]:
    """The answers of calls that run at the same time, each in a process of its own.

    An error in one, or an interrupt, ends them all.
    """
    from multiprocessing import get_context  # noqa: PLC0415

    context = get_context("fork")
    started = []
    try:
        for call in calls:
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=_send, args=(call, sender), daemon=True)
            process.start()
            sender.close()
            started.append((process, receiver))
        return [_receive(receiver) for _, receiver in started]
    finally:
        for process, _ in started:
            process.terminate()
            process.join()


def _send(call: Callable[[], Any], sender: Connection) -> None:
    _obey()
    try:
        sender.send((call(), None))
    except ProformError as error:
        sender.send((None, error))


def _receive(receiver: Connection) -> Any:  # noqa: ANN401
    try:
        answer, error = receiver.recv()
    except EOFError:
        hint = "is there enough memory?"
        raise ProformError("a process of this command was ended", hint=hint) from None
    if error is not None:
        raise error
    return answer
