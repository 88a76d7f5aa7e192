"""Stems."""

from __future__ import annotations

import pytest

from proform.metric.meteor import stemmer


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
    found = stemmer(language)
    assert found is not None
    assert {found(word) for word in words} == {stem}


def test_a_language_without_stems() -> None:
    assert stemmer("xx") is None
