from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.model import Category
from proform.suite.categories import load_categories


def test_categories_of_protest() -> None:
    categories = load_categories().categories
    assert len(categories) == 13
    for category in categories:
        assert category.agrees == category.name.startswith("anaphoric_")


@pytest.mark.parametrize(("pair", "total"), [("en-de", 200), ("en-fr", 250)])
def test_sizes_of_the_papers(pair: str, total: int) -> None:
    assert sum(load_categories().wanted(pair).values()) == total


def test_other_pairs_are_sized_as_french() -> None:
    catalogue = load_categories()
    assert catalogue.wanted("de-es") == catalogue.wanted("en-fr")


def test_categories_of_ones_own(write: Write) -> None:
    file = write("own.toml", "[agrees]\nit = true\nthat = false\n[sizes.xx-yy]\nthat = 3\n")
    found = load_categories(file)
    assert found.categories == (Category("it", agrees=True), Category("that", agrees=False))
    assert found.wanted("xx-yy") == {"that": 3}
    assert found.wanted("en-de") == {}


MALFORMED = {
    "nothing": ("", "no categories in it"),
    "unknown table": ("[agree]\nit = true", "unknown key 'agree'"),
    "no table": ("agrees = 3", "agrees must be a table, found 3"),
    "no flag": ("[agrees]\nit = 'yes'", "it must be true or false, found 'yes'"),
    "size of nothing": (
        "[agrees]\nit = true\n[sizes.en-de]\nthey = 3",
        "'they' has a size for en-de, but is not a category",
    ),
    "negative size": (
        "[agrees]\nit = true\n[sizes.en-de]\nit = -1",
        "the size of it for en-de is -1, not a number",
    ),
    "size that is no number": (
        "[agrees]\nit = true\n[sizes.en-de]\nit = true",
        "the size of it for en-de is True, not a number",
    ),
    "no TOML": ("[agrees", "Expected ']'"),
}


@pytest.mark.parametrize(("toml", "what"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_categories_are_refused(write: Write, toml: str, what: str) -> None:
    path = write("own.toml", toml)
    with pytest.raises(InputError, match=re.escape(f"{path}: {what}")):
        load_categories(path)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        load_categories(tmp_path / "none.toml")
