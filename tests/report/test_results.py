"""The JSON of a result read back is the result."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proform.errors import InputError
from proform.report.results import read_result
from proform.scoring.result import Group, PairedScore, Result, SystemScore
from proform.stats.resample import Interval, PairedTest
from proform.table.formats import Layout, as_json

Write = Callable[[str, str], Path]

GROUP = Group(3, {"score": 0.5, "precision": None}, {"1": 1, "2": 0.4, "3": 1.6})
RESULT = SystemScore(
    "new",
    "apt",
    "metric:apt|lang:en-fr|weights:1,0.5,0,0,0,0",
    GROUP,
    Interval(0.25, 0.75, 0),
    {"pronoun": {"it": GROUP}, "category": {"event_it": GROUP}},
    {("il", "elle"): 2, ("il", "il"): 1},
    {"case 4 is discarded": 2},
)
REPORT = Result(
    "metric:apt|lang:en-fr|v:1 + metric:protest|v:1",
    4,
    (RESULT,),
    (
        PairedScore("apt", "base", "new", PairedTest(0.1, 0.02, 0.03)),
        PairedScore("apt", "base", "odd", None),
    ),
    ("few documents",),
)


def changed(**changes: object) -> dict[str, Any]:
    document = json.loads(as_json(REPORT, Layout()))
    document["results"][0] |= changes
    return dict(document)


def test_nothing_is_lost(write: Write) -> None:
    part = read_result(write("scores.json", as_json(REPORT, Layout())))
    assert part.results == [RESULT]
    assert part.comparisons == list(REPORT.comparisons)
    assert part.notes == ["few documents"]
    assert part.signature == REPORT.signature
    assert part.languages == ("en", "fr")
    assert part.systems == ["new"]


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ("{,", r"scores.json:1: not JSON \(Expecting"),
        ('{"results": []}', "no results in it"),
        ('{"results": {}}', "results should be a list"),
        ("[]", "the file should be an object"),
        (changed(n="three"), "expected a number, found 'three'"),
        (changed(score=float("nan")), "expected a number, found nan"),
        (changed(score=True), "expected a number, found True"),
        (changed(interval=[0.1]), "an interval is two numbers, found"),
        (changed(system=None), "system should be a string, found None"),
        (changed(by=[]), "by should be an object"),
        (changed(system="\ud800"), "half of a surrogate pair is no character"),
    ],
)
def test_what_is_no_result_is_said_plainly(write: Write, document: object, complaint: str) -> None:
    text = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(InputError, match=complaint):
        read_result(write("scores.json", text))


@pytest.mark.parametrize("key", ["system", "score", "n", "counts", "interval", "matrix"])
def test_a_missing_part_is_named(write: Write, key: str) -> None:
    document = changed()
    del document["results"][0][key]
    with pytest.raises(InputError, match=f"no '{key}' in it; expected what proform score"):
        read_result(write("scores.json", json.dumps(document)))


def test_a_system_twice_is_refused(write: Write) -> None:
    document = changed()
    document["results"] *= 2
    with pytest.raises(InputError, match="apt of 'new' is in it twice"):
        read_result(write("scores.json", json.dumps(document)))
