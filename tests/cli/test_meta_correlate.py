"""`proform meta` on scores of systems: what it prints, and what it says to bad input."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from tests.support.command import Proform, Write, meta
from tests.support.command import meta_complaint as complaint
from tests.support.paths import ROOT

COMMANDS = (
    *("correlate", "compare", "grid", "cases", "categories", "agreement", "equivalents"),
    "disagreements",
)

SCORES = """system	apt	bleu	people
a	0.1	30	0.2
b	0.2	10	0.3
c	0.3	20	0.35
d	0.4	25	0.5
e	0.9	27	0.9
"""


@pytest.fixture
def scores(write: Write) -> Path:
    return write("scores.tsv", SCORES)


# Every command


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_the_docs_every_option(proform: Proform, command: str) -> None:
    shown = proform("meta", command, "--help").stdout
    assert f"Example:\n    proform meta {command} " in shown
    docs = (ROOT / "docs" / "meta.md").read_text(encoding="utf-8")
    assert f"proform meta {command}" in docs
    words = shown.replace(",", " ").replace(".", " ").split()
    options = {word for word in words if word.startswith("--") and word[2:3].isalpha()}
    assert {option for option in options - {"--help"} if option not in docs} == set()


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "sys.argv = ['proform', 'meta', 'correlate', '--help']\n"
        "from proform.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('numpy', 'scipy', 'matplotlib', 'sqlalchemy') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


def test_formats(proform: Proform, scores: Path, tmp_path: Path) -> None:
    command = ("meta", "correlate", scores, "--human", "people", "-m", "apt")
    text = proform(*command)
    assert ["apt", "pearson", "5", "0.997"] in [
        line.split()[:4] for line in text.stdout.splitlines()
    ]
    assert text.stderr == ""
    tsv = proform(*command, "-f", "tsv")
    header, *rows = (line.split("\t") for line in tsv.stdout.splitlines())
    assert header[:5] == ["metric", "measure", "n", "value", "low"]
    assert [row[:3] for row in rows] == [
        ["apt", measure, "5"] for measure in ("pearson", "spearman", "kendall")
    ]
    commas = proform(*command, "-f", "csv")
    assert list(csv.reader(commas.stdout.splitlines())) == [header, *rows]
    assert "seed 12345" in tsv.stderr, "notes that a table has no place for"
    latex = proform(*command, "-f", "latex").stdout
    assert latex.count(r"\begin{tabular}{lrrrrrrr}") == 1
    assert "95\\% interval" in latex
    markdown = proform(*command, "-f", "markdown").stdout
    assert "| apt | pearson | 5 | 0.997 |" in markdown
    out = tmp_path / "out.txt"
    assert proform(*command, "-o", out).stdout == ""
    assert out.read_text(encoding="utf-8") == text.stdout
    assert "is an input" in complaint(proform, *command[1:], "-o", scores)


# correlate


def test_human_scores_from_anywhere(proform: Proform, scores: Path, write: Write) -> None:
    people = write(
        "people.csv",
        "system,right,wrong\n"
        + "".join(
            f"{system},{right},1\n"
            for system, right in zip("abcde", (0.2, 0.3, 0.35, 0.5, 0.9), strict=True)
        ),
    )
    ways = ("people", f"{scores}#people", f"{people}#right")
    found = [meta(proform, "correlate", scores, "--human", way) for way in ways]
    names = ["apt", "bleu", "people"]
    for one, metrics in zip(found, (names[:2], names[:2], names), strict=True):
        assert list(dict.fromkeys(row["metric"] for row in one["correlations"])) == metrics
        assert one["correlations"][:3] == found[0]["correlations"][:3]
    assert "several figures: right, wrong" in complaint(
        proform, "correlate", scores, "--human", people
    )


def test_leaving_out_each_system(proform: Proform, scores: Path) -> None:
    found = meta(proform, "correlate", scores, "--human", "people", "-m", "apt", "--each")
    pearson = found["correlations"][0]
    apt = np.array([0.1, 0.2, 0.3, 0.4, 0.9])
    people = np.array([0.2, 0.3, 0.35, 0.5, 0.9])
    for place_, system in enumerate("abcde"):
        kept = np.arange(5) != place_
        without = np.corrcoef(apt[kept], people[kept])[0, 1]
        assert pearson["without"][system] == pytest.approx(without)
    assert [row["without"] for row in found["leave_one_out"]] == list("abcde")
    marked = [row["without"] for row in found["leave_one_out"] if row["pearson_largest"]]
    assert marked == [pearson["largest"]]


def test_intervals_depend_on_the_seed_only(proform: Proform, write: Write) -> None:
    rows = "".join(f"s{n}\t{n}\t{n * 7 % 11}\n" for n in range(1, 11))
    scores = write("s.tsv", "system\tapt\tpeople\n" + rows)

    def intervals(*args: object) -> list[tuple[float, float]]:
        command = ("correlate", scores, "--human", "people", "--resamples", 300, *args)
        return [(row["low"], row["high"]) for row in meta(proform, *command)["correlations"]]

    assert intervals() == intervals()
    assert intervals() != intervals("--seed", 1)


def test_several_files(proform: Proform, write: Write) -> None:
    human = write("h.tsv", "system\tpeople\na\t1\nb\t2\nc\t3\nd\t5\n")
    one = write("one.tsv", "system\tapt\na\t1\nb\t2\n")
    two = write("two.tsv", "system\tapt\nc\t3\nd\t5\n")
    again = write("again.tsv", "system\tapt\na\t4\nb\t3\nc\t1\nd\t2\n")
    joined = meta(proform, "correlate", one, two, "--human", human)["correlations"]
    assert [(row["metric"], row["n"]) for row in joined] == [("apt", 4)] * 3
    apart = meta(proform, "correlate", one, again, "--human", human)["correlations"]
    assert list(dict.fromkeys(row["metric"] for row in apart)) == ["one:apt", "again:apt"]


def test_systems_that_are_left_out_are_named(proform: Proform, write: Write) -> None:
    table = write("s.tsv", "system\tapt\tbleu\nA\t1\t\nb\t2\t2\nc\t3\t3\nd\t4\t5\nx\t4\t4\n")
    human = write("h.tsv", "system\tpeople\na\t1\nb\t2\nc\t4\nd\t3\ny\t1\nz\t2\n")
    notes = meta(proform, "correlate", table, "--human", human)["notes"]
    assert "left out: 2 systems, y, z (no metric has a score)" in notes
    assert "left out: 1 system, x (no human score)" in notes
    assert "left out of bleu: 1 system, A (no score)" in notes
    assert "A and a are taken for one system" in notes


def test_undefined_correlations_are_explained(proform: Proform, write: Write) -> None:
    table = write("s.tsv", "system\tsame\tfew\tpeople\na\t1\t1\t1\nb\t1\t2\t2\nc\t1\t\t4\n")
    run = proform("meta", "correlate", table, "--human", "people")
    lines = [line.split() for line in run.stdout.splitlines()]
    assert ["same", "pearson", "3", *"–––––"] in lines
    measures = "pearson, spearman, kendall"
    assert f"same, {measures}: the metric gives all systems the same score" in run.stdout
    why = "a correlation needs at least 3 systems, there are 2"
    assert f"few, {measures}: {why}" in run.stdout
    assert "nan" not in run.stdout.lower()
    found = meta(proform, "correlate", table, "--human", "people")["correlations"]
    assert {row["value"] for row in found} == {None}
    constant = write("h.tsv", "system\tpeople\na\t1\nb\t1\nc\t1\n")
    notes = meta(proform, "correlate", table, "--human", constant, "-m", "people")["notes"]
    assert f"people, {measures}: the human scores of all systems are the same" in notes


@pytest.mark.parametrize(
    ("table", "human", "message"),
    [
        (SCORES, "nobody", "nobody: neither a file nor a figure of the scores; the scores have"),
        (SCORES + "a\t1\t1\t1\n", "people", "s.tsv:7: the system 'a' stands already in line 2"),
        (SCORES + "f\tx\t1\t1\n", "people", "s.tsv:7: expected a number in column 'apt'"),
        ("system\tpeople\na\t1\n", "people", "there is no figure beside the human one"),
        (
            "system\tapt\tpeople\na\t12%\t1\nb\t9%\t2\n",
            "people",
            "s.tsv:2: expected a number in column 'apt', found '12%'",
        ),
        ("team\tapt\na\t1\n", "apt", "s.tsv:2: no column 'system', found team, apt"),
    ],
)
def test_bad_scores(proform: Proform, write: Write, table: str, human: str, message: str) -> None:
    assert message in complaint(proform, "correlate", write("s.tsv", table), "--human", human)


def test_a_mark_in_the_name_of_a_file(proform: Proform, scores: Path, write: Write) -> None:
    human = write("people #1.tsv", "system\tpeople\na\t1\nb\t2\nc\t3\n")
    command = ("correlate", scores, "-m", "apt", "--human")
    assert meta(proform, *command, human)["correlations"][0]["n"] == 3
    assert meta(proform, *command, f"{human}#people")["correlations"][0]["n"] == 3
    assert "is an input" in complaint(proform, *command, human, "-o", human)


def test_human_scores_that_are_no_numbers(proform: Proform, scores: Path, write: Write) -> None:
    human = write("h.tsv", "system\tpeople\na\t12%\nb\t9%\n")
    said = complaint(proform, "correlate", scores, "--human", human)
    assert "expected a number in column 'people', found '12%'" in said


def test_latex_of_any_name(proform: Proform, write: Write) -> None:
    text = """system,a|b,people\n[x],1,1\n*y,2,3\n"a\nb",3,2\n<z>,4,5\n"c_%",5,4\n"""
    table = write("s.csv", text)
    run = proform("meta", "correlate", table, "--human", "people", "--each", "-f", "latex")
    rows = [line for line in run.stdout.splitlines() if " & " in line]
    assert all(line.endswith(r" \\") for line in rows)
    for cell in (r"a\textbar{}b", "{}[x]", "{}*y", "a b", "$<$z$>$", r"c\_\%"):
        assert any(cell in line.split(" & ") for line in rows), cell


def test_no_system_in_common(proform: Proform, scores: Path, write: Write) -> None:
    other = write("h.tsv", "system\tpeople\nx\t1\ny\t2\nz\t3\n")
    said = complaint(proform, "correlate", scores, "--human", other)
    assert said == (
        "no system has both a metric's and a human score: "
        "metrics have a, b, c, d, e, people have x, y, z"
    )


def test_unknown_metrics(proform: Proform, scores: Path) -> None:
    command = ("correlate", scores, "--human", "people", "-m", "ter")
    assert complaint(proform, *command) == "no metric 'ter'; there are apt, bleu"


def test_words_are_no_metric(proform: Proform, write: Write) -> None:
    table = write("s.tsv", SCORES.replace("bleu", "note").replace("30", "good"))
    assert "expected a number in column 'note'" in complaint(
        proform, "correlate", table, "--human", "people"
    )
    words = "system\tapt\tteam\tpeople\na\t1\tred\t1\nb\t2\tblue\t2\nc\t4\tred\t3\n"
    found = meta(proform, "correlate", write("w.tsv", words), "--human", "people")
    assert {row["metric"] for row in found["correlations"]} == {"apt"}
    assert any(note.startswith("the column team is left out: ") for note in found["notes"])


# The picture


def test_a_plot_has_names_as_text(proform: Proform, scores: Path, tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    command = ("meta", "correlate", scores, "--human", "people", "--plot", picture)
    assert proform(*command).exit_code == 0
    first = picture.read_bytes()
    texts = [node.text for node in ET.fromstring(first).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314 (our own)
    for system in "abcde":
        assert texts.count(system) == 2, "once in each panel"
    assert {"apt", "bleu", "people"} <= set(texts)
    assert any(text and text.startswith("Pearson 0.997 (95% interval") for text in texts)
    assert proform(*command).exit_code == 0
    assert picture.read_bytes() == first, "the same picture twice is the same file"


def test_plots_of_anything(proform: Proform, write: Write, tmp_path: Path) -> None:
    odd = "system\tsame\tlone\tpeople\n$x_1$\t1\t\t1\n系统\t1\t2\t2\nc\t1\t\t4\n"
    picture = tmp_path / "plot.png"
    command = ("meta", "correlate", write("s.tsv", odd), "--human", "people", "--plot", picture)
    assert proform(*command).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "name it .svg or .png" in complaint(proform, *command[1:-1], tmp_path / "plot.pdf")


# compare


def test_compare(proform: Proform, scores: Path) -> None:
    [row] = meta(proform, "compare", scores, "--human", "people")["comparisons"]
    assert (row["first"], row["second"], row["n"], row["df"]) == ("apt", "bleu", 5, 2)
    assert row["difference"] == pytest.approx(row["first_value"] - row["second_value"])
    assert row["p_williams"] == row["p_williams_holm"] < 0.1
    turned = meta(proform, "compare", scores, "--human", "people", "--negate", "bleu")
    assert turned["comparisons"][0]["second_value"] == pytest.approx(-row["second_value"])
    assert any("goes against the human scores" in note for note in turned["notes"])
    ranks = meta(proform, "compare", scores, "--human", "people", "--measure", "spearman")
    assert ranks["comparisons"][0]["first_value"] == 1
    assert ranks["comparisons"][0]["p_williams"] == row["p_williams"], "always of Pearson's r"


def test_comparisons_that_cannot_be_made_are_not_corrected_for(
    proform: Proform, write: Write
) -> None:
    table = write("s.tsv", SCORES.replace("bleu", "same").replace("\t30", "\t10"))
    same = write("t.tsv", "system\tone\na\t1\nb\t1\nc\t1\nd\t1\ne\t1\n")
    notes = meta(proform, "compare", table, same, "--human", "people")["notes"]
    assert "Holm: corrected for 1 comparison" in notes
    few = write("f.tsv", "system\ta\tb\tpeople\nx\t1\t2\t3\ny\t2\t1\t4\n")
    notes = meta(proform, "compare", few, "--human", "people")["notes"]
    assert not any(note.startswith("Holm") for note in notes)


def test_compare_needs_two(proform: Proform, scores: Path) -> None:
    command = ("compare", scores, "--human", "people", "-m", "apt")
    assert complaint(proform, *command) == "only one metric: there is nothing to compare it with"
    command = ("compare", scores, "--human", "people", "--negate", "ter")
    assert complaint(proform, *command) == "no metric 'ter'; there are apt, bleu"


# grid


def results(repair: str, counts: Mapping[str, tuple[int, ...]]) -> str:
    beside: dict[str, object] = {"interval": None, "by": {}, "matrix": {}, "left_out": {}}
    rows = [
        {
            "system": system,
            "metric": "apt",
            "score": 0.5,
            "n": sum(numbers),
            "counts": dict(zip("123456", numbers, strict=True)),
            "signature": f"metric:apt|repair:{repair}|weights:1",
            **beside,
        }
        for system, numbers in counts.items()
    ]
    return json.dumps({"signature": "s", "results": rows, "comparisons": [], "notes": []})


# People count cases 1 and 2, never 6: so w2 = 1 and w6 = 0 are best.
COUNTS = {
    "a": (10, 40, 40, 0, 0, 10),
    "b": (30, 10, 30, 0, 0, 30),
    "c": (20, 50, 10, 0, 0, 20),
    "d": (40, 5, 50, 0, 0, 5),
}
PEOPLE = "system\tpeople\n" + "".join(
    f"{system}\t{(one + two) / 100}\n" for system, (one, two, *_) in COUNTS.items()
)


def test_grid(proform: Proform, write: Write) -> None:
    runs = (write("r.json", results("paper", COUNTS)), write("b.json", results("none", COUNTS)))
    human = write("h.tsv", PEOPLE)
    found = meta(proform, "grid", *runs, "--human", human)["grid"]
    assert len(found) == 18
    assert sum(row["repair"] for row in found) == 9
    best = [row for row in found if row["pearson"] > 0.999999]
    assert {(row["w2"], row["w6"]) for row in best} == {(1, 0)}
    fewer = meta(proform, "grid", runs[0], "--human", human, "--w2", "1,0.7", "--w6", "0")["grid"]
    assert [(row["repair"], row["w2"]) for row in fewer] == [(True, 1.0), (True, 0.7)]


def test_tuning(proform: Proform, write: Write) -> None:
    run = write("r.json", results("paper", COUNTS))
    others = {f"new-{system}": counts for system, counts in COUNTS.items()}
    test = write("t.json", results("paper", others))
    human = write("h.tsv", PEOPLE)
    new = write("n.tsv", "system\tpeople\nnew-a\t4\nnew-b\t3\nnew-c\t2\nnew-d\t1\n")
    arguments = ("grid", run, "--human", human, "--tune", "pearson", "--test-results")
    found = meta(proform, *arguments, test, "--test-human", new)
    tuned, tested = found["tuning"]
    assert (tuned["w2"], tuned["w6"], tuned["systems"]) == (1, 0, "tuned on")
    assert (tested["w2"], tested["w6"], tested["systems"]) == (1, 0, "tested on")
    assert tested["pearson"] < tuned["pearson"] == pytest.approx(1)
    same = meta(proform, *arguments, run)
    assert "in both sets, so the test is too kind: a, b, c, d" in same["notes"]


def test_bad_grids(proform: Proform, write: Write) -> None:
    run, human = write("r.json", results("paper", COUNTS)), write("h.tsv", PEOPLE)
    basic = write("b.json", results("none", COUNTS))
    arguments = ("grid", run, "--human", human)
    assert "a second run with repair of a, b, c, d" in complaint(
        proform, *arguments[:2], *arguments[1:]
    )
    assert "go together" in complaint(proform, *arguments, "--tune", "pearson")
    assert "not weights: 'x'" in complaint(proform, *arguments, "--w2", "x")
    assert "not between 0 and 1" in complaint(proform, *arguments, "--w6", "2")
    assert "no case 7 to discard" in complaint(proform, *arguments, "--discard", "7")
    tune = (*arguments, "--tune", "pearson", "--test-results", basic)
    assert "must be with repair and without" in complaint(proform, *tune)
    other = write("o.tsv", "system\tpeople\nx\t1\n")
    assert "no system is in all runs" in complaint(proform, "grid", run, "--human", other)
    constant = write("c.tsv", "system\tpeople\na\t1\nb\t1\nc\t1\nq\t1\n")
    found = meta(proform, "grid", run, "--human", constant)
    assert "all settings: the human scores of all systems are the same" in found["notes"]
    assert any(note.startswith("left out: 2, d, q (") for note in found["notes"])
