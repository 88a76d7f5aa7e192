"""Tables of the page as files."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from tests.support.report_content import content

from proform.report.export import as_csv, as_latex, file_names
from proform.report.grid import Cell, Column, Grid, words
from proform.report.html import Page


def grid(name: str, *cells: Cell) -> Grid:
    return Grid(name, "50% & more", (Column("system", numeric=False), Column("a_b")), (cells,))


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (["summary", "scores-apt"], ["summary.csv", "scores-apt.csv"]),
        (["matrix-apt-../../etc/passwd"], ["matrix-apt-..-..-etc-passwd.csv"]),
        (["a b", "a-b", "A/B"], ["a-b.csv", "a-b~2.csv", "A-B~3.csv"]),
        (["///", "..."], ["table.csv", "table~2.csv"]),
        (["matrix-apt-système"], ["matrix-apt-système.csv"]),
    ],
)
def test_names_of_files_are_safe_and_different(names: list[str], files: list[str]) -> None:
    assert file_names([grid(name) for name in names], ".csv") == files


def test_csv_has_values_and_latex_what_is_shown() -> None:
    one = grid("x", words('a,"b"'), Cell(0.123456, "0.123", mark="**"))
    assert as_csv(one) == 'system,a_b\n"a,""b""",0.123456\n'
    latex = as_latex(one)
    assert r'a,"b" & 0.123** \\' in latex
    assert r"system & a\_b \\" in latex
    assert r"\caption{50\% \& more}" in latex


def test_a_head_that_spans_rows_is_in_each_of_them(made: Path) -> None:
    found = content(made / "suite.db")
    (table,) = [one for one in Page(found).scores if one.name == "scores-protest"]
    rows = list(csv.DictReader(StringIO(as_csv(table))))
    assert all(row["category"] for row in rows)
    group = [row for row in rows if row["category"] == "anaphoric_group_it-they"]
    assert [row["pronoun"] for row in group] == ["all", "it", "they"]


def test_every_table_of_the_page_is_a_file(made: Path) -> None:
    page = Page(content(made / "scores.json", made / "detail.tsv", made / "suite.db"))
    names = [name.removesuffix(".csv") for name in file_names(list(page.grids()), ".csv")]
    assert {"summary", "comparisons", "scores-apt", "reasons-protest"} <= set(names)
    assert {"matrix-apt-sentence", "matrix-apt-context", "matrix-apt-literal"} <= set(names)
    assert len(names) == len(set(names))
    for one in page.grids():
        rows = list(csv.reader(StringIO(as_csv(one))))
        assert len({len(row) for row in rows}) == 1
