"""A judge of one's own, passed as a value: everything that is made of scores knows its words."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.support.command import Proform, Write
from tests.support.command import run as run_command
from tests.support.small_suite import SUITE, TARGETS

import proform
from proform.errors import ProformError
from proform.judge import make_judges
from proform.judge.base import Description, Judge, Reason, Vectors
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import Decision, Occurrence, Rendering, Verdict
from proform.report.inputs import Kind, read_file
from proform.scoring.judgements import Judgement, read_judgements
from proform.scoring.result import Result
from proform.suite.evaluate import evaluate

RHYMES = Reason("rhymes", "chimes with it", "good")
CLASHES = Reason("clashes", "jars on the ear", "bad")
MUTE = Reason("mute", "makes no sound", "lost")
LEGEND = "ch chimes; ja jars; mu makes no sound, and counts half"


class Toy(Judge):
    """Do both pronouns end in the same letter? Half a point for silence."""

    name = "toy"
    description = Description(
        "toy",
        ("rhymes", "clashes", "mute"),
        ((1.0, 1.0), (0.0, 1.0), (0.5, 1.0)),
        (RHYMES, CLASHES, MUTE),
        headings={"rhymes": "ch", "clashes": "ja", "mute": "mu"},
        legend=dict.fromkeys(("rhymes", "clashes", "mute"), LEGEND),
        matrix=True,
    )
    signature = {"ear": "left"}  # noqa: RUF012 (the signature of an instance)
    notes = ("toy: heard with one ear",)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        ends = [
            rendering.tokens[-1][-1:] for rendering in (reference, candidate) if rendering.tokens
        ]
        if len(ends) < 2:
            verdict, reason = Verdict.UNDECIDED, MUTE
        elif ends[0] == ends[1]:
            verdict, reason = Verdict.CORRECT, RHYMES
        else:
            verdict, reason = Verdict.INCORRECT, CLASHES
        statistics = tuple(float(reason.code == code) for code in self.description.statistics)
        cell = (ends[0], ends[1]) if len(ends) == 2 else None
        return Decision(occurrence, verdict, reason.code, reference, candidate, statistics, cell)

    def scores(self, sums: Vectors) -> dict[str, Vectors]:
        """Silence is reported beside the score."""
        return {**super().scores(sums), "silence": np.asarray(sums[..., 2])}


SOURCE = ["It is red .", "I saw it .", "They left ."]
REFERENCE = ["Il est rouge .", "Je la voyais .", "Ils partent ."]
BASE = ["Elle est rouge .", "Je voyais .", "Elles partent ."]
NEW = ["Il est rouge .", "Je la voyais .", "Mais partent ."]
LINKS = ["0-0 1-1 2-2 3-3", "0-0 1-2 2-1 3-3", "0-0 1-1 2-2"]
DROPPED = ["0-0 1-1 2-2 3-3", "0-0 1-1 3-2", "0-0 1-1 2-2"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("toy")


@pytest.fixture(scope="module")
def result(folder: Path) -> Result:
    """Scored beside a metric of the package, with rows on disk."""
    result = proform.score(
        source=SOURCE,
        reference=REFERENCE,
        systems={"base": BASE, "new": NEW},
        languages="en-fr",
        metrics=[Toy(), "apt"],
        align_ref=LINKS,
        align_sys={"base": DROPPED, "new": LINKS},
        source_pronouns=["it", "they"],
        confidence=True,
        paired=True,
        resamples=50,
        detail=folder / "detail.tsv",
    )
    result.save(folder / "scores.json")
    return result


def test_its_score_is_by_its_own_credit(result: Result) -> None:
    assert result["toy", "base"].score == pytest.approx((0 + 0.5 + 1) / 3)
    assert result["toy", "base"].counts == {"rhymes": 1, "clashes": 1, "mute": 1}
    assert result["toy", "base"].total.scores["silence"] == 1
    assert result["toy", "new"].score == 1
    assert result["toy", "new"].by("pronoun")["they"].score == 1
    assert "metric:toy|lang:en-fr|pronouns:list|ear:left|" in result.signature
    assert "toy: heard with one ear" in result.notes
    assert [paired.metric for paired in result.comparisons] == ["toy", "apt"]


@pytest.mark.parametrize("style", ["text", "latex", "markdown", "html", "svg"])
def test_tables_for_people_have_its_headings_and_its_legend(result: Result, style: str) -> None:
    shown = result.to_text(style, by=("pronoun",), matrix=True).replace("&#160;", " ")
    for words in ("toy", "silence", "ch", "ja", "mu", "makes no sound", "toy by pronoun"):
        assert words in shown
    assert re.search(r"toy, base: reference \(rows\)", shown)


@pytest.mark.parametrize("style", ["tsv", "csv"])
def test_tables_for_programs_have_its_statistics(result: Result, style: str) -> None:
    header, first, *_ = result.to_text(style).splitlines()
    cells = dict(
        zip(*(line.split("\t" if style == "tsv" else ",") for line in (header, first)), strict=True)
    )
    assert (cells["metric"], cells["score"]) == ("toy", "0.5")
    assert (cells["rhymes"], cells["clashes"], cells["mute"]) == ("1", "1", "1")


def test_json_has_how_it_describes_itself(result: Result, folder: Path) -> None:
    document = json.loads(result.to_text("json"))
    assert document["metrics"]["toy"]["reasons"]["clashes"] == ["jars on the ear", "bad"]
    assert document["metrics"]["toy"]["credit"]["mute"] == [0.5, 1.0]
    loaded = proform.load(folder / "scores.json", folder / "detail.tsv")
    assert loaded.descriptions["toy"] == Toy.description
    assert loaded.to_text("text", by=("pronoun",)) == result.to_text("text", by=("pronoun",))
    assert list(loaded.judgements) == list(result.judgements)


def test_rows_have_its_words_and_statistics(result: Result, folder: Path) -> None:
    rows = [row for row in read_judgements(folder / "detail.tsv") if row.metric == "toy"]
    assert rows == [row for row in result.judgements if row.metric == "toy"]
    first, second, *_ = (row for row in rows if row.system == "base")
    assert first.explanation == ("'It': the reference has 'Il', base has 'Elle': jars on the ear.")
    assert (first.cell, dict(first.statistics)) == (("l", "e"), {"clashes": 1})
    assert second.explanation.endswith("base has no translation of it: makes no sound.")


def test_it_judges_suites() -> None:
    kept: list[Judgement] = []
    reference, *systems = TARGETS
    result = evaluate(SUITE, reference, systems, [Toy(), "protest"], sink=kept.append)
    own = [one for one in kept if one.metric == "toy"]
    assert len(own) == len(SUITE.examples) * len(systems)
    assert {one.explanation.rsplit(": ", 1)[1] for one in own} <= {
        f"{reason.words}." for reason in (RHYMES, CLASHES, MUTE)
    }
    assert list(result["toy", "base"].by("category")) == [one.name for one in SUITE.categories]
    assert result["toy", "base"].n == len(SUITE.examples)
    assert LEGEND in result.to_text("markdown", by=("category",))


@pytest.fixture
def human(write: Write) -> Path:
    header = "system\tsegment\tposition\tannotator\tjudgement\tcategory\n"
    rows = ("base\t0\t0\tAda\tcorrect\tevent_it", "new\t0\t0\tAda\tcorrect\tevent_it")
    return write("judgements.tsv", header + "\n".join(rows) + "\n")


def test_it_stands_beside_people(result: Result, folder: Path, human: Path) -> None:
    assert result.kept
    where = (folder / "detail.tsv", "--human", human, "-m", "toy")
    blocks = run_command("meta", "disagreements", *where)
    assert (
        "toy: incorrect. 'It': the reference has 'Il', base has 'Elle': jars on the ear." in blocks
    )
    (row,) = json.loads(run_command("meta", "disagreements", *where, "-f", "json"))["disagreements"]
    assert (row["system"], row["reason"], row["human"]) == ("base", "clashes", "correct")
    divided = run_command("meta", "categories", *where)
    assert "event_it" in divided
    assert "mute" in divided


def test_a_metric_that_is_not_in_the_rows_is_not_known(
    result: Result, folder: Path, human: Path, proform: Proform
) -> None:
    assert result.kept
    done = proform("meta", "categories", folder / "detail.tsv", "--human", human, "-m", "own")
    assert "no metric 'own'; it has toy, apt" in done.stderr


def page_of(path: Path) -> tuple[str, dict[str, Any]]:
    """A page, and the data of its script."""
    html = path.read_text(encoding="utf-8")
    block = re.search(r'id="data"[^>]*>([^<]+)<', html)
    assert block is not None
    return html, json.loads(gzip.decompress(b64decode(block[1])))


def has_its_words(path: Path) -> None:
    html, data = page_of(path)
    for reason in (RHYMES, CLASHES, MUTE):
        assert reason.words in html
    metric = next(one for one in data["metrics"] if one["name"] == "toy")
    assert metric["reasons"] == ["rhymes", "clashes", "mute"]
    assert metric["meanings"] == ["chimes with it", "jars on the ear", "makes no sound"]
    assert metric["forms"]
    assert any("jars on the ear" in text for text in data["texts"])
    assert "toy, base: reference (rows) and candidate (columns)" in html
    assert "its score is made from the rows" not in html


def test_it_is_on_the_page_of_the_result(result: Result, tmp_path: Path) -> None:
    result.write_report(tmp_path / "report.html", title="Toys")
    has_its_words(tmp_path / "report.html")


@pytest.mark.parametrize("inputs", [("scores.json", "detail.tsv"), ("detail.tsv", "scores.json")])
def test_it_is_on_the_page_of_its_files(
    result: Result, folder: Path, tmp_path: Path, inputs: tuple[str, ...]
) -> None:
    assert result.kept
    files = [folder / name for name in inputs]
    csv = tmp_path / "csv"
    run_command("report", *files, "-o", tmp_path / "report.html", "--csv", csv)
    has_its_words(tmp_path / "report.html")
    reasons = (csv / "reasons-toy.csv").read_text(encoding="utf-8").splitlines()
    assert reasons[0] == "system,chimes with it,jars on the ear,makes no sound,all"
    assert reasons[1] == "base,1,1,1,3"


def test_of_its_rows_alone_only_the_verdicts_count(
    result: Result, folder: Path, tmp_path: Path
) -> None:
    assert result.kept
    proform.write_report([folder / "detail.tsv"], tmp_path / "report.html")
    html, _ = page_of(tmp_path / "report.html")
    assert "toy: its score is made from the rows, by what is correct" in html
    assert read_file(folder / "detail.tsv", Kind.ROWS).judgements["toy", "base"]


def test_two_judges_of_one_name_are_refused() -> None:
    with pytest.raises(ProformError, match="two judges are called 'toy'"):
        make_judges([Toy(), Toy()], Choices(*load_packs("en-fr")))
