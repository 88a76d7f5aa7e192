"""MQM ratings as judgements, and general metrics, through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import Proform, Write

HEADER = "system doc doc_id seg_id rater source target category severity"
ROWS = (
    ("ref", "1", "r1", "The cat sleeps .", "Die Katze schläft .", "No-error", "no-error"),
    ("ref", "2", "r1", "It is tired .", "Sie ist müde .", "No-error", "no-error"),
    ("a", "1", "r1", "The cat sleeps .", "Der Kater schläft .", "No-error", "no-error"),
    ("a", "2", "r1", "It is tired .", "<v>Sie</v> ist müde .", "Accuracy/Mistranslation", "major"),
    ("a", "2", "r2", "It is tired .", "Sie ist <v>müde</v> .", "Fluency/Punctuation", "minor"),
    ("b", "1", "r1", "The cat sleeps .", "Die Katze schläft .", "No-error", "no-error"),
    (
        "b",
        "2",
        "r2",
        "It is tired .",
        "<v>Es ist sehr müde</v> .",
        "Accuracy/Mistranslation",
        "major",
    ),
)


@pytest.fixture
def ratings(write: Write) -> Path:
    lines = [HEADER.replace(" ", "\t")]
    for system, segment, rater, source, target, category, severity in ROWS:
        cells = (system, "talk", "1", segment, rater, source, target, category, severity)
        lines.append("\t".join(cells))
    return write("ratings.tsv", "\n".join(lines) + "\n")


@pytest.fixture
def scored(proform: Proform, ratings: Path, tmp_path: Path, write: Write) -> Path:
    """The texts of the ratings, scored by APT with links of our own."""
    texts = tmp_path / "texts.tsv"
    assert proform("meta", "mqm", ratings, "-l", "en-de", "--texts", texts).exit_code == 0
    # proform score reads links only beside plain or tabular texts that are tokenised.
    links = write("links", "0-0 1-1 2-2 3-3\n0-0 1-1 2-2 3-3\n")
    detail = tmp_path / "apt.jsonl"
    both = ("--align-ref", links, "--align-sys", links, links)
    run = proform(
        *("score", "-l", "en-de", "-s", texts, "-r", texts, "-i", texts, *both),
        *("--detail", detail, "-f", "json", "-o", tmp_path / "apt.json"),
    )
    assert run.exit_code == 0, run.stderr
    return detail


def test_texts_are_a_table_that_score_reads(
    proform: Proform, ratings: Path, tmp_path: Path
) -> None:
    texts = tmp_path / "texts.tsv"
    run = proform("meta", "mqm", ratings, "-l", "en-de", "--texts", texts, "-f", "json")
    header, first, second = texts.read_text(encoding="utf-8").splitlines()
    assert header == "doc\tseg\tsrc\tref\ta\tb"
    cells = [
        "The cat sleeps .",
        "Die Katze schläft .",
        "Der Kater schläft .",
        "Die Katze schläft .",
    ]
    assert first.split("\t") == ["talk", "1", *cells]
    assert "<v>" not in second
    costs = {row["system"]: row["mqm"] for row in json.loads(run.stdout)["systems"]}
    # a: 5 + 0.1 in three rated segments; b: 5 in two.
    assert costs == pytest.approx({"a": 5.1 / 3, "b": 2.5})


def test_raters_judge_the_pronouns_of_a_metric(
    proform: Proform, ratings: Path, scored: Path, tmp_path: Path
) -> None:
    people = tmp_path / "people.tsv"
    run = proform(
        *("meta", "mqm", ratings, "-l", "en-de", "--detail", scored, "--judgements", people),
        *("-f", "json"),
    )
    assert run.exit_code == 0, run.stderr
    assert people.read_text().splitlines() == [
        "system\tsegment\tposition\tannotator\tjudgement",
        "a\t1\t0\tr1\tincorrect",
        "a\t1\t0\tr2\tcorrect",
        # Four words are marked: something is wrong there, but nobody says that it is the pronoun.
        "b\t1\t0\tr2\tunjudged",
    ]
    rows = {row["system"]: (row["pronouns"], row["n"]) for row in json.loads(run.stdout)["systems"]}
    assert rows == {"a": (0.5, 2), "b": (None, 0)}


def test_another_text_is_noticed(
    proform: Proform, ratings: Path, scored: Path, write: Write
) -> None:
    other = write("other.jsonl", scored.read_text(encoding="utf-8").replace("ist müde", "war müde"))
    run = proform("meta", "mqm", ratings, "-l", "en-de", "--detail", other)
    assert run.exit_code == 2
    assert "segment 1 of a is another text than in the ratings" in run.stderr


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--reference", "human"), "no system 'human' to take as reference"),
        (("--judgements", "out.tsv"), "give one"),
    ],
)
def test_what_cannot_be(
    proform: Proform, ratings: Path, options: tuple[str, ...], complaint: str
) -> None:
    run = proform("meta", "mqm", ratings, "-l", "en-de", *options)
    assert run.exit_code == 2
    assert complaint in run.stderr
    assert len(run.stderr.splitlines()) == 1


def _rating(system: str, document: str, rater: str, target: str, category: str) -> str:
    cells = (system, document, "1", "1", rater, "It is .", target, category, "minor")
    return "\t".join(cells) + "\n"


HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


def test_documents_may_count_their_segments_anew(
    proform: Proform, write: Write, tmp_path: Path
) -> None:
    rows = [
        _rating(system, document, "r", f"Es {document} .", "Style/Awkward")
        for document in ("one", "two")
        for system in ("ref", "a")
    ]
    texts = tmp_path / "texts.tsv"
    ratings = write("anew.tsv", HEADER + "".join(rows))
    assert proform("meta", "mqm", ratings, "-l", "en-de", "--texts", texts).exit_code == 0
    lines = texts.read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines] == ["doc", "one", "two"]
    assert [line.split("\t")[-1] for line in lines] == ["a", "Es one .", "Es two ."]


def test_open_marks_and_unknown_categories_are_said(proform: Proform, write: Write) -> None:
    rows = _rating("ref", "d", "r", "Es .", "No-error") + _rating("a", "d", "r", "<v>Es .", "Odd/1")
    said = proform("meta", "mqm", write("odd.tsv", HEADER + rows), "-l", "en-de").stdout
    assert "marks without an end, taken to go to the end of the text: 1" in said
    assert "categories that MQM does not have, counted by their severity: 'Odd/1' (1)" in said


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ("", "no ratings in it"),
        (_rating("ref", "d", "r", "Es .", "Other"), "no system beside the reference 'ref'"),
        (
            _rating("ref", "d", "r", "Es .", "Other")
            + _rating("a", "d", "r", "Es .", "Other")
            + _rating("a", "d", "s", "Es ist .", "Other"),
            "two targets of a in segment 1 of d",
        ),
    ],
)
def test_ratings_that_are_of_no_use(
    proform: Proform, write: Write, rows: str, complaint: str
) -> None:
    run = proform("meta", "mqm", write("odd.tsv", HEADER + rows), "-l", "en-de")
    assert run.exit_code == 2
    assert complaint in run.stderr


def test_general_metrics_of_the_demo_systems(proform: Proform, demo: Path) -> None:
    data = demo / "en-fr"
    systems = [data / f"{name}.fr" for name in ("sentence", "context", "literal")]
    every = ("bleu", "chrf", "ter", "meteor", "meteor-pronouns")
    run = proform(
        *("meta", "metrics", "-l", "en-fr", "-r", data / "reference.fr", "-i", *systems),
        *("--tokenized", "-m", *every, "-f", "json"),
    )
    assert run.exit_code == 0, run.stderr
    found = json.loads(run.stdout)
    rows = {row["system"]: row for row in found["metrics"]}
    assert set(rows["context"]) == {"system", *every}
    for metric in ("bleu", "chrf", "meteor", "meteor-pronouns"):
        assert rows["context"][metric] > rows["literal"][metric]
    assert rows["context"]["ter"] < rows["literal"]["ter"]
    assert {note.split(":")[0] for note in found["notes"]} == set(every)


def test_a_text_against_itself(proform: Proform, demo: Path) -> None:
    reference = demo / "en-fr" / "reference.fr"
    run = proform(
        *("meta", "metrics", "-l", "en-fr", "-r", reference, "-i", f"same={reference}"),
        *("-m", "bleu", "meteor", "meteor-pronouns", "-f", "tsv"),
    )
    header, row = run.stdout.splitlines()
    values = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert float(values["bleu"]) == pytest.approx(100)
    assert float(values["meteor"]) == pytest.approx(1)
    assert float(values["meteor-pronouns"]) == pytest.approx(1)


def test_another_number_of_lines(proform: Proform, demo: Path, write: Write) -> None:
    short = write("short.fr", "Une ligne .\n")
    run = proform("meta", "metrics", "-l", "en-fr", "-r", demo / "en-fr/reference.fr", "-i", short)
    assert run.exit_code == 2
    assert "short.fr:2: 1 lines, but the source has 75" in run.stderr
