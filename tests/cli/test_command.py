"""What all commands share."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from tests.support.command import Proform
from tests.support.paths import ROOT

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


SUITE = (
    *("build", "from-table", "find", "table", "texts", "add-system", "remove-system"),
    *("mine", "merge-mined", "list", "show", "evaluate", "import", "export"),
    *("define-tasks", "assign-task", "unassign-task", "export-batch", "merge-batch"),
)
SETS = ("import-set", "contrast", "add-scores", "remove-scores", "knowledge")
META = (
    *("correlate", "compare", "grid", "cases", "categories", "agreement"),
    *("equivalents", "disagreements", "metrics", "mqm"),
)
JUDGES = ("judge", "export")
ANNOTATE = (
    *("start", "serve", "invite", "links", "revoke", "quality", "controls", "remove", "backup"),
)
SEMI = ("plan", "start", "status", "results", "next")
GAPS = ("scores", "export", "import")
COMMANDS = {
    **dict.fromkeys(("score", "apt", "align", "align train", "align evaluate", "cache"), "guide"),
    **dict.fromkeys(("demo", "languages"), "guide"),
    "report": "report",
    "merge": "scale",
    "judge ask": "judges",
    **{f"suite {command}": "suites" for command in SUITE},
    **{f"suite {command}": "challenge-sets" for command in SETS},
    **{f"meta {command}": "meta" for command in META},
    **{f"meta {command}": "judges" for command in JUDGES},
    **{f"annotate {command}": "annotation" for command in ANNOTATE},
    **{f"semi {command}": "semi" for command in SEMI},
    **{f"gaps {command}": "gaps" for command in GAPS},
}
"""Every command, and the page that describes it."""


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


def test_the_shell_completes_commands() -> None:
    words = {"_PROFORM_COMPLETE": "complete_bash", "COMP_WORDS": "proform sco", "COMP_CWORD": "1"}
    code = "import sys; sys.argv = ['proform']; from proform.cli import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **words},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.split() == ["score"]


@pytest.mark.parametrize(
    ("group", "commands"),
    [
        ("suite", (*SUITE, *SETS)),
        ("meta", (*META, *JUDGES)),
        ("annotate", ANNOTATE),
        ("semi", SEMI),
        ("gaps", GAPS),
    ],
)
def test_every_command_is_listed_here(
    proform: Proform, group: str, commands: tuple[str, ...]
) -> None:
    listed = proform(group, "--help").stdout.split("Commands:\n")[1].splitlines()
    assert {line.split()[0] for line in listed if line[2:3].isalpha()} == set(commands)


@pytest.mark.parametrize(("command", "page"), COMMANDS.items())
def test_the_docs_mention_every_command_and_option(
    proform: Proform, command: str, page: str
) -> None:
    docs = ROOT / "docs"
    text = (docs / f"{page}.md").read_text(encoding="utf-8")
    assert f"proform {command}" in text
    everything = text + (docs / "guide.md").read_text(encoding="utf-8")
    help_text = proform(*command.split(), "--help").stdout
    words = "".join(" " if letter in ",.`" else letter for letter in help_text).split()
    options = {word for word in words if word.startswith("--") and word[2:3].isalpha()}
    assert options, command
    assert {option for option in options if option not in everything} == set()


def test_options_stand_under_their_topics(proform: Proform) -> None:
    text = proform("score", "--help").stdout
    topics = [line for line in text.splitlines() if line.endswith(":") and line[:1].isupper()]
    assert topics == [
        *("Options:", "Intervals and tests:", "Pronouns and lists:", "Settings of metrics:"),
        *("Alignment:", "Large corpora:", "Output:", "Continuous integration:", "Language model:"),
    ]
    of_alignment = text.partition("Alignment:")[2].partition("Large corpora:")[0]
    assert "--background SRC TGT" in of_alignment
    assert "--weights" not in of_alignment


def test_the_help_has_no_names_of_types(proform: Proform) -> None:
    for command in COMMANDS:
        assert not re.search(r"<[a-z]", proform(*command.split(), "--help").stdout), command


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        ("demo", "[FOLDER]"),
        ("merge", "PART..."),
        ("suite merge-mined", "PART..."),
        ("suite add-system", "STORE NAME|DIR [FILE]"),
        ("annotate start", "SRC [OUT]..."),
    ],
)
def test_usage_is_plain(proform: Proform, command: str, usage: str) -> None:
    line, *_ = proform(*command.split(), "--help").stdout.splitlines()
    assert line.endswith(f" [OPTIONS] {usage}")


def test_the_list_of_commands_has_whole_sentences(proform: Proform) -> None:
    text = " ".join(proform("--help").stdout.split())
    assert "demo Try proform on texts that come with it: score, evaluate a suite, write a" in text
    assert "..." not in text.partition("Commands:")[2]


def test_a_suite_asks_no_language_model_by_name(proform: Proform) -> None:
    run = proform("suite", "evaluate", "suite.db", "-m", "llm")
    assert run.exit_code == 2
    assert "'llm' is not one of 'apt'" in run.stderr
