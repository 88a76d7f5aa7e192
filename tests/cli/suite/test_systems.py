"""Systems of a suite: added, removed, listed, shown, evaluated."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from tests.support.command import Proform, Suite
from tests.support.demo_suite import SYSTEMS

INTER, EVENT = "anaphoric_inter_subject_it", "event_it"


def table_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text), delimiter="\t"))


def test_list(made: Path, suite: Suite) -> None:
    text = suite("list", made).stdout
    assert "en-fr (en-fr): 102 examples in 75 segments" in text
    assert all(name in text for name in ("reference", *SYSTEMS, EVENT))
    (found,) = json.loads(suite("list", made, "-f", "json").stdout)
    assert found["categories"][EVENT] == 6
    assert [one["name"] for one in found["translations"]] == ["reference", *SYSTEMS]
    assert found["tasks"] == []


def test_show(made: Path, suite: Suite) -> None:
    text = suite("show", made, 4).stdout
    assert "[It] is red" in text
    assert "{bicycle}" in text
    assert "antecedents differ: 'vélo' and 'bicyclette'" in text
    found = json.loads(suite("show", made, 4, "-f", "json").stdout)
    assert found["antecedents"][0]["text"] == "bicycle"
    assert found["document"] == "bicycle"
    by_name = {one["system"]: one for one in found["translations"]}
    assert by_name["context"]["pronoun"] == ["Il"]
    assert by_name["reference"]["automatic"] is None


def test_evaluate_in_all_formats(made: Path, suite: Suite) -> None:
    assert "6 / 1" in suite("evaluate", made).stdout
    found = json.loads(suite("evaluate", made, "-f", "json").stdout)
    protest = {one["system"]: one for one in found["results"]}
    assert protest["context"]["counts"] == {
        "approved": 69,
        "pronoun_differs": 23,
        "antecedent_differs": 5,
        "not_aligned": 5,
        "exception": 0,
    }
    assert protest["context"]["by"]["category"][EVENT]["counts"]["approved"] == 4
    found_rows = table_of(suite("evaluate", made, "-f", "tsv").stdout)
    assert {row["by"] for row in found_rows} == {"", "category"}
    assert sum(int(row["approved"]) for row in found_rows if row["system"] == "context") == 138
    latex = suite("evaluate", made, "-f", "latex").stdout
    assert r"event\_it & 6 & 4 / 2 & 4 / 2 & 1 / 5 \\" in latex
    markdown = suite("evaluate", made, "-f", "markdown").stdout
    assert r"| event\_it | 6 | 4 / 2 | 4 / 2 | 1 / 5 |" in markdown
    assert "<html>" in suite("evaluate", made, "-f", "html").stdout
    assert "<svg" in suite("evaluate", made, "-f", "svg").stdout


def test_evaluate_with_all_judges_by_everything(made: Path, suite: Suite, tmp_path: Path) -> None:
    metrics = ("protest", "apt", "autoprf", "autoprf-strict")
    found = json.loads(
        suite(
            *("evaluate", made, "-m", *metrics, "--by", "category", "pronoun", "document"),
            *("--confidence", "--paired", "--resamples", 100, "-f", "json"),
            *("--detail", tmp_path / "all.tsv", "-o", tmp_path / "out.json", "--matrix"),
        ).stdout
        or (tmp_path / "out.json").read_text()
    )
    assert len(found["results"]) == 4 * 3
    assert len(found["comparisons"]) == 4 * 2
    assert all(one["interval"] for one in found["results"])
    assert set(found["results"][3]["by"]) == {"category", "pronoun", "document"}
    detail = table_of((tmp_path / "all.tsv").read_text())
    protest = [row for row in detail if row["metric"] == "protest"]
    assert len(protest) == 102 * 3
    assert {row["verdict"] for row in protest} == {"correct", "undecided"}
    assert all(row["explanation"] and row["category"] for row in protest)


def test_some_systems_and_each_once(made: Path, suite: Suite) -> None:
    found = json.loads(
        suite("evaluate", made, "-i", "literal", "reference", "literal", "-f", "json").stdout
    )
    assert [(one["system"], one["n"]) for one in found["results"]] == [
        ("literal", 102),
        ("reference", 102),
    ]


def test_a_folder_of_systems(made: Path, suite: Suite, demo: Path, tmp_path: Path) -> None:
    for name in SYSTEMS:
        suite("remove-system", made, name)
    folder = tmp_path / "out"
    folder.mkdir()
    for name in SYSTEMS:
        for ending in ("fr", "align"):
            text = (demo / "en-fr" / f"{name}.{ending}").read_text()
            (folder / f"{name}.{ending}").write_text(text)
    (folder / ".DS_Store").write_bytes(b"\x00\xff")
    (folder / "inner").mkdir()
    suite("add-system", made, folder)
    (found,) = json.loads(suite("list", made, "-f", "json").stdout)
    assert [one["name"] for one in found["translations"]] == ["reference", *sorted(SYSTEMS)]
    assert "6 / 1" in suite("evaluate", made).stdout


def test_alignments_of_a_folder_stand_elsewhere(
    made: Path, suite: Suite, proform: Proform, demo: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "same=x#1.fr").write_text((demo / "en-fr" / "context.fr").read_text())
    links = tmp_path / "links"
    links.mkdir()
    missing = proform("suite", "add-system", made, folder, "--align", links)
    assert missing.exit_code == 2
    assert "same=x#1.align: cannot be read (No such file" in missing.stderr
    (links / "same=x#1.align").write_text((demo / "en-fr" / "context.align").read_text())
    suite("add-system", made, folder, "--align", links)
    found = json.loads(suite("evaluate", made, "-f", "json").stdout)["results"]
    assert found[1]["counts"] == found[3]["counts"]
    assert found[3]["system"] == "same=x#1"


def test_a_file_of_several_systems_has_alignments_for_each(
    made: Path, suite: Suite, demo: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    texts = {
        f"{name}2": (demo / "en-fr" / f"{name}.fr").read_text().splitlines() for name in SYSTEMS
    }
    lines = zip(*texts.values(), strict=True)
    table = "\n".join("\t".join(row) for row in [tuple(texts), *lines])
    (folder / "all.tsv").write_text(table)
    for name in SYSTEMS:
        align = (demo / "en-fr" / f"{name}.align").read_text()
        (folder / f"{name}2.align").write_text(align)
    suite("add-system", made, folder)
    found = json.loads(suite("evaluate", made, "-f", "json").stdout)["results"]
    assert [one["system"] for one in found] == [*SYSTEMS, *texts]
    assert [one["counts"] for one in found[:3]] == [one["counts"] for one in found[3:]]


def test_systems_without_alignment_are_aligned(
    made: Path, suite: Suite, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    result = suite("add-system", made, "raw", demo / "en-fr" / "context.fr", "--tokenized")
    assert "learning from 75 pairs" in result.stderr
    assert "not reliable" not in result.stderr
    assert "added raw" in result.stderr
    found = json.loads(suite("evaluate", made, "-i", "raw", "-f", "json").stdout)["results"]
    assert found[0]["counts"]["approved"] > 30


@pytest.mark.parametrize("name", ["a=b", "it's", 'a "b"', "系统 🚲", "-x", "a#b", "x.fr", "%s"])
def test_names_of_systems(made: Path, suite: Suite, demo: Path, name: str) -> None:
    folder = demo / "en-fr"
    align = folder / "context.align"
    suite("add-system", made, "--align", align, "--", name, folder / "context.fr")
    found = json.loads(suite("list", made, "-f", "json").stdout)[0]
    assert found["translations"][-1]["name"] == name
    for style in ("text", "tsv", "latex", "html"):
        suite("evaluate", made, "-f", style)
    suite("show", made, 1)
    suite("remove-system", made, "--", name)


def test_removed_systems_are_gone_and_can_come_again(made: Path, suite: Suite, demo: Path) -> None:
    suite("remove-system", made, "context")
    assert "context" not in suite("evaluate", made).stdout
    align = demo / "en-fr" / "context.align"
    suite(
        "add-system",
        made,
        "context",
        demo / "en-fr" / "literal.fr",
        "--align",
        align.with_name("literal.align"),
    )
    found = json.loads(suite("evaluate", made, "-f", "json").stdout)["results"]
    assert [one["system"] for one in found] == ["sentence", "literal", "context"]
    assert found[1]["counts"] == found[2]["counts"]


def test_german_sie_is_never_approved(suite: Suite, demo: Path, tmp_path: Path) -> None:
    folder, store = demo / "en-de", tmp_path / "de.db"
    suite(
        *("from-table", folder / "pronouns.tsv", "-l", "EN-DE", "-o", store),
        *("-s", folder / "source.en", "-r", folder / "reference.de"),
        *("--align-ref", folder / "reference.align"),
    )
    align = folder / "context.align"
    suite("add-system", store, "context", folder / "context.de", "--align", align)
    detail = tmp_path / "detail.tsv"
    found = json.loads(suite("evaluate", store, "-f", "json", "--detail", detail).stdout)
    exceptions = [row for row in table_of(detail.read_text()) if row["reason"] == "exception"]
    assert len(exceptions) == found["results"][0]["counts"]["exception"] > 5
    assert {row["candidate_forms"] for row in exceptions} == {"sie"}
    assert {row["candidate_words"] for row in exceptions} >= {"sie", "Sie"}
    approved = [row for row in table_of(detail.read_text()) if row["reason"] == "approved"]
    assert not [row for row in approved if row["candidate_forms"] == "sie"]
