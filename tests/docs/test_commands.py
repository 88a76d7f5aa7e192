"""Every command in the documentation runs and prints what the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import demo_suite
from tests.support.command_lines import complaint, recorded, synopsis
from tests.support.pages import PAGES, Block, blocks, inline
from tests.support.paths import DEMO, ROOT

END = "=== end of a block ==="
BLANK = re.compile(r"\n{3,}")

RUN = [path for path in PAGES if any(block.runs for block in blocks(path))]
PARSED = [block for path in PAGES for block in blocks(path) if not block.runs]
SENTENCES = sorted(
    {
        code
        for path in PAGES
        for code in inline(path)
        if re.match(r"(proform|python3?|make|pip) [^|>]", code) and "…" not in code
    }
)

SUITE = {"annotation.md", "agreement.md", "gaps.md", "people.md", "report.md", "semi.md"}
"""Pages that begin with a suite.db that the reader has: it is that of the demo data."""

NEVER_RUN = re.compile(
    r"^(make|pip|apt-get|runuser|adduser|\S*/\S+)\b|annotate serve", re.MULTILINE
)
"""What installs, goes on for ever, or needs the rights of an administrator."""

STAND_INS = {
    "talk.en": "source.en",
    "talk.fr": "reference.fr",
    "talk.docs": "docs.txt",
    "base.fr": "sentence.fr",
    "new.fr": "context.fr",
    "news.en": "source.en",
    "news.fr": "reference.fr",
}
"""Texts that the reader has: in the tests they are those of the demo data."""


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with the demo data, as a reader has it."""
    shutil.copytree(DEMO, tmp_path / "demo")
    for name, text in STAND_INS.items():
        for folder in (tmp_path, tmp_path / "demo" / "en-fr"):
            shutil.copy(DEMO / "en-fr" / text, folder / name)
    return tmp_path


@pytest.mark.parametrize("page", RUN, ids=lambda path: path.stem)
def test_a_page_prints_what_it_shows(page: Path, desk: Path) -> None:
    if page.name in SUITE:
        demo_suite.build(str(desk / "suite.db"))
    if page.name == "language-packs.md":
        pack, *_ = blocks(page, "toml")
        (desk / "packs").mkdir()
        (desk / "packs" / "it.toml").write_text(pack.text, encoding="utf-8")
    run = [block for block in blocks(page) if block.runs]
    for block in run:
        assert not NEVER_RUN.search(block.text), f"{block.where}: say that it is parsed only"
    printed = _printed(run, desk)
    for block, text in zip(run, printed, strict=True):
        rest = text
        for part in filter(None, map(_squeezed, (block.shown or "").split("…"))):
            assert part in rest, block.where
            rest = rest.partition(part)[2]


def _printed(run: list[Block], desk: Path) -> list[str]:
    """What each block prints, one after another in one shell."""
    scratch = desk / "tmp"
    scratch.mkdir()
    script = "".join(f"{block.script}\necho '{END}'\n" for block in run)
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/bash", "-ec", script.replace("/tmp", str(scratch))],  # noqa: S108
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=desk,
        env={
            **os.environ,
            "PATH": programs,
            "PROFORM_CACHE": str(desk / "cache"),
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}",
        },
        check=False,
        timeout=1800,  # only against a command that waits for ever
    )
    printed = done.stdout.split(f"{END}\n")
    assert done.returncode == 0, f"{run[len(printed) - 1].where}: {printed[-1]}"
    return [_squeezed(text) for text in printed[:-1]]


def _squeezed(text: str) -> str:
    """Without blank lines that say nothing, and blanks at the ends of lines."""
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return BLANK.sub("\n\n", lines).strip("\n")


@pytest.mark.parametrize("block", PARSED, ids=lambda block: block.where)
def test_what_cannot_run_is_at_least_understood(block: Block, tmp_path: Path) -> None:
    assert block.mark.removeprefix("parsed only: ").strip(), "say why"
    commands = recorded(block.text, tmp_path)
    assert commands
    assert {tuple(words): complaint(words) for words in commands if complaint(words)} == {}


@pytest.mark.parametrize("code", SENTENCES)
def test_a_command_in_a_sentence_exists(code: str) -> None:
    assert synopsis(code) is None


def test_wrong_commands_are_noticed(tmp_path: Path) -> None:
    script = "x='a.fr b.fr'\nproform score -l en-fr -i $x --colour red\nproform sing\nfrobnicate\n"
    first, second, third = recorded(script, tmp_path)
    assert first[:6] == ["proform", "score", "-l", "en-fr", "-i", "a.fr"]
    assert "--colour" in (complaint(first) or "")
    assert complaint(second) == "no command 'sing'"
    assert complaint(third) == "no program 'frobnicate' is known"
    assert complaint(["python", "-m", "bench.nothing"]) == "no program 'bench.nothing'"
    assert complaint(["make", "coffee"]) == "no target ['coffee']"
    assert complaint(["pip", "install", "proform[coffee]"]) == "no extra 'coffee'"
    assert synopsis("proform score -f word") is not None
