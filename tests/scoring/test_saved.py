"""The JSON of a result read back is the result."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.support.command import Write
from tests.support.report_content import RESULT, table

from proform.errors import InputError, ProformError
from proform.judge.base import Description, Reason
from proform.scoring.result import PairedScore, Result
from proform.scoring.saved import load, read_result, to_json
from proform.scoring.significance import PairTest, WeakSpot
from proform.stats.resample import PairedTest

OWN = Description(
    "apt",
    ("right", "wrong"),
    ((1.0, 1.0), (0.0, 1.0)),
    (Reason("right", "quite right", "good"), Reason("wrong", "all wrong", "bad")),
    headings={"right": "r"},
    legend={"right": "r is right"},
    rare=frozenset({"wrong"}),
    kinds={"wrong": "right"},
    parts=("right", "rest"),
    matrix=True,
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
    {"apt": OWN},
    pairs=(PairTest("apt", "base", "new", 0.04),),
    weak=(WeakSpot("apt", "new", "category", "event_it", 0.2, 0.5, 9, 0.01),),
)


def changed(**changes: object) -> dict[str, Any]:
    document = json.loads(to_json(REPORT))
    document["results"][0] |= changes
    return dict(document)


def test_nothing_is_lost(write: Write) -> None:
    assert read_result(write("scores.json", to_json(REPORT))) == REPORT


def test_the_answer_is_in_it_and_weak_spots_that_nobody_looked_for_are_null(write: Write) -> None:
    untested = replace(REPORT, pairs=(), weak=None)
    assert read_result(write("scores.json", to_json(untested))) == untested
    document = json.loads(to_json(untested))
    assert (document["weak"], document["answer"]) == (None, ["new scores 0.500 by apt."])
    for key in ("pairs", "weak", "answer"):  # as older versions wrote it
        del document[key]
    assert read_result(write("older.json", json.dumps(document))) == untested


def test_a_result_without_descriptions_is_read_as_well(write: Write) -> None:
    document = changed()
    del document["metrics"]
    result = read_result(write("scores.json", json.dumps(document)))
    assert (result.results, result.descriptions) == (REPORT.results, {})


def test_rows_come_with_the_result_if_they_are_named(write: Write) -> None:
    scores = write("scores.json", to_json(REPORT))
    with pytest.raises(ProformError, match="no judgements were kept; score with judgements=True"):
        _ = load(scores).judgements
    (judgement,) = load(scores, write("d.tsv", table({}))).judgements
    assert judgement.reason == "4"


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ("{,", "scores.json:1: Invalid JSON: key must be a string at line 1"),
        ('{"results": []}', "signature: Field required"),
        (changed() | {"results": []}, "results: List should have at least 1 item"),
        (changed() | {"results": {}}, "results: Input should be a valid array"),
        ("[]", "Input should be an object"),
        (changed(n="three"), "results.0.n: Input should be a valid integer"),
        (changed(score=float("nan")), "results.0.score: Input should be a finite number"),
        (changed(score=True), "results.0.score: Input should be a valid number"),
        (changed(interval=[0.1]), "results.0.interval.1: Field required"),
        (changed(system=None), "results.0.system: Input should be a valid string"),
        (changed(by=[]), "results.0.by: Input should be an object"),
        (changed() | {"metrics": []}, "metrics: Input should be an object"),
        (changed() | {"metrics": {"apt": {}}}, "metrics.apt.credit: Field required"),
        (changed(system="\ud800"), "scores.json:1: Invalid JSON: unexpected end of hex escape"),
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
    with pytest.raises(
        InputError, match=rf"results\.0\.{key}: Field required; expected what proform"
    ):
        read_result(write("scores.json", json.dumps(document)))


def test_a_system_twice_is_refused(write: Write) -> None:
    document = changed()
    document["results"] *= 2
    with pytest.raises(InputError, match="apt of 'new' is in it twice"):
        read_result(write("scores.json", json.dumps(document)))
