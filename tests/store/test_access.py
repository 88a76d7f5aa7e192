"""Personal links: who gets in, and for how long."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import select
from tests.support.small_suite import NOW, filled

from proform.errors import ProformError
from proform.store import schema
from proform.store.access import (
    ANNOTATOR,
    RESEARCHER,
    Term,
    enter,
    invite,
    links,
    revoke,
    visitor,
)
from proform.store.answers import annotator_id
from proform.store.database import opened


def test_a_link_opens_sessions_until_it_is_revoked(where: str) -> None:
    with opened(where, create=True) as store:
        suite = filled(store).id
        with store.writing() as connection:
            ada = annotator_id(connection, "Ada", NOW)
            hers = invite(connection, suite, ANNOTATOR, ada, NOW)
            theirs = invite(connection, suite, RESEARCHER, None, NOW)
            session, other = enter(connection, hers, NOW), enter(connection, theirs, NOW)
            assert session
            assert other
            who, researcher = visitor(connection, session, NOW), visitor(connection, other, NOW)
            assert who
            assert researcher
            assert (who.role, who.suite, who.annotator, who.name) == (ANNOTATOR, suite, ada, "Ada")
            assert (researcher.role, researcher.annotator, researcher.name) == (
                RESEARCHER,
                None,
                "",
            )
            known = links(connection, suite)
            assert [(link.id, link.role, link.name) for link in known] == [
                (researcher.link, RESEARCHER, ""),
                (who.link, ANNOTATOR, "Ada"),
            ]

            revoke(connection, suite, who.link, NOW)
            assert visitor(connection, session, NOW) is None
            assert enter(connection, hers, NOW) is None
            assert visitor(connection, other, NOW) == researcher
            assert [link.revoked is None for link in links(connection, suite)] == [True, False]
            for number, of in ((who.link, suite), (researcher.link, suite + 1), (99, suite)):
                with pytest.raises(ProformError, match=f"no link {number}, or it is revoked"):
                    revoke(connection, of, number, NOW)


def test_other_secrets_open_nothing_and_none_is_kept(where: str) -> None:
    with opened(where, create=True) as store:
        suite = filled(store).id
        with store.writing() as connection:
            secret = invite(connection, suite, RESEARCHER, None, NOW)
            session = enter(connection, secret, NOW)
            assert session
            for wrong in ("", "\ud800", secret[:-1], session):
                assert enter(connection, wrong, NOW) is None
            for wrong in ("", "\ud800", secret):
                assert visitor(connection, wrong, NOW) is None
            for table in (schema.links, schema.sessions):
                (row,) = connection.execute(select(table))
                assert not {secret, session} & set(row)


def test_links_and_sessions_end_when_the_organiser_says(where: str) -> None:
    with opened(where, create=True) as store:
        suite = filled(store).id
        with store.writing() as connection:
            term = Term(date(2020, 2, 22), hours=12)
            secret = invite(connection, suite, RESEARCHER, None, NOW, term)
            session = enter(connection, secret, NOW)
            assert session
            (link,) = links(connection, suite)
            assert (link.ends, link.hours) == ("2020-02-23T00:00:00.000+00:00", 12)
            late = NOW + timedelta(hours=12)
            assert visitor(connection, session, late - timedelta(seconds=1))
            assert visitor(connection, session, late) is None
            # A clock that jumps back ends nothing.
            assert visitor(connection, session, NOW - timedelta(days=400))
            again = enter(connection, secret, NOW + timedelta(days=2))
            assert again
            over = NOW + timedelta(days=2, hours=4)
            assert not link.ended(NOW + timedelta(days=2))
            assert link.ended(over)
            assert visitor(connection, again, over) is None
            assert enter(connection, secret, over) is None
            with pytest.raises(ProformError, match="2020-02-19 is over"):
                invite(connection, suite, RESEARCHER, None, NOW, Term(date(2020, 2, 19)))
