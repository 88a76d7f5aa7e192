"""What systems know and say, in a report of a challenge set."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.challenge_files import DISCEVALMT, put

import proform
from proform import stored


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("known")
    suite = proform.import_set(put(folder / "a.json", DISCEVALMT), folder / "s.db").suite
    suite.add_system("sys", ["Elle est rouge.", "Elle est rouge.", "Ils chantent."])
    stored.add_scores(suite, "sys", [2, 1, 2, 1, 1, 2], higher_is_better=True)
    stored.add_scores(suite, "only <scores>", [2, 1, 2, 1, 2, 1], higher_is_better=True)
    proform.write_report([str(folder / "s.db")], folder / "r.html", csv=folder / "csv")
    assert (folder / "csv" / "knowledge-expected-form.csv").is_file()
    return (folder / "r.html").read_text(encoding="utf-8")


def test_the_page_has_the_picture_and_links_to_the_examples_of_each_cell(page: str) -> None:
    section = page.partition('id="known"')[2].partition("</section>")[0]
    assert '<svg class="knowledge"' in section
    assert "distance 1: knows 0.667, says 0.667 of 3" in section
    assert "both=contrast%3Acorrect%20expected-form%3Aincorrect" in section


def test_systems_that_only_scored_are_judged_as_well(page: str) -> None:
    assert "only &lt;scores&gt;" in page


def test_a_report_without_scores_has_no_such_section(tmp_path: Path) -> None:
    suite = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite
    suite.add_system("sys", ["Elle est rouge.", "Elle est rouge.", "Ils chantent."])
    proform.write_report([str(tmp_path / "s.db")], tmp_path / "r.html")
    assert 'id="known"' not in (tmp_path / "r.html").read_text(encoding="utf-8")
