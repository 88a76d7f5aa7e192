"""Contrastive translations: a right pronoun and a wrong one, for several nouns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.agreement_figures import contrast, impersonal

from proform.judge.agreement import AGREES, DISAGREES

BLOCKS = Path(__file__).parent / "blocks"
"""The model of antecedents was learnt from these."""
MEASURED = Path(__file__).parent / "measured"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that was aligned before."""
    monkeypatch.setenv("PROFORM_CACHE", str(tmp_path))


@pytest.mark.parametrize(
    ("language", "of_all", "of_decided"),
    [
        ("fr", 0.93, 0.98),
        ("de", 0.93, 0.98),
        ("es", 0.95, 0.98),
        ("pl", 0.75, 0.97),
        ("ru", 0.75, 0.97),
    ],
)
def test_our_own_blocks(language: str, of_all: float, of_decided: float) -> None:
    found = contrast(BLOCKS / f"en-{language}.json", language)
    assert found.right >= of_all * found.total
    assert found.right >= of_decided * found.decided


@pytest.mark.parametrize("folder", [MEASURED, MEASURED / "newest"])
@pytest.mark.parametrize("language", ["fr", "de", "es"])
@pytest.mark.parametrize(
    ("kind", "of_all", "of_decided"), [("", 0.9, 0.96), ("-plain", 0.94, 0.98)]
)
def test_blocks_that_nothing_was_learnt_from(
    folder: Path, language: str, kind: str, of_all: float, of_decided: float
) -> None:
    found = contrast(folder / f"en-{language}{kind}.json", language)
    assert found.right >= of_all * found.total
    assert found.right >= of_decided * found.decided


def test_film_dialogue_that_nothing_was_learnt_from() -> None:
    found = contrast(MEASURED / "newest" / "film-fr.json", "fr")
    assert found.total == 400
    assert found.right >= 0.92 * found.total
    assert found.right >= 0.97 * found.decided


@pytest.mark.parametrize("language", ["fr", "de"])
def test_an_impersonal_pronoun_raises_no_alarm(language: str) -> None:
    """Though a noun stands before it that the pronoun does not fit; nothing was learnt from it."""
    said = impersonal(MEASURED / "impersonal.json", language)
    assert said.total() == 60
    assert said[DISAGREES] <= 3
    assert said[AGREES] >= 35


@pytest.mark.parametrize("language", ["it", "pl", "pt"])
def test_blocks_with_dropped_subjects(language: str) -> None:
    found = contrast(BLOCKS / "dropped" / f"en-{language}.json", language)
    assert found.right >= 0.8 * found.total
    assert found.right >= 0.97 * found.decided


def test_published_blocks(shared_data: Callable[[str], Path]) -> None:
    found = contrast(shared_data("discevalmt-dev") / "anaphora.dev.json", "fr")
    assert found.total == 200
    assert found.right >= 0.9 * found.total
    assert found.right >= 0.97 * found.decided
