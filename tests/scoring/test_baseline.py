"""A result beside one that was saved earlier."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.small_texts import score_small

from proform import ProformError, Result

BETTER = {"base": ["J' ai un vélo .", "Il est rouge ."]}


def _renamed(result: Result, system: str) -> Result:
    return replace(result, results=tuple(replace(s, system=system) for s in result.results))


def test_what_changed_is_said_pronoun_by_pronoun(tmp_path: Path) -> None:
    old, new = score_small(), score_small(systems=BETTER)
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
    old, new = score_small(), score_small(repair="paper")
    (note,) = new.compared_with(old).notes
    assert note.startswith("the baseline: other settings (repair: informed, now paper)")
    aged = replace(
        old,
        results=tuple(replace(s, signature=s.signature + "9|align:other") for s in old.results),
    )
    assert old.compared_with(aged).notes == old.notes


def test_the_only_systems_of_two_runs_are_compared_whatever_their_names() -> None:
    old, new = score_small(), _renamed(score_small(systems=BETTER), "tuesday")
    assert new.compared_with(old).changes[0].system == "tuesday"
    two = replace(new, results=(*old.results, *new.results))
    compared = two.compared_with(old)
    assert {change.system for change in compared.changes} == {"base"}
    assert compared.notes[-1] == "the baseline: lacks apt of tuesday"
    other = replace(old, results=tuple(replace(s, metric="autoprf") for s in old.results))
    with pytest.raises(ProformError, match="nothing to compare with; it has autoprf of base"):
        new.compared_with(other)


def test_a_pronoun_of_one_run_alone_has_no_change() -> None:
    old, new = score_small(), score_small(source_pronouns=["i", "it"])
    changes = {change.pronoun: change for change in new.compared_with(old).changes}
    assert (changes["i"].n_before, changes["i"].before, changes["i"].difference) == (0, None, None)
