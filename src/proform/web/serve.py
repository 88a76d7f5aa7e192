"""Running the application: a server that stops in an orderly way and logs without secrets."""

from __future__ import annotations

import json
import logging
import sys
import time

import uvicorn

from proform.store.database import Store
from proform.web.app import create_app

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class _Line(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage()
        try:
            content = json.loads(message)
        except ValueError:
            content = {"message": message}
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        return json.dumps({"time": f"{when}Z", "level": record.levelname.lower(), **content})


def serve(store: Store, host: str, port: int, seed: int) -> None:
    """Serve until interrupted; requests that are under way are finished."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line())
    for name in ("proform.web", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
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
