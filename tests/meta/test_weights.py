"""Weights of APT's cases, tried from Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.library import same

import proform
from proform.errors import ProformError


def test_as_the_command(scored: Path) -> None:
    runs = [scored / "detail.json", scored / "basic.json"]
    human = str(scored / "people.tsv")
    found = proform.meta.grid(runs, human, w2=[0, 0.25])
    same(found, "meta", "grid", *runs, "--human", human, "--w2", "0,0.25")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"w2": "a,b"}, "not weights: 'a,b'"),
        ({"w6": [2.0]}, "a weight is not between 0 and 1"),
        ({"tune": "pearson"}, "go together"),
        ({"tune": "kendall", "test_results": ["x.json"]}, "tune: not a measure: 'kendall'"),
    ],
)
def test_what_is_refused(scored: Path, options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint):
        proform.meta.grid([scored / "detail.json"], "people.tsv", **options)  # type: ignore[arg-type]
