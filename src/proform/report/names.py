"""Names of systems that people spell a little differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proform.meta.examples import match
from proform.report.model import Human, Part


def same_names(parts: Sequence[Part], systems: Sequence[str]) -> tuple[list[Part], list[str]]:
    """Tables of people with the systems' own names, as in `proform meta`, and what was taken so."""
    renamed: list[Part] = []
    notes: list[str] = []
    for part in parts:
        names, said = match(systems, part.systems)
        notes += said
        renamed.append(part if part.evaluates or not said else _renamed(part, names))
    return renamed, list(dict.fromkeys(notes))


def _renamed(part: Part, names: dict[str, str]) -> Part:
    def figures(some: Sequence[Human]) -> list[Human]:
        return [Human(one.name, {names[s]: v for s, v in one.values.items()}) for one in some]

    return replace(
        part,
        said={(names[s], i, j): some for (s, i, j), some in part.said.items()},
        human=figures(part.human),
        beside=figures(part.beside),
    )
