"""What people and automatic approvals amount to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.report.semi_figure import figure
from proform.semi.results import Results, results
from proform.semi.state import load_state
from proform.semi.tables import result_tables
from proform.table.writers import WRITERS
from proform.web.app import Researching, TheSite
from proform.web.research.exporting import attachment
from proform.web.research.semi.showing import page, role, shown

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Counting:
    """The options of results; without a baseline it is the best system."""

    baseline: str = ""
    pairs: bool = False
    accept: bool = False
    agreement: str = ""

    def count(self, connection: Connection, suite: str) -> Results:
        """The results, as the command has them."""
        state = load_state(connection, suite, accept=self.accept, role=role(self.agreement))
        return results(state, baseline=self.baseline or None, every_pair=self.pairs)

    @property
    def query(self) -> str:
        """The same in an address."""
        return urlencode({k: "1" if v is True else v for k, v in asdict(self).items() if v})


Wanted = Annotated[Counting, Depends()]


class File(NamedTuple):
    """A file that can be had: what it is, and how it is made."""

    about: str
    media: str
    make: Callable[[Results], bytes]


@router.get("/research/semi/results")
def counted(request: Request, site: TheSite, who: Researching, wanted: Wanted) -> Response:
    """Both counts of every system, and all that they are made of."""

    def make(connection: Connection, suite: str) -> dict[str, Any]:
        found = wanted.count(connection, suite)
        return {
            "systems": sorted(one.system for one in found.systems),
            "figure": figure(found),
            "notes": found.notes,
            "tables": {table.name: table for table in shown(result_tables(found))},
        }

    return page(request, site, who, "results", make, wanted=wanted, files=FILES)


@router.get("/research/semi/results/{file}")
def download(file: str, site: TheSite, who: Researching, wanted: Wanted) -> Response:
    """The same as a file."""
    if file not in FILES:
        raise HTTPException(404, "there is no such file")
    with site.reading() as connection:
        suite = site.shelf.get(connection, who.suite).stored.suite.name
        found = wanted.count(connection, suite)
    content = FILES[file].make(found)
    return Response(content, media_type=FILES[file].media, headers=attachment(suite, file))


def _written(style: str, found: Results) -> bytes:
    return WRITERS[style](list(result_tables(found)), found.notes, False).encode()


def _drawn(kind: str, found: Results) -> bytes:
    from proform.report.semi_figure import draw  # noqa: PLC0415 (matplotlib is slow)

    return draw(found, kind)


FILES = {
    "results.txt": File("text", "text/plain; charset=utf-8", partial(_written, "text")),
    "results.csv": File("CSV", "text/csv; charset=utf-8", partial(_written, "csv")),
    "results.json": File("JSON", "application/json", partial(_written, "json")),
    "results.tex": File("LaTeX", "text/x-tex; charset=utf-8", partial(_written, "latex")),
    "systems.svg": File("picture, SVG", "image/svg+xml", partial(_drawn, "svg")),
    "systems.png": File("picture, PNG", "image/png", partial(_drawn, "png")),
}
