"""What a system knows beside what it says: contrastive against generative results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from proform.errors import ProformError
from proform.model import Verdict
from proform.picture import BLUE, ORANGE, QUIET, picture
from proform.scoring.judgements import Judgement
from proform.table.table import Column, Table, figure
from proform.table.tables import Drawable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CONTRAST = "contrast"
CELLS = ("knows and says it", "knows, but does not say it", "says it, but does not know", "neither")
ALL = "all"

_COLOURS = (BLUE, ORANGE, "#2e7d32", "#7b1fa2", "#00838f", "#ad1457", "#5d4037", "#455a64")


class KnownShares(NamedTuple):
    """How often a system knows and says what is right, at a distance."""

    distance: str
    n: int
    knows: float
    says: float
    counts: Mapping[str, int]
    """By cell."""


@dataclass(frozen=True, slots=True)
class Knowledge(Drawable):
    """For each system, the examples in each of four cells; those left open are left out."""

    metric: str
    """The generative one."""
    cells: dict[str, dict[str, tuple[int, ...]]]
    """By system and cell, the numbers of the examples."""
    distances: dict[int, str]
    notes: tuple[str, ...] = ()

    def shares(self, system: str) -> Iterator[KnownShares]:
        """In total, and by distance."""
        known = sorted(set(self.distances.values()), key=lambda each: (each[0] == ">", each))
        for distance in (ALL, *known):
            counts = {
                cell: sum(distance in (ALL, self.distances.get(n)) for n in numbers)
                for cell, numbers in self.cells[system].items()
            }
            size = sum(counts.values())
            if size:
                knows, says = (counts[CELLS[0]] + counts[CELLS[k]] for k in (1, 2))
                yield KnownShares(distance, size, knows / size, says / size, counts)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The shares in total and by distance, and the first examples behind each cell."""
        names = ("system", "distance", "n", CONTRAST, self.metric, *CELLS)
        shown = tuple(Column(name, show=figure if name in names[3:5] else str) for name in names)
        rows = tuple(
            {
                "system": system,
                "distance": share.distance,
                "n": share.n,
                CONTRAST: share.knows,
                self.metric: share.says,
                **share.counts,
            }
            for system in self.cells
            for share in self.shares(system)
        )
        examples = tuple(
            {"system": system, "cell": cell, "examples": " ".join(map(str, numbers[:20]))}
            for system, cells in self.cells.items()
            for cell, numbers in cells.items()
        )
        columns = tuple(map(Column, ("system", "cell", "examples")))
        return (
            Table("knowledge", f"{CONTRAST} against {self.metric}", shown, rows),
            Table("examples", "the first twenty examples of each", columns, examples),
        )

    def drawn(self, kind: str) -> bytes:
        """Each system in total and by distance: to the right it knows, upwards it says."""
        return picture((6.4, 5.6), kind, self._paint)

    def _paint(self, canvas: Figure) -> None:
        axes = canvas.add_subplot()
        axes.axline((0, 0), slope=1, color=QUIET, linewidth=0.8, linestyle="--", zorder=1)
        for number, system in enumerate(self.cells):
            self._paint_system(axes, system, _COLOURS[number % len(_COLOURS)])
        low, high = axes.get_xlim()
        bottom, top = axes.get_ylim()
        first, last = max(min(low, bottom), -0.02), min(max(high, top), 1.02)
        axes.set(xlim=(first, last), ylim=(first, last), aspect="equal")
        axes.set_xlabel("the right version wins (contrast)")
        axes.set_ylabel(f"the right form is written ({self.metric})")
        axes.text(last, first, "knows, but does not say it ", ha="right", va="bottom", color=QUIET)
        axes.text(first, last, " says it, but does not know", ha="left", va="top", color=QUIET)
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3)

    def _paint_system(self, axes: Axes, system: str, colour: str) -> None:
        whole, *parts = self.shares(system)
        axes.plot(
            [part.knows for part in parts],
            [part.says for part in parts],
            "o-",
            color=colour,
            markersize=4,
            linewidth=1,
            alpha=0.7,
        )
        for part in parts:
            axes.annotate(
                part.distance,
                (part.knows, part.says),
                (4, 4),
                textcoords="offset points",
                color=colour,
                fontsize=7,
            )
        axes.plot(whole.knows, whole.says, "D", color=colour, markersize=8, label=system)


def knowledge_of(rows: Iterable[Judgement], metric: str) -> Knowledge:
    """Compare what systems score highest with what they write, example by example."""
    verdicts: dict[tuple[str, int], dict[str, Verdict]] = defaultdict(dict)
    distances: dict[int, str] = {}
    for row in rows:
        if row.example is not None and row.metric in (CONTRAST, metric):
            verdicts[row.system, row.example][row.metric] = row.verdict
            if distance := dict(row.traits).get("distance"):
                distances[row.example] = distance
    cells: dict[str, dict[str, list[int]]] = {}
    left: Counter[str] = Counter()
    for (system, example), said in sorted(verdicts.items()):
        if len(said) < 2:
            continue
        if said[metric] is Verdict.UNDECIDED:
            left[system] += 1
            continue
        knows, says = (said[name] is Verdict.CORRECT for name in (CONTRAST, metric))
        cell = CELLS[(0 if says else 1) if knows else (2 if says else 3)]
        cells.setdefault(system, {name: [] for name in CELLS})[cell].append(example)
    if not cells:
        what = "no system has both scores and a translation"
        raise ProformError(what, hint="give both the same name in add-scores and add-system")
    order = [system for system in dict.fromkeys(name for name, _ in verdicts) if system in cells]
    notes = (
        f"{name}: {n} examples that {metric} leaves open are left out" for name, n in left.items()
    )
    return Knowledge(
        metric,
        {name: {cell: tuple(found) for cell, found in cells[name].items()} for name in order},
        distances,
        tuple(notes),
    )
