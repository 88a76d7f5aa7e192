"""Stems."""

from __future__ import annotations

import pytest

from proform.metric.meteor import Stemmer, meteor


@pytest.mark.parametrize(
    ("language", "words", "stem"),
    [
        ("de", ["Kind", "Kinder", "Kindern"], "Kind"),
        ("en", ["house", "houses", "housing"], "hous"),
        ("es", ["niño", "niños"], "niñ"),
        ("fr", ["augmente", "augmentation"], "augment"),
    ],
)
def test_stems(language: str, words: list[str], stem: str) -> None:
    assert set(map(Stemmer(language), words)) == {stem}


def test_a_language_without_stems() -> None:
    assert [module.name for module in meteor("xx").modules] == ["exact"]
