from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Proform
from tests.support.judged_suite import EVENT, GENERIC, INTRA, RIGHT, WRONG, Shape, fill, say

from proform.store.database import opened

SHAPE = Shape({INTRA: 6, EVENT: 10, GENERIC: 4})
APPROVED = frozenset((number, system) for number in (1, 2, 7, 8, 9) for system in ("base", "new"))


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.db"
    with opened(str(path), create=True) as store:
        fill(store, SHAPE, ("base", "new"), APPROVED)
    return path


def judge(suite: Path) -> None:
    """All that is referred, and some approvals: two of three right."""
    keys = [(number, system) for number in range(1, 21) for system in ("base", "new")]
    with opened(str(suite)) as store:
        wanted = [key for key in keys if key not in APPROVED or key[0] in (1, 7)]
        say(store, "Ada", {key: WRONG if n % 3 == 0 else RIGHT for n, key in enumerate(wanted)})


def semi(proform: Proform, *args: object) -> dict[str, Any]:
    run = proform("semi", *args, "-f", "json")
    assert run.exit_code == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_the_whole_loop(proform: Proform, suite: Path) -> None:
    planned = semi(proform, "plan", suite, "--verify", 0.5, "-n", 2, "--overlap", 2, "--pace", 30)
    assert planned["categories"][-1] == {
        "name": "total",
        "approved": 10,
        "referred": 30,
        "judge": 30,
        "verify": 5,
    }
    assert planned["notes"][1] == "37 judgements, 1.2 hours at 30 an hour, 0.6 for each of 2"
    assert planned["verification"][0]["judgements"] == 37
    run = proform("semi", "start", suite, "-a", "Ada", "Bob", "--verify", 0.5, "--overlap", 2)
    assert run.exit_code == 0
    assert "semi-1: 30 referred examples and 5 to verify" in run.stderr
    assert "task IAA: 2 examples for Ada, Bob" in run.stderr
    status = semi(proform, "status", suite)
    assert [one["open"] for one in status["examples"]] == [30, 5]
    assert sorted(one["open"] for one in status["annotators"]) == [18, 19]
    judge(suite)
    assert semi(proform, "status", suite)["examples"][0]["open"] == 0
    found = semi(proform, "results", suite)
    for one in found["estimate"]:
        assert one["corrected"] < one["count"]
        assert one["low"] < one["share"] < one["high"]
    assert len(found["comparisons"]) == 1


@pytest.mark.parametrize("style", ["text", "tsv", "csv", "latex", "markdown", "html"])
def test_results_in_other_formats(
    proform: Proform, suite: Path, tmp_path: Path, style: str
) -> None:
    judge(suite)
    output = tmp_path / "out"
    run = proform("semi", "results", suite, "-f", style, "-o", output, "--pairs")
    assert run.exit_code == 0, run.stderr
    text = output.read_text(encoding="utf-8")
    for word in ("intra_subject_it", "base", "new", "average percentage"):
        escaped = word.replace("_", r"\_") if style in ("latex", "markdown") else word
        assert escaped in text


@pytest.mark.parametrize("command", ["plan", "status", "results", "next"])
def test_commas_or_tabs(proform: Proform, suite: Path, command: str) -> None:
    judge(suite)
    tabs, commas = (
        list(
            csv.reader(
                proform("semi", command, suite, "-f", style).stdout.splitlines(), delimiter=mark
            )
        )
        for style, mark in (("tsv", "\t"), ("csv", ","))
    )
    assert tabs == commas
    assert len({len(row) for row in commas}) == 1
    assert commas[0][0] == "table"


@pytest.mark.parametrize(("name", "starts"), [("a.svg", b"<?xml"), ("a.png", b"\x89PNG")])
def test_a_picture(proform: Proform, suite: Path, tmp_path: Path, name: str, starts: bytes) -> None:
    judge(suite)
    picture = tmp_path / name
    assert proform("semi", "results", suite, "--plot", picture).exit_code == 0
    drawn = picture.read_bytes()
    assert drawn.startswith(starts)
    if name.endswith("svg"):
        assert b"the paper's count" in drawn
        assert b">base<" in drawn
    again = proform("semi", "results", suite, "--plot", picture)
    assert again.exit_code == 0
    assert picture.read_bytes() == drawn


def test_where_to_spend_the_next_hour(proform: Proform, suite: Path) -> None:
    found = semi(proform, "next", suite, "--hours", 0.2, "--pace", 50)
    assert len(found["next"]) == 10
    assert sum(one["verify"] + one["judge"] for one in found["spend"]) == 10
    gains = [one["gain"] for one in found["next"]]
    assert gains == sorted(gains, reverse=True)
    assert any(note.startswith("go on: 40 examples") for note in found["notes"])
    judge(suite)
    found = semi(proform, "next", suite, "--width", 5, "--differences")
    assert any("cannot be reached" in note for note in found["notes"])


def test_invitations(proform: Proform, suite: Path) -> None:
    run = proform("semi", "start", suite, "-a", "Ada", "Bob", "--invite", "https://host/")
    assert run.exit_code == 0
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    assert [name for name, _ in lines] == ["Ada", "Bob"]
    assert all(link.startswith("https://host/enter/") for _, link in lines)


def test_a_plan_counts_on_what_people_have(proform: Proform, suite: Path) -> None:
    first = semi(proform, "plan", suite, "--verify", 0.5)["verification"][0]
    assert proform("semi", "start", suite, "-a", "Ada", "--verify", 0.5).exit_code == 0
    again = {one["verify"]: one for one in semi(proform, "plan", suite)["verification"]}
    for name in ("as planned", "50%"):
        assert (again[name]["verified"], again[name]["judgements"]) == (0, 0)
        assert again[name]["total"] == pytest.approx(first["total"])
    assert again["100%"]["verified"] == len(APPROVED) - first["verified"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("plan", "--verify", "lots"), "not a number"),
        (("plan", "--verify", "nouns=3"), "no category 'nouns'"),
        (("plan", "--verify", "3", "0.5"), "to verify, '0.5': given twice"),
        (("plan", "--verify", f"{EVENT}=3", f"{EVENT}=4"), "given twice"),
        *(
            ((command, "--packs", "nowhere"), "nowhere: is not a directory of language packs")
            for command in ("plan", "status", "results", "next")
        ),
        (("start", "-a", "Ada", "--packs", "nowhere"), "is not a directory of language packs"),
        (("start", "-a", "adjudicator"), "cannot be the name of an annotator"),
        (("start", "-a", "Ada", "--overlap", "3"), "needs two annotators"),
        (("start", "-a", "Ada", "--release", "Bob"), "'Bob' has no task"),
        (("results", "--baseline", "other"), "no system 'other'"),
        (("results", "--plot", "a.gif"), "not a picture"),
        (("results", "--suite", "other"), "no suite 'other'"),
    ],
)
def test_errors(proform: Proform, suite: Path, args: tuple[str, ...], said: str) -> None:
    run = proform("semi", args[0], suite, *args[1:])
    assert run.exit_code == 2
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "option"), [("plan", "--pace"), ("next", "--pace"), ("next", "--hours")]
)
def test_time_is_finite(proform: Proform, suite: Path, command: str, option: str) -> None:
    run = proform("semi", command, suite, option, "inf")
    assert (run.exit_code, f"Invalid value for '{option}'" in run.stderr) == (2, True)


def test_no_picture_is_left_without_its_tables(proform: Proform, suite: Path) -> None:
    picture = suite.with_name("systems.svg")
    nowhere = suite.parent / "nowhere" / "results.txt"
    run = proform("semi", "results", suite, "--plot", picture, "-o", nowhere)
    assert (run.exit_code, "cannot be written" in run.stderr) == (2, True)
    assert list(suite.parent.iterdir()) == [suite]


def test_categories_named_as_columns_are(proform: Proform, tmp_path: Path) -> None:
    path = tmp_path / "odd.db"
    shape = Shape({"total": 2, "system": 3, "antecedents": 4, "decided": 5})
    with opened(str(path), create=True) as store:
        fill(store, shape, ("base",), frozenset((number, "base") for number in (1, 3, 6, 10)))
    examples, base, *_ = semi(proform, "results", path)["correct"]
    assert [name for name in examples if name.endswith("(category)")] == [
        f"{name} (category)" for name in shape.sizes
    ]
    assert list(examples.values()) == ["examples", 2, 3, 4, 5, 14, 0]
    assert list(base.values())[:6] == ["base", 1, 1, 1, 1, 4]
    text = proform("semi", "results", path).stdout
    assert re.search(r"\n base +1 +1 +1 +1 +4 +0\n", text)


def test_a_suite_without_systems(proform: Proform, tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    with opened(str(path), create=True) as store:
        fill(store, SHAPE, (), frozenset())
    run = proform("semi", "plan", path)
    assert (run.exit_code, "has no system yet" in run.stderr) == (2, True)
