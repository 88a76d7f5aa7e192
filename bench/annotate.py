"""Many annotators at once on one server: does every save arrive, and how long does it take?

    python -m bench.annotate [--annotators 40] [--seconds 120] [--kill] [--together]

Each annotator saves twice a second: one after the other, or with --together all at the same moment.
With --kill the server is killed (SIGKILL) in the middle and started again; what it had acknowledged
must be there. Runs on SQLite, and on PostgreSQL if its programs are installed. All traffic stays on
this machine.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import httpx
import numpy as np
from tests.support.postgres import new_database, postgres_server, programs
from tests.support.web_server import Process, prepare, serving_alone

from proform.store.answers import history
from proform.store.database import opened
from proform.store.suites import find_suite

PACE = 0.5
"""Seconds between two saves of one annotator."""


@dataclass
class Annotator:
    """One of many: what the server acknowledged, and how long that took."""

    name: str
    link: str
    took: list[float] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def enter(self, url: str) -> tuple[dict[str, str], int]:
        """Open the link; gives the headers of this session, and how many examples there are."""
        with httpx.Client(base_url=url, timeout=60, follow_redirects=True) as client:
            client.get(self.link)
            page = client.get("/work/1").text
            size = len(client.get("/api/work").json()["examples"])
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        token = page.split('name="csrf" content="')[1].split('"')[0]
        headers = {"content-type": "application/json", "cookie": cookies, "x-proform-csrf": token}
        return headers, size

    def work(self, wait: float, until: float, url: str, headers: dict[str, str], size: int) -> None:
        """Save, over and over, after a wait."""
        time.sleep(wait)
        revisions = dict.fromkeys(range(1, size + 1), 0)
        turn = 0
        # The standard library's client: the work of browsers is not done on the server's machine.
        with closing(HTTPConnection(url.removeprefix("http://"), timeout=30)) as connection:
            while time.monotonic() < until:
                start = time.perf_counter()
                turn += 1
                self._save(connection, headers, turn % size + 1, revisions)
                time.sleep(max(0.0, PACE - (time.perf_counter() - start)))

    def _save(
        self,
        connection: HTTPConnection,
        headers: dict[str, str],
        position: int,
        revisions: dict[int, int],
    ) -> None:
        """One save, sent again with the same id until there is an answer."""
        change = uuid4().hex
        body = {
            "pronoun": "bad",
            "remarks": f"{self.name} {change}",
            "base": revisions[position],
            "change": change,
        }
        for _ in range(600):  # a server on a busy machine takes its time to start
            start = time.perf_counter()
            try:
                connection.request("POST", f"/api/work/{position}", json.dumps(body), headers)
                answer = connection.getresponse()
                text = answer.read()
            except (OSError, HTTPException):
                connection.close()
                time.sleep(0.2)
                continue
            self.took.append(time.perf_counter() - start)
            if answer.status == 200:
                revisions[position] = json.loads(text)["revision"]
                self.acknowledged.append(f"{self.name} {change}")
            else:
                self.errors.append(f"{answer.status} {text[:80]!r}")
            return
        self.errors.append("no answer")


def run(
    where: str, log: Path, annotators: int, seconds: float, *, kill: bool, together: bool
) -> None:
    """One load test, with its figures on stdout."""
    names = tuple(f"annotator {n}" for n in range(annotators))
    prepare(where, names)
    with serving_alone(where, log) as server:
        people = [Annotator(name, server.link(name)) for name in names]
        entered = [one.enter(server.url) for one in people]
        until = time.monotonic() + seconds
        waits = np.linspace(0, 0 if together else PACE, annotators, endpoint=False)
        threads = [
            threading.Thread(target=one.work, args=(wait, until, server.url, *session))
            for wait, one, session in zip(waits, people, entered, strict=True)
        ]
        for thread in threads:
            thread.start()
        with _perhaps_killed(server, log, seconds / 2, kill=kill):
            for thread in threads:
                thread.join()
        said = _remarks(where)
    took = np.array([t for one in people for t in one.took])
    acknowledged = [remark for one in people for remark in one.acknowledged]
    errors = [error for one in people for error in one.errors]
    lost = set(acknowledged) - set(said)
    kind = "PostgreSQL" if "://" in where else "SQLite"
    print(
        f"{kind}{', killed in the middle' if kill else ''}: {len(acknowledged)} saves by "
        f"{annotators} annotators in {seconds:.0f} s; median {1000 * np.median(took):.0f} ms, "
        f"95% below {1000 * np.quantile(took, 0.95):.0f} ms, slowest {1000 * took.max():.0f} ms; "
        f"errors {len(errors)}, lost {len(lost)}, twice {len(said) - len(set(said))}"
    )
    if errors or lost or len(said) != len(set(said)):
        raise SystemExit(f"not every save arrived once: {errors[:3]} {sorted(lost)[:3]}")


@contextmanager
def _perhaps_killed(server: Process, log: Path, after: float, *, kill: bool) -> Iterator[None]:
    if not kill:
        yield
        return
    time.sleep(after)
    server.kill()
    with serving_alone(server.where, log, int(server.url.rsplit(":", 1)[1])):
        yield


def _remarks(where: str) -> list[str]:
    with opened(where) as store, store.reading() as connection:
        found = history(connection, find_suite(connection, None).id)
    return [one.answer.remarks or "" for one in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--annotators", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--together", action="store_true")
    how = vars(parser.parse_args())
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        run(str(Path(folder) / "suite.db"), log, **how)
        if (found := programs()) is None:
            print("PostgreSQL: not installed, not measured")
            return
        with postgres_server(found) as server:
            run(new_database(server), log, **how)


if __name__ == "__main__":
    main()
