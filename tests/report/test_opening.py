"""What a page opens with: the ranking, weak spots, and the examples most worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.support.command import Write
from tests.support.detail_rows import CATEGORIES, write_rows
from tests.support.report_content import QUICK, RESULT, by_head, content, read_now, table
from tests.support.report_page import HOSTILE

from proform.report.collect import collect
from proform.report.inputs import result_part
from proform.report.model import Content
from proform.report.opening import find_ranking, standings, weaknesses, worth_a_look
from proform.report.page import make_page, render
from proform.scoring.ranking import Ranking
from proform.scoring.result import Result

SKILLS = (0.8, 0.75, 0.3, 0.0)
"""The first guesses in one category."""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "detail.tsv"
    write_rows(path, np.random.default_rng(4), SKILLS, 480)
    return path


def opening(*inputs: Path) -> tuple[Content, Ranking]:
    found = content(*inputs)
    ranking = find_ranking(found, QUICK.resampling)
    assert ranking is not None
    return found, ranking


def test_rows_alone_are_tested_and_ranked(rows: Path) -> None:
    found, ranking = opening(rows)
    assert [one.system for one in ranking.standings] == [
        *("system 1", "system 0", "system 2", "system 3")
    ]
    assert ranking.groups == {
        letter: (one.system,) for letter, one in zip("ABCD", ranking.standings, strict=True)
    }
    assert ranking.best.startswith(
        "By apt, system 1 (0.806) is best, clearly ahead of the 3 others"
    )
    shown = by_head(standings(found, ranking))
    assert shown["system 1",]["rank"] == 1
    assert shown["system 3",]["apt score"] == found.results["apt", "system 3"].score
    assert shown["system 3",]["protest score"] == found.results["protest", "system 3"].score


@pytest.mark.parametrize(
    ("documents", "note"),
    [
        (1, "Documents or segments to swap: only 1. With so few, p is never below 1,"),
        (5, "Documents or segments to swap: only 5. With so few, p is never below 0.0625,"),
        (6, "Documents or segments to swap: only 6. Interpret groups and p with care."),
        (30, None),
    ],
)
def test_too_few_documents_to_tell_systems_apart_are_said(
    rows: Path, documents: int, note: str | None
) -> None:
    found, ranking = opening(rows)
    pronouns = [
        replace(pronoun, document=f"d{number % documents}")
        for number, pronoun in enumerate(found.pronouns)
    ]
    few = replace(found, pronouns=pronouns)
    _, *notes = standings(few, ranking).notes
    assert [text.startswith(note or "") for text in notes] == [True] * (note is not None)
    tested = find_ranking(few, QUICK.resampling)
    assert tested is not None
    assert documents >= 6 or len(tested.groups) == 1, "what the note says"


def test_the_part_in_which_a_system_guesses_is_its_weak_spot(rows: Path) -> None:
    found, ranking = opening(rows)
    assert ranking.weak is not None
    assert [(spot.system, spot.name) for spot in ranking.weak] == [("system 0", CATEGORIES[0])]
    shown = weaknesses(found, ranking)
    assert shown is not None
    (row,) = shown.cells
    assert row[1].text == "it as a subject, antecedent in an earlier sentence"
    assert row[1].go == (
        "#examples?metric=apt&system=system%200&category=anaphoric_inter_subject_it"
    )
    assert row[4].text == "120"


def test_a_result_is_ranked_as_its_run_tested_it(made: Path) -> None:
    found, ranking = opening(made / "scores.json")
    assert found.pairs
    assert ranking.best.startswith("By apt, context (0.750) ")
    assert ranking.weak == ()
    assert weaknesses(found, ranking) is None
    with_rows = opening(made / "scores.json", made / "detail.tsv")[1]
    assert with_rows.best == ranking.best


def test_a_result_without_tests_is_ranked_without_groups() -> None:
    lower = replace(RESULT.total, scores={"score": 0.25})
    other = replace(RESULT, system="other", total=lower)
    found = collect([result_part("r", Result("", 1, (RESULT, other), (), ()))])
    ranking = find_ranking(found, QUICK.resampling)
    assert ranking is not None
    assert "was not tested" in ranking.best
    assert [c.header for c in standings(found, ranking).columns][:3] == ["system", "rank", "apt"]
    assert worth_a_look(found, ranking) == []


def test_categories_of_a_store_are_those_of_the_weak_spots(made: Path) -> None:
    _, ranking = opening(made / "suite.db")
    assert ranking.metric == "protest"
    assert {spot.kind for spot in ranking.weak or ()} == {"category"}


def judged(write: Write, *verdicts: Sequence[str]) -> Content:
    """Pronouns in systems a, b and c (rows), by apt and by protest (`+-/--?` and so on)."""
    changes = [
        {
            "system": system,
            "metric": metric,
            "segment": str(number),
            "source": f"{'so ' * number}It is",
            "position": str(number),
            "verdict": {"+": "correct", "-": "incorrect", "?": "undecided"}[sign],
            "reason": {"+": "1", "-": "3", "?": "4"}[sign],
            "statistics": {"+": "1=1", "-": "3=1", "?": "4=1"}[sign],
        }
        for metric, signs in zip(("apt", "own"), verdicts, strict=False)
        for system, row in zip("abc", signs, strict=True)
        for number, sign in enumerate(row)
    ]
    return read_now(write("rows.tsv", table(*changes)))


def test_contested_examples_first_those_that_judges_differ_on(write: Write) -> None:
    found = judged(write, ("+++?", "+-+?", "++-?"), ("+++?", "+++?", "+--?"))
    looked = worth_a_look(found, find_ranking(found, QUICK.resampling))
    # 1: both judges differ on two systems; 2: both find the same one wrong; 0 and 3: nothing.
    assert [one.pronoun.place.segment for one in looked] == [1, 2]
    assert looked[0].why == (
        "apt: right in a and c, wrong in b",
        "own: right in a and b, wrong in c",
        "judges differ on b and c",
    )
    assert looked[1].why == ("apt and own: right in a and b, wrong in c",)
    assert looked[0].go == "#examples?at=1.1"
    assert (looked[0].before, looked[0].word, looked[0].after) == ("so", "It", "is")
    assert looked[0].category == "it for an event"


def test_of_equally_contested_ones_first_where_the_better_system_is_wrong(write: Write) -> None:
    found = judged(write, ("-++++", "+---+", "+---+"))
    looked = worth_a_look(found, find_ranking(found, QUICK.resampling))
    assert [one.pronoun.place.segment for one in looked] == [0, 1, 2, 3]


def test_ten_at_most_and_systems_are_counted_where_there_are_many(tmp_path: Path) -> None:
    path = tmp_path / "detail.tsv"
    write_rows(path, np.random.default_rng(2), (0.5,) * 6, 60)
    found = read_now(path)
    looked = worth_a_look(found, find_ranking(found, QUICK.resampling))
    assert len(looked) == 10
    assert looked[0].why == ("apt: right in 3 of 6 systems",)


def test_long_sentences_are_cut_around_the_pronoun(write: Write) -> None:
    long = " ".join(["word"] * 20 + ["It"] + ["more"] * 20)
    row = {"source": long, "position": "20"}
    right = {"verdict": "correct", "reason": "1", "statistics": "1=1"}
    wrong = {"verdict": "incorrect", "reason": "3", "statistics": "3=1"}
    rows = table(row | right | {"system": "a"}, row | wrong | {"system": "b"})
    found = read_now(write("rows.tsv", rows))
    (looked,) = worth_a_look(found, find_ranking(found, QUICK.resampling))
    assert looked.before == "… " + " ".join(["word"] * 14)
    assert looked.after == " ".join(["more"] * 14) + " …"


def test_annotators_are_a_judge(write: Write) -> None:
    people = "system\tsegment\tposition\tannotator\tjudgement\na\t1\t1\tAda\tincorrect\n"
    rows = judged(write, ("++", "++", "++"))
    assert worth_a_look(rows, find_ranking(rows, QUICK.resampling)) == []
    found = read_now(str(rows.inputs[0][0]), write("people.tsv", people))
    (looked,) = worth_a_look(found, find_ranking(found, QUICK.resampling))
    assert looked.pronoun.place.segment == 1
    assert looked.why == ("judges differ on a",)


def test_the_page_opens_with_it_and_names_stay_text(write: Write) -> None:
    right = {"verdict": "correct", "reason": "1", "statistics": "1=1"}
    rows = table({"system": HOSTILE}, right | {"system": "plain"})
    page = make_page(read_now(write("rows.tsv", rows)), "", QUICK.resampling)
    text = render(page)
    assert text.index('id="answer"') < text.index('id="summary"')
    assert HOSTILE not in text
    assert page.tables()[0].name == "ranking"


def test_without_a_metric_there_is_no_ranking(made: Path) -> None:
    found = replace(
        content(made / "suite.db"), metrics=[], judgements={}, results={}, comparisons={}
    )
    assert find_ranking(found, QUICK.resampling) is None
    page = make_page(found, "", QUICK.resampling)
    assert (page.ranking, page.standings, page.weak) == (None, None, None)
    assert 'id="answer"' not in render(page)
