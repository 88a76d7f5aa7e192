"""A suite in a store: its systems, their evaluation, what people say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.annotations import annotate
from tests.support.small_suite import EVENT, INTER, SUITE, TARGETS, filled

import proform
from proform.errors import ProformError
from proform.language.readings import Readings, parse_readings
from proform.parallel import Progress
from proform.store.answers import Answer, Selected
from proform.store.database import opened
from proform.stored.suites import StoredSuite

BASE = TARGETS[1]


@pytest.fixture
def suite(tmp_path: Path) -> StoredSuite:
    where = tmp_path / "suite.db"
    with opened(str(where), create=True) as store:
        filled(store)
    return proform.open_suite(where)


def test_systems_come_and_go(suite: StoredSuite) -> None:
    assert suite.value == SUITE
    assert suite.systems == ["base", "new"]
    added = suite.add_system("copy", BASE.lines, align=list(BASE.links or ()))
    assert (added.systems, added.unaligned) == (("copy",), ())
    empty = suite.add_system("empty", [""] * 4, align=[""] * 4)
    assert empty.unaligned == ("empty: nothing is aligned to 3 of 3 pronouns",)
    with pytest.raises(ProformError, match="the system 'copy' is in the suite already"):
        suite.add_system("copy", BASE.lines, align=list(BASE.links or ()))
    suite.remove_system("base")
    assert suite.systems == ["new", "copy", "empty"]


def test_unlinked_pronouns_are_found_by_the_repair(suite: StoredSuite) -> None:
    unlinked = [" ".join(p for p in line.split() if p[0] not in "04") for line in BASE.links or ()]
    repaired = suite.add_system("repaired", BASE.lines, align=unlinked)
    assert repaired.unaligned == ()


def test_a_folder_of_systems(suite: StoredSuite, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    for name in ("one", "two", ".hidden"):
        (folder / f"{name}.fr").write_text("\n".join(BASE.lines) + "\n")
    for name in ("one", "two"):
        (folder / f"{name}.align").write_text("\n".join(BASE.links or ()) + "\n")
    assert suite.add_system(folder).systems == ("one", "two")
    (tmp_path / "none").mkdir()
    with pytest.raises(ProformError, match="no file in it"):
        suite.add_system(tmp_path / "none")
    with pytest.raises(ProformError, match="not a folder, and no FILE is given"):
        suite.add_system(tmp_path / "nowhere")


def test_evaluation_tells_how_far_it_is(suite: StoredSuite) -> None:
    class Told(Progress):
        def part(self, message: str, done: float | None) -> None:
            told.append((message, done))

    told: list[tuple[str, float | None]] = []
    suite.evaluate(["protest", "agreement"], confidence=True, resamples=10, progress=Told())
    assert told == [
        ("reading the source", 1.0),
        *(("judging", number / 3) for number in (1, 2, 3)),
        *(("resampling", number / 4) for number in (1, 2, 3, 4)),
    ]


def test_evaluation(suite: StoredSuite) -> None:
    result = suite.evaluate(["protest", "apt"], systems=["new", "base", "new"])
    assert [(one.metric, one.system) for one in result.results] == [
        (metric, system) for metric in ("protest", "apt") for system in ("new", "base")
    ]
    assert len(result.judgements) == 2 * 2 * 3
    heard: list[str] = []
    suite.evaluate(judgements=lambda one: heard.append(one.system))
    assert sorted(set(heard)) == ["base", "new"]
    with pytest.raises(ProformError, match="no system 'nobody' in the suite"):
        suite.evaluate(systems=["nobody"])
    for name in ("base", "new"):
        suite.remove_system(name)
    with pytest.raises(ProformError, match="the suite 'small' has no system yet; add one"):
        suite.evaluate()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"resamples": 0}, "resamples: expected a whole number from 1 on, found 0"),
        ({"seed": None}, "seed: expected a whole number from 0 on, found None"),
        ({"detail": 3}, "detail: expected a path, found 3"),
    ],
)
def test_bad_arguments_of_an_evaluation(
    suite: StoredSuite, changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(ProformError, match=message):
        suite.evaluate(confidence=True, **changed)


def test_a_lexicon_of_ones_own(suite: StoredSuite) -> None:
    class Mine:
        name = "mine"

        def readings(self, words: Sequence[str], place: int) -> Readings:
            return parse_readings("f.sg" if words[place] else "")

    result = suite.evaluate(metrics=["agreement"], lexicon=Mine())
    assert "lexica:mine" in result.signature


def test_a_system_needs_a_name(suite: StoredSuite) -> None:
    with pytest.raises(ProformError, match="name: expected a path, found None"):
        suite.add_system(None, BASE.lines)  # type: ignore[arg-type]


def test_what_people_found_right_counts_as_a_reference(suite: StoredSuite) -> None:
    right = Answer("ok", "ok", tokens=frozenset({Selected(0, 1), Selected(1, 0)}))
    annotate(suite.where, {(1, "base"): [("Ada", right)], (2, "new"): [("Ada", Answer("bad"))]})
    suite.add_system("copy", BASE.lines, align=list(BASE.links or ()))

    def approved(*, accept: bool) -> float:
        result = suite.evaluate(accept=accept, systems=["copy"])
        return result.by("category")["protest", "copy"][INTER].counts["approved"]

    assert (approved(accept=False), approved(accept=True)) == (0, 1)
    verdicts = suite.verdicts()
    assert (verdicts[1, "base"].outcome, verdicts[2, "new"].outcome) == ("right", "wrong")
    assert verdicts[3, "copy"].outcome == "open"
    assert SUITE.examples[1].category == EVENT
    assert suite.verdicts(question="antecedent")[2, "new"].outcome == "open"
    with pytest.raises(ProformError, match="question: unknown 'noun'"):
        suite.verdicts(question="noun")


BICYCLE: Mapping[str, Any] = {
    "id": "bicycle",
    "tokens": [
        "The",
        "bicycle",
        "is",
        "red",
        ".",
        "It",
        "squeaks",
        ",",
        "and",
        "it",
        "worries",
        "me",
        ".",
    ],
    "clusters": [[[0, 1], [5, 5]]],
}


def test_a_file_tells_what_the_suite_does_not(tmp_path: Path) -> None:
    plain = tuple(replace(example, antecedents=()) for example in SUITE.examples)
    where = tmp_path / "plain.db"
    with opened(str(where), create=True) as store:
        filled(store, suite=replace(SUITE, examples=plain))
    suite = proform.open_suite(where)
    result = suite.evaluate(["agreement"], antecedents=[BICYCLE])
    assert "antecedents: antecedents of 1 pronoun; those of others come from the model" in (
        result.notes
    )
    told = {(row.system, row.example): row.explanation for row in result.kept or ()}
    assert "it may stand for 'bicyclette' 1.00" in told["base", 1]
    assert "1.00" not in told["base", 3]
    assert result.signature != suite.evaluate(["agreement"]).signature


def test_antecedents_of_the_suite_come_first(suite: StoredSuite) -> None:
    other = {**BICYCLE, "clusters": [[[11, 11], [5, 5]]]}
    result = suite.evaluate(["agreement"], antecedents=[other])
    told = {(row.system, row.example): row.explanation for row in result.kept or ()}
    assert "it may stand for 'bicyclette' 1.00" in told["base", 1]


def test_antecedents_are_for_judges_that_ask(suite: StoredSuite) -> None:
    with pytest.raises(ProformError, match="no metric asks what pronouns refer to"):
        suite.evaluate(["protest"], antecedents=[BICYCLE])
