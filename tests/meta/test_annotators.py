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
