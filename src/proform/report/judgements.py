"""What people say, from tables: scores of systems, judgements of single pronouns."""

from __future__ import annotations

from pathlib import Path

from proform.errors import InputError
from proform.meta.human import settle, shares
from proform.meta.metrics import METRICS
from proform.meta.scores import read_figures
from proform.report.inputs import Kind
from proform.report.model import OPEN, RIGHT, WRONG, Human, Opinion, Part
from proform.text import judgements
from proform.text.judgements import Label, read_opinions

SHARE = "annotators"
"""The human score that judgements amount to: the share of correct pronouns."""


def read_human(path: Path) -> Part:
    """Figures of systems, by people or by general metrics; columns without any are passed over."""
    found = read_figures(path)
    if not found.scores:
        hint = "expected numbers in a column beside `system`"
        raise InputError(path, None, "no human score in it", hint=hint)
    figures = [Human(name, values) for name, values in found.scores.items()]
    return Part(
        str(path),
        Kind.HUMAN.value,
        notes=[
            f"{path}: the column {name} has no figures, and is left out" for name in found.texts
        ],
        human=[one for one in figures if one.name not in METRICS],
        beside=[one for one in figures if one.name in METRICS],
    )


def read_judgements(path: Path) -> Part:
    """A row for each pronoun, system and annotator."""
    found = list(read_opinions(path))
    said: dict[tuple[str, int, int], tuple[Opinion, ...]] = {}
    for one in found:
        said[one.place] = (*said.get(one.place, ()), _opinion(one))
    if not said:
        raise InputError(path, None, "no judgement in it")
    human = Human(SHARE, shares(settle(found)))
    categories = {one.place[1:]: one.category for one in found if one.category}
    return Part(str(path), Kind.JUDGEMENTS.value, said=said, categories=categories, human=[human])


def _opinion(one: judgements.Opinion) -> Opinion:
    asked = [one.pronoun] if one.antecedent is None else [one.pronoun, one.antecedent]
    verdict = OPEN
    if Label.INCORRECT in asked:
        verdict = WRONG
    elif set(asked) == {Label.CORRECT}:
        verdict = RIGHT
    return Opinion(
        one.annotator,
        verdict,
        one.pronoun.value,
        "" if one.antecedent is None else one.antecedent.value,
    )
