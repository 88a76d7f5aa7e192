"""Every error of the program that comes with a hint, as its source has it, on the page of errors."""

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from properdocs.config.defaults import ProperDocsConfig
from properdocs.structure.pages import Page

PAGE = "errors.md"
RAISED = {"ProformError": 0, "InputError": 2}
"""The errors, and which of their arguments says what is wrong."""


class Message(NamedTuple):
    """What is wrong, and what to do; ‹…› stands for a value."""

    part: str
    what: str
    hint: str


def on_page_markdown(markdown: str, *, page: Page, config: ProperDocsConfig, **_: object) -> str:
    """Append the list."""
    if page.file.src_uri != PAGE:
        return markdown
    found = sorted(set(messages(Path(config.docs_dir).parent / "src" / "proform")))
    tables = []
    for part, rows in groupby(found, key=lambda message: message.part):
        tables.append(f"### In `{part}`\n\n| message | what to do |\n|---|---|")
        tables[-1] += "".join(f"\n| {_cell(row.what)} | {_cell(row.hint)} |" for row in rows)
    return "\n\n".join([markdown, *tables])


def messages(source: Path) -> Iterator[Message]:
    """All errors with a hint in a package."""
    for path in sorted(source.rglob("*.py")):
        part = path.relative_to(source).parts[0].removesuffix(".py")
        tree = ast.parse(path.read_bytes())
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            for what, hint in _raised(function):
                yield Message(part, what, hint)


def _raised(function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """The errors of a function; a hint may be a variable of it."""
    nodes = list(ast.walk(function))
    texts = {
        target.id: _text(node.value)
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in nodes:
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            continue
        place = RAISED.get(call.func.id)
        hints = [keyword.value for keyword in call.keywords if keyword.arg == "hint"]
        if place is None or not hints or len(call.args) <= place:
            continue
        what, hint = (
            texts.get(node.id) if isinstance(node, ast.Name) else _text(node)
            for node in (call.args[place], hints[0])
        )
        if what and hint:
            yield what, hint


def _text(node: ast.expr) -> str | None:
    """A string as people read it; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    return "".join(
        str(value.value) if isinstance(value, ast.Constant) else "‹…›" for value in node.values
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("[", "\\[")
