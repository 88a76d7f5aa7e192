"""Work on several cores: answers, errors, ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proform.errors import InputError, ProformError
from proform.parallel import Meter, Progress, in_order, in_threads


def test_answers_are_in_order_whoever_gives_them() -> None:
    def slowly(number: int) -> tuple[int, int]:
        time.sleep(0.02 * (number % 3))
        return number, os.getpid()

    answers = list(in_order(slowly, range(20), jobs=2))
    assert [number for number, _ in answers] == list(range(20))
    assert len({process for _, process in answers}) == 3


def test_an_error_surfaces_where_its_item_stands() -> None:
    def work(number: int) -> int:
        if number >= 7:
            raise InputError("file", number, "wrong", hint="mend it")
        return number

    answers = in_order(work, range(30), jobs=2)
    assert [next(answers) for _ in range(7)] == list(range(7))
    with pytest.raises(InputError, match="file:7: wrong; mend it") as caught:
        next(answers)
    assert (caught.value.file, caught.value.line) == ("file", 7)


def test_threads_answer_in_order_and_raise_errors_in_their_place() -> None:
    def work(number: int) -> int:
        time.sleep(0.01 * (number % 3))
        if number == 9:
            raise ProformError("no")
        return 2 * number

    assert list(in_threads(work, range(9))) == [2 * number for number in range(9)]
    answers = in_threads(work, range(20))
    assert [next(answers) for _ in range(9)] == [2 * number for number in range(9)]
    with pytest.raises(ProformError, match="no"):
        next(answers)


def test_an_interrupted_training_leaves_nothing(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("".join(f"word{n % 97} other{n % 89} . " * 8 + "\n" for n in range(30_000)))
    model = tmp_path / "models" / "model"
    model.parent.mkdir()
    code = "from proform.cli import main; main()"
    options = ["-s", str(text), "-t", str(text), "-l", "en-fr", "-o", str(model)]
    process = subprocess.Popen(
        [sys.executable, "-c", code, "align", "train", *options],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert "learning from 30,000 pairs" in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stderr.splitlines()[-1] == "proform: interrupted"
    assert list(model.parent.iterdir()) == []


def test_what_another_process_does_is_not_counted_there() -> None:
    class Told(Progress):
        def part(self, message: str, done: float | None) -> None:
            told.append((message, done))

    told: list[tuple[str, float | None]] = []
    meter = Meter(Told(), "judging", 40)
    counted = list(in_order(lambda _: meter.add(1), range(10), jobs=2))
    assert counted == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert told == [("judging", number / 40) for number in range(1, 5)]
    meter.add(36)
    assert told[-1] == ("judging", 1.0)


def test_without_a_total_only_the_number_is_told() -> None:
    class Told(Progress):
        def part(self, message: str, done: float | None) -> None:
            told.append((message, done))

    told: list[tuple[str, float | None]] = []
    Meter(Told(), "judging", None).add(1200)
    assert told == [("judging: 1,200", None)]
