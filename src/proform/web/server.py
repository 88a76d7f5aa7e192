"""Running the application: a server that stops in an orderly way and logs without secrets."""

import json
import logging
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

import uvicorn

from proform.errors import ProformError
from proform.output import File
from proform.store import access
from proform.store.access import ANNOTATOR, RESEARCHER
from proform.store.answers import annotator_id, check_annotator
from proform.store.database import opened
from proform.store.suites import writing_suite
from proform.web.app import create_app
from proform.web.guide.training import ask_training

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class _Line(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage()
        try:
            content = json.loads(message)
        except ValueError:
            content = {"message": message}
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        return json.dumps({"time": f"{when}Z", "level": record.levelname.lower(), **content})


def invite(
    where: File,
    name: str | None = None,
    *,
    researcher: bool = False,
    training: bool = False,
    url: str = "http://127.0.0.1:8000",
    suite: str | None = None,
) -> str:
    """Make a personal link for an annotator or a researcher. Whoever has it can enter."""
    if (name is None) is not researcher:
        raise ProformError("give the NAME of an annotator, or --researcher")
    if training and researcher:
        raise ProformError("--training is for annotators")
    if name is not None:
        check_annotator(name)
    now = datetime.now(UTC)
    with writing_suite(str(where), suite) as (connection, stored):
        person = None if name is None else annotator_id(connection, name, now)
        role = RESEARCHER if researcher else ANNOTATOR
        secret = access.invite(connection, stored.id, role, person, now)
        if training and person is not None:
            ask_training(connection, stored.id, person, now)
    return f"{url.rstrip('/')}/enter/{secret}"


def serve(
    where: File,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    seed: int = 1,
    tell: Callable[[str], None] = print,
) -> None:
    """Serve the annotation pages of a store until interrupted; open requests are finished."""
    if host not in LOOPBACK:
        tell(
            f"listening on {host}: everyone who reaches this machine can reach the pages, and "
            "without HTTPS can read what is sent, personal links included; see docs/deploy.md"
        )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line())
    for name in ("proform.web", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
    with opened(str(where)) as store:
        tell(f"http://{host}:{port}/ (stop with Ctrl-C)")
        uvicorn.run(
            create_app(store, seed),
            host=host,
            port=port,
            access_log=False,  # it would show the secrets in links
            log_config=None,
            server_header=False,
            proxy_headers=True,
            timeout_graceful_shutdown=10,
        )
