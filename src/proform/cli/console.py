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
    """Progress on a terminal: a bar with the time left, and before it what is done now."""

    watched = True

    def __init__(self, bar: "progress.Progress") -> None:
        self._bar = bar
        self._task = bar.add_task("", total=1.0)
        self._part: str | None = ""
        """What is done now, if it is known how much of it there is."""

    def say(self, message: str) -> None:
        """What is done now."""
        self._part = message
        # The time left is that of this step.
        self._bar.reset(self._task, description=message, total=1.0)

    def share(self, done: float) -> None:
        """How far it is, from 0 to 1."""
        self._bar.update(self._task, completed=done)

    def part(self, message: str, done: float | None) -> None:
        """What is done now, and how far it is, from 0 to 1; None if nobody knows."""
        if done is None and self._part is not None:
            self._part = None
            self._bar.remove_task(self._task)
            self._task = self._bar.add_task("", total=None)
        elif done is not None and message != self._part:
            self.say(message)
        self._bar.update(self._task, description=message, completed=done)


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
