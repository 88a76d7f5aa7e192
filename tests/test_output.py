"""Where results go: whole files, links, devices, pipes, terminals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.support.command import Proform
from tests.support.demo_suite import score_arguments

from proform.errors import ProformError
from proform.output import writing

MAIN = [sys.executable, "-c", "from proform.cli import main; main()"]


def test_a_file_is_whole_or_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), writing(path) as sink:
        sink.write(f"new {1 / 0}")
    assert path.read_text() == "old"
    with writing(path) as sink:
        sink.write("new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    with writing(link) as sink:
        sink.write("new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with writing(pipe) as sink:
        sink.write("new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_full_device_is_named() -> None:
    complaint = r"/dev/full: cannot be written \(No space left"
    with pytest.raises(ProformError, match=complaint), writing(Path("/dev/full")) as sink:
        sink.write("new")
    assert Path("/dev/full").is_char_device()


def _run(demo: Path, *more: str, **how: object) -> subprocess.CompletedProcess[str]:
    arguments = [*map(str, score_arguments(demo, "en-fr")), *more]
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*MAIN, *arguments], text=True, check=False, stderr=subprocess.PIPE, **how
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_standard_output_that_is_full_is_an_error(demo: Path, unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        run = _run(demo, stdout=full, env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert run.stderr == "proform: standard output: cannot be written (No space left on device)\n"
    assert run.returncode == 2


def test_a_reader_that_goes_ends_it_quietly(demo: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = _run(demo, stdout=writer)
    os.close(writer)
    assert run.returncode == -signal.SIGPIPE
    assert run.stderr == ""


def test_a_dash_is_standard_output(demo: Path) -> None:
    run = _run(demo, "-o", "-", "-f", "tsv", stdout=subprocess.PIPE)
    assert run.stdout.startswith("system\tmetric")
    assert not Path("-").exists()


def test_odd_names_of_systems_are_no_markup(proform: Proform, demo: Path) -> None:
    arguments = score_arguments(demo, "en-fr", ("context",))
    index = arguments.index("-i") + 1
    arguments[index] = f"a[/b][red]={arguments[index]}"
    run = proform(*arguments, "--by", "pronoun")
    assert run.exit_code == 0
    assert run.stdout.count("a[/b][red]") == 3  # two tables, and the sentence on the best


def test_an_input_is_never_overwritten(proform: Proform, demo: Path, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.write_bytes((demo / "en-fr" / "docs.txt").read_bytes())
    before = docs.read_bytes()
    run = proform(*score_arguments(demo, "en-fr"), "--docs", docs, "-o", docs)
    assert run.exit_code == 2
    assert "docs: is an input or another output" in run.stderr
    assert docs.read_bytes() == before


def test_wrong_words_on_the_command_line_are_one_line() -> None:
    for wrong in (["score", "-m", "bleu"], ["score", "--nonsense"], ["nonsense"]):
        run = subprocess.run([*MAIN, *wrong], capture_output=True, text=True, check=False)
        assert run.returncode == 2
        assert run.stderr.startswith("proform: ")
        assert run.stderr.count("\n") == 1


def test_termination_leaves_nothing(demo: Path, tmp_path: Path) -> None:
    pipe, out = tmp_path / "slow.en", tmp_path / "out"
    os.mkfifo(pipe)  # a source that never comes
    out.mkdir()
    arguments = [*map(str, score_arguments(demo, "en-fr")), "-o", str(out / "x")]
    arguments[arguments.index("-s") + 1] = str(pipe)
    process = subprocess.Popen([*MAIN, *arguments])
    deadline = time.monotonic() + 30
    while not list(out.iterdir()):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.terminate()
    assert process.wait(timeout=30) == 128 + signal.SIGTERM
    assert list(out.iterdir()) == []


def test_termination_while_a_library_loads() -> None:
    """An extension in C makes an ImportError of whatever is raised while it is loaded."""
    code = (
        "import os, signal\n"
        "from proform import cli\n"
        "def app(**_):\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        signal.pause()\n"
        "    except SystemExit:\n"
        "        raise ImportError('initialization failed') from None\n"
        "cli.app = app\n"
        "cli.main()\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (128 + signal.SIGTERM, "")


def test_an_alignment_is_never_overwritten(proform: Proform, demo: Path, tmp_path: Path) -> None:
    links = tmp_path / "links"
    links.write_bytes((demo / "en-fr" / "reference.align").read_bytes())
    arguments = score_arguments(demo, "en-fr")
    arguments[arguments.index("--align-ref") + 1] = links
    run = proform(*arguments, "--detail", links)
    assert run.exit_code == 2
    assert "links: is an input or another output" in run.stderr
