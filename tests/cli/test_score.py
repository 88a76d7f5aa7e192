"""`proform score` as a user runs it."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.command import Proform, Write, scored
from tests.support.demo_suite import SYSTEMS, score_arguments


@pytest.fixture
def tiny(write: Write) -> list[object]:
    """Two segments, one pronoun each: one right, one wrong."""
    return [
        *("score", "-l", "en-fr"),
        *("-s", write("src.en", "it is red\nthey run\n")),
        *("-r", write("ref.fr", "il est rouge\nelles courent\n")),
        *("-i", write("sys.fr", "il est rouge\nils courent\n")),
        *("--align-ref", write("ref.align", "0-0 1-1 2-2\n0-0 1-1\n")),
        *("--align-sys", write("sys.align", "0-0 1-1 2-2\n0-0 1-1\n")),
    ]


def test_json_has_the_promised_shape(proform: Proform, tiny: list[object], write: Write) -> None:
    docs = write("docs", "one\ntwo\n")
    report = scored(
        proform, *tiny, "-m", "apt", "autoprf", "--by", "pronoun", "document", "--docs", docs
    )
    apt, autoprf = report["results"]
    assert (apt["system"], apt["metric"], apt["score"], apt["n"]) == ("sys", "apt", 0.5, 2)
    cases = {"1": 1, "2": 0, "3": 1, "4": 0, "5": 0, "6": 0, "not_source": 0}
    assert apt["counts"] == cases
    assert apt["interval"] is None
    assert apt["by"]["pronoun"]["it"]["score"] == 1
    assert apt["by"]["document"]["two"]["counts"]["3"] == 1
    assert apt["matrix"]["elles"] == {"ils": 1}
    assert autoprf["counts"] == {"matches": 1, "candidate": 2, "reference": 2}
    assert (autoprf["score"], autoprf["precision"], autoprf["recall"]) == (0.5, 0.5, 0.5)
    assert report["comparisons"] == []
    assert "metric:apt|lang:en-fr" in report["signature"]


@pytest.mark.parametrize("pair", ["en-fr", "en-de"])
def test_the_demo_systems_rank_as_they_were_made(proform: Proform, demo: Path, pair: str) -> None:
    docs = demo / pair / "docs.txt"
    report = scored(
        proform, *score_arguments(demo, pair), "--docs", docs, "--confidence", "--paired"
    )
    scores = {result["system"]: result for result in report["results"]}
    assert scores["context"]["score"] > scores["sentence"]["score"] > scores["literal"]["score"]
    for result in scores.values():
        low, high = result["interval"]
        assert 0 <= low < result["score"] < high <= 1
        assert sum(n for row in result["matrix"].values() for n in row.values()) == result["n"]
    better = next(c for c in report["comparisons"] if c["system"] == "context")
    assert better["baseline"] == "sentence"
    assert better["difference"] == pytest.approx(
        scores["context"]["score"] - scores["sentence"]["score"]
    )
    assert 0 < better["p_bootstrap"] <= 1
    assert 0 < better["p_randomisation"] <= 1


def test_twice_the_same_command_gives_the_same_bytes(proform: Proform, demo: Path) -> None:
    arguments = [*score_arguments(demo, "en-fr"), "--confidence", "--paired", "-f", "json"]
    assert proform(*arguments).stdout == proform(*arguments).stdout


def test_other_systems_change_nothing(proform: Proform, demo: Path) -> None:
    def results(*systems: str) -> dict[str, Any]:
        arguments = score_arguments(demo, "en-fr", systems)
        report = scored(proform, *arguments, "--confidence")
        return {result["system"]: result for result in report["results"]}

    both = results("sentence", "context")
    assert results("context")["context"] == both["context"]
    assert results("literal", "context", "sentence")["sentence"] == both["sentence"]


def test_any_number_of_processes_gives_the_same(
    proform: Proform, demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proform.text.lines.raw_blocks.__defaults__", (5,))
    arguments = [*score_arguments(demo, "en-de"), "--confidence", "--paired", "-f", "json"]
    alone = proform(*arguments, "-j", "1")
    many = proform(*arguments, "-j", "3")
    assert alone.exit_code == many.exit_code == 0
    assert alone.stdout == many.stdout


def test_an_error_in_another_process_is_told_as_ever(
    proform: Proform, tiny: list[object], write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proform.text.lines.raw_blocks.__defaults__", (1,))
    lines = 12
    write("src.en", "it is\n" * lines)
    write("ref.fr", "il est\n" * lines)
    write("sys.fr", "il est\n" * lines)
    write("ref.align", "0-0 1-1\n" * lines)
    write("sys.align", "0-0 1-1\n" * 9 + "0-0 1:1\n" + "0-9\n" * 2)
    run = proform(*tiny, "-j", "2")
    assert run.exit_code == 2
    assert "sys.align:10: expected `i-j`, found '1:1'" in run.stderr


def test_anchored_in_the_reference_without_packs(proform: Proform, write: Write) -> None:
    report = scored(
        proform,
        *("score", "-l", "zh-xx", "--anchor", "reference"),
        *("--target-pronouns", write("pronouns", "it\nthey\n")),
        *("-s", write("src", "a b\nc\nd\n"), "-r", write("ref", "it is\nthey\nIt\n")),
        *("-i", write("sys", "it is\nwe\nthey\n")),
        *("--align-ref", write("ra", "0-0 1-1\n0-0\n\n")),
        *("--align-sys", write("sa", "0-0\n0-0\n0-0\n")),
    )
    (result,) = report["results"]
    cases = {"1": 1, "2": 0, "3": 1, "4": 0, "5": 0, "6": 0, "not_source": 1}
    assert result["counts"] == cases
    assert result["n"] == 2
    assert "anchor:reference" in report["signature"]


def test_positions_choose_the_pronouns(proform: Proform, tiny: list[object], write: Write) -> None:
    report = scored(proform, *tiny, "--positions", write("positions", "1 0\n"))
    (result,) = report["results"]
    assert result["counts"]["3"] == result["n"] == 1


def test_lists_of_ones_own(proform: Proform, tiny: list[object], write: Write) -> None:
    equivalent = write("equivalent", "they,elles,ils,0.25\n")
    report = scored(proform, *tiny, "--equivalent", equivalent)
    (result,) = report["results"]
    assert (result["counts"]["2"], result["counts"]["3"]) == (0.25, 0.75)
    identical = write("identical", "ils, elles\n")
    report = scored(proform, *tiny, "--identical", identical)
    assert report["results"][0]["score"] == 1
    only_it = scored(proform, *tiny, "--source-pronouns", write("source", "it\n"))
    assert only_it["results"][0]["n"] == 1


def test_weights_and_discards(proform: Proform, tiny: list[object]) -> None:
    report = scored(proform, *tiny, "--weights", "1,0.5,0.25,0,0,0")
    assert report["results"][0]["score"] == 0.625
    report = scored(proform, *tiny, "--discard", "3")
    assert report["results"][0]["score"] == 1
    assert report["results"][0]["left_out"] == {"case 3 (different) is discarded": 1}


@pytest.mark.parametrize(
    "changed",
    [
        ("--weights", "apt-a"),
        ("--discard", "5"),
        ("--no-repair",),
        ("--other-equal",),
        ("--confidence",),
        ("--confidence", "--seed", "1"),
        ("--confidence", "--resamples", "500"),
        ("-m", "autoprf"),
    ],
)
def test_every_setting_is_in_the_signature(
    proform: Proform, tiny: list[object], changed: tuple[str, ...]
) -> None:
    assert scored(proform, *tiny, *changed)["signature"] != scored(proform, *tiny)["signature"]


def test_lists_and_alignments_are_in_the_signature(
    proform: Proform, tiny: list[object], write: Write
) -> None:
    before = scored(proform, *tiny)["signature"]
    assert scored(proform, *tiny, "--identical", write("i", "a,b\n"))["signature"] != before
    write("sys.align", "0-0  1-1 2-2 \n0-0 1-1\n")
    assert scored(proform, *tiny)["signature"] == before, "white space is no difference"
    write("sys.align", "0-0 1-1\n0-0 1-1\n")
    assert scored(proform, *tiny)["signature"] != before


def test_what_says_the_same_has_the_same_signature(
    proform: Proform, tiny: list[object], write: Write
) -> None:
    before = scored(proform, *tiny)["signature"]
    write("sys.align", "2-2 0-0 1-1\n1-1 0-0\n")
    assert scored(proform, *tiny)["signature"] == before, "the order of links"
    lists = [
        scored(proform, *tiny, "--source-pronouns", write("l", text))
        for text in ("it\nthey\n", "they\n\nit\n")
    ]
    assert lists[0]["signature"] == lists[1]["signature"], "the order of a list"
    autoprf = [*tiny, "-m", "autoprf"]
    plain = scored(proform, *autoprf)["signature"]
    assert scored(proform, *autoprf, "--identical", write("i", "a,b\n"))["signature"] == plain


def test_documents_are_in_the_signature_of_intervals(
    proform: Proform, tiny: list[object], write: Write
) -> None:
    signatures = {
        scored(proform, *tiny, "--confidence", "--docs", write("docs", text))["signature"]
        for text in ("a\nb\n", "a\na\n")
    }
    assert len(signatures) == 2
    assert (
        scored(proform, *tiny, "--weights", "1,0.50000001,0,0,0,0")["signature"]
        != scored(proform, *tiny)["signature"]
    )


def test_no_pronoun_is_no_error_and_no_score(
    proform: Proform, tiny: list[object], write: Write
) -> None:
    write("src.en", "red is red\nwe run\n")
    run = proform(*tiny, "-f", "json", "--confidence", "--paired")
    assert run.exit_code == 0
    assert "no pronoun to score in 2 segments" in run.stderr
    (result,) = json.loads(run.stdout)["results"]
    assert (result["score"], result["n"], result["interval"]) == (None, 0, None)
    text = proform(*tiny)
    assert "no pronoun to score in 2 segments" in text.stdout
    assert "–" in text.stdout


def test_an_empty_candidate_line_is_case_4(
    proform: Proform, tiny: list[object], write: Write
) -> None:
    write("sys.fr", "\nils courent\n")
    write("sys.align", "\n0-0 1-1\n")
    (result,) = scored(proform, *tiny)["results"]
    assert result["counts"]["4"] == 1
    write("ref.fr", "\nelles courent\n")
    write("ref.align", "\n0-0 1-1\n")
    (result,) = scored(proform, *tiny)["results"]
    assert result["counts"]["6"] == 1


def test_detail_explains_every_occurrence(proform: Proform, demo: Path, tmp_path: Path) -> None:
    for name in ("detail.tsv", "detail.jsonl"):
        report = scored(proform, *score_arguments(demo, "en-fr"), "--detail", tmp_path / name)
    lines = (tmp_path / "detail.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == sum(result["n"] for result in report["results"])
    with (tmp_path / "detail.tsv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert [row["explanation"] for row in table] == [row["explanation"] for row in rows]
    first = rows[0]
    assert first["pronoun"].lower() in ("it", "they")
    assert first["explanation"].startswith(f"'{first['pronoun']}': the reference has '")
    for row in rows:
        assert f"case {row['reason']}" in row["explanation"]
        words = row["candidate"].split()
        places = [int(place) for place in row["candidate_positions"].split()]
        assert [words[place] for place in places] == row["candidate_words"].split()


def test_every_format(proform: Proform, demo: Path, tmp_path: Path) -> None:
    arguments = [*score_arguments(demo, "en-fr"), "--by", "pronoun", "--matrix", "--paired"]
    text = proform(*arguments).stdout
    assert "reference (rows) × candidate (columns)" in text
    assert "paired comparison with the first system" in text
    tsv = proform(*arguments, "-f", "tsv").stdout
    rows = list(csv.DictReader(tsv.splitlines(), delimiter="\t"))
    commas = proform(*arguments, "-f", "csv").stdout
    assert list(csv.DictReader(commas.splitlines())) == rows
    assert {row["by"] for row in rows} == {"", "pronoun"}
    assert [row["system"] for row in rows if not row["by"]] == list(SYSTEMS)
    latex = proform(*arguments, "-f", "latex").stdout
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 6
    assert "\n% metric" not in latex.split("\n", 1)[1]
    markdown = proform(*arguments, "-f", "markdown").stdout
    assert markdown.count("\n| :--- |") == 6
    assert "\n| system | score | n |" in markdown
    assert "signature: " in markdown
    for style in ("html", "svg"):
        out = tmp_path / f"report.{style}"
        assert proform(*arguments, "-f", style, "-o", out).exit_code == 0
        content = out.read_text(encoding="utf-8")
        assert "sentence" in content
        assert "url(" not in content.replace("url(#", "")


def test_formats_of_one_corpus_agree(proform: Proform, demo: Path, tmp_path: Path) -> None:
    plain = scored(proform, *score_arguments(demo, "en-fr", ("context",)))
    folder = demo / "en-fr"
    texts = {
        name: (folder / file).read_text(encoding="utf-8").splitlines()
        for name, file in {
            "src": "source.en",
            "ref": "reference.fr",
            "context": "context.fr",
            "doc": "docs.txt",
        }.items()
    }
    rows = [dict(zip(texts, row, strict=True)) for row in zip(*texts.values(), strict=True)]
    jsonl = tmp_path / "all.jsonl"
    jsonl.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    table = tmp_path / "all.tsv.gz"
    with gzip.open(table, "wt", encoding="utf-8") as file:
        file.write("\t".join(texts) + "\n")
        file.writelines("\t".join(row.values()) + "\n" for row in rows)
    for path in (jsonl, table):
        report = scored(
            proform,
            *("score", "-l", "en-fr", "-s", path, "-r", path, "-i", path),
            *("--align-ref", folder / "reference.align"),
            *("--align-sys", folder / "context.align"),
        )
        (result,) = report["results"]
        assert result["system"] == "context"
        assert result["counts"] == plain["results"][0]["counts"]
        assert next(iter(result["by"]["document"])) == "bicycle"


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False))
def test_the_order_of_segments_does_not_matter(
    proform: Proform, demo: Path, tmp_path: Path, random: Any
) -> None:
    arguments = score_arguments(demo, "en-de", ("literal",))
    files = [path for path in arguments if isinstance(path, Path)]
    lines = [path.read_text(encoding="utf-8").splitlines() for path in files]
    order = list(range(len(lines[0])))
    random.shuffle(order)
    for path, column in zip(files, lines, strict=True):
        shuffled = "".join(f"{column[index]}\n" for index in order)
        (tmp_path / path.name).write_text(shuffled, encoding="utf-8")
    moved = [tmp_path / a.name if isinstance(a, Path) else a for a in arguments]
    one, two = (scored(proform, *args, "--confidence")["results"][0] for args in (arguments, moved))
    for key in ("score", "n", "counts", "interval"):
        assert one[key] == two[key]
