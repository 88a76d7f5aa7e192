"""A result beside one that was saved earlier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tests.support.small_texts import score_small

import proform
from proform import ProformError, Result
from proform.scoring.judgements import row_writer

BETTER = {"base": ["J' ai un vélo .", "Il est rouge ."]}


_plain = partial(score_small, judgements=False)


def _renamed(result: Result, system: str) -> Result:
    return replace(result, results=tuple(replace(s, system=system) for s in result.results))


def test_what_changed_is_said_pronoun_by_pronoun(tmp_path: Path) -> None:
    old, new = _plain(), _plain(systems=BETTER)
    old.save(tmp_path / "old.json")
    for baseline in (old, tmp_path / "old.json"):
        compared = new.compared_with(baseline)
        assert [(c.pronoun, c.before, c.score, c.difference, c.n) for c in compared.changes] == [
            (None, 0.0, 1.0, 1.0, 1),
            ("it", 0.0, 1.0, 1.0, 1),
        ]
        assert compared.notes == new.notes
    assert "since the baseline" in str(compared)
    assert "+1.0000" in compared.to_text("markdown")
    assert '"difference": 1.0' in compared.to_text("json")
    assert new.changes == ()


def test_versions_and_links_may_differ_but_other_settings_are_named() -> None:
    old, new = _plain(), _plain(repair="paper")
    (note,) = new.compared_with(old).notes
    assert note.startswith("the baseline: other settings (repair: informed, now paper)")
    aged = replace(
        old,
        results=tuple(replace(s, signature=s.signature + "9|align:other") for s in old.results),
    )
    assert old.compared_with(aged).notes == old.notes


def test_the_only_systems_of_two_runs_are_compared_whatever_their_names() -> None:
    old, new = _plain(), _renamed(_plain(systems=BETTER), "tuesday")
    assert new.compared_with(old).changes[0].system == "tuesday"
    two = replace(new, results=(*old.results, *new.results))
    compared = two.compared_with(old)
    assert {change.system for change in compared.changes} == {"base"}
    assert compared.notes[-1] == "the baseline: lacks apt of tuesday"
    other = replace(old, results=tuple(replace(s, metric="autoprf") for s in old.results))
    alone = new.compared_with(other)
    assert alone.notes[-1] == "the baseline: nothing to compare with; it has autoprf of base"
    assert (alone.results, alone.changes) == (new.results, new.changes), "the work goes on"


def test_a_pronoun_of_one_run_alone_has_no_change() -> None:
    old, new = _plain(), _plain(source_pronouns=["i", "it"])
    changes = {change.pronoun: change for change in new.compared_with(old).changes}
    assert (changes["i"].n_before, changes["i"].before, changes["i"].difference) == (0, None, None)


def _judged(right: Sequence[str], *, documents: bool = False) -> Result:
    """Sentences of a pronoun each, of which the system has some right."""
    source = ["It is red .", "They are red ."] * (len(right) // 2)
    reference = ["Il est rouge .", "Ils sont rouges ."] * (len(right) // 2)
    wrong = ["Elle est rouge .", "Elles sont rouges ."] * (len(right) // 2)
    lines = [
        good if is_right == "+" else bad
        for is_right, good, bad in zip(right, reference, wrong, strict=True)
    ]
    links = ["0-0 1-1 2-2 3-3"] * len(right)
    names = [f"d{number // 4}" for number in range(len(right))] if documents else None
    return proform.score(
        source,
        reference,
        {"base": lines},
        "en-fr",
        align_ref=links,
        align_sys={"base": links},
        documents=names,
    )


def test_pronouns_of_both_runs_are_tested_in_pairs() -> None:
    old, new = _judged("+-" * 20), _judged("++" * 20)
    compared = new.compared_with(old)
    whole, it, they = compared.changes
    assert (whole.both, whole.better, whole.worse) == (40, 20, 0)
    assert (it.pronoun, it.both, it.better, it.worse, it.p) == ("it", 20, 0, 0, 1.0)
    assert (they.both, they.better, they.worse) == (20, 20, 0)
    assert whole.p is not None
    assert they.p is not None
    assert whole.p < 0.01
    assert they.p == 2 * whole.p  # Holm's correction for two pronouns
    back = old.compared_with(new).changes[0]
    assert (back.better, back.worse, back.p) == (0, 20, whole.p)
    assert old.compared_with(old).changes[0].p == 1.0
    assert "better, worse: of the pronouns that both runs judged" in str(compared)


def test_without_judgements_nothing_is_tested() -> None:
    old, new = _judged("+-" * 2), _judged("++" * 2)
    for one, other in ((replace(old, kept=None), new), (old, replace(new, kept=None))):
        compared = other.compared_with(one)
        assert {(c.both, c.better, c.worse, c.p) for c in compared.changes} == {(None,) * 4}
        assert "worse" not in str(compared)


def test_units_are_documents_where_there_are_some() -> None:
    old, new = _judged("+-" * 10, documents=True), _judged("++" * 10, documents=True)
    compared = new.compared_with(old)
    assert "the baseline: tested over only 5 documents; take p with care" in compared.notes
    assert compared.changes[0].p == pytest.approx(1 / 16, abs=0.03)  # 2 of 32 ways to swap
    (note,) = (n for n in _judged("++" * 10).compared_with(old).notes if "tested" in n)
    assert "tested over only 20 segments" in note


def test_only_pronouns_of_the_same_sentence_are_paired() -> None:
    old, new = _judged("+-" * 2), _judged("++" * 2)
    moved = replace(
        old, kept=tuple(replace(row, source=f"So {row.source}") for row in old.judgements)
    )
    compared = new.compared_with(moved)
    assert (compared.changes[0].both, compared.changes[0].p) == (0, None)
    assert compared.notes[-1].endswith("of a pronoun of this run, so nothing is tested")


def test_a_saved_result_is_tested_by_its_rows(tmp_path: Path) -> None:
    old, new = _judged("+-" * 20), _judged("++" * 20)
    old.save(tmp_path / "old.json")
    with (tmp_path / "old.tsv").open("w", encoding="utf-8") as file:
        write = row_writer(lambda line: print(line, end="", file=file), as_json=False)
        for row in old.judgements:
            write(row)
    compared = new.compared_with(tmp_path / "old.json", detail=tmp_path / "old.tsv")
    assert compared.changes == new.compared_with(old).changes
    with pytest.raises(ProformError, match="a result has its own judgements"):
        new.compared_with(old, detail=tmp_path / "old.tsv")
