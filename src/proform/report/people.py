"""What annotators say of single pronouns."""

from __future__ import annotations

from collections import Counter

from proform.report.grid import Column, Grid, count, query, words
from proform.report.model import (
    OPEN,
    RIGHT,
    SPLIT,
    UNSEEN,
    WRONG,
    Content,
    annotated,
)
from proform.report.reasons import meaning, reasons_of

ANNOTATED = {
    RIGHT: "found right",
    WRONG: "found wrong",
    SPLIT: "annotators differ",
    OPEN: "left open",
    UNSEEN: "not annotated",
}
"""How the annotators of a translation see it together, in words."""


def by_annotators(content: Content) -> Grid:
    """What annotators think of each system."""
    rows = []
    for system in content.systems:
        opinions = content.opinions[system]
        found = Counter(annotated(some) for some in opinions.values())
        found[UNSEEN] = len(content.texts[system]) - len(opinions)
        cells = (count(found[how], query(system=system, annotated=how)) for how in ANNOTATED)
        rows.append((words(system), *cells))
    note = "right: the pronoun is, and in categories that need agreement the antecedent, too"
    return Grid(
        "annotations",
        "What annotators say",
        (Column("system", numeric=False), *map(Column, ANNOTATED.values())),
        tuple(rows),
        notes=(note,),
    )


def against_annotators(content: Content, metric: str) -> Grid:
    """What annotators say of the pronouns that a metric decided for each reason."""
    cells: Counter[tuple[str, str]] = Counter()
    for system in content.systems:
        for number, decision in content.decisions.get((metric, system), {}).items():
            cells[decision.reason, annotated(content.opinions[system].get(number, ()))] += 1
    shown = [how for how in ANNOTATED if how != UNSEEN]
    rows = tuple(
        (
            words(meaning(metric, reason)),
            *(
                count(cells[reason, how], query(metric=metric, reason=reason, annotated=how))
                for how in shown
            ),
        )
        for reason in reasons_of(content, metric)
    )
    return Grid(
        f"annotators-{metric}",
        f"{metric} (rows) and annotators (columns), all systems",
        (Column("reason", numeric=False), *(Column(ANNOTATED[how]) for how in shown)),
        rows,
    )
