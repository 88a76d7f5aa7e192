"""The page and its tables as files."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from tests.support.report_content import content

from proform.parallel import Progress
from proform.report.page import make_page, table_files, write_report
from proform.table.table import Column, Table


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
    tables = [Table(name, "", (Column("system"),), ({"system": "new"},)) for name in names]
    assert table_files(tables, "csv", ".csv") == dict.fromkeys(files, "system\nnew\n")


def test_a_head_that_spans_rows_is_in_each_of_them(made: Path) -> None:
    files = table_files(make_page(content(made / "suite.db")).scores, "csv", ".csv")
    rows = list(csv.DictReader(StringIO(files["scores-protest.csv"])))
    assert all(row["category"] for row in rows)
    group = [row for row in rows if row["category"] == "anaphoric_group_it-they"]
    assert [row["pronoun"] for row in group] == ["all", "it", "they"]


def test_every_table_of_the_page_is_a_file(made: Path) -> None:
    page = make_page(content(made / "scores.json", made / "detail.tsv", made / "suite.db"))
    files = table_files(page.tables(), "csv", "")
    assert {"summary", "comparisons", "scores-apt", "reasons-protest"} <= set(files)
    assert {"matrix-apt-sentence", "matrix-apt-context", "matrix-apt-literal"} <= set(files)
    assert len(files) == len(page.tables())
    for text in files.values():
        rows = list(csv.reader(StringIO(text)))
        assert len({len(row) for row in rows}) == 1


def test_the_evaluation_of_a_store_tells_how_far_it_is(made: Path, tmp_path: Path) -> None:
    class Told(Progress):
        def part(self, message: str, done: float | None) -> None:
            told[message] = done

    told: dict[str, float | None] = {}
    write_report([made / "suite.db"], tmp_path / "r.html", resamples=100, progress=Told())
    assert told["judging"] == 1
    assert told["resampling"] == 1
