"""Likely translations that follow from those of other packs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proform.errors import InputError, ProformError
from proform.language.pack import load_packs

Write = Callable[[str, str], Path]

FORMS = 'forms = [{ form = "za" }, { form = "zo" }, { form = "zi", person = 1 }]\n'


@pytest.fixture
def packs(tmp_path: Path) -> Callable[..., Path]:
    def write(**texts: str) -> Path:
        for code, text in texts.items():
            (tmp_path / f"{code}.toml").write_text(FORMS + text)
        return tmp_path

    return write


def likely(pair: str, folder: Path) -> dict[str, tuple[str, ...]]:
    return dict(load_packs(pair, folder)[1].likely[pair.partition("-")[0]])


def test_a_table_of_its_own_goes_first(packs: Callable[..., Path]) -> None:
    folder = packs(xx='[likely.yy]\nza = ["zo"]', yy='[likely.xx]\nza = ["za"]')
    assert likely("yy-xx", folder) == {"za": ("zo",)}


def test_the_table_of_the_other_is_read_backwards(packs: Callable[..., Path]) -> None:
    folder = packs(xx='[likely.yy]\nza = ["zo", "za"]\nzo = ["za", "zi"]', yy="")
    # What stands first in its list goes first; of another person, it is none.
    assert likely("xx-yy", folder) == {"zo": ("za",), "za": ("zo", "za"), "zi": ()}


def test_english_stands_between_two_that_know_only_it(packs: Callable[..., Path]) -> None:
    folder = packs(
        xx='[likely.en]\nit = ["za"]\nthey = ["zo"]', yy='[likely.en]\nit = ["zo", "za"]'
    )
    assert likely("xx-yy", folder) == {"za": ("zo", "za")}


def test_a_pack_may_name_the_language_between(packs: Callable[..., Path]) -> None:
    folder = packs(
        xx="",
        yy='likely.xx = "zz"\n[likely.zz]\nzo = ["za"]',
        zz='[likely.xx]\nza = ["zo"]',
    )
    assert likely("xx-yy", folder) == {"za": ("za",)}


def test_a_circle_is_said(packs: Callable[..., Path]) -> None:
    folder = packs(xx="", yy='likely.xx = "zz"', zz='likely.xx = "yy"')
    with pytest.raises(InputError) as info:
        load_packs("xx-yy", folder)
    where = f"{folder / 'yy.toml'}:{_line(folder / 'yy.toml', 'likely.xx')}: likely.xx: "
    assert str(info.value).startswith(
        f"{where}likely translations go round in a circle: xx-yy, xx-zz, xx-yy"
    )


def _line(file: Path, key: str) -> int:
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.startswith(key))


def test_a_language_between_without_a_pack_is_said(packs: Callable[..., Path]) -> None:
    folder = packs(xx="", yy='likely.xx = "qq"')
    with pytest.raises(ProformError, match=r"likely.xx: there is no pack 'qq' to go by"):
        load_packs("xx-yy", folder)


def test_nothing_follows_from_nothing(packs: Callable[..., Path]) -> None:
    assert likely("xx-yy", packs(xx="", yy="")) == {}
