"""Running the application: a server that stops in an orderly way and logs without secrets."""

import json
import logging
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from socket import gethostname

import uvicorn

from proform.errors import ProformError
from proform.output import File
from proform.store import access
from proform.store.access import (
    ANNOTATOR,
    REPORT,
    RESEARCHER,
    Term,
    is_anyone_invited,
    last_address,
)
from proform.store.answers import annotator_id, annotator_name
from proform.store.database import Store, opened
from proform.store.suites import suite_names, writing_suite
from proform.web.app import create_app
from proform.web.guide.training import ask_training
from proform.web.research.semi import check_judges

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (not bound here)
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class _Line(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage()
        try:
            content = json.loads(message)
        except ValueError:
            content = {"message": message}
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        if record.exc_info:
            content["traceback"] = self.formatException(record.exc_info)
        return json.dumps({"time": f"{when}Z", "level": record.levelname.lower(), **content})


def invite(
    where: File,
    name: str | None = None,
    *,
    researcher: bool = False,
    report: bool = False,
    training: bool = False,
    url: str | None = None,
    suite: str | None = None,
    last: date | None = None,
    hours: int | None = None,
) -> str:
    """Make a link for an annotator, a researcher or readers of the report. Who has it can enter.

    Without the `url` of a server it is the one that served the store last. It opens up to its
    `last` day (UTC), and each session lasts so many `hours`.
    """
    if (name is not None) + researcher + report != 1:
        raise ProformError("give the NAME of an annotator, or --researcher, or --report")
    if training and name is None:
        raise ProformError("--training is for annotators")
    now = datetime.now(UTC)
    with writing_suite(str(where), suite) as (connection, stored):
        url = url or last_address(connection) or "http://127.0.0.1:8000"
        person = None
        if name is not None:
            person = annotator_id(connection, annotator_name(connection, name), now)
        role = RESEARCHER if researcher else REPORT if report else ANNOTATOR
        secret = access.invite(connection, stored.id, role, person, now, Term(last, hours))
        if training and person is not None:
            ask_training(connection, stored.id, person, now)
    return f"{url.rstrip('/')}/enter/{secret}"


def address_of(host: str, port: int) -> str:
    """Where a server is reached that listens on a host; one that listens everywhere, by name."""
    name = gethostname() if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def _welcome(store: Store, address: str, tell: Callable[[str], None]) -> None:
    """Whoever serves a store that nobody can enter needs a link; it is not written into a log."""
    with store.reading() as connection:
        names = suite_names(connection)
    for name in names:
        if sys.stderr.isatty():
            link = invite(store.address, researcher=True, url=address, suite=name)
            tell(f"nobody was invited yet; your own link, as the researcher of {name}: {link}")
        else:
            command = f"proform annotate invite {store.name} --researcher --suite '{name}'"
            tell(f"nobody was invited to {name} yet: {command} makes a link")


def serve(
    where: File,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    seed: int = 1,
    metrics: Sequence[str] = (),
    tell: Callable[[str], None] = print,
) -> None:
    """Serve the annotation pages of a store until interrupted; open requests are finished.

    `metrics` are judges that may approve, help to estimate, and are compared with people:
    `agreement`, `file:NAME=PATH`.
    """
    check_judges(metrics)
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
        address = address_of(host, port)
        tell(f"{address}/ (stop with Ctrl-C)")
        with store.writing() as connection:
            access.keep_address(connection, address)
            invited = is_anyone_invited(connection)
        if not invited:
            _welcome(store, address, tell)
        uvicorn.run(
            create_app(store, seed, metrics),
            host=host,
            port=port,
            access_log=False,  # it would show the secrets in links
            log_config=None,
            server_header=False,
            proxy_headers=True,
            timeout_graceful_shutdown=10,
        )
