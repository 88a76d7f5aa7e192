"""What people are told while they wait."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.progress import Progress

from proform.cli.console import Bar, Lines, progressing, tell


def test_messages_go_to_stderr_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    tell("first", "second")
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "proform: first\nproform: second\n")


def test_where_nobody_watches_steps_are_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with progressing() as progress:
        assert isinstance(progress, Lines)
        progress.say("aligning base")
        progress.share(0.5)
        progress.part("resampling", 0.5)
    assert capsys.readouterr().err == "proform: aligning base\n"


def test_a_terminal_has_a_bar() -> None:
    screen = Console(file=StringIO(), force_terminal=True, width=80)
    with Progress(console=screen) as shown:
        bar = Bar(shown)
        bar.say("training")
        bar.share(0.25)
        (task,) = shown.tasks
        assert (task.description, task.percentage) == ("training", 25)
        for message, done, total in (
            ("judging: 42", None, None),
            ("judging: 84", None, None),
            ("resampling", 0.5, 1.0),
            ("resampling", 0.75, 1.0),
        ):
            bar.part(message, done)
            (task,) = shown.tasks
            assert (task.description, task.total) == (message, total)
            assert task.completed == (done or 0)
        bar.share(0.9)
        bar.part("judging", 0.1)
        (task,) = shown.tasks
        assert task.completed == 0.1
