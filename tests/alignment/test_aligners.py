"""What statistical aligners see."""

from __future__ import annotations

from proform.alignment.aligners import seen


def test_what_the_aligner_sees() -> None:
    assert seen(["Elephants", "IT"], 4) == ["elep", "it"]
    assert seen(["Elephants"], 0) == ["elephants"]
