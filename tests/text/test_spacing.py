"""Tokens as people write them."""

from __future__ import annotations

import pytest

from proform.language.pack import Pack, load_pack
from proform.text.spacing import spaces


def pack(language: str) -> Pack:
    return load_pack(language) or Pack(language, language)


@pytest.mark.parametrize(
    ("language", "tokens", "text"),
    [
        ("en", "It does n't squeak , and that 's good .", "It doesn't squeak, and that's good."),
        ("en", 'He said " yes " ( twice ) .', 'He said "yes" (twice).'),
        ("en", "It 's 10 % - not -5 .", "It's 10% - not -5."),
        (
            "fr",
            "L' as -tu vu ? « Oui » , dit -elle !",
            "L'as-tu vu\xa0? «\xa0Oui\xa0», dit-elle\xa0!",
        ),
        ("fr", "Qu' il vienne : vite", "Qu'il vienne\xa0: vite"),
        ("es", "¿ Dónde está ? ¡ Aquí !", "¿Dónde está? ¡Aquí!"),
        ("de", "„ Es “ ist , wie ihr 's wollt …", "„Es“ ist, wie ihr's wollt…"),
        ("en", "", ""),
    ],
)
def test_a_line_as_it_is_written(language: str, tokens: str, text: str) -> None:
    words = tokens.split()
    shown = zip(spaces(words, pack(language)), words, strict=True)
    assert "".join(before + word for before, word in shown) == text


def test_every_token_has_a_place_whatever_it_is() -> None:
    assert spaces(["", "'", '"', "a", "'", ".", ""], pack("fr"))[0] == ""
    assert len(spaces(["x"] * 7, pack("xx"))) == 7
