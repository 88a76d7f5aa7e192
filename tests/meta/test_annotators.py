"""Agreement of annotators from Python."""

from __future__ import annotations

from pathlib import Path

from tests.support.library import same

import proform


def test_as_the_command(scored: Path) -> None:
    people = scored / "judgements.tsv"
    found = proform.meta.agreement(str(people), listed=True, resamples=200, seed=1)
    same(found, "meta", "agreement", people, "--list", "--resamples", 200, "--seed", 1)
    assert found["agreement"].records[0]["annotators"] == "Ada – Bob"


def test_who_settles_is_compared_with_nobody(tmp_path: Path) -> None:
    people = tmp_path / "people.tsv"
    said = {"Ada": "ok bad ok", "Bob": "ok ok bad", "Eve": "ok bad bad"}
    rows = (
        f"base\t{segment}\t0\t{name}\t{judgement}\n"
        for name, judgements in said.items()
        for segment, judgement in enumerate(judgements.split())
    )
    header = "system\tsegment\tposition\tannotator\tjudgement\n"
    people.write_text(header + "".join(rows), encoding="utf-8")
    found = proform.meta.agreement(str(people), resamples=100, adjudicator="Eve")
    same(found, "meta", "agreement", people, "--resamples", 100, "--adjudicator", "Eve")
    assert {record["annotators"] for record in found["agreement"].records} == {"Ada – Bob"}
