"""What the options of the alignment amount to."""

from __future__ import annotations

import pytest

from proform.alignment.method import check_options, method_of
from proform.errors import ProformError
from proform.language.pack import load_packs

PACKS = load_packs("en-fr")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"model": "m", "aligner": "fast_align"}, "one of them at a time"),
        ({"symmetrise": "none"}, "symmetrise"),
        ({"aligner": "eflomal", "symmetrise": "agreement"}, "symmetrise"),
        ({"align_seed": 0}, "align_seed"),
        ({"background": "news"}, "background: expected a pair"),
        ({"aligner": 3}, "aligner: expected one, found 3"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint):
        method_of(PACKS, **options)  # type: ignore[arg-type]


def test_an_option_that_there_is_not() -> None:
    with pytest.raises(ProformError, match=r"unknown argument 'speed'.*starter"):
        check_options(["starter", "speed"])


def test_directions_are_asked_how_likely_links_are_where_they_can_tell() -> None:
    assert method_of(PACKS).settings.heuristic == "agreement"
    assert method_of(PACKS, aligner="eflomal").settings.heuristic == "grow-diag"
    assert method_of(PACKS, symmetrise="union").settings.heuristic == "union"


def test_tokenised_texts_are_cut_at_blanks() -> None:
    assert method_of(PACKS, tokenized=True).tokenizers.signature == "blanks+blanks"
    assert method_of(PACKS).tokenizers.signature.startswith("proform-")
