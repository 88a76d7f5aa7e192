"""Stores to test on: a SQLite file and a real PostgreSQL, alike."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

_NUMBERS = count()


def _postgres_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        pytest.skip("needs PostgreSQL (Debian's package postgresql); make test installs it")
    return found[-1].parent


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, on a socket that only we can see."""
    programs = _postgres_programs()
    folder = Path(mkdtemp(prefix="proform-pg-", dir="/tmp"))
    as_owner = []
    if os.getuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres")
        as_owner = ["runuser", "-u", "postgres", "--"]
    data = folder / "data"

    def run(program: str, *args: str) -> None:
        command = [*as_owner, str(programs / program), *args]
        subprocess.run(command, check=True, capture_output=True, cwd=folder)

    try:
        run("initdb", "-D", str(data), "-A", "trust", "-U", "proform", "--no-sync")
        settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-D", str(data), "-w", "-o", settings, "-l", f"{folder}/log", "start")
        yield f"postgresql://proform@/{{}}?host={folder}"
        run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that is not there yet."""
    if request.param == "sqlite":
        return str(tmp_path / "suite.db")
    return new_database(request.getfixturevalue("postgres"))


def new_database(server: str) -> str:
    """An empty database on a server."""
    import psycopg  # noqa: PLC0415

    name = f"proform_{next(_NUMBERS)}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(f"create database {name}")
    return server.format(name)
