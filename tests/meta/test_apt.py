"""Equivalent pronouns, and weights of APT's cases, from Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import run
from tests.support.library import same

import proform
from proform.errors import ProformError


def test_equivalents_as_the_command(scored: Path) -> None:
    detail, human = scored / "detail.tsv", str(scored / "judgements.tsv")
    args = ("meta", "equivalents", detail, "--human", human, "-l", "en-fr")
    found = proform.meta.equivalents(detail, human, languages="en-fr")
    same(found, *args)
    assert found.to_text("list") == run(*args)
    rare = proform.meta.equivalents(detail, human, part=0.5)
    assert any(remark.startswith("dropped ") for remark in rare.remarks("list"))
    with pytest.raises(ProformError, match="unknown format 'xml'"):
        found.to_text("xml")


def test_nothing_is_kept_and_the_list_is_empty(scored: Path) -> None:
    found = proform.meta.equivalents(
        scored / "detail.tsv", str(scored / "judgements.tsv"), part=1.0
    )
    assert found.to_text("list") == ""
    first, *rest = (remark for remark in found.remarks("list") if "pair" in remark)
    assert first == "no pair is frequent and correct often enough: the list is empty"
    assert rest[-1].startswith(f"dropped {found.rare} rare pairs (less than 100% of the sample)")
    assert {row["dropped"] for row in found.to_records()} == {"less than 100% of the sample"}


def test_weights_as_the_command(scored: Path) -> None:
    runs = [scored / "detail.json", scored / "basic.json"]
    human = str(scored / "people.tsv")
    found = proform.meta.grid(runs, human, w2=[0, 0.25])
    same(found, "meta", "grid", *runs, "--human", human, "--w2", "0,0.25")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"w2": "a,b"}, "not weights: 'a,b'"),
        ({"w6": [2.0]}, "a weight is not between 0 and 1"),
        ({"tune": "pearson"}, "go together"),
        ({"tune": "kendall", "test_results": ["x.json"]}, "tune: not a measure: 'kendall'"),
    ],
)
def test_weights_that_are_refused(scored: Path, options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint):
        proform.meta.grid([scored / "detail.json"], "people.tsv", **options)  # type: ignore[arg-type]


def test_a_setting_is_tested_on_other_systems(scored: Path) -> None:
    runs, human = [scored / "detail.json"], str(scored / "people.tsv")
    tuned = proform.meta.grid(runs, human, tune="pearson", test_results=runs)
    chosen, tested = tuned["tuning"].records
    assert {**chosen, "systems": "tested on"} == tested, "on the same systems it is the same"
    assert any("the test is too kind: sentence, context, literal" in n for n in tuned.notes)
    best = max(row["pearson"] for row in tuned["grid"].records)  # type: ignore[type-var]
    assert chosen["pearson"] == best
    with pytest.raises(ProformError, match="a second run with repair of sentence"):
        proform.meta.grid(runs * 2, human)
