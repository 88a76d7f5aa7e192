"""Bad input: one line with file, line and what to do; status 2; nothing half-written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.support.command import Proform, Write


@pytest.fixture
def files(write: Write) -> dict[str, Path]:
    return {
        "-s": write("src.en", "it is red\nthey run\n"),
        "-r": write("ref.fr", "il est rouge\nelles courent\n"),
        "-i": write("sys.fr", "il est rouge\nils courent\n"),
        "--align-ref": write("ref.align", "0-0 1-1 2-2\n0-0 1-1\n"),
        "--align-sys": write("sys.align", "0-0 1-1 2-2\n0-0 1-1\n"),
    }


def _arguments(files: dict[str, Path], languages: str = "en-fr") -> list[object]:
    return ["score", "-l", languages, *(part for pair in files.items() for part in pair)]


def _complaint(proform: Proform, *arguments: object) -> str:
    """The one line on stderr."""
    run = proform(*arguments)
    assert run.exit_code == 2, run.output
    assert run.stdout == ""
    assert run.stderr.startswith("proform: ")
    assert run.stderr.count("\n") == 1
    return run.stderr


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("sys.fr", "il est rouge\n", "sys.fr:2: 1 lines, but "),
        ("sys.fr", "il est rouge\nils\n\n\n", "sys.fr:3: 4 lines, but "),
        ("sys.align", "0-0 1-1 2-2\n0-0 1-1\n0-0\n", "sys.align:3: 3 lines, but "),
        ("ref.align", "0-0 1-1 2-3\n0-0\n", "ref.align:1: the link 2-3 is outside the segment"),
        ("ref.align", "0-0\n9-0\n", "ref.align:2: the link 9-0 is outside the segment"),
        ("ref.align", "1-1 2-2 3-3\n1-1 2-2\n", "ref.align:1: the link 3-3 is outside"),
        ("sys.align", "0-0 1\n0-0\n", "sys.align:1: expected `i-j`, found '1'"),
        ("sys.align", "0-0\n0-0 a-b\n", "sys.align:2: expected `i-j`, found 'a-b'"),
    ],
)
def test_files_that_do_not_fit(
    proform: Proform, files: dict[str, Path], write: Write, name: str, content: str, complaint: str
) -> None:
    write(name, content)
    assert complaint in _complaint(proform, *_arguments(files))


def test_one_blank_line_too_many_is_no_difference(
    proform: Proform, files: dict[str, Path], write: Write
) -> None:
    write("sys.align", "0-0 1-1 2-2\n0-0 1-1\n\n")
    write("src.en", "it is red\nthey run\n\n")
    assert proform(*_arguments(files)).exit_code == 0


def test_wrong_encoding(proform: Proform, files: dict[str, Path]) -> None:
    files["-r"].write_bytes("il\nça va\n".encode("latin-1"))
    complaint = _complaint(proform, *_arguments(files))
    assert "ref.fr:2: expected UTF-8, found the byte 0xe7" in complaint


def test_missing_file(proform: Proform, files: dict[str, Path], tmp_path: Path) -> None:
    files["-r"] = tmp_path / "nowhere"
    assert "nowhere: cannot be read (No such file" in _complaint(proform, *_arguments(files))
    files["-r"] = tmp_path / "folder"
    files["-r"].mkdir()
    assert "a folder without files" in _complaint(proform, *_arguments(files))


def test_unknown_languages(proform: Proform, files: dict[str, Path]) -> None:
    complaint = _complaint(proform, *_arguments(files, "xx-fr"))
    assert "no language pack for 'xx', the source" in complaint
    assert "--source-pronouns" in complaint
    complaint = _complaint(proform, *_arguments(files, "en-xx"))
    assert "no language pack for 'xx', the target" in complaint
    for wrong in ("en", "en-", "en-fr-de"):
        assert "not a pair of languages" in _complaint(proform, *_arguments(files, wrong))


@pytest.mark.parametrize(
    ("option", "value", "complaint"),
    [
        ("--weights", "1,0.5,0,0,0", "5 weights, one for each of six cases"),
        ("--weights", "1,2,0,0,0,0", "the weight 2 is not between 0 and 1"),
        ("--weights", "1,nan,0,0,0,0", "the weight nan is not between 0 and 1"),
        ("--weights", "1,x,0,0,0,0", "weights: 'x' is not a number"),
        ("--discard", "0", "there is no case 0 to discard"),
        ("--discard", "a", "cases to discard: 'a' is not a number"),
    ],
)
def test_wrong_settings(
    proform: Proform, files: dict[str, Path], option: str, value: str, complaint: str
) -> None:
    assert complaint in _complaint(proform, *_arguments(files), option, value)


def test_a_system_named_twice(proform: Proform, files: dict[str, Path]) -> None:
    arguments = [*_arguments(files), "-i", files["-i"], "--align-sys", files["--align-sys"]]
    complaint = _complaint(proform, *arguments)
    assert "systems: 'sys' is there twice" in complaint
    named = [*_arguments(files), "-i", f"other={files['-i']}", "--align-sys", files["--align-sys"]]
    assert proform(*named).exit_code == 0


def test_alignments_missing_or_too_few(proform: Proform, files: dict[str, Path]) -> None:
    two = [*_arguments(files), "-i", f"other={files['-i']}"]
    assert "align_sys: 1 given, 2 expected" in _complaint(proform, *two)
    del files["--align-ref"]
    complaint = _complaint(proform, *_arguments(files))
    assert "align_ref and align_sys: give both, or neither" in complaint


def test_outputs_that_cannot_be_written(
    proform: Proform, files: dict[str, Path], tmp_path: Path
) -> None:
    nowhere = tmp_path / "no" / "out.txt"
    complaint = _complaint(proform, *_arguments(files), "-o", nowhere)
    assert "out.txt: cannot be written (No such file or directory)" in complaint
    assert "is a directory" in _complaint(proform, *_arguments(files), "--detail", tmp_path)
    complaint = _complaint(proform, *_arguments(files), "-o", files["-s"])
    assert "src.en: is an input or another output" in complaint
    out = tmp_path / "both"
    complaint = _complaint(proform, *_arguments(files), "-o", out, "--detail", out)
    assert "both: is an input or another output" in complaint


def test_an_error_leaves_what_was_there(
    proform: Proform, files: dict[str, Path], write: Write, tmp_path: Path
) -> None:
    out = write("out.json", "precious")
    write("sys.align", "0-0\nbroken\n")
    detail = tmp_path / "detail.tsv"
    before = sorted(tmp_path.iterdir())
    _complaint(proform, *_arguments(files), "-o", out, "--detail", detail, "-f", "json")
    assert out.read_text(encoding="utf-8") == "precious"
    assert sorted(tmp_path.iterdir()) == before


def test_an_interrupt_is_130_and_leaves_nothing(files: dict[str, Path], tmp_path: Path) -> None:
    fifo = tmp_path / "slow.en"
    os.mkfifo(fifo)  # a source that never comes
    files["-s"] = fifo
    out = tmp_path / "out"
    out.mkdir()
    arguments = [*map(str, _arguments(files)), "-o", str(out / "x"), "--detail", str(out / "y")]
    code = "from proform.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 30
    while len(list(out.iterdir())) < 2:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert (stdout, stderr) == ("", "proform: interrupted\n")
    assert list(out.iterdir()) == []


def test_a_wrong_option_names_the_help_of_its_command() -> None:
    code = "import sys; sys.argv[0] = 'proform'; from proform.cli import main; main()"
    command = [sys.executable, "-c", code, "semi", "plan", "suite.db", "--nothing"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.startswith("proform: No such option: --nothing")
    assert run.stderr.endswith("; see proform semi plan --help\n")


def test_standard_input(files: dict[str, Path]) -> None:
    source = files["-s"].read_text(encoding="utf-8")
    files["-s"] = Path("-")
    code = "from proform.cli import main; main()"
    command = [sys.executable, "-c", code, *map(str, _arguments(files)), "-f", "tsv"]
    run = subprocess.run(command, input=source, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[1].startswith("sys\tapt\t\t\t0.5\t2")


def test_the_reference_as_anchor_is_for_apt_by_list(
    proform: Proform, files: dict[str, Path], write: Write
) -> None:
    anchored = [*_arguments(files), "--anchor", "reference"]
    complaint = _complaint(proform, *anchored, "-m", "autoprf")
    assert "only apt can be anchored in the reference" in complaint
    complaint = _complaint(proform, *anchored, "--positions", write("p", "0 0\n"))
    assert "positions are of source words" in complaint
