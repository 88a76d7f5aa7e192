"""Export: everything that was said, in files for other programs and for papers."""

import json
import re
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZipFile

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.gap.sheets import answer_table
from proform.human.opinion import RIGHT, WRONG
from proform.human.quality import load_quality
from proform.human.records import FIELDS, records
from proform.store.protest.exports import export_master
from proform.table.table import Column, Table, distinct
from proform.table.writers import as_csv, as_latex, as_tsv
from proform.web.app import Researching, Site, TheSite
from proform.web.research.agreement import agreement_table
from proform.web.research.batches import SQLITE, to_give_out
from proform.web.research.snapshot import Snapshot, take_snapshot
from proform.web.research.systems import stored_suite
from proform.web.security import MOST_UPLOADED

router = APIRouter()

TEX, CSV = "text/x-tex; charset=utf-8", "text/csv; charset=utf-8"


class ExportFile(NamedTuple):
    """A file that can be had: what it is, and how it is made."""

    about: str
    media: str
    make: Callable[..., bytes]


def response(files: dict[str, ExportFile], name: str, suite: str, *arguments: object) -> Response:
    """One of some files to keep, named after the suite."""
    if name not in files:
        raise HTTPException(404, "there is no such file")
    safe = re.sub(r"[^A-Za-z0-9_.-]+", "-", suite)
    headers = {"content-disposition": f'attachment; filename="{safe}-{name}"'}
    content = files[name].make(*arguments)
    return Response(content, media_type=files[name].media, headers=headers)


@router.get("/research/export")
def _offered(request: Request, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        held = to_give_out(connection, seen.loaded)
    return site.page(
        request,
        "research/export.html",
        suite=seen.suite,
        files=_FILES,
        fields=FIELDS,
        held=held,
        most=MOST_UPLOADED,
    )


@router.get("/research/export/{name}")
def _export(name: str, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        return response(_FILES, name, seen.suite.name, connection, site, seen)


def _jsonl(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    rows = records(connection, seen.loaded.stored)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _csv(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    flags = ("latest", "adjudication", "contested")
    rows = tuple(
        {**record, **{name: int(record[name]) for name in flags}}
        for record in records(connection, seen.loaded.stored)
    )
    return as_csv([Table("judgements", "judgements", tuple(map(Column, FIELDS)), rows)]).encode()


def _master(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    with TemporaryDirectory(prefix="proform-") as folder:
        path = Path(folder) / "master.db"
        export_master(connection, seen.loaded.stored, path)
        return path.read_bytes()


def _texts(_: Connection, site: Site, seen: Snapshot) -> bytes:
    packed = BytesIO()
    with TemporaryDirectory(prefix="proform-") as folder, ZipFile(packed, "w") as archive:
        for path in stored_suite(site, seen.loaded.stored.id).write_texts(Path(folder) / "texts"):
            archive.write(path, path.name)
    return packed.getvalue()


def _evaluation(_: Connection, site: Site, seen: Snapshot) -> bytes:
    result = stored_suite(site, seen.loaded.stored.id).evaluate(judgements=False)
    return result.to_text("csv").encode()


def _quality(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    return load_quality(connection, seen.loaded.stored).to_text("csv").encode()


def _counts(_: Connection, __: Site, seen: Snapshot) -> bytes:
    tables = []
    systems = distinct(seen.systems, "system", ("category", "n"))
    for question, cells in seen.counts.items():
        categories = seen.asked(question)
        rows = []
        for name, chosen in (*((one, [one]) for one in categories), ("all", categories)):
            sums = {
                key: sum((cells[system, one] for one in chosen), Counter[str]())
                for system, key in systems.items()
            }
            size = max((counts.total() for counts in sums.values()), default=0)
            shares = {}
            for key, kinds in sums.items():
                right, wrong = kinds[RIGHT], kinds[WRONG]
                shares[key] = f"{right} / {wrong} / {kinds.total() - right - wrong}"
            rows.append({"category": name, "n": size, **shares})
        title = f"{question.capitalize()}s by category: right / wrong / not decided"
        shown = (Column(name, (key,)) for name, key in systems.items())
        columns = (Column("category"), Column("n"), *shown)
        tables.append(Table(question, title, columns, tuple(rows)))
    return as_latex(tables).encode()


def _agreement(_: Connection, site: Site, seen: Snapshot) -> bytes:
    tables = [agreement_table(seen, site.seed, unjudged=unjudged) for unjudged in (True, False)]
    return as_latex(tables).encode()


def _gaps(connection: Connection, _: Site, seen: Snapshot) -> bytes:
    return as_tsv([answer_table(connection, seen.loaded.stored)]).encode()


_FILES = {
    "judgements.jsonl": ExportFile(
        "Every revision of every judgement, one JSON object per line.",
        "application/jsonl; charset=utf-8",
        _jsonl,
    ),
    "judgements.csv": ExportFile(
        "The same as a table; tags and selected words are JSON lists in their cells.", CSV, _csv
    ),
    "protest.db": ExportFile(
        "The suite with everyone's last judgements, as a master file of PROTEST 1.1 (SQLite).",
        SQLITE,
        _master,
    ),
    "gaps.tsv": ExportFile(
        "Gap filling: everyone's last answers, as a table for the command proform gaps import.",
        "text/tab-separated-values; charset=utf-8",
        _gaps,
    ),
    "texts.zip": ExportFile(
        "What systems have to translate: the source, a line per segment, with its documents and "
        "the reference.",
        "application/zip",
        _texts,
    ),
    "evaluation.csv": ExportFile(
        "Automatic matching with the reference: approved and referred to people, by system.",
        CSV,
        _evaluation,
    ),
    "quality.csv": ExportFile(
        "Quality of annotators: the tables of that page, as one file.", CSV, _quality
    ),
    "counts.tex": ExportFile("LaTeX: systems and categories with counts.", TEX, _counts),
    "agreement.tex": ExportFile("LaTeX: agreement of annotators, by category.", TEX, _agreement),
}
