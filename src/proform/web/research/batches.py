"""Batches of PROTEST: what an annotator is to judge, as a file, and what comes back of it."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool

from proform.errors import ProformError
from proform.store.tasks import list_tasks
from proform.store.work import CORRECTNESS
from proform.stored import KEEP, WITHDRAW
from proform.stored.stores import export_batch, merge_batch
from proform.web.app import Researching, Site, TheSite
from proform.web.cases import Loaded
from proform.web.requests import BatchRequest, Name
from proform.web.research.systems import safe_name, stored_suite, uploaded

router = APIRouter()

SQLITE = "application/vnd.sqlite3"


def to_give_out(connection: Connection, loaded: Loaded) -> list[tuple[str, str]]:
    """Who has tasks in which set, of those that a batch can hold: (set, annotator)."""
    tasks = list_tasks(connection, loaded.stored)
    held = [task for task in tasks if task.retired is None and task.protocol == CORRECTNESS]
    pairs = ((task.taskset, person) for task in held for person in task.annotators)
    return list(dict.fromkeys(pairs))


@router.post("/api/research/batch")
def _given_out(sent: BatchRequest, site: TheSite, who: Researching) -> Response:
    """The file of an annotator; the examples are in a random order that stays as it is."""
    with TemporaryDirectory(prefix="proform-") as folder:
        path = Path(folder) / "batch.db"
        export_batch(stored_suite(site, who.suite), sent.taskset, sent.annotator, path)
        content = path.read_bytes()
    name = f"{safe_name(sent.annotator)}-{safe_name(sent.taskset)}.db"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=SQLITE, headers=headers)


@router.post("/api/research/batches")
async def _returned(
    request: Request,
    site: TheSite,
    who: Researching,
    name: Annotated[Name, Query()] = "batch.db",
    withdrawn: Annotated[Literal["", "keep", "withdraw"], Query()] = "",
) -> dict[str, Any]:
    """A batch that came back: it is checked, and merged whole or not at all."""
    content = await request.body()
    return await run_in_threadpool(_merge, site, who.suite, name, content, withdrawn)


def _merge(site: Site, suite: int, name: str, content: bytes, withdrawn: str) -> dict[str, Any]:
    stored = stored_suite(site, suite)
    with uploaded(name, content) as path:
        gone = len(merge_batch(stored, path, dry_run=True).withdrawn)
        if gone and not withdrawn:
            raise ProformError(
                f"judgements no longer in the file: {gone}; choose whether to withdraw them here "
                "as well or to keep them"
            )
        batch = merge_batch(stored, path, withdrawn=withdrawn or None)
    effect = batch.effect
    counts = f"{effect.added} new, {effect.replaced} replaced, {effect.unchanged} unchanged"
    message = f"{batch.annotator}'s batch of {batch.candidates} translations is merged: {counts}."
    if gone:
        became = {KEEP: "kept", WITHDRAW: "withdrawn"}[withdrawn]
        message += f" Judgements no longer in the file, and {became}: {gone}."
    return {"message": message}
