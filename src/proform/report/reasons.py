"""Why metrics decided as they did: the reasons, their words and colours, and how often each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from proform.report.layout import query
from proform.report.model import Content
from proform.table.table import Audience, Cell, Column, Record, Table, count, distinct


def meaning(content: Content, metric: str, code: str) -> str:
    """A reason in words."""
    return content.descriptions[metric].reason(code).words


def reasons_of(content: Content, metric: str) -> list[str]:
    """The reasons that a metric gave, in their usual order."""
    found: Counter[str] = Counter()
    for system in content.systems:
        found.update(dict(_counts(content, metric, system)))
    described = content.descriptions[metric].reasons
    usual = [reason.code for reason in described if found[reason.code]]
    return [*usual, *(reason for reason, _ in found.most_common() if reason not in usual)]


def reasons(content: Content, metric: str) -> Table:
    """How often each system's pronouns were decided for each reason, with a bar."""
    named = reasons_of(content, metric)
    headers = {reason: meaning(content, metric, reason) for reason in named}
    keys = distinct(headers.values(), "reason", ("system", "all"))
    counts = {system: _counts(content, metric, system) for system in content.systems}

    def column(header: str, reason: str | None) -> Column:
        def look(record: Record) -> Cell:
            system = str(record["system"])
            number = counts[system].total() if reason is None else counts[system][reason]
            linked = number and (metric, system) in content.judgements
            go = query(metric=metric, system=system, reason=reason) if linked else ""
            share = "" if reason is None else f"{number / counts[system].total():.1%}"
            return Cell(go=go, title=share)

        swatch = "" if reason is None else content.descriptions[metric].reason(reason).tone
        key = "all" if reason is None else keys[header]
        return Column(header, (key,), count, look=look, swatch=swatch)

    tones = [content.descriptions[metric].reason(reason).tone for reason in named]

    def bar(record: Record) -> Cell:
        numbers = counts[str(record["system"])]
        return Cell(picture=_bar(tones, [numbers[reason] for reason in named]))

    return Table(
        f"reasons-{metric}",
        f"{metric}: reasons of the decisions",
        (
            Column("system"),
            Column("share of each", (), numeric=False, audience=Audience.PAGE, look=bar),
            *(column(header, reason) for reason, header in headers.items()),
            column("all", None),
        ),
        tuple(
            {
                "system": system,
                **{keys[header]: numbers[reason] for reason, header in headers.items()},
                "all": numbers.total(),
            }
            for system, numbers in counts.items()
            if numbers.total()
        ),
    )


def _counts(content: Content, metric: str, system: str) -> Counter[str]:
    """By judgements; without them by the counts of the result, if those are of reasons."""
    if column := content.judgements.get((metric, system)):
        return Counter(judgement.reason for judgement in column.values())
    result = content.results.get((metric, system))
    description = content.descriptions[metric]
    codes = {reason.code for reason in description.reasons}
    counts: dict[str, float] = {}
    for statistic, number in (result.total.counts if result else {}).items():
        code = description.kinds.get(statistic, statistic)
        if number and code in codes:
            counts[code] = counts.get(code, 0) + number
    return Counter(counts)


def _bar(tones: Sequence[str], numbers: Sequence[float]) -> list[tuple[str, float, float]]:
    """Pieces of a bar of length 100: colour, start and length."""
    total, start, pieces = sum(numbers), 0.0, []
    for tone, number in zip(tones, numbers, strict=True):
        length = 100 * number / total
        if number:
            pieces.append((tone, round(start, 3), round(length, 3)))
        start += length
    return pieces
