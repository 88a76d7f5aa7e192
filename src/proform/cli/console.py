"""What people are told on stderr: notes, and how far the work is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from proform.parallel import Progress

if TYPE_CHECKING:
    from rich import progress


def tell(*messages: str) -> None:
    """Say something on stderr, one line per message."""
    for message in messages:
        print(f"proform: {message}", file=sys.stderr)  # noqa: T201


class Lines(Progress):
    """Progress where nobody watches: a line for each step."""

    def say(self, message: str) -> None:
        """What is done now."""
        tell(message)


class Bar(Progress):
    """Progress on a terminal: a bar, and before it what is done now."""

    def __init__(self, bar: "progress.Progress") -> None:
        self._bar = bar
        self._task = bar.add_task("", total=1.0)
        self._judged = 0

    def say(self, message: str) -> None:
        """What is done now."""
        self._bar.reset(self._task, description=message)  # the time left is that of this step

    def share(self, done: float) -> None:
        """How far it is, from 0 to 1."""
        self._bar.update(self._task, completed=done)

    def segments(self, number: int) -> None:
        """So many more segments are judged; nobody knows how many there will be."""
        if not self._judged:
            self._bar.remove_task(self._task)
            self._task = self._bar.add_task("", total=None)
        self._judged += number
        self._bar.update(self._task, description=f"{self._judged:,} segments judged")

    def part(self, message: str, done: float) -> None:
        """What is done now, and how far it is, from 0 to 1."""
        self._bar.update(self._task, description=message, total=1.0, completed=done)


@contextmanager
def progressing() -> Iterator[Progress]:
    """A bar, for as long as there is something to wait for; lines if stderr is no terminal."""
    if not sys.stderr.isatty():
        yield Lines()
        return
    from rich import progress  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415 (slow to import)

    with progress.Progress(console=Console(stderr=True), transient=True) as bar:
        yield Bar(bar)
