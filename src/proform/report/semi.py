"""Semi-automatic evaluation on pages: the tables and the picture of `proform semi results`."""

from collections.abc import Callable
from dataclasses import replace

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from proform.report.model import query
from proform.report.plots import round_scale, ticks
from proform.semi.counts import CountedSystem, Results
from proform.semi.tables import category_key
from proform.table.table import Cell, Record, Table

LISTED = "semi-apart"
"""The table that may be long."""

TEMPLATES = Environment(
    loader=PackageLoader("proform.report"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)

_WIDTH, _ROW, _TOP, _RIGHT = 760, 26, 30, 14
_LETTER, _LONGEST = 7.5, 30


def semi_tables(results: Results) -> list[Table]:
    """All tables, the estimate first, with links to the pronouns behind their figures."""

    def linked(record: Record, category: object) -> Cell:
        return Cell(go=query(system=str(record["system"]), category=str(category)))

    def of_category(category: str) -> Callable[[Record], Cell]:
        # Only a system has pronouns, an average has none.
        return lambda record: linked(record, category) if "decided" in record else Cell()

    def example(record: Record) -> Cell:
        return linked(record, record["category"])

    looks = {category_key(category): of_category(category) for category in results.categories}
    tables = {
        table.name: replace(
            table.decorated({**looks, "example": example}),
            name=f"semi-{table.name}",
            title=table.title[0].upper() + table.title[1:],
        )
        for table in results.tables
    }
    return [tables.pop("estimate"), *tables.values()]


def semi_figure(results: Results) -> Markup | None:
    """A row for each system, the best on top; None if no share of any is known."""
    shares = {counted.system: _shares(counted) for counted in results.systems}
    known = [share for values in shares.values() for share in values.values() if share is not None]
    if not known:
        return None
    names = [n if len(n) <= _LONGEST else f"{n[: _LONGEST - 1]}…" for n in shares]
    scale = round_scale(known, 14 + _LETTER * max(map(len, names)), _WIDTH - _RIGHT)
    rows = [
        {
            "system": system,
            "name": name,
            "y": _TOP + _ROW * (number + 0.5),
            **{key: None if v is None else scale.at(v) for key, v in shares[system].items()},
        }
        for number, (system, name) in enumerate(zip(shares, names, strict=True))
    ]
    drawing = TEMPLATES.get_template("semi.svg.j2").render(
        rows=rows,
        scale=scale,
        ticks=ticks(scale),
        letter=_LETTER,
        width=_WIDTH,
        top=_TOP,
        foot=_TOP + _ROW * len(rows),
    )
    return Markup(drawing)  # noqa: S704 (escaped by the template)


def _shares(counted: CountedSystem) -> dict[str, float | None]:
    low, high = counted.estimate.interval or (None, None)
    corrected, paper = counted.estimate.share, counted.total.share
    shares = {"low": low, "high": high, "corrected": corrected, "paper": paper}
    return {name: None if share is None else 100 * share for name, share in shares.items()}
