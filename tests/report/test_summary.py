"""The tables of the page say what the inputs say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from tests.support.annotations import annotate
from tests.support.command import Write
from tests.support.demo_suite import SYSTEMS
from tests.support.report_content import RESULT, content

from proform.report.collect import plain
from proform.report.confusion import labels, matrix
from proform.report.correlation import correlated, correlations, plots
from proform.report.model import Content
from proform.report.people import against_annotators, by_annotators
from proform.report.reasons import reasons
from proform.report.scores import scores
from proform.report.summary import comparisons, folded, stars, summary
from proform.scoring.result import PairedScore
from proform.scoring.summary import Resampling
from proform.stats.resample import PairedTest
from proform.store.answers import Answer
from proform.table.table import Record, Table


def by_head(table: Table) -> Mapping[tuple[str, ...], Record]:
    """The values of a table by the heads of its rows."""
    heads = [column.keys[0] for column in table.columns[: table.heads]]
    return {
        tuple(str(record[head]) for head in heads): {key: record.get(key) for key in table.keys}
        for record in table.records
    }


def empty(systems: int) -> Content:
    """Systems 1 to n against a baseline, and nothing but tests of them."""
    names = ["base", *map(str, range(1, systems + 1))]
    tests = {
        ("apt", n): PairedScore("apt", "base", n, PairedTest(0.1, 0.001, 0.02)) for n in names[1:]
    }
    results = {("apt", name): RESULT for name in names}
    described = {"apt": plain("apt")}
    return Content([], names, ["apt"], results, tests, [], {}, {}, described, {}, [], [], None, [])


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
        assert rows["all", pronoun]["n"] == group.size
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
    assert categories == ["all", *by_category]
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


def test_reasons_add_up(made: Path) -> None:
    rows = by_head(reasons(content(made / "scores.json", made / "detail.tsv"), "apt"))
    assert rows["sentence",] == {
        "system": "sentence",
        "1 identical": 44,
        "2 equivalent": 1,
        "3 different": 33,
        "4 not found in the candidate": 0,
        "all": 78,
    }
    alone = by_head(reasons(content(made / "scores.json"), "apt"))
    assert alone == rows
    assert not reasons(content(made / "scores.json"), "autoprf").records, (
        "its counts are no reasons"
    )


def test_bars_fill_the_line(made: Path) -> None:
    for row in reasons(content(made / "detail.tsv"), "apt").cells:
        pieces = row[1].picture
        assert isinstance(pieces, list)
        assert sum(length for _, _, length in pieces) == pytest.approx(100, abs=0.01)


def test_a_matrix_adds_up_and_keeps_the_rare_forms_together(made: Path) -> None:
    found = content(made / "scores.json", made / "detail.tsv")
    named = labels(found, "apt")
    assert len(named) == 13
    assert named[-3:] == ["rarer", "OTHER", "NONE"]
    rows = by_head(matrix(found, "apt", "context", named))
    assert rows["sum",]["sum"] == 78
    for name in named:
        assert sum(int(str(rows[name,][other])) for other in named) == rows[name,]["sum"]
    (last,) = (row[-1] for row in matrix(found, "apt", "context", named).cells[:1])
    assert parse_qs(last.go.split("?")[1])["expected"] == [named[0]]
    alone = by_head(matrix(content(made / "scores.json"), "apt", "context", named))
    assert alone["elle",]["elle"] == rows["elle",]["elle"]


def test_annotators_are_counted_and_set_against_metrics(made: Path, tmp_path: Path) -> None:
    where = tmp_path / "annotated.db"
    where.write_bytes((made / "suite.db").read_bytes())
    annotate(
        str(where),
        {
            (1, "context"): [("Ada", Answer("ok", "ok")), ("Bob", Answer("bad", "ok"))],
            (2, "context"): [("Ada", Answer("ok", "ok"))],
            (3, "context"): [("Ada", Answer("bad", "ok"))],
            (4, "context"): [("Ada", Answer("unset", "unset"))],
        },
    )
    found = content(where)
    assert list(by_head(by_annotators(found))["context",].values()) == [
        "context",
        1,
        1,
        0,
        1,
        1,
        98,
    ]
    assert list(by_head(by_annotators(found))["literal",].values()) == [
        "literal",
        0,
        0,
        0,
        0,
        0,
        102,
    ]
    rows = by_head(against_annotators(found, "protest"))
    assert sum(int(str(row["found right"])) for row in rows.values()) == 1
    decided = found.judgements["protest", "context"]
    reason = next(d.reason for n, d in decided.items() if found.pronouns[n].example == 2)
    assert rows[reason.replace("_", " "),]["found right"] == 1


def test_notes_on_several_metrics_in_the_same_words_are_one(made: Path) -> None:
    notes = content(made / "suite.db").notes
    assert [note for note in notes if "resampled over only 10" in note] == [
        "protest, apt, agreement: resampled over only 10 documents; take intervals and p with care"
    ]


def test_correlations_name_what_is_left_out_and_why_there_is_none(made: Path, write: Write) -> None:
    human = write("human.tsv", "system\tadequacy\ncontext\t4.5\nliteral\t2\n")
    found = correlated(content(made / "scores.json", human), Resampling(times=100))
    rows = by_head(correlations(found))
    assert rows["apt", "adequacy", "pearson"]["value"] is None
    assert "needs at least 3 systems" in str(rows["apt", "adequacy", "pearson"]["remark"])
    plot = next(plots(found))
    assert plot.sentences[0].startswith("No correlation: a correlation needs at least 3 systems")
    assert plot.sentences[-1].endswith("not known: sentence.")


def test_one_system_that_carries_the_correlation_is_pointed_out(made: Path, write: Write) -> None:
    results = (made / "scores.json").read_text(encoding="utf-8")
    more = write(
        "more.json", results.replace('"context"', '"other"').replace('"literal"', '"third"')
    )
    more.write_text(more.read_text().replace('"sentence"', '"second"'), encoding="utf-8")
    lines = ("sentence\t3", "context\t9", "literal\t3.1", "other\t2.9", "third\t3.1", "second\t3")
    human = write("human.tsv", "system\tadequacy\n" + "\n".join(lines) + "\n")
    plot = next(
        plots(correlated(content(made / "scores.json", more, human), Resampling(times=100)))
    )
    assert plot.sentences[0].startswith("Pearson’s r is")
    assert plot.sentences[1].endswith("this one system carries the correlation.")
    assert plot.drawing.carrier == "context"
    assert plot.drawing.other


def test_columns_are_for_those_who_want_them(made: Path) -> None:
    table = summary(content(made / "scores.json"))
    assert {"apt low", "apt high", "apt p"} <= {*table.keys}
    assert "apt 95% interval" not in table.keys
    assert "apt 95% interval" in table.header
    assert not {"apt low", "apt high"} & {*table.header}


def test_agreement_has_its_reasons_with_rows_or_without(made: Path) -> None:
    found = content(made / "suite.db")
    by_rows = by_head(reasons(found, "agreement"))
    alone = by_head(reasons(replace(found, judgements={}), "agreement"))
    assert list(by_rows["context",]) == list(alone["context",])
    assert {"agrees though different", "disagrees though same", "unknown"} <= set(
        by_rows["context",]
    )
    assert by_rows["literal",]["all"] == alone["literal",]["all"] == 102


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
    assert {"decided", "agreeing", "apt"} <= {column.header for column in second.columns}
    narrow = summary(content(made / "scores.json"))
    assert folded(narrow) == [narrow]
