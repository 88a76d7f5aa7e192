"""A PostgreSQL server of our own, on a socket that only we can see."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

_NUMBERS = count()
_EMPTY: list[str] = []


def programs() -> Path | None:
    """Where Debian puts the programs, if they are installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def postgres_server(where: Path) -> Iterator[str]:
    """Start a server with these programs; gives its address, with a gap for the database."""
    folder = Path(mkdtemp(prefix="proform-pg-", dir="/tmp"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    run = partial(_run, where, folder)
    try:
        run("initdb", "-D", str(data), "-A", "trust", "-U", "proform", "--no-sync")
        settings = f"-c listen_addresses='' -c unix_socket_directories={folder}"
        # What it holds need not survive the machine.
        settings += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        run("pg_ctl", "-D", str(data), "-w", "-o", settings, "-l", f"{folder}/log", "start")
        try:
            yield f"postgresql://proform@/{{}}?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(where: Path, folder: Path, program: str, *args: str) -> None:
    as_owner = []
    if os.getuid() == 0:  # the server refuses to run as root
        runuser = shutil.which("runuser") or "/usr/sbin/runuser"  # not in everyone's path
        as_owner = [runuser, "-u", "postgres", "--"]
    command = [*as_owner, str(where / program), *args]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)


def restart(server: str) -> None:
    """Stop a server, whoever is connected to it, and start it again."""
    folder, where = Path(server.rpartition("host=")[2]), programs()
    if where is None:
        raise AssertionError
    data = f"{folder}/data"
    _run(where, folder, "pg_ctl", "-D", data, "-w", "-m", "fast", "-l", f"{folder}/log", "restart")


def new_database(server: str) -> str:
    """An empty database on a server; one that was given back, if there is any."""
    if _EMPTY:
        return _EMPTY.pop()
    import psycopg  # noqa: PLC0415

    name = f"proform_{next(_NUMBERS)}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(f"create database {name}")
    return server.format(name)


def give_back(database: str) -> None:
    """Empty a database for the next test: that takes a fifth of the time of making one."""
    import psycopg  # noqa: PLC0415

    copies = "select nspname from pg_namespace where nspname like 'proform%'"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("set lock_timeout = '5s'")
        try:
            for schema in ("public", *(name for (name,) in connection.execute(copies))):
                connection.execute(f"drop schema {schema} cascade")
            connection.execute("create schema public")
        except psycopg.errors.LockNotAvailable:
            return  # somebody still reads it
    _EMPTY.append(database)
