"""`proform gaps`, and gap filling in the other commands, which it must not touch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Proform, Write
from tests.support.small_suite import filled

from proform.store.database import opened


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.db"
    with opened(str(path), create=True) as store:
        filled(store)
    return path


def run(proform: Proform, *args: object) -> str:
    result = proform(*args)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def complaint(proform: Proform, *args: object) -> str:
    result = proform(*args)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    return result.stderr


def ask(proform: Proform, suite: Path, *more: object) -> None:
    run(
        proform,
        *("suite", "define-tasks", suite, "--set", "july", "-n", 1, "--protocol", "gap", *more),
    )
    run(proform, "suite", "assign-task", suite, 1, "--set", "july", "-a", "Ada")


def fill(proform: Proform, suite: Path, forms: str, name: str = "Ada") -> Path:
    """Give the same answer to everything."""
    table = suite.with_name("filled.tsv")
    run(proform, "gaps", "export", suite, "--set", "july", "-a", name, "-o", table)
    header, *rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    place = header.index("forms")
    full = [[*row[:place], forms, *row[place + 1 :]] for row in rows]
    text = "".join("\t".join(row) + "\n" for row in (header, *full))
    table.write_text(text, encoding="utf-8")
    run(proform, "gaps", "import", suite, table)
    return table


def scores(proform: Proform, suite: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(proform, "gaps", "scores", suite, "-f", "json"))
    return found


def test_from_tasks_to_scores(proform: Proform, suite: Path) -> None:
    result = proform(
        *("suite", "define-tasks", suite, "--set", "july", "-n", 1, "--protocol", "gap")
    )
    assert "task 1: 7 examples" in result.stderr
    assert "2 examples have no word for the pronoun" in result.stderr
    run(proform, "suite", "assign-task", suite, 1, "--set", "july", "-a", "Ada")
    fill(proform, suite, "il, ils")
    found = scores(proform, suite)
    shares = {one["system"]: (one["right"], one["n"]) for one in found["accuracy"]}
    # il, cela, ils; elle, ça, ils; il, and twice nothing.
    assert shares == {"reference": (2, 3), "base": (1, 3), "new": (1, 1)}
    (new,) = [one for one in found["denominators"] if one["system"] == "new"]
    assert (new["filled"], new["no_word"]) == (1, 2)
    pronouns = {(one["system"], one["pronoun"]): one for one in found["pronouns"]}
    assert pronouns["base", "ils"]["precision"] == 1
    assert pronouns["base", "ils"]["recall"] == pytest.approx(1 / 3)
    assert pronouns["base", "elle"]["f"] is None
    assert ("base", "on") not in pronouns


@pytest.mark.parametrize(
    ("style", "part"),
    [
        ("text", "gap filling: accuracy with other (official)"),
        ("tsv", "table\tsystem\tright\tn\taccuracy\tlow\thigh\tright_without_other"),
        ("latex", r"\begin{tabular}"),
        ("markdown", "| system | with other | of | % |"),
        ("html", "<!DOCTYPE html>"),
    ],
)
def test_formats(proform: Proform, suite: Path, style: str, part: str) -> None:
    ask(proform, suite)
    fill(proform, suite, "ce")
    out = suite.with_name("out")
    assert run(proform, "gaps", "scores", suite, "-f", style, "-o", out) == ""
    assert part in out.read_text(encoding="utf-8")


def test_bad_translations_are_neither_right_nor_wrong(proform: Proform, suite: Path) -> None:
    ask(proform, suite)
    fill(proform, suite, "bad translation")
    found = scores(proform, suite)
    assert [(one["n"], one["accuracy"]) for one in found["accuracy"]] == [(0, None)] * 3
    assert [one["bad_translation"] for one in found["denominators"]] == [3, 3, 1]


def test_two_annotators_who_disagree(proform: Proform, suite: Path) -> None:
    ask(proform, suite)
    run(proform, "suite", "assign-task", suite, 1, "--set", "july", "-a", "Bob")
    fill(proform, suite, "il")
    fill(proform, suite, "ce, on", "Bob")
    found = scores(proform, suite)
    assert [one["undecided"] for one in found["denominators"]] == [3, 3, 1]
    assert found["undecided"][0]["answers"] == "Ada: il; Bob: ce, on"
    assert found["agreement"] == [
        {"first": "Ada", "second": "Bob", "n": 7, "same": 0, "overlap": 0.0}
    ]


def test_a_pack_of_ones_own(proform: Proform, suite: Path, write: Write) -> None:
    forms = '[{ form = "il" }, { form = "elle" }, { form = "ils" }]'
    pack = write("packs/fr.toml", f'forms = {forms}\n[gap]\nforms = ["il/ils", "elle"]\n')
    ask(proform, suite, "--packs", pack.parent)
    fill(proform, suite, "ils elle")  # a form of a choice stands for it
    shares = {one["system"]: one["right"] for one in scores(proform, suite)["accuracy"]}
    assert shares == {"reference": 2, "base": 2, "new": 1}
    answers = run(proform, "gaps", "export", suite)
    assert "\til/ils\tAda\til/ils, elle\t" in answers


OTHERS = (
    ("suite", "evaluate"),
    ("suite", "evaluate", "--accept-annotations"),
    ("semi", "results"),
    ("semi", "plan"),
    ("semi", "plan", "--accept-annotations"),
)


def test_gap_answers_never_count_as_judgements(proform: Proform, suite: Path) -> None:
    """Nothing that other commands say changes with them."""
    page = suite.with_name("report.html")

    def everything() -> list[str]:
        run(proform, "report", suite, "-o", page)
        said = [run(proform, *one[:2], suite, *one[2:], "-f", "json") for one in OTHERS]
        return [*said, page.read_text(encoding="utf-8")]

    before = everything()
    ask(proform, suite)
    fill(proform, suite, "il")
    assert everything() == before
    status = json.loads(run(proform, "semi", "status", suite, "-f", "json"))
    assert [one["open"] for one in status["annotators"]] == [0]
    assert "nobody has judged anything" in complaint(proform, "meta", "agreement", suite)
    (listed,) = json.loads(run(proform, "suite", "list", suite, "-f", "json"))
    assert [one["judgements"] for one in listed["translations"]] == [0, 0, 0]
    assert [(one["taskset"], one["protocol"]) for one in listed["tasks"]] == [("july", "gap")]
    assert "july (gap filling)" in run(proform, "suite", "list", suite)


def test_semi_automatic_evaluation_gives_out_what_has_gaps(proform: Proform, suite: Path) -> None:
    """Who fills a gap does not hold its example."""
    free = json.loads(run(proform, "semi", "plan", suite, "-f", "json"))
    ask(proform, suite)
    assert json.loads(run(proform, "semi", "plan", suite, "-f", "json")) == free


def test_complaints(proform: Proform, suite: Path, write: Write) -> None:
    none = "the suite has no tasks for gap filling; proform suite define-tasks --protocol gap"
    for command in (("scores",), ("export",), ("import", write("a.tsv", ""))):
        assert none in complaint(proform, "gaps", command[0], suite, *command[1:])
    ask(proform, suite)
    run(proform, "suite", "define-tasks", suite, "--set", "june", "-n", 1)
    batch = ("suite", "export-batch", suite, "-a", "Ada", "-o", suite.with_name("x.db"))
    assert "'july' is gap filling" in complaint(proform, *batch, "--set", "july")
    cases: tuple[tuple[tuple[object, ...], str], ...] = (
        (
            ("--set", "june", "-a", "Ada"),
            "'june' is not for gap filling; proform suite export-batch",
        ),
        (("--set", "may", "-a", "Ada"), "no set of tasks 'may'"),
        (("--set", "july", "-a", "Bob"), "'Bob' has no task in 'july'"),
        (("--set", "july"), "give --set and --annotator together"),
        (("-o", suite), "is an input"),
    )
    for args, what in cases:
        assert what in complaint(proform, "gaps", "export", suite, *args)
    wrong = write("wrong.tsv", "candidate\tannotator\tforms\n1\tAda\tlui\n")
    assert "wrong.tsv:2: 'lui' cannot be ticked" in complaint(
        proform, "gaps", "import", suite, wrong
    )
    assert "expected a name that ends in .tsv" in complaint(
        proform, "gaps", "import", suite, write("a.txt", "")
    )
    packs = ("--set", "x", "-n", 1, "--protocol", "gap", "--packs", suite.with_name("none"))
    assert "not a directory" in complaint(proform, "suite", "define-tasks", suite, *packs)


def test_a_suite_whose_systems_are_gone(proform: Proform, suite: Path) -> None:
    ask(proform, suite, "-i", "base")
    run(proform, "suite", "remove-system", suite, "base")
    error = complaint(proform, "gaps", "scores", suite)
    assert "no system of the suite is part of its gap filling any more" in error


def test_a_language_without_a_list(proform: Proform, suite: Path, write: Write) -> None:
    pack = write("packs/fr.toml", 'name = "French"\n')
    args = ("--set", "x", "-n", 1, "--protocol", "gap", "--packs", pack.parent)
    error = complaint(proform, "suite", "define-tasks", suite, *args)
    assert "no list of forms for gap filling in 'fr'; a language pack has it in [gap]" in error
