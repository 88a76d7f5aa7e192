"""Judgements from elsewhere: every format, and what is wrong with files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import Proform, Write, scored

from proform.errors import InputError, ProformError
from proform.judge.elsewhere import Elsewhere, Mark, Opinions
from proform.scoring.opinions import read_elsewhere, read_metrics

MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"


def read(path: Path) -> Opinions:
    judge = read_elsewhere(f"file:mine={path}")
    assert isinstance(judge, Elsewhere)
    return judge.opinions


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.tsv", "system\tsegment\tposition\tverdict\nA\t0\t2\tcorrect\nA\t1\t0\twrong\n", (1, 0)),
        ("a.csv", "system,segment,position,probability\nA,0,2,0.75\nA,1,0,\n", (0.75, None)),
        ("a.tsv", "system\tsegment\tposition\twrong\nA\t0\t2\t0.25\nA\t1\t0\t1\n", (0.75, 0)),
        (
            "a.jsonl",
            (
                '{"system": "A", "segment": 0, "position": 2, "score": 10}\n{"system": "A", '
                '"segment": 1, "position": 0, "score": 30}\n'
            ),
            (0, 1),
        ),
        (
            "a.tsv",
            (
                "system\tsegment\tposition\tverdict\twrong\nA\t0\t2\tcorrect\t0.4\n"
                "A\t1\t0\tundecided\t\n"
            ),
            (0.6, None),
        ),
    ],
)
def test_tables(
    write: Write, name: str, text: str, expected: tuple[float | None, float | None]
) -> None:
    places = read(write(name, text)).places
    assert places.get(("A", 0, 2)) == expected[0]
    assert places.get(("A", 1, 0)) == expected[1]


def test_tables_by_example_and_by_segment(write: Write) -> None:
    assert read(write("a.tsv", "system\texample\tverdict\nA\t3\tok\n")).examples == {("A", 3): 1}
    table = write("b.tsv", "system\tsegment\tprobability\nA\t3\t0.5\n")
    assert read(table).segments == {("A", 3): 0.5}


def test_segment_scores_of_mt_metrics_eval(write: Write) -> None:
    judge = read_elsewhere(f"file:comet={write('comet.seg.score', _SEGMENTS)}")
    assert isinstance(judge, Elsewhere)
    assert judge.opinions.segments == {("A", 0): 0.5, ("B", 0): 0, ("B", 1): 1}
    assert judge.notes == ("comet: scores from -1 to 1, shown as 0 to 1",)


_SEGMENTS = "A\t0\nA\tNone\nB\t-1\nB\t1\n"


def test_mqm(write: Write) -> None:
    rows = (
        "A\td\t1\t1\tr1\tIt came.\t<v>Er</v> kam an.\tFluency\tMajor",
        "A\td\t1\t1\tr2\tIt came.\tEr kam an.\tNo-error\tNo-error",
        "A\td\t1\t2\tr1\tIt went.\t<v>Er ging weg und</v> kam.\tStyle\tMinor",
        "A\td\t1\t3\tr1\tIt is.\t<v>Er</v> ist.\tStyle\tNeutral",
    )
    marks = read(write("mqm.tsv", "\n".join((MQM, *rows)) + "\n")).marks
    assert marks["A", "Erkaman."] == [[Mark(0, 2, decisive=True)], []]
    assert marks["A", "Ergingwegundkam."] == [[Mark(0, 12, decisive=False)]]
    assert marks["A", "Erist."] == [[]]


def test_error_spans(write: Write) -> None:
    wmt = {
        "system": "A",
        "tgt": "Er kam an.",
        "esa_spans": [_span(0, 2), _span("missing", "missing")],
    }
    pearmut = {
        "user_id": "u",
        "item": [{"src": "It came.", "tgt": {"A": "Er kam an.", "B": "Es kam."}}],
        "annotation": [{"A": {"error_spans": [_span(3, 5)]}, "B": {"error_spans": []}}],
    }
    lines = f"{json.dumps(wmt)}\n{json.dumps(pearmut)}\n"
    expected = {
        ("A", "Erkaman."): [[Mark(0, 2, decisive=True)], [Mark(2, 5, decisive=True)]],
        ("B", "Eskam."): [[]],
    }
    assert read(write("esa.jsonl", lines)).marks == expected
    assert read(write("esa.json", json.dumps([wmt, pearmut]))).marks == expected


def _span(start: object, end: object) -> dict[str, object]:
    return {"start_i": start, "end_i": end, "severity": "minor"}


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.tsv", "", "empty"),
        ("a.txt", "hello\n", "not a table of judgements"),
        ("a.tsv", "system\tsegment\tposition\tverdict\n", "no row in it"),
        (
            "a.tsv",
            "system\tsegment\tposition\tverdict\nA\t0\t1\tmaybe\n",
            "unknown verdict 'maybe'",
        ),
        ("a.tsv", "system\tsegment\tposition\tprobability\nA\t0\t1\t1.2\n", "probability is 1.2"),
        ("a.tsv", "system\tsegment\tposition\twrong\nA\t0\t1\t-1\n", "wrong is -1"),
        ("a.tsv", "system\tsegment\tposition\tscore\nA\t0\t1\tinf\n", "score is not a number"),
        (
            "a.tsv",
            "system\tsegment\tposition\tnote\nA\t0\t1\tx\n",
            "no verdict, probability or score",
        ),
        ("a.tsv", "system\tverdict\nA\tok\n", "no column 'position' or 'example'"),
        ("a.tsv", "segment\tposition\tverdict\n0\t1\tok\n", "no column 'system'"),
        (
            "a.tsv",
            "system\texample\tverdict\nA\t1\tok\nA\t1\tbad\n",
            "said of the same pronoun in line 2",
        ),
        ("a.seg.score", "A\t0.5\nA\t1\nB\t1\n", "unlike numbers of scores: A 2, B 1"),
        ("a.seg.score", "A\t0.5\nB\n", "expected SYSTEM, tab, score"),
        ("a.jsonl", '{"system": "A"\n', "not JSON"),
        ("a.json", "[1]", "expected a JSON object"),
        ("a.jsonl", '{"error_spans": [], "tgt": "x"}\n', "expected system, tgt and error_spans"),
        ("a.jsonl", '{"system": "A", "error_spans": [3], "tgt": "x"}\n', "expected an error span"),
        (
            "a.jsonl",
            '{"system": "A", "error_spans": [{"start_i": 5, "end_i": 9}], "tgt": "x"}\n',
            "outside of 1 characters",
        ),
        (
            "a.jsonl",
            '{"system": "A", "error_spans": [{"start_i": "a", "end_i": 9}], "tgt": "x"}\n',
            "are not numbers",
        ),
        ("a.jsonl", '{"item": [1], "annotation": [1, 2]}\n', "1 items but 2 annotations"),
        ("a.jsonl", '{"item": [1], "annotation": [2]}\n', "expected tgt and annotation by system"),
    ],
)
def test_bad_files(write: Write, name: str, text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as error:
        read(write(name, text))
    assert name in str(error.value)


@pytest.mark.parametrize("metric", ["file:", "file:x", "file:=a.tsv", "file:x=", "file:apt=a.tsv"])
def test_bad_names(metric: str) -> None:
    with pytest.raises(ProformError):
        read_elsewhere(metric)


def test_a_missing_file() -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_elsewhere("file:x=nowhere.tsv")


def test_other_metrics_stay() -> None:
    assert read_metrics(["apt", "protest"]) == ["apt", "protest"]


@pytest.fixture
def tiny(write: Write) -> list[object]:
    return [
        *("score", "-l", "en-fr"),
        *("-s", write("src.en", "it is red\nthey run\n")),
        *("-r", write("ref.fr", "il est rouge\nelles courent\n")),
        *("-i", write("sys.fr", "il est rouge\nils courent\n")),
        *("--align-ref", write("ref.align", "0-0 1-1 2-2\n0-0 1-1\n")),
        *("--align-sys", write("sys.align", "0-0 1-1 2-2\n0-0 1-1\n")),
    ]


def test_scores_and_breakdowns(proform: Proform, tiny: list[object], write: Write) -> None:
    table = write("mine.tsv", "system\tsegment\tposition\tprobability\nsys\t0\t0\t0.8\n")
    detail = write("detail.jsonl", "")
    run = [*tiny, "-m", "apt", f"file:mine={table}", "--by", "pronoun", "--detail", detail]
    apt, mine = scored(proform, *run)["results"]
    assert (mine["metric"], mine["score"], mine["n"]) == ("mine", 0.8, 1)
    assert mine["counts"]["unknown"] == 1
    assert mine["by"]["pronoun"]["they"]["score"] is None
    rows = [json.loads(line) for line in detail.read_text().splitlines()]
    told = {(row["metric"], row["segment"]): row for row in rows}
    assert (told["mine", 0]["verdict"], told["mine", 0]["wrong"]) == ("correct", "0.2")
    assert told["mine", 1]["verdict"] == "undecided"
    # What was written is such a file again.
    again = write(
        "again.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows if row["metric"] == "mine")
    )
    same = scored(proform, *tiny, "-m", f"file:again={again}", "--fail-under", "again=0.5")[
        "results"
    ]
    assert same[0]["score"] == pytest.approx(0.8)
    assert apt["n"] == 2


def test_the_command_complains_at_once(proform: Proform, tiny: list[object]) -> None:
    for metric in ("file:apt=x", "file:x", "nothing"):
        run = proform(*tiny, "-m", metric)
        assert run.exit_code == 2
    assert "is not one of" in run.stderr
    assert "file:NAME=PATH" in run.stderr
