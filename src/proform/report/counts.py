"""How often: the reasons of metrics, confusion matrices of forms, and what annotators say."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from proform.human.opinion import ASIDE, RIGHT, WRONG
from proform.human.verdict import DISPUTED, UNJUDGED
from proform.model import NONE, OTHER
from proform.report.model import STEPS, UNSEEN, Content, annotated, query
from proform.table.table import Audience, Cell, Column, Record, Table, count, distinct

ANNOTATED = {
    RIGHT: "found right",
    WRONG: "found wrong",
    ASIDE: "set aside",
    DISPUTED: "annotators differ",
    UNJUDGED: "left open",
    UNSEEN: "not annotated",
}
"""The verdicts of people on a translation, in words."""

RARER = "rarer"
_SUM, _EXPECTED = "sum", ""
"""The column of the reference's forms needs no head."""
_FREQUENT = 10
"""So many forms have a row of their own."""


def meaning(content: Content, metric: str, code: str) -> str:
    """A reason in words."""
    return content.descriptions[metric].reason(code).words


def reasons_of(content: Content, metric: str) -> list[str]:
    """The reasons that a metric gave, in their usual order."""
    counts: Counter[str] = Counter()
    for system in content.systems:
        counts.update(dict(_reasons(content, metric, system)))
    described = content.descriptions[metric].reasons
    usual = [reason.code for reason in described if counts[reason.code]]
    return [*usual, *(reason for reason, _ in counts.most_common() if reason not in usual)]


def reasons(content: Content, metric: str) -> Table:
    """How often each system's pronouns were decided for each reason, with a bar."""
    codes = reasons_of(content, metric)
    headers = {code: meaning(content, metric, code) for code in codes}
    tones = {code: content.descriptions[metric].reason(code).tone for code in codes}
    keys = distinct(headers.values(), "reason", ("system", "all"))
    counts = {system: _reasons(content, metric, system) for system in content.systems}

    def column(header: str, key: str, code: str | None) -> Column:
        def look(record: Record) -> Cell:
            system = str(record["system"])
            total = counts[system].total()
            number = total if code is None else counts[system][code]
            linked = number and (metric, system) in content.judgements
            go = query(metric=metric, system=system, reason=code) if linked else ""
            return Cell(go=go, title="" if code is None else f"{number / total:.1%}")

        return Column(header, (key,), count, look=look, swatch=tones[code] if code else "")

    def bar(record: Record) -> Cell:
        """Pieces of a bar of length 100: colour, start and length."""
        numbers = counts[str(record["system"])]
        start, pieces = 0.0, []
        for code, tone in tones.items():
            length = 100 * numbers[code] / numbers.total()
            if numbers[code]:
                pieces.append((tone, round(start, 3), round(length, 3)))
            start += length
        return Cell(picture=pieces)

    return Table(
        f"reasons-{metric}",
        f"{metric}: reasons of the decisions",
        (
            Column("system"),
            Column("share of each", (), numeric=False, audience=Audience.PAGE, look=bar),
            *(column(header, keys[header], code) for code, header in headers.items()),
            column("all", "all", None),
        ),
        tuple(
            {
                "system": system,
                **{keys[header]: numbers[code] for code, header in headers.items()},
                "all": numbers.total(),
            }
            for system, numbers in counts.items()
            if numbers.total()
        ),
    )


def _reasons(content: Content, metric: str, system: str) -> Counter[str]:
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


def labels(content: Content, metric: str) -> list[str]:
    """The forms of a metric's matrices, if it has any: for all systems, the most frequent first."""
    if not content.descriptions[metric].matrix:
        return []
    totals: Counter[str] = Counter()
    for system in content.systems:
        for cell, number in _forms(content, metric, system).items():
            for form in cell:
                totals[form] += number
    last = [form for form in (OTHER, NONE) if form in totals]
    ranked = sorted(totals, key=lambda form: (-totals[form], form))
    forms = [form for form in ranked if form not in last]
    rarer = [RARER] if len(forms) > _FREQUENT else []
    return [*forms[:_FREQUENT], *rarer, *last]


def matrices(content: Content) -> Iterator[tuple[str, str, Table]]:
    """The confusion matrix of each metric that has some, and of each system."""
    for metric in content.metrics:
        if named := labels(content, metric):
            for system in content.systems:
                if (metric, system) in content.results:
                    yield metric, system, matrix(content, metric, system, named)


def matrix(content: Content, metric: str, system: str, named: Sequence[str]) -> Table:
    """The matrix of one system: the forms of the reference, and those of the system."""
    cells: Counter[tuple[str, str]] = Counter()
    for (expected, form), number in _forms(content, metric, system).items():
        cells[folded(expected, named), folded(form, named)] += number
    judged = (metric, system) in content.judgements
    largest = max(cells.values(), default=1)
    keys = distinct(named, "form", (_EXPECTED, _SUM))

    def column(form: str | None, key: str) -> Column:
        def look(record: Record) -> Cell:
            number, expected = int(str(record[key])), str(record[_EXPECTED])
            row = None if record is records[-1] else expected
            go = query(metric=metric, system=system, expected=row, found=form)
            inside = number and row is not None and form is not None
            heat = round(STEPS * number / largest) if inside else None
            return Cell(go=go if judged and number else "", heat=heat)

        def show(number: int) -> str:
            return count(number) if number or form is None else "·"

        return Column(form or _SUM, (key,), show, look=look)

    rows = {expected: {form: cells[expected, form] for form in named} for expected in named}
    sums = {form: sum(cells[expected, form] for expected in named) for form in named}
    records = tuple(
        {_EXPECTED: head, **{keys[form]: row[form] for form in named}, _SUM: sum(row.values())}
        for head, row in (*rows.items(), (_SUM, sums))
    )
    return Table(
        f"matrix-{metric}-{system}",
        f"{metric}, {system}: reference (rows) and candidate (columns)",
        (Column(_EXPECTED), *(column(form, key) for form, key in keys.items()), column(None, _SUM)),
        records,
    )


def folded(form: str, named: Sequence[str]) -> str:
    """A form, or that it is one of the rarer."""
    return form if form in named else RARER


def _forms(content: Content, metric: str, system: str) -> Mapping[tuple[str, str], int]:
    if column := content.judgements.get((metric, system)):
        return Counter(judgement.cell for judgement in column.values() if judgement.cell)
    result = content.results.get((metric, system))
    return result.matrix if result else {}


def by_annotators(content: Content) -> Table:
    """What annotators think of each system."""
    records = []
    for system in content.systems:
        opinions = content.opinions[system]
        kinds = Counter(map(annotated, opinions.values()))
        kinds[UNSEEN] = len(content.texts[system]) - len(opinions)
        records.append({"system": system, **{ANNOTATED[kind]: kinds[kind] for kind in ANNOTATED}})
    note = "of the pronoun: as adjudicated, else as most annotators say; a tie is where they differ"
    return Table(
        "annotations",
        "What annotators say",
        (Column("system"), *_by_kind(ANNOTATED, lambda record: {"system": str(record["system"])})),
        tuple(records),
        (note,),
    )


def against_annotators(content: Content, metric: str) -> Table:
    """What annotators say of the pronouns that a metric decided for each reason."""
    cells: Counter[tuple[str, str]] = Counter()
    for system in content.systems:
        for number, decision in content.judgements.get((metric, system), {}).items():
            cells[decision.reason, annotated(content.opinions[system].get(number, ()))] += 1
    kinds = {kind: header for kind, header in ANNOTATED.items() if kind != UNSEEN}
    codes = {meaning(content, metric, code): code for code in reasons_of(content, metric)}

    def filters(record: Record) -> dict[str, str]:
        return {"metric": metric, "reason": codes[str(record["reason"])]}

    return Table(
        f"annotators-{metric}",
        f"{metric} (rows) and annotators (columns), all systems",
        (Column("reason"), *_by_kind(kinds, filters)),
        tuple(
            {"reason": words, **{header: cells[code, kind] for kind, header in kinds.items()}}
            for words, code in codes.items()
        ),
    )


def _by_kind(kinds: Iterable[str], filters: Callable[[Record], dict[str, str]]) -> Iterator[Column]:
    """A column for each kind of verdict, whose counts lead to the pronouns behind them."""

    def column(kind: str, header: str) -> Column:
        def look(record: Record) -> Cell:
            go = query(**filters(record), annotated=kind)
            return Cell(go=go if record[header] else "")

        return Column(header, look=look)

    return (column(kind, ANNOTATED[kind]) for kind in kinds)
