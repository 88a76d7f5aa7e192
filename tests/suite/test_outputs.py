"""What the own script of a set reads of an output."""

from __future__ import annotations

import sys

import pytest

from proform.errors import ProformError
from proform.language.pack import load_packs
from proform.suite import outputs
from proform.suite.outputs import last_part, own_view


def test_ctxpro_reads_the_last_sentence_without_ascii_punctuation() -> None:
    view = own_view("ctxpro", load_packs("en-es")[1])
    assert view("La veo. ¡Quiero (de verdad) comprarla, ya!") == "¡quiero de verdad comprarla ya"
    assert view("La veo. No la quiero.") == "no la quiero"
    assert view("") == ""


def test_other_sets_read_moses_tokens_and_split_french_hyphens_off() -> None:
    view = own_view("contrapro", load_packs("en-fr")[1])
    assert view("Qu'elle a-t-elle dit ?").split() == ["qu'", "elle", "a", "t", "elle", "dit", "?"]
    german = own_view("contrapro", load_packs("en-de")[1])
    assert german("Die E-Mail, sie kam.").split() == ["die", "e-mail", ",", "sie", "kam", "."]


@pytest.mark.parametrize(
    ("raw", "joined", "last"),
    [
        ("Eins. <eos> Zwei.", True, "Zwei."),
        ("Eins. _eos Zwei.", True, "Zwei."),
        ("Eins. Zwei.", True, ""),
        ("Eins. Zwei.", False, "Eins. Zwei."),
    ],
)
def test_an_output_that_cannot_be_split_counts_as_empty(raw: str, joined: bool, last: str) -> None:
    assert last_part(raw, joined=joined) == last


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    outputs._splitter.cache_clear()
    monkeypatch.setitem(sys.modules, "sentence_splitter", None)
    with pytest.raises(ProformError, match=r"pip install 'proform\[ctxpro\]'"):
        own_view("ctxpro", load_packs("en-es")[1])
