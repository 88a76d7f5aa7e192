"""What systems know beside what they say, on the page: a picture, and links to the examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from proform.errors import ProformError
from proform.report.model import Content, query
from proform.report.plots import round_scale, ticks
from proform.report.semi import TEMPLATES
from proform.suite import GENERATIVE
from proform.suite.knowledge import CELLS, CONTRAST, Knowledge, KnownShares, knowledge_of
from proform.table.table import Cell, Record, Table

_SIZE, _LEFT, _RIGHT, _TOP, _BOTTOM = 460, 52, 150, 14, 46
_VERDICTS = (
    ("correct", "correct"),
    ("correct", "incorrect"),
    ("incorrect", "correct"),
    ("incorrect", "incorrect"),
)
"""Of the contrastive and the generative metric, in each cell."""
COLOURS = 8


class KnownSection(NamedTuple):
    """A generative metric beside contrast."""

    metric: str
    picture: Markup
    table: Table
    notes: tuple[str, ...]


def known_sections(content: Content) -> list[KnownSection]:
    """For each generative metric that some system has beside contrast."""
    return list(_sections(content))


def _sections(content: Content) -> Iterator[KnownSection]:
    for metric in GENERATIVE:
        keys = [(name, s) for name in (CONTRAST, metric) for s in content.systems]
        rows = [row for key in keys for row in content.judgements.get(key, {}).values()]
        if {row.metric for row in rows} != {CONTRAST, metric}:
            continue
        try:
            found = knowledge_of(rows, metric)
        except ProformError:  # nobody has both
            continue
        yield KnownSection(metric, _figure(found), _table(found), found.notes)


def _table(found: Knowledge) -> Table:
    """The cells, each with a link to its examples."""

    def linked(cell: int, record: Record) -> Cell:
        if record["distance"] != "all":
            return Cell()
        knows, says = _VERDICTS[cell]
        both = f"{CONTRAST}:{knows} {found.metric}:{says}"
        return Cell(go=query(system=str(record["system"]), both=both, only="1"))

    table = found.tables[0]
    looks = {
        name: (lambda record, cell=cell: linked(cell, record)) for cell, name in enumerate(CELLS)
    }
    title = f"Contrast against {found.metric}: shares, and examples in each cell"
    return replace(table.decorated(looks), name=f"knowledge-{found.metric}", title=title)


def _figure(found: Knowledge) -> Markup:
    """Each system in total and by distance: to the right it knows, upwards it says."""
    shares = {system: list(found.shares(system)) for system in found.cells}
    values = [value for each in shares.values() for one in each for value in (one.knows, one.says)]
    low, high = max(0.0, min(values) - 0.03), min(1.0, max(values) + 0.03)
    across = round_scale([low, high], _LEFT, _SIZE + _LEFT)
    upwards = replace(across, first=_SIZE + _TOP, last=_TOP)

    def point(one: KnownShares) -> dict[str, object]:
        says = f"distance {one.distance}: knows {one.knows:.3f}, says {one.says:.3f} of {one.n}"
        return {
            "x": across.at(one.knows),
            "y": upwards.at(one.says),
            "distance": one.distance,
            "title": says,
        }

    systems = [
        {
            "name": system,
            "colour": number % COLOURS,
            "total": point(whole),
            "parts": [*map(point, parts)],
        }
        for number, (system, (whole, *parts)) in enumerate(shares.items())
    ]
    drawing = TEMPLATES.get_template("knowledge.svg.j2").render(
        systems=systems,
        metric=found.metric,
        across=list(ticks(across)),
        up=list(ticks(upwards)),
        left=_LEFT,
        right=_LEFT + _SIZE,
        top=_TOP,
        foot=_TOP + _SIZE,
        width=_LEFT + _SIZE + _RIGHT,
        height=_TOP + _SIZE + _BOTTOM,
    )
    return Markup(drawing)  # noqa: S704 (escaped by the template)
