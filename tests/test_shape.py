"""The shape of the project: how much there is, who imports whom, and that tests mirror the tree.

`python tests/test_shape.py` prints the figures. What is counted:

- *modules*: files `*.py` in src/proform; *lines*: all their lines.
- *single importers*: modules outside `cli` and `web`, other than `__init__` and `__main__`, that
  exactly one other module of src/proform imports, anywhere in its text, be it `__init__`.
- *imports inside functions*: import statements in functions of `cli`.
- *same names*: public classes of the package whose name another public class has as well.
- *without a mirror*: modules src/proform/a/b.py for which there is neither tests/a/test_b.py nor
  a part of it, tests/a/test_b_*.py.
- *strangers*: imports of `bench`, of a test module or of a conftest by anything in tests.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = ROOT / "src" / "proform", ROOT / "tests"

MODULES = 299
LINES = 52_000
SINGLE_IMPORTERS = 56
IMPORTS_IN_FUNCTIONS = 40
SAME_NAMES = 0
WITHOUT_MIRROR = 0

UNMIRRORED = {"errors": "three exceptions without logic; every test of bad input raises them"}
"""Modules that need no tests of their own, and why."""


class Figure(NamedTuple):
    """A count, what may be at most, and what is counted."""

    size: int
    limit: int
    counted: tuple[str, ...] = ()


@cache
def _trees(folder: Path) -> dict[str, ast.Module]:
    """Every file of a folder, by the name of its module."""
    top = SOURCE.parent if folder == SOURCE else ROOT
    return {
        ".".join(path.relative_to(top).with_suffix("").parts): ast.parse(path.read_bytes())
        for path in sorted(folder.rglob("*.py"))
    }


def _imports(tree: ast.AST) -> Iterator[str]:
    """What a tree imports: modules, and names in modules, which may be modules as well."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _plain(name: str) -> bool:
    return not name.endswith("__")


def modules() -> Figure:
    return Figure(len(_trees(SOURCE)), MODULES)


def lines() -> Figure:
    texts = (path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    return Figure(sum(len(text.splitlines()) for text in texts), LINES)


def single_importers() -> Figure:
    importers: dict[str, set[str]] = defaultdict(set)
    for importer, tree in _trees(SOURCE).items():
        for name in _imports(tree):
            importers[name].add(importer)
    names = (
        name
        for name in _trees(SOURCE)
        if _plain(name) and name.split(".")[1] not in ("cli", "web")
        if len(importers[name] - {name}) == 1
    )
    counted = tuple(f"{name} ({min(importers[name])})" for name in names)
    return Figure(len(counted), SINGLE_IMPORTERS, counted)


def imports_in_functions() -> Figure:
    counted: Counter[str] = Counter()
    for name, tree in _trees(SOURCE).items():
        if name.startswith("proform.cli."):
            inside = {
                statement
                for function in ast.walk(tree)
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
                for statement in ast.walk(function)
                if isinstance(statement, ast.Import | ast.ImportFrom)
            }
            counted[name] += len(inside)
    told = tuple(f"{name}: {count}" for name, count in counted.most_common() if count)
    return Figure(counted.total(), IMPORTS_IN_FUNCTIONS, told)


def same_names() -> Figure:
    owners: dict[str, list[str]] = defaultdict(list)
    for module, tree in _trees(SOURCE).items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                owners[node.name].append(module)
    counted = tuple(f"{name}: {', '.join(of)}" for name, of in owners.items() if len(of) > 1)
    return Figure(len(counted), SAME_NAMES, counted)


def without_mirror() -> Figure:
    tests = [path.relative_to(TESTS).with_suffix("") for path in TESTS.rglob("test_*.py")]

    def mirrored(module: Path) -> bool:
        name = f"test_{module.name}"
        return any(
            test.parent == module.parent and f"{test.name}_".startswith(f"{name}_")
            for test in tests
        )

    paths = (Path(*name.split(".")[1:]) for name in _trees(SOURCE) if _plain(name))
    counted = tuple(
        str(path) for path in paths if str(path) not in UNMIRRORED and not mirrored(path)
    )
    return Figure(len(counted), WITHOUT_MIRROR, counted)


def strangers() -> Figure:
    counted = tuple(
        f"{importer} imports {name}"
        for importer, tree in _trees(TESTS).items()
        for name in _imports(tree)
        for parts in [name.split(".")]
        if parts[0] == "bench"
        or (
            parts[0] == "tests"
            and any(part.startswith("test_") or part == "conftest" for part in parts[1:])
            and (ROOT / Path(*parts)).with_suffix(".py").exists()
        )
    )
    return Figure(len(counted), 0, counted)


FIGURES = (
    *(modules, lines, single_importers, imports_in_functions, same_names, without_mirror),
    strangers,
)


def test_no_figure_is_above_its_limit() -> None:
    counts = {figure.__name__: figure() for figure in FIGURES}
    above = {name: count for name, count in counts.items() if count.size > count.limit}
    assert not above


def test_exceptions_are_modules_without_tests() -> None:
    names = {f"proform.{path.replace('/', '.')}" for path in UNMIRRORED}
    assert names <= set(_trees(SOURCE))


if __name__ == "__main__":
    for figure in FIGURES:
        size, limit, counted = figure()
        print(f"{figure.__name__.replace('_', ' '):22}{size:7,}  of at most {limit:,}")  # noqa: T201
        for name in counted:
            print(f"    {name}")  # noqa: T201
