"""Semi-automatic evaluation on the page: there if people were asked, as the command has it."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from tests.support.command import Proform
from tests.support.judged_suite import EVENT, GENERIC, INTRA, RIGHT, WRONG, Shape, fill, say
from tests.support.report_page import HOSTILE, Read
from tests.support.small_suite import NOW

from proform.report.collect import collect
from proform.report.inputs import ReportSettings, read_store
from proform.report.page import Page, make_page, render
from proform.scoring.summary import Resampling
from proform.semi.batches import Wish, give_out
from proform.semi.state import load_state
from proform.store.database import opened
from proform.table.writers import as_csv, as_latex

SHAPE = Shape({INTRA: 6, EVENT: 10, GENERIC: 4})
SETTINGS = ReportSettings(resampling=Resampling(intervals=True, paired=True, times=100, seed=7))


def build(where: str, *systems: str, judged: bool = True) -> None:
    approved = frozenset((number, system) for number in (1, 2, 7, 8, 9) for system in systems)
    with opened(where, create=True) as store:
        fill(store, SHAPE, systems, approved)
        keys = [(number, system) for number in range(1, 21) for system in systems]
        wanted = [key for key in keys if key not in approved or key[0] in (1, 7)]
        if judged:
            answers = {key: WRONG if n % 3 == 0 else RIGHT for n, key in enumerate(wanted)}
            say(store, "Ada", answers)
            say(store, "Bob", dict.fromkeys(wanted[:2], WRONG))


def page_of(where: str) -> Page:
    return make_page(collect([read_store(where, SETTINGS)]), "", SETTINGS.resampling)


def test_nothing_is_shown_of_what_was_not_asked(tmp_path: Path) -> None:
    where = str(tmp_path / "suite.db")
    build(where, "base", "new", judged=False)
    assert page_of(where).semi == []
    assert "Semi-automatic" not in render(page_of(where))
    with opened(where) as store, store.writing() as connection:
        give_out(connection, load_state(connection), Wish(("Ada",)), NOW)
    assert len(page_of(where).semi) == 1
    assert 'id="semi"' in render(page_of(where))


def test_the_tables_are_those_of_the_command(where: str, proform: Proform) -> None:
    build(where, "base", "new")
    options = ("--seed", 7, "--resamples", 100)
    said = json.loads(proform("semi", "results", where, *options, "-f", "json").stdout)
    ((picture, tables, notes),) = page_of(where).semi
    assert picture is not None
    assert set(notes) <= set(said["notes"])
    assert {table.name.removeprefix("semi-") for table in tables} == said.keys() - {"notes"}
    for table in tables:
        records = said[table.name.removeprefix("semi-")]
        rows = list(csv.DictReader(StringIO(as_csv([table]))))
        assert len(rows) == len(records)
        for row in rows:
            names = [next(iter(row))]
            names += ["second"] if "second" in row else ["system"] if "system" in row else []
            (record,) = [one for one in records if all(str(one[n]) == row[n] for n in names)]
            shown = {name: "" if record[name] is None else str(record[name]) for name in row}
            assert row == shown


def test_sums_stay_below_and_are_in_the_files(tmp_path: Path) -> None:
    where = str(tmp_path / "suite.db")
    build(where, "base", "new")
    ((_, tables, _),) = page_of(where).semi
    third = next(table for table in tables if table.name == "semi-correct")
    assert [row[0].text for row in third.body] == ["base", "new"]
    assert [row[0].text for row in third.feet] == [
        "examples",
        "average count",
        "average percentage",
    ]
    assert r"average percentage & " in as_latex([third])
    links = [cell.go for row in third.body for cell in row if cell.go]
    assert len(links) == 2 * 3
    assert links[0] == f"#examples?system=base&category={INTRA}"


@pytest.mark.parametrize("system", [HOSTILE, "$a_b$ é"])
def test_names_are_text(tmp_path: Path, system: str) -> None:
    where = str(tmp_path / "suite.db")
    build(where, system, "new")
    read = Read(render(page_of(where)))
    assert len(read.inside["script"]) == 2
    assert [tag for tag, _ in read.elements].count("img") == 0
    assert not read.open
