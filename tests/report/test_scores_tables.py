"""The tables of scores say what the inputs say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from tests.support.command import Write
from tests.support.demo_suite import SYSTEMS
from tests.support.report_content import RESULT, by_head, content

from proform.pronoun.categories import category_in_words
from proform.report.collect import plain
from proform.report.model import Content
from proform.report.scores import comparisons, folded, scores, stars, strip, summary
from proform.scoring.result import PairedScore
from proform.stats.resample import Interval, PairedTest


def empty(systems: int) -> Content:
    """Systems 1 to n against a baseline, and nothing but tests of them."""
    names = ["base", *map(str, range(1, systems + 1))]
    tests = {
        ("apt", n): PairedScore("apt", "base", n, PairedTest(0.1, 0.001, 0.02)) for n in names[1:]
    }
    results = {("apt", name): RESULT for name in names}
    described = {"apt": plain("apt")}
    return Content([], names, ["apt"], results, tests, [], {}, {}, described, {}, {}, [], None, [])


def test_the_summary_has_scores_intervals_and_human_scores(made: Path, write: Write) -> None:
    human = write("human.tsv", "system\tadequacy\ncontext\t4.5\nliteral\t\n")
    found = content(made / "scores.json", human)
    rows = by_head(summary(found))
    assert list(rows) == [(system,) for system in SYSTEMS]
    result = found.results["autoprf", "context"]
    assert result.interval is not None
    row = rows["context",]
    assert row["autoprf score"] == result.total.score
    assert row["autoprf precision"] == result.total.scores["precision"]
    assert (row["autoprf low"], row["autoprf high"]) == result.interval[:2]
    assert row["human scores adequacy"] == 4.5
    assert rows["sentence",]["human scores adequacy"] is None
    assert rows["literal",]["human scores adequacy"] is None


@pytest.mark.parametrize(
    ("p", "mark"), [(None, ""), (0.05, ""), (0.049, "*"), (0.009, "**"), (0.0009, "***")]
)
def test_stars(p: float | None, mark: str) -> None:
    assert stars(p) == mark


def test_stars_are_by_the_larger_p_corrected_for_the_number_of_systems() -> None:
    assert {row[1].mark for row in summary(empty(2)).cells[1:]} == {"*"}
    assert {row[1].mark for row in summary(empty(3)).cells[1:]} == {""}
    notes = summary(empty(2)).notes
    assert "Against base: * p < 0.05, ** p < 0.01, *** p < 0.001." in notes
    assert any("Holm" in note for note in notes)
    corrected = by_head(comparisons(empty(3)))["apt", "1 – base"]
    assert corrected["p (corrected)"] == pytest.approx(0.06)


def test_without_tests_the_summary_says_so(made: Path) -> None:
    notes = summary(content(made / "detail.tsv")).notes
    assert any(note.startswith("No tests, so no stars: apt, autoprf") for note in notes)


def test_the_heat_map_agrees_with_the_breakdown_of_the_result(made: Path) -> None:
    found = content(made / "scores.json", made / "detail.tsv")
    result = found.results["apt", "context"]
    rows = by_head(scores(found, "apt"))
    for pronoun, group in result.groups["pronoun"].items():
        assert rows["all", pronoun]["context"] == pytest.approx(group.score)
        assert rows["all", pronoun]["n"] == group.n
    assert rows["all", "all"]["context"] == pytest.approx(result.total.score)


def test_the_heat_map_of_a_result_alone_has_the_same_margins(made: Path) -> None:
    alone, both = content(made / "scores.json"), content(made / "scores.json", made / "detail.tsv")
    first, second = by_head(scores(alone, "autoprf")), by_head(scores(both, "autoprf"))
    assert first.keys() == second.keys()
    for head, row in first.items():
        assert row["literal"] == pytest.approx(second[head]["literal"])


def test_the_heat_map_of_a_store_has_categories_in_their_order(made: Path) -> None:
    found = content(made / "suite.db")
    table = scores(found, "protest")
    categories = [row[0].text for row in table.cells if row[0].span]
    by_category = found.results["protest", "context"].by("category")
    assert categories == ["all", *map(category_in_words, by_category)]
    rows = by_head(table)
    for category, group in by_category.items():
        assert rows[category, "all"]["context"] == pytest.approx(group.score)
    they = rows["anaphoric_group_it-they", "they"]
    assert (they["n"], they["context"]) == (4, 0.5)


def test_every_cell_leads_to_its_examples(made: Path) -> None:
    found = content(made / "suite.db")
    for row in scores(found, "protest").cells:
        for cell in row[3:]:
            where, _, query = cell.go.partition("?")
            assert where == "#examples"
            assert parse_qs(query)["metric"] == ["protest"]
    total = next(row for row in scores(found, "protest").cells if row[1].text == "they")
    assert parse_qs(total[3].go.split("?")[1]) == {
        "metric": ["protest"],
        "system": ["sentence"],
        "pronoun": ["they"],
    }


def test_columns_are_for_those_who_want_them(made: Path) -> None:
    table = summary(content(made / "scores.json"))
    assert {"apt low", "apt high", "apt p"} <= {*table.keys}
    assert "apt 95% interval" not in table.keys
    assert "apt 95% interval" in table.header
    assert not {"apt low", "apt high"} & {*table.header}


def test_a_wide_summary_is_folded(made: Path) -> None:
    wide = summary(content(made / "scores.json", made / "suite.db"))
    first, second = folded(wide)
    assert (first.name, second.name) == ("summary", "summary-2")
    assert {column.group for column in first.columns[1:]} == {"apt", "autoprf"}
    assert {column.group for column in second.columns[1:]} == {
        "autoprf-strict",
        "protest",
        "agreement",
    }
    assert len(first.columns) + len(second.columns) == len(wide.columns) + 1
    assert (first.notes, second.notes) == ((), wide.notes)
    assert {"decided", "agreeing", "disagreeing"} <= {column.header for column in second.columns}
    narrow = summary(content(made / "scores.json"))
    assert folded(narrow) == [narrow]


def test_the_scale_of_intervals_stays_between_0_and_1() -> None:
    for low, high, header in (
        (0.3, 1.0, "0.2 to 1"),
        (0.0, 0.7, "0 to 0.8"),
        (-0.5, 1.5, "-1 to 2"),  # what goes beyond is drawn
    ):
        result = replace(RESULT, interval=Interval(low, high, 0))
        column = strip(replace(empty(0), results={("apt", "base"): result}), "apt")
        assert column is not None
        assert column.header == header
