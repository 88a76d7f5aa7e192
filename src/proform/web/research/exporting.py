"""Export: everything that was said, in files for other programs and for papers."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.gap.answers import load_gaps
from proform.gap.export import ANSWERS, answers, as_table
from proform.store.protest.exports import export_master
from proform.store.records import FIELDS, records
from proform.store.review import ANTECEDENT, PRONOUN, RIGHT, WRONG
from proform.table.formats import latex
from proform.table.table import Table
from proform.web.app import Researching, Site, TheSite
from proform.web.research.kappas import agreement_table
from proform.web.research.standing import Standing, standing

router = APIRouter()


@dataclass(frozen=True)
class File:
    """A file that can be had: what it is, and how it is made."""

    about: str
    media: str
    make: Callable[[Connection, Site, Standing], bytes]


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
        seen = standing(connection, site, who)
        content = FILES[name].make(connection, site, seen)
    headers = attachment(seen.loaded.stored.suite.name, name)
    return Response(content, media_type=FILES[name].media, headers=headers)


def attachment(suite: str, name: str) -> dict[str, str]:
    """The headers of a file to keep, named after the suite."""
    safe = re.sub(r"[^A-Za-z0-9_.-]+", "-", suite)
    return {"content-disposition": f'attachment; filename="{safe}-{name}"'}


def _jsonl(connection: Connection, _: Site, seen: Standing) -> bytes:
    found = records(connection, seen.loaded.stored)
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in found).encode()


def _csv(connection: Connection, _: Site, seen: Standing) -> bytes:
    out = StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    for one in records(connection, seen.loaded.stored):
        lists = {name: json.dumps(one[name], ensure_ascii=False) for name in ("tags", "tokens")}
        flags = {name: int(one[name]) for name in ("latest", "adjudication")}
        writer.writerow({**one, **lists, **flags})
    return out.getvalue().encode()


def _master(connection: Connection, _: Site, seen: Standing) -> bytes:
    with TemporaryDirectory(prefix="proform-") as folder:
        path = Path(folder) / "master.db"
        export_master(connection, seen.loaded.stored, path)
        return path.read_bytes()


def _counts(_: Connection, __: Site, seen: Standing) -> bytes:
    return "\n".join(latex(table) for table in _count_tables(seen)).encode()


def _count_tables(seen: Standing) -> Iterator[Table]:
    for part, categories in ((PRONOUN, seen.categories), (ANTECEDENT, seen.agreeing)):
        found = seen.counts(part)
        rows = []
        for category in (*categories, "all"):
            chosen = categories if category == "all" else [category]
            sums = [
                [
                    sum(found[system, one][outcome] for one in chosen if (system, one) in found)
                    for outcome in (RIGHT, WRONG)
                ]
                for system in seen.systems
            ]
            sizes = [
                sum(found[system, one].total() for one in chosen if (system, one) in found)
                for system in seen.systems
            ]
            cells = (
                f"{right} / {wrong} / {size - right - wrong}"
                for (right, wrong), size in zip(sums, sizes, strict=True)
            )
            rows.append((category, str(max(sizes, default=0)), *cells))
        title = f"{part.capitalize()}s by category: right / wrong / not decided"
        yield Table(title, ("category", "n", *seen.systems), tuple(rows))


def _agreement(_: Connection, site: Site, seen: Standing) -> bytes:
    return "\n".join(
        latex(agreement_table(seen, site.seed, unjudged=unjudged)) for unjudged in (True, False)
    ).encode()


def _gaps(connection: Connection, _: Site, seen: Standing) -> bytes:
    stored = seen.loaded.stored
    asked = load_gaps(connection, stored.id) is not None
    return as_table(ANSWERS, answers(connection, stored) if asked else ()).encode()


_TEX = "text/x-tex; charset=utf-8"

FILES = {
    "judgements.jsonl": File(
        "Every revision of every judgement, one JSON object a line.",
        "application/jsonl; charset=utf-8",
        _jsonl,
    ),
    "judgements.csv": File(
        "The same as a table; tags and selected words are JSON lists in their cells.",
        "text/csv; charset=utf-8",
        _csv,
    ),
    "protest.db": File(
        "The suite with everyone's last judgements, as a master file of PROTEST 1.1 (SQLite).",
        "application/vnd.sqlite3",
        _master,
    ),
    "gaps.tsv": File(
        "Gap filling: everyone's last answers, as a table that `proform gaps import` reads.",
        "text/tab-separated-values; charset=utf-8",
        _gaps,
    ),
    "counts.tex": File("LaTeX: systems and categories with counts.", _TEX, _counts),
    "agreement.tex": File("LaTeX: agreement of annotators, by category.", _TEX, _agreement),
}
