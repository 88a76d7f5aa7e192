"""What all commands share."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.conftest import ROOT, Proform

from proform import __version__
from proform.cli.command import spread


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("-i a b -s c", "-i a -i b -s c"),
        ("-i a -i b c", "-i a -i b -i c"),
        ("-m x y --by p", "-m x -m y --by p"),
        ("-i - b", "-i - -i b"),
        ("-s a b", "-s a b"),
        ("-i", "-i"),
        ("-i -s c", "-i -s c"),
        ("-i -i", "-i -i"),
    ],
)
def test_options_of_several_values(given: str, expected: str) -> None:
    assert spread(given.split(), {"-i", "-m", "--by"}) == expected.split()


def test_version(proform: Proform) -> None:
    assert proform("--version").stdout == f"proform {__version__}\n"


COMMANDS = ("score", "apt", "align", "align train", "align evaluate", "cache")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(proform: Proform, command: str) -> None:
    run = proform(*command.split(), "--help")
    assert run.exit_code == 0
    assert f"Example:\n    proform {command} " in run.stdout


def test_a_wrong_option_is_status_2(proform: Proform) -> None:
    run = proform("score", "--nonsense")
    assert run.exit_code == 2
    assert "--nonsense" in run.stderr


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "sys.argv = ['proform', 'score', '--help']\n"
        "from proform.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('numpy', 'multiprocessing', 'xml', 'rich.table') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


def test_the_guide_mentions_every_command_and_option(proform: Proform) -> None:
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"proform {command}" in guide
        words = (
            proform(*command.split(), "--help").stdout.replace(",", " ").replace(".", " ").split()
        )
        options = {word for word in words if word.startswith("--") and word[2:3].isalpha()}
        assert options, command
        missing = {
            option for option in options if f"`{option}" not in guide and option not in guide
        }
        assert not missing
