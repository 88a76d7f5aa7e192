"""Categories of pronouns, and how many of each a suite has: data, not code."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from proform.errors import InputError
from proform.model import Category

_BUILT_IN = files("proform.suite") / "categories.toml"
_USUAL = "en-fr"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The categories in their order, and the sizes of suites by language pair (`en-de`)."""

    categories: tuple[Category, ...]
    sizes: Mapping[str, Mapping[str, int]]

    def wanted(self, pair: str) -> Mapping[str, int]:
        """How many examples of each category a pair should have; if nobody says, as en-fr."""
        return self.sizes.get(pair, self.sizes.get(_USUAL, {}))


def load_categories(file: Path | None = None) -> Catalogue:
    """Read the categories of a file, or those of PROTEST."""
    source = _BUILT_IN if file is None else file
    try:
        return _catalogue(tomllib.loads(source.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError, _MisfitError) as error:
        hint = "expected tables [agrees] (category = true or false) and [sizes.en-de]"
        raise InputError(str(source), None, str(error), hint=hint) from error


class _MisfitError(ValueError):
    """The file is TOML, but does not list categories."""


def _catalogue(data: dict[str, Any]) -> Catalogue:
    for key in data:
        if key not in ("agrees", "sizes"):
            raise _MisfitError(f"unknown key {key!r}")
    agrees, sizes = _table(data, "agrees"), _table(data, "sizes")
    for name, value in agrees.items():
        if not isinstance(value, bool):
            raise _MisfitError(f"{name} must be true or false, found {value!r}")
    if not agrees:
        raise _MisfitError("no categories in it")
    for pair in sizes:
        for name, size in _table(sizes, pair).items():
            if name not in agrees:
                raise _MisfitError(f"{name!r} has a size for {pair}, but is not a category")
            if not isinstance(size, int) or isinstance(size, bool) or size < 0:
                raise _MisfitError(f"the size of {name} for {pair} is {size!r}, not a number")
    return Catalogue(tuple(Category(*category) for category in agrees.items()), sizes)


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise _MisfitError(f"{key} must be a table, found {table!r}")
    return table
