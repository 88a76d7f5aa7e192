"""What people say, from tables: scores of systems, judgements of single pronouns."""

from __future__ import annotations

from pathlib import Path

from proform.errors import InputError
from proform.human.opinion import Opinion
from proform.human.review import load_reviews, shares
from proform.meta.general import METRICS
from proform.meta.scores import read_figures
from proform.report.inputs import Kind
from proform.report.model import Human, Part

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
    reviews = load_reviews(str(path))
    if not reviews:
        raise InputError(path, None, "no judgement in it")
    said: dict[tuple[str, int, int], tuple[Opinion, ...]] = {
        place: review.opinions for place, review in reviews.items()
    }
    human = Human(SHARE, shares(reviews))
    categories = {place[1:]: one.category for place, one in reviews.items() if one.category}
    return Part(str(path), Kind.JUDGEMENTS.value, said=said, categories=categories, human=[human])
