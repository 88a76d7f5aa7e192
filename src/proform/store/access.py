"""Personal links: who may see what. Secrets are never kept, only their hashes."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from sqlalchemy import Connection, bindparam, select, update

from proform.errors import ProformError
from proform.store import schema
from proform.store.schema import add, stamp

ANNOTATOR = "annotator"
RESEARCHER = "researcher"
_ADDRESS = "address"
REPORT = "report"
"""Whoever may read the report of a suite, and nothing else."""

WHOSE = {RESEARCHER: "a researcher", REPORT: "readers of the report"}
"""Whose a link is that is nobody's by name."""


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
class Term:
    """How long a link holds: its last day (UTC), and the hours that each session lasts."""

    last: date | None = None
    hours: int | None = None

    @property
    def ends(self) -> str | None:
        """When the link opens no more, and all its sessions end."""
        if self.last is None:
            return None
        return stamp(datetime.combine(self.last, time(), UTC) + timedelta(days=1))


FOR_EVER = Term()


@dataclass(frozen=True, slots=True)
class Link:
    """A link that was given out."""

    id: int
    role: str
    name: str
    made: str
    revoked: str | None
    ends: str | None = None
    hours: int | None = None

    @property
    def whose(self) -> str:
        """For whom it is, in words."""
        return self.name or WHOSE[self.role]

    def ended(self, now: datetime) -> bool:
        """Is its last day over?"""
        return _over(self.ends, now)


def invite(
    connection: Connection,
    suite: int,
    role: str,
    annotator: int | None,
    now: datetime,
    term: Term = FOR_EVER,
) -> str:
    """A new link; its secret is shown once and never again."""
    if _over(term.ends, now):
        raise ProformError(f"{term.last} is over", hint="the last day of a link is today or later")
    secret = token_urlsafe(32)
    row = {"suite": suite, "role": role, "annotator": annotator, "hash": _hash(secret)}
    times = {"made": stamp(now), "revoked": None, "ends": term.ends, "hours": term.hours}
    add(connection, schema.links, [{**row, **times}])
    return secret


def keep_address(connection: Connection, url: str) -> None:
    """Remember where the store is served, so that links lead there."""
    table = schema.store
    connection.execute(table.delete().where(table.c.key == _ADDRESS))
    add(connection, table, [{"key": _ADDRESS, "value": url}])


def last_address(connection: Connection) -> str | None:
    """Where the store was served last."""
    table = schema.store
    url: str | None = connection.scalar(select(table.c.value).where(table.c.key == _ADDRESS))
    return url


def is_anyone_invited(connection: Connection) -> bool:
    """Is there a link, to any suite, that was not revoked?"""
    table = schema.links
    first = connection.scalar(select(table.c.id).where(table.c.revoked.is_(None)).limit(1))
    return first is not None


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
    return [
        Link(row.id, row.role, row.name or "", row.made, row.revoked, row.ends, row.hours)
        for row in rows
    ]


def enter(connection: Connection, secret: str, now: datetime) -> str | None:
    """Open a session with a link; gives the secret of the session."""
    table = schema.links
    link = connection.execute(
        select(table).where(table.c.hash == _hash(secret), table.c.revoked.is_(None))
    ).first()
    if link is None or _over(link.ends, now):
        return None
    session = token_urlsafe(32)
    row = {"link": link.id, "hash": _hash(session), "made": stamp(now)}
    add(connection, schema.sessions, [row])
    return session


def visitor(connection: Connection, session: str, now: datetime) -> Visitor | None:
    """Who a session belongs to, as long as neither it nor its link has ended."""
    row = connection.execute(_OF_A_SESSION, {"session": _hash(session)}).first()
    if row is None or _over(row.ends, now):
        return None
    if row.hours and now >= datetime.fromisoformat(row.begun) + timedelta(hours=row.hours):
        return None
    return Visitor(row.id, row.role, row.suite, row.annotator, row.name or "")


_OF_A_SESSION = (  # asked with every request, so put together only once
    select(schema.links, schema.annotators.c.name, schema.sessions.c.made.label("begun"))
    .join(schema.sessions, schema.sessions.c.link == schema.links.c.id)
    .outerjoin(schema.annotators)
    .where(schema.sessions.c.hash == bindparam("session"), schema.links.c.revoked.is_(None))
)


def _over(ends: str | None, now: datetime) -> bool:
    return ends is not None and stamp(now) >= ends


def _hash(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()
