"""A real server on a real store, for tests."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.request import urlopen

import uvicorn
from tests.support.small_suite import NOW, filled

from proform.store.access import ANNOTATOR, RESEARCHER, invite
from proform.store.answers import annotator_id
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.store.tasks import TaskSet, assign, define_tasks
from proform.web.app import create_app


@dataclass(frozen=True)
class Running:
    """A server: its address, and the store behind it."""

    url: str
    where: str

    def link(self, name: str | None, now: datetime = NOW) -> str:
        """A new personal link: of an annotator, or without a name of a researcher."""
        with opened(self.where) as store, store.writing() as connection:
            suite = find_suite(connection, None).id
            person = None if name is None else annotator_id(connection, name, now)
            role = RESEARCHER if name is None else ANNOTATOR
            return f"{self.url}/enter/{invite(connection, suite, role, person, now)}"


@dataclass(frozen=True)
class Process(Running):
    """A server that runs by itself."""

    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """End it at once, as a crash would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(10)


def prepare(where: str, people: tuple[str, ...] = ("Ada", "Bob"), shared: int = 3) -> None:
    """A store with the small suite; of its two tasks these people have one each, in turn."""
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            define_tasks(connection, stored, TaskSet("june", 2, shared, 1), NOW)
            for number, name in enumerate(people):
                assign(connection, stored, "june", str(number % 2 + 1), name, NOW)


@contextmanager
def serving(where: str, *judges: str) -> Iterator[Running]:
    """Serve a store on a free port of this machine, by a thread of this process."""
    with opened(where) as store, socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(
            create_app(store, judges=judges),
            access_log=False,
            log_config=None,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            # The socket listens already, so that the first request waits for the server by itself.
            yield Running(f"http://127.0.0.1:{listening.getsockname()[1]}", where)
        finally:
            server.should_exit = True
            thread.join(60)


@contextmanager
def serving_alone(where: str, log: Path, port: int | None = None) -> Iterator[Process]:
    """Start the command in a process of its own, wait until it answers, and stop it."""
    with running(["serve", where], where, log, port) as process:
        yield process


@contextmanager
def running(
    arguments: list[str], where: str, log: Path, port: int | None = None
) -> Iterator[Process]:
    """The same for any command of `annotate` that serves a store."""
    port = port or _free_port()
    command = [sys.executable, "-m", "proform", "annotate", *arguments, "--port", str(port)]
    with log.open("ab") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(url, process)
            yield Process(url, where, process)
        finally:
            process.terminate()
            process.wait(60)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(900):
        try:
            with urlopen(f"{url}/healthz", timeout=5):  # noqa: S310 (our own address)
                return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise AssertionError(f"the server did not start (status {process.poll()})")
