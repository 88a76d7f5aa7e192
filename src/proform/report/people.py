"""What annotators say of single pronouns."""

from __future__ import annotations

from collections import Counter

from proform.human.opinion import ASIDE, RIGHT, WRONG
from proform.human.verdict import DISPUTED, UNJUDGED
from proform.report.layout import query
from proform.report.model import UNSEEN, Content, annotated
from proform.report.reasons import meaning, reasons_of
from proform.table.table import Cell, Column, Record, Table

ANNOTATED = {
    RIGHT: "found right",
    WRONG: "found wrong",
    ASIDE: "set aside",
    DISPUTED: "annotators differ",
    UNJUDGED: "left open",
    UNSEEN: "not annotated",
}
"""The verdicts of people on a translation, in words."""


def by_annotators(content: Content) -> Table:
    """What annotators think of each system."""
    records = []
    for system in content.systems:
        opinions = content.opinions[system]
        outcomes = Counter(annotated(some) for some in opinions.values())
        outcomes[UNSEEN] = len(content.texts[system]) - len(opinions)
        counts = {header: outcomes[how] for how, header in ANNOTATED.items()}
        records.append({"system": system, **counts})

    def column(how: str, header: str) -> Column:
        def look(record: Record) -> Cell:
            go = query(system=str(record["system"]), annotated=how)
            return Cell(go=go if record[header] else "")

        return Column(header, look=look)

    note = "of the pronoun: as adjudicated, else as most annotators say; a tie is where they differ"
    return Table(
        "annotations",
        "What annotators say",
        (Column("system"), *(column(how, header) for how, header in ANNOTATED.items())),
        tuple(records),
        (note,),
    )


def against_annotators(content: Content, metric: str) -> Table:
    """What annotators say of the pronouns that a metric decided for each reason."""
    cells: Counter[tuple[str, str]] = Counter()
    for system in content.systems:
        for number, decision in content.judgements.get((metric, system), {}).items():
            cells[decision.reason, annotated(content.opinions[system].get(number, ()))] += 1
    shown = {how: header for how, header in ANNOTATED.items() if how != UNSEEN}
    reasons = {meaning(content, metric, reason): reason for reason in reasons_of(content, metric)}

    def column(how: str, header: str) -> Column:
        def look(record: Record) -> Cell:
            reason = reasons[str(record["reason"])]
            go = query(metric=metric, reason=reason, annotated=how)
            return Cell(go=go if record[header] else "")

        return Column(header, look=look)

    return Table(
        f"annotators-{metric}",
        f"{metric} (rows) and annotators (columns), all systems",
        (Column("reason"), *(column(how, header) for how, header in shown.items())),
        tuple(
            {"reason": words, **{header: cells[reason, how] for how, header in shown.items()}}
            for words, reason in reasons.items()
        ),
    )
