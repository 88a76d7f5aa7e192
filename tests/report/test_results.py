"""The JSON of a result read back is the result."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.command import Write
from tests.support.report_content import RESULT

from proform.errors import InputError
from proform.report.results import read_result
from proform.scoring.output import as_json
from proform.scoring.result import PairedScore, Result
from proform.stats.resample import PairedTest

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
    document = json.loads(as_json(REPORT))
    document["results"][0] |= changes
    return dict(document)


def test_nothing_is_lost(write: Write) -> None:
    part = read_result(write("scores.json", as_json(REPORT)))
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
