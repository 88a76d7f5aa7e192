"""Opening a store: a SQLite file by its path, or a PostgreSQL database by its URL.

Every write is one transaction: what a reader sees is always whole, and a process that dies leaves
nothing half done. Writers wait for each other, except people who save answers in PostgreSQL: there
only the saves of one and the same person do.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, inspect, select, text
from sqlalchemy.engine import create_engine, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    TimeoutError,  # noqa: A004 (that of the pool of connections)
)

from proform.errors import InputError, ProformError
from proform.output import is_database
from proform.store.schema import APPEND_ONLY, metadata, store
from proform.store.upgrades import UPGRADES, Upgrade

PATIENCE = 60
"""Seconds that a writer waits for another one."""

_CONNECTIONS = 8
"""To a PostgreSQL server at most: of forty saves at once, more would only delay one another."""

_WRITING = "proform_writing"
_LOCK = 0x70726F666F726D  # "proform": the advisory lock that writers take in PostgreSQL
_OF_A_PERSON = 0x70726F66  # and with the id of a person, the one that their saves take


class UnavailableError(ProformError):
    """The database cannot be reached, is full or is busy: what failed now may work later."""


@dataclass(frozen=True)
class Store:
    """A database that is known to be a store of this version."""

    name: str
    engine: Engine

    @property
    def path(self) -> Path:
        """The file, if it is one."""
        return Path(str(self.engine.url.database))

    @property
    def address(self) -> str:
        """By which it can be opened again, with the password if there is one."""
        url = self.engine.url
        if url.drivername == "sqlite":
            return str(self.path)
        return url.set(drivername="postgresql").render_as_string(hide_password=False)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent view; nothing that is written meanwhile shows."""
        with _named(self.name), self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def looking(self) -> Iterator[Connection]:
        """A single query, without the cost of a transaction around it."""
        with _named(self.name), self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="AUTOCOMMIT")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it, or nothing. Writers wait for each other."""
        with self._turn(f"pg_advisory_xact_lock({_LOCK})") as connection:
            yield connection

    @contextmanager
    def saving(self, person: int) -> Iterator[Connection]:
        """The same for an answer of one person, which need not wait for those of others.

        Whatever else is written waits until it is there, and it waits for that.
        """
        own = f"pg_advisory_xact_lock({_OF_A_PERSON}, {person})"
        with self._turn(f"pg_advisory_xact_lock_shared({_LOCK}), {own}") as connection:
            yield connection

    @contextmanager
    def _turn(self, locks: str) -> Iterator[Connection]:
        with _named(self.name), self.engine.connect() as connection:
            connection.execution_options(**{_WRITING: True})
            with connection.begin():
                if self.engine.dialect.name == "postgresql":
                    waiting = f"set_config('lock_timeout', '{PATIENCE}s', true)"
                    connection.execute(text(f"select {waiting}, {locks}"))
                yield connection


@contextmanager
def opened(
    where: str, *, create: bool = False, upgrades: Sequence[Upgrade] = UPGRADES
) -> Iterator[Store]:
    """A store, made if it is not there and `create` says so; an older one is upgraded.

    Before an upgrade a copy is kept: beside the file, or in a schema of its own in PostgreSQL.
    """
    url = _url(where)
    name = where if url.drivername == "sqlite" else url.render_as_string(hide_password=True)
    if url.drivername == "sqlite" and not create and not Path(url.database or "").is_file():
        hint = "make one with proform suite build, from-table or import"
        raise ProformError(f"{name}: there is no store", hint=hint)
    opening = Store(name, _engine(url))
    try:
        _prepare(opening, upgrades, create=create)
        yield opening
    finally:
        opening.engine.dispose()


def is_store(where: str) -> bool:
    """Is it a database, and not a table?"""
    return "://" in where or is_database(Path(where))


def _url(where: str) -> URL:
    if where in ("", ":memory:"):
        raise ProformError(f"{where!r}: not a file", hint="a store stays, so it needs a name")
    if "://" not in where:
        return URL.create("sqlite", database=where)
    try:
        url = make_url(where)
    except (ArgumentError, ValueError) as error:
        shown = where.rpartition("@")[2]  # no password
        raise ProformError(f"{shown}: not a database address") from error
    if url.drivername in ("postgresql", "postgres"):
        if find_spec("psycopg") is None:
            hint = "pip install 'proform[postgres]'"
            raise ProformError("PostgreSQL needs psycopg, which is not installed", hint=hint)
        return url.set(drivername="postgresql+psycopg")
    what = f"{url.drivername}: not a database that proform knows"
    raise ProformError(what, hint="a path of a SQLite file, or postgresql://USER@HOST/DATABASE")


def _engine(url: URL) -> Engine:
    if url.drivername != "sqlite":
        # A new connection costs more than a save, so that none is opened to be closed at once.
        pool = {"pool_size": _CONNECTIONS, "max_overflow": 0, "pool_timeout": PATIENCE}
        # Parameters stay out of messages, and so out of logs: they hold what people wrote.
        return create_engine(url, **pool, pool_use_lifo=True, hide_parameters=True)
    path = Path(str(url.database)).resolve()
    address = f"{path.as_uri()}?immutable=1" if _frozen(path) else path.as_uri()

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(address, PATIENCE, check_same_thread=False, uri=True)

    engine = create_engine(url, creator=connect, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _: object) -> None:  # noqa: ANN401 (the driver's)
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for setting in ("synchronous = full", "foreign_keys = on"):
            connection.execute(f"pragma {setting}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(_WRITING)
        connection.exec_driver_sql("begin immediate" if writing else "begin")

    return engine


def _frozen(path: Path) -> bool:
    """Can nothing be written here? SQLite has to be told, or it fails to lock what it reads."""
    writable = any(os.access(place, os.W_OK) for place in (path, path.parent))
    return path.is_file() and not writable and not path.with_name(f"{path.name}-wal").exists()


def _prepare(opening: Store, upgrades: Sequence[Upgrade], *, create: bool) -> None:
    """See to it that the schema is that of this version."""
    newest = 1 + len(upgrades)
    with opening.reading() as connection:
        version = _version(opening.name, connection, create=create)
    if version > newest:
        newer = f"its schema is version {version}, this proform knows {newest}"
        what = f"{opening.name}: made by a newer proform ({newer})"
        raise ProformError(what, hint="upgrade proform")
    if version == newest:
        return
    if version == 0 and opening.engine.dialect.name == "sqlite":
        with _named(opening.name), closing(sqlite3.connect(opening.path)) as new:
            new.execute("pragma journal_mode = wal")  # stays so
    with opening.writing() as connection:
        version = _version(opening.name, connection, create=create)  # another may have been faster
        row = {"key": "schema", "value": str(newest)}
        if version == 0:
            metadata.create_all(connection)
            _keep_for_ever(connection)
            connection.execute(store.insert().values(row))
        elif version < newest:
            _back_up(opening, connection, version)
            for upgrade in upgrades[version - 1 :]:
                upgrade(connection)
            connection.execute(store.update().where(store.c.key == "schema").values(row))


def _keep_for_ever(connection: Connection) -> None:
    """Answers are only ever added: the database itself refuses to change or delete one."""
    complaint = "judgements are never changed or deleted"
    body = f"begin select raise(abort, '{complaint}'); end"
    if connection.dialect.name == "postgresql":
        body = "for each row execute function proform_append_only()"
        function = f"$$ begin raise exception '{complaint}'; end $$"
        declared = "create function proform_append_only() returns trigger language plpgsql"
        connection.execute(text(f"{declared} as {function}"))
    for table in APPEND_ONLY:
        for action in ("update", "delete"):
            trigger = f"{table.name}_no_{action} before {action} on {table.name}"
            connection.execute(text(f"create trigger {trigger} {body}"))


def _version(name: str, connection: Connection, *, create: bool) -> int:
    tables = inspect(connection).get_table_names()
    if store.name in tables:
        value = connection.scalar(select(store.c.value).where(store.c.key == "schema"))
        if value is not None and value.isdigit():
            return int(value)
    if "meta_data" in tables:
        hint = "proform suite import makes a store of it"
        raise InputError(name, None, "a PROTEST file, not a store", hint=hint)
    if tables:
        raise InputError(name, None, "a database, but not a store of proform")
    if not create:
        raise InputError(name, None, "an empty database, not a store")
    return 0


def _back_up(opening: Store, connection: Connection, version: int) -> None:
    if opening.engine.dialect.name == "sqlite":
        copy_store(opening, opening.path.with_name(f"{opening.path.name}.v{version}.bak"))
        return
    tables = inspect(connection).get_table_names()
    connection.execute(text(f"create schema proform_v{version}"))
    for table in tables:
        connection.execute(text(f'create table proform_v{version}."{table}" as table "{table}"'))


def copy_store(opening: Store, path: Path) -> None:
    """A consistent copy of a SQLite store, also while others write to it."""
    if opening.engine.dialect.name != "sqlite":
        raise ProformError(f"{opening.name}: is copied with pg_dump, not by proform")
    with _named(str(path)), replacing(path) as temporary:
        old, new = sqlite3.connect(opening.path), sqlite3.connect(temporary)
        with closing(old), closing(new):
            old.backup(new)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file beside a path, whose place it takes in the end; if anything fails, it goes."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary = Path(file.name)
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """A fault of the database in one line, with the store's name."""
    try:
        yield
    except IntegrityError:
        raise  # our mistake, not the user's
    except TimeoutError as error:
        what = f"all {_CONNECTIONS} connections have been in use for {PATIENCE} seconds"
        raise UnavailableError(f"{name}: {what}; try again later") from error
    except (OperationalError, InterfaceError) as error:
        raise UnavailableError(f"{name}: {_reason(error)}") from error
    except DatabaseError as error:
        raise ProformError(f"{name}: {_reason(error)}") from error
    except UnicodeEncodeError as error:
        raise ProformError(f"{name}: half of a surrogate pair is not a character") from error
    except (OSError, sqlite3.Error) as error:
        raise ProformError(f"{name}: {getattr(error, 'strerror', None) or error}") from error


def _reason(error: DBAPIError) -> str:
    reason = (str(error.orig).strip() or "no reason given").splitlines()[0]
    if "locked" in reason or "lock timeout" in reason:
        return f"another process has been writing for {PATIENCE} seconds; try again later"
    return "not a database" if "not a database" in reason else reason
