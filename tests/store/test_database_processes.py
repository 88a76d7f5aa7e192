"""The command in processes of its own: several at once, a full disk, files not to be written."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest
from tests.support.command import call, run
from tests.support.paths import ROOT
from tests.support.small_suite import SUITE, TARGETS, filled

from proform.store.database import opened
from proform.store.suites import find_suite, load_target, targets

REFERENCE, BASE, NEW = TARGETS

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def store(where: str) -> str:
    with opened(where, create=True) as opening:
        filled(opening)
    return where


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a command; all that were started end with the test."""
    started: list[subprocess.Popen[str]] = []

    def run(*args: object, before: Sequence[str] = (), **options: object) -> subprocess.Popen[str]:
        command = [*before, sys.executable, "-c", "from proform.cli import main; main()", "suite"]
        process: subprocess.Popen[str] = subprocess.Popen(
            [*command, *map(str, args)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,  # type: ignore[call-overload]
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    for ending, lines in (("fr", BASE.lines), ("align", BASE.links or ())):
        path = tmp_path / f"base.{ending}"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def names(where: str) -> list[str]:
    with opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, None)
        assert stored.suite == SUITE
        found = targets(connection, stored)
        assert [load_target(connection, stored, one).placed for one in found[:3]] == [
            one.placed for one in TARGETS
        ]
        return [one.name for one in found]


def test_systems_that_are_added_at_once_are_all_added(
    store: str, texts: Path, start: Start
) -> None:
    adding = [
        start("add-system", store, f"s{n}", texts / "base.fr", "--align", texts / "base.align")
        for n in range(4)
    ]
    for process in adding:
        _, stderr = process.communicate(timeout=120)
        assert process.returncode == 0, stderr
    assert sorted(names(store)) == ["base", "new", "reference", "s0", "s1", "s2", "s3"]


def test_of_two_that_add_the_same_system_one_is_told(store: str, texts: Path, start: Start) -> None:
    adding = [
        start("add-system", store, "twin", texts / "base.fr", "--align", texts / "base.align")
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120)[1] for process in adding]
    assert sorted(process.returncode for process in adding) == [0, 2], said
    assert any("the system 'twin' is in the suite already" in stderr for stderr in said)
    assert names(store).count("twin") == 1


def test_stores_that_are_made_at_once_are_one(where: str, tmp_path: Path, start: Start) -> None:
    with opened(str(tmp_path / "first.db"), create=True) as opening:
        filled(opening)
    masters = [tmp_path / f"master {number}.db" for number in range(4)]
    run("suite", "export", tmp_path / "first.db", "-o", masters[0])
    for number, master in enumerate(masters):
        if number:
            copy(masters[0], master)
        with closing(sqlite3.connect(master)) as file, file:
            file.execute(
                "update meta_data set tag_value = ? where tag = 'master_id'", [f"master {number}"]
            )
    making = [
        start("import", master, "-l", "en-fr", "-o", where, "--name", f"suite {number}")
        for number, master in enumerate(masters)
    ]
    for process in making:
        _, stderr = process.communicate(timeout=120)
        assert process.returncode == 0, stderr
    with opened(where) as store, store.reading() as connection:
        for number in range(4):
            assert len(find_suite(connection, f"suite {number}").suite.examples) == 3


def _small_files() -> None:
    import resource  # noqa: PLC0415

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


LIMIT = 300_000


@pytest.mark.parametrize("command", ["add-system", "export", "import", "import-new", "table"])
def test_a_full_disk_is_one_line_and_changes_nothing(
    tmp_path: Path, start: Start, command: str
) -> None:
    store, text = tmp_path / "suite.db", tmp_path / "long.fr"
    with opened(str(store), create=True) as opening:
        filled(opening)
    text.write_text("mot " * LIMIT + "\n" + "\n" * 3)
    links = tmp_path / "none.align"
    links.write_text("\n" * 4)
    adding = ("add-system", store, "long", text, "--align", links)
    master = tmp_path / "master.db"
    if command != "add-system":
        assert call("suite", *adding).stderr.startswith("proform: added long")
    if command.startswith("import"):
        run("suite", "export", store, "-o", master)
    if command == "table":
        with opened(str(store)) as opening, opening.writing() as connection:
            connection.exec_driver_sql("update examples set note = ?", ("x" * LIMIT,))
    commands: dict[str, tuple[object, ...]] = {
        "add-system": adding,
        "export": ("export", store, "-o", tmp_path / "out.db"),
        "import": ("import", master, "-l", "en-fr", "-o", store, "--name", "again"),
        "import-new": ("import", master, "-l", "en-fr", "-o", tmp_path / "new.db"),
        "table": ("table", store, "-o", tmp_path / "out.tsv"),
    }
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    process = start(*commands[command], preexec_fn=_small_files)
    stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stdout) == (2, ""), stderr
    assert stderr.startswith("proform: ")
    assert stderr.count("\n") == 1
    assert "full" in stderr or "disk" in stderr or "too large" in stderr
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.stem != "new"}
    assert after == before
    if command != "table":
        assert names(str(store))[:3] == ["reference", "base", "new"]
    if command == "import-new":
        again = call("suite", *commands[command])  # there is room again
        assert "imported 3 examples" in again.stderr


# Even root may then only do what the modes of files say.
ORDINARY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


@pytest.fixture
def ordinary() -> list[str]:
    """What to put before a command so that root is like anybody."""
    if os.getuid() != 0:
        return []
    if subprocess.run([*ORDINARY, "true"], check=False, capture_output=True).returncode:
        pytest.skip("root may write everything here")
    return ORDINARY


# Several commands in one process: most of the time of each would be its start.
SEVERAL = """
import json, sys
from tests.support.command import call
ends = [call("suite", *command) for command in json.loads(sys.argv[1])]
print(json.dumps([(end.exit_code, end.stdout, end.stderr) for end in ends]))
"""


@pytest.mark.parametrize("folder_mode", [0o755, 0o555])
def test_a_store_that_may_only_be_read(
    tmp_path: Path, texts: Path, ordinary: list[str], folder_mode: int
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    store = folder / "suite.db"
    with opened(str(store), create=True) as opening:
        filled(opening)
    store.chmod(0o444)
    folder.chmod(folder_mode)
    before = store.read_bytes()
    reading = (["list", store], ["evaluate", store], ["show", store, 1])
    writing = (
        ["add-system", store, "more", texts / "base.fr", "--align", texts / "base.align"],
        ["remove-system", store, "base"],
        ["define-tasks", store, "--set", "a", "-n", 1],
    )
    commands = json.dumps([*reading, *writing], default=str)
    command = [*ordinary, sys.executable, "-c", SEVERAL, commands]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    ends = json.loads(done.stdout)
    for status, stdout, stderr in ends[:3]:
        assert (status, stderr) == (0, "")
        assert "base" in stdout
    for status, _, stderr in ends[3:]:
        assert status == 2, stderr
        assert stderr.endswith("suite.db: attempt to write a readonly database\n")
        assert stderr.count("\n") == 1
    folder.chmod(0o755)
    assert store.read_bytes() == before
    assert names(str(store)) == ["reference", "base", "new"]
