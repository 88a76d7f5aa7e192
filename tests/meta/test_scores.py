"""Figures of systems, from tables and from results."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from tests.support import demo_suite
from tests.support.command import Write, run

from proform.errors import InputError
from proform.meta.scores import read_counts, read_figures


def _result(system: str, metric: str = "apt", **more: object) -> dict[str, object]:
    counts = {**dict.fromkeys("123456", 1), "not_source": 0}
    return {
        "system": system,
        "metric": metric,
        "score": 0.5,
        "n": 6,
        "counts": counts,
        "interval": None,
        "by": {},
        "matrix": {},
        "left_out": {},
        "signature": "metric:apt|repair:paper|v:1",
        **more,
    }


def _json(*results: object) -> str:
    saved = {"signature": "s", "results": list(results), "comparisons": [], "notes": []}
    return json.dumps(saved)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tsv", "system\tbleu\tapt\nx\t30.5\t0.5\ny\t-1e1\t\n"),
        ("a.csv", 'system,bleu,apt\r\n"x",30.5,0.5\r\ny,-1e1,–\r\n\r\n'),
        ("a.jsonl", '{"system": "x", "bleu": 30.5, "apt": 0.5}\n{"system": "y", "bleu": -10}\n'),
    ],
)
def test_tables(write: Write, name: str, text: str) -> None:
    found = read_figures(write(name, text))
    assert found["bleu"] == {"x": 30.5, "y": -10.0}
    assert {**found["apt"]} in ({"x": 0.5, "y": None}, {"x": 0.5})
    assert not found.texts


def test_a_packed_table(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbfsystem,bleu\nx,1\n"))
    assert read_figures(path)["bleu"] == {"x": 1.0}


@pytest.mark.parametrize("missing", ["", "-", "–", "NA", "nan", "None"])
def test_missing_figures(write: Write, missing: str) -> None:
    found = read_figures(write("a.tsv", f"system\tapt\nx\t1\ny\t{missing}\n"))
    assert found["apt"] == {"x": 1.0, "y": None}


def test_a_column_of_words_is_no_figure(write: Write) -> None:
    found = read_figures(write("a.tsv", "system\tteam\tapt\nx\tred\t1\ny\t\t2\n"))
    assert list(found.scores) == ["apt"]
    assert found.only() == "apt"
    with pytest.raises(InputError, match=r"a.tsv:2: expected a number in column 'team'"):
        found["team"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("system\tapt\nx\t1\ny\tred\n", r"a.tsv:3: expected a number in column 'apt', found 'red'"),
        ("system\tapt\nx\t1\ny\tinf\n", r"a.tsv:3: expected a number in column 'apt', found 'inf'"),
        ("system\tapt\nx\t1\nx\t2\n", r"a.tsv:3: the system 'x' stands already in line 2"),
        ("name\tapt\nx\t1\n", r"a.tsv:2: no column 'system', found name, apt"),
        ("system\tapt\n\t1\n", r"a.tsv:2: a row without the name of a system"),
        ("system\tapt\n", r"a.tsv: no rows"),
        ("system\tmetric\tscore\nx\tapt\t1\n", r"a.tsv:1: this is the TSV of proform score"),
        ("system\tapt\nx\t1\t2\n", r"a.tsv:2: expected 2 columns"),
    ],
)
def test_broken_tables(write: Write, text: str, message: str) -> None:
    path = write("a.tsv", text)
    with pytest.raises(InputError, match=message):
        read_figures(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("system,apt\nx,1,2\n", r"a.csv:2: expected 2 columns"),
        ("system,apt,apt\nx,1,2\n", r"a.csv:1: two columns of one name"),
        ('system,apt\n"x"y,1\n', r"a.csv:2: not CSV"),
    ],
)
def test_broken_csv(write: Write, text: str, message: str) -> None:
    path = write("a.csv", text)
    with pytest.raises(InputError, match=message):
        read_figures(path)


def test_which_figure(write: Write) -> None:
    found = read_figures(write("a.tsv", "system\tbleu\tapt\nx\t1\t2\n"))
    with pytest.raises(InputError, match=r"several figures: bleu, apt; name one: .*a.tsv#bleu"):
        found.only()
    with pytest.raises(InputError, match=r"no figure 'ter' in it; it has bleu, apt"):
        found["ter"]


def test_an_unknown_kind_of_file(write: Write) -> None:
    path = write("a.txt", "system apt\n")
    with pytest.raises(InputError, match=r"expected a name that ends in .tsv, .csv or .jsonl"):
        read_figures(path)


def test_results(write: Write) -> None:
    prf = _result("x", "autoprf", precision=0.25, recall=None)
    found = read_figures(write("a.json", _json(_result("x"), _result("y", score=None), prf)))
    assert found.scores == {
        "apt": {"x": 0.5, "y": None},
        "autoprf": {"x": 0.5},
        "autoprf:precision": {"x": 0.25},
        "autoprf:recall": {"x": None},
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{\n]", r"a.json:2: Invalid JSON"),
        ("[]", r"a.json: Input should be an object"),
        (_json(), r"a.json: results: List should have at least 1 item"),
        (_json({"system": "x"}), r"a.json: results.0.score: Field required"),
        (_json(_result("x"), _result("x")), r"a.json: apt of 'x' is in it twice"),
        (
            _json(_result("x", score="high")),
            r"a.json: results.0.score: Input should be a valid number",
        ),
        (
            _json(_result("x", score=float("nan"))),
            r"a.json: results.0.score: Input should be a finite number",
        ),
    ],
)
def test_broken_results(write: Write, text: str, message: str) -> None:
    path = write("a.json", text)
    with pytest.raises(InputError, match=message):
        read_figures(path)


@pytest.mark.parametrize(("repair", "repaired"), [("paper", True), ("none", False)])
def test_counts(write: Write, repair: str, repaired: bool) -> None:
    signature = f"metric:apt|repair:{repair}|weights:1"
    text = _json(_result("x", signature=signature), _result("x", "autoprf"))
    assert read_counts(write("a.json", text)) == (repaired, {"x": (1.0,) * 6})


def test_counts_of_something_else(write: Write) -> None:
    with pytest.raises(InputError, match="no result of APT in it"):
        read_counts(write("a.json", _json(_result("x", "autoprf"))))
    with pytest.raises(InputError, match="a table does not tell how APT was run"):
        read_counts(write("a.tsv", "system\tapt\n"))
    mixed = _json(_result("x"), _result("y", signature="repair:none"))
    with pytest.raises(InputError, match="some results are with repair, some without"):
        read_counts(write("b.json", mixed))


def test_results_of_a_suite(tmp_path: Path) -> None:
    store, path = tmp_path / "suite.db", tmp_path / "suite.json"
    demo_suite.build(str(store))
    path.write_text(run("suite", "evaluate", store, "-m", "apt", "-f", "json"), encoding="utf-8")
    evaluated = read_figures(path)
    assert list(evaluated.scores) == ["apt"]
    assert set(evaluated["apt"]) == {"sentence", "context", "literal"}
    assert set(read_counts(path).counts) == set(evaluated["apt"])
