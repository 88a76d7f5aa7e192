"""Systems: uploaded from a file, and removed; what is done with any file that is uploaded."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from proform.errors import InputError, ProformError
from proform.store.schema import check_name
from proform.store.suites import targets
from proform.stored.suites import StoredSuite
from proform.web.app import Researching, Site, TheSite
from proform.web.requests import Name, Removal
from proform.web.research.snapshot import take_snapshot
from proform.web.security import MOST_UPLOADED

router = APIRouter()


@router.get("/research/systems")
def _listed(request: Request, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        there = targets(connection, seen.loaded.stored)
    judged: dict[str, int] = {}
    for entry in seen.entries:
        judged[entry.system] = judged.get(entry.system, 0) + len(entry.said)
    return site.page(
        request,
        "research/systems.html",
        suite=seen.suite,
        systems=[(corpus, judged.get(corpus.name, 0)) for corpus in there],
        most=MOST_UPLOADED,
    )


@router.post("/api/research/systems")
async def _upload(
    request: Request, site: TheSite, who: Researching, name: Annotated[Name, Query()]
) -> dict[str, Any]:
    """The lines of a translation, one for each segment, as they come; they are aligned here."""
    try:
        text = (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HTTPException(422, f"the file is not UTF-8 ({error.reason})") from error
    lines = text.removesuffix("\n").split("\n")
    return await run_in_threadpool(_add, site, who.suite, name, [one.rstrip("\r") for one in lines])


def _add(site: Site, suite: int, name: str, lines: list[str]) -> dict[str, Any]:
    check_name("a system", name)
    added = stored_suite(site, suite).add_system(name.strip(), lines)
    notes = " ".join(f"{note[0].upper()}{note[1:]}." for note in (*added.notes, *added.unaligned))
    return {"message": f"{name.strip()} was added. {notes}".strip()}


@router.post("/api/research/systems/remove")
def _remove(sent: Removal, site: TheSite, who: Researching) -> dict[str, Any]:
    stored_suite(site, who.suite).remove_system(sent.name)
    return {"message": f"{sent.name} was removed. Its judgements are kept."}


@contextmanager
def uploaded(name: str, content: bytes) -> Iterator[Path]:
    """A file that was sent, for the library to read; complaints call it as its owner does."""
    with TemporaryDirectory(prefix="proform-") as folder:
        path = Path(folder) / (safe_name(name) or "file")
        path.write_bytes(content)
        try:
            yield path
        except InputError as error:
            raise ProformError(str(error).replace(str(path), name)) from error


def safe_name(name: str) -> str:
    """What a file can be called on any machine."""
    return re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip(".-")[:80]


def stored_suite(site: Site, suite: int) -> StoredSuite:
    """The suite of a researcher, as the library has it."""
    with site.store.reading() as connection:
        name = site.shelf.get(connection, suite).stored.suite.name
    return StoredSuite(site.store.address, name)
