"""Personal links: who may see what. Secrets are never kept, only their hashes."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from secrets import token_urlsafe

from sqlalchemy import Connection, select, update

from proform.errors import ProformError
from proform.store import schema
from proform.store.schema import add, stamp

ANNOTATOR = "annotator"
RESEARCHER = "researcher"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who a session belongs to."""

    link: int
    role: str
    suite: int
    annotator: int | None
    name: str
    """Of the annotator; a researcher has none."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link that was given out."""

    id: int
    role: str
    name: str
    made: str
    revoked: str | None


def invite(
    connection: Connection, suite: int, role: str, annotator: int | None, now: datetime
) -> str:
    """A new link; its secret is shown once and never again."""
    secret = token_urlsafe(32)
    row = {"suite": suite, "role": role, "annotator": annotator, "hash": _hash(secret)}
    add(connection, schema.links, [{**row, "made": stamp(now), "revoked": None}])
    return secret


def revoke(connection: Connection, suite: int, link: int, now: datetime) -> None:
    """End a link, and all sessions that were opened with it."""
    table = schema.links
    done = connection.execute(
        update(table)
        .where(table.c.id == link, table.c.suite == suite, table.c.revoked.is_(None))
        .values(revoked=stamp(now))
    )
    if done.rowcount == 0:
        raise ProformError(f"there is no link {link}, or it is revoked already")


def links(connection: Connection, suite: int) -> list[Link]:
    """All links of a suite, the latest first."""
    table, people = schema.links, schema.annotators
    rows = connection.execute(
        select(table, people.c.name)
        .outerjoin(people)
        .where(table.c.suite == suite)
        .order_by(table.c.id.desc())
    )
    return [Link(row.id, row.role, row.name or "", row.made, row.revoked) for row in rows]


def enter(connection: Connection, secret: str, now: datetime) -> str | None:
    """Open a session with a link; gives the secret of the session."""
    table = schema.links
    link = connection.scalar(
        select(table.c.id).where(table.c.hash == _hash(secret), table.c.revoked.is_(None))
    )
    if link is None:
        return None
    session = token_urlsafe(32)
    row = {"link": link, "hash": _hash(session), "made": stamp(now)}
    add(connection, schema.sessions, [row])
    return session


def visitor(connection: Connection, session: str) -> Visitor | None:
    """Who a session belongs to, as long as its link is not revoked."""
    table, people, opened = schema.links, schema.annotators, schema.sessions
    row = connection.execute(
        select(table, people.c.name)
        .join(opened, opened.c.link == table.c.id)
        .outerjoin(people)
        .where(opened.c.hash == _hash(session), table.c.revoked.is_(None))
    ).first()
    if row is None:
        return None
    return Visitor(row.id, row.role, row.suite, row.annotator, row.name or "")


def _hash(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()
