"""The section on trust: the figures of `meta judge`, and nothing of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.judged_suite import EVENT, GENERIC, RIGHT, WRONG, Shape, fill, say

import proform as library
from proform.report.trust import reliability
from proform.store.database import opened

SHAPE = Shape({EVENT: 12, GENERIC: 12})
SYSTEMS = ("base", "new")
KEYS = [(number, system) for number in range(1, 25) for system in SYSTEMS]


@pytest.fixture
def where(tmp_path: Path) -> str:
    path = str(tmp_path / "suite.db")
    with opened(path, create=True) as store:
        fill(store, SHAPE, SYSTEMS, frozenset(key for key in KEYS if key[0] % 2))
        say(store, "Ada", {key: RIGHT if key[0] % 4 else WRONG for key in KEYS})
    return path


@pytest.fixture
def detail(where: str, tmp_path: Path) -> Path:
    """What a judge says that is called <llm>, which is escaped."""
    given = tmp_path / "llm.tsv"
    rows = [f"{s}\t{n}\t{(0.8 if n % 3 else 0.3)}\n" for n, s in KEYS]
    given.write_text("system\texample\tprobability\n" + "".join(rows))
    path = tmp_path / "detail.jsonl"
    suite = library.open_suite(where)
    suite.evaluate(metrics=[f"file:<llm>={given}"], detail=path)
    return path


def test_the_section_has_the_figures_of_meta_judge(
    where: str, detail: Path, tmp_path: Path
) -> None:
    page, tables = tmp_path / "r.html", tmp_path / "tables"
    library.write_report([where, detail], page, csv=tables, resamples=10)
    html = page.read_text()
    assert '<a href="#trust">Trust</a>' in html
    assert "<summary>&lt;llm&gt;</summary>" in html
    trust = library.meta.judge(detail, where)
    ours = next(table for table in trust.tables if table.name == "systems")
    written = (tables / "trust--llm--systems.csv").read_text()
    for record in ours.records:
        assert f"{record['name']},{record['n']},{record['kappa']}," in written
    assert len(re.findall("<title>&lt;llm&gt;: said", html)) == 2
    assert "said 30%, right 75% of 16" in html


def test_without_people_there_is_no_section(tmp_path: Path) -> None:
    path = str(tmp_path / "suite.db")
    with opened(path, create=True) as store:
        fill(store, SHAPE, SYSTEMS, frozenset(KEYS[:10]))
    library.write_report([path], tmp_path / "r.html", resamples=10)
    assert "h-trust" not in (tmp_path / "r.html").read_text()


def test_judges_that_only_say_yes_or_no_are_not_drawn(where: str, tmp_path: Path) -> None:
    library.write_report([where], tmp_path / "r.html", resamples=10)
    html = (tmp_path / "r.html").read_text()
    assert "h-trust" in html
    assert reliability([]) is None
