"""Export: everything that was said, in files for other programs and for papers."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.gap.sheets import answer_table
from proform.human.opinion import ANTECEDENT, PRONOUN, RIGHT, WRONG
from proform.human.records import FIELDS, records
from proform.store.protest.exports import export_master
from proform.table.table import Column, Record, Table, distinct
from proform.table.writers import as_csv, as_latex, as_tsv
from proform.web.app import Researching, Site, TheSite
from proform.web.research.agreement import agreement_table
from proform.web.research.snapshot import Snapshot, take_snapshot

router = APIRouter()


@dataclass(frozen=True)
class ExportFile:
    """A file that can be had: what it is, and how it is made."""

    about: str
    media: str
    make: Callable[[Connection, Site, Snapshot], bytes]


@router.get("/research/export")
def offered(request: Request, site: TheSite, who: Researching) -> Response:
    """What can be had."""
    with site.reading() as connection:
        stored = site.shelf.get(connection, who.suite).stored
    return site.page(
        request,
        "research/export.html",
        section="export",
        suite=stored.suite,
        files=FILES,
        fields=FIELDS,
    )


@router.get("/research/export/{name}")
def export(name: str, site: TheSite, who: Researching) -> Response:
    """A file."""
    if name not in FILES:
        raise HTTPException(404, "there is no such file")
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
        content = FILES[name].make(connection, site, seen)
    headers = attachment(seen.loaded.stored.suite.name, name)
    return Response(content, media_type=FILES[name].media, headers=headers)


def attachment(suite: str, name: str) -> dict[str, str]:
    """The headers of a file to keep, named after the suite."""
    safe = re.sub(r"[^A-Za-z0-9_.-]+", "-", suite)
    return {"content-disposition": f'attachment; filename="{safe}-{name}"'}


def _jsonl(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    found = records(connection, seen.loaded.stored)
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in found).encode()


def _csv(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    flags = ("latest", "adjudication", "contested")
    said = tuple(
        {**record, **{name: int(record[name]) for name in flags}}
        for record in records(connection, seen.loaded.stored)
    )
    return as_csv([Table("judgements", "judgements", tuple(map(Column, FIELDS)), said)]).encode()


def _master(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    with TemporaryDirectory(prefix="proform-") as folder:
        path = Path(folder) / "master.db"
        export_master(connection, seen.loaded.stored, path)
        return path.read_bytes()


def _counts(_: Connection, __: Site, seen: Snapshot) -> bytes:
    return as_latex(list(_count_tables(seen))).encode()


def _count_tables(seen: Snapshot) -> Iterator[Table]:
    systems = distinct(seen.systems, "system", ("category", "n"))
    for part, categories in ((PRONOUN, seen.categories), (ANTECEDENT, seen.agreeing)):
        outcomes = seen.counts(part)
        records: list[Record] = []
        for name, chosen in (*((one, [one]) for one in categories), ("all", categories)):
            sums = {
                key: sum((outcomes.get((system, one), Counter()) for one in chosen), Counter())
                for system, key in systems.items()
            }
            size = max((counts.total() for counts in sums.values()), default=0)
            shown = {key: _shares(counts) for key, counts in sums.items()}
            records.append({"category": name, "n": size, **shown})
        yield Table(
            part,
            f"{part.capitalize()}s by category: right / wrong / not decided",
            (
                Column("category"),
                Column("n"),
                *(Column(name, (key,)) for name, key in systems.items()),
            ),
            tuple(records),
        )


def _shares(outcomes: Counter[str]) -> str:
    right, wrong = outcomes[RIGHT], outcomes[WRONG]
    return f"{right} / {wrong} / {outcomes.total() - right - wrong}"


def _agreement(_: Connection, site: Site, seen: Snapshot) -> bytes:
    shown = [agreement_table(seen, site.seed, unjudged=unjudged) for unjudged in (True, False)]
    return as_latex(shown).encode()


def _gaps(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    return as_tsv([answer_table(connection, seen.loaded.stored)]).encode()


_TEX = "text/x-tex; charset=utf-8"

FILES = {
    "judgements.jsonl": ExportFile(
        "Every revision of every judgement, one JSON object a line.",
        "application/jsonl; charset=utf-8",
        _jsonl,
    ),
    "judgements.csv": ExportFile(
        "The same as a table; tags and selected words are JSON lists in their cells.",
        "text/csv; charset=utf-8",
        _csv,
    ),
    "protest.db": ExportFile(
        "The suite with everyone's last judgements, as a master file of PROTEST 1.1 (SQLite).",
        "application/vnd.sqlite3",
        _master,
    ),
    "gaps.tsv": ExportFile(
        "Gap filling: everyone's last answers, as a table that `proform gaps import` reads.",
        "text/tab-separated-values; charset=utf-8",
        _gaps,
    ),
    "counts.tex": ExportFile("LaTeX: systems and categories with counts.", _TEX, _counts),
    "agreement.tex": ExportFile("LaTeX: agreement of annotators, by category.", _TEX, _agreement),
}
