"""The small suite in a store, of which people say something."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from tests.support.small_suite import NOW, filled

from proform.human.review import Review, adjudicate, reviews, states
from proform.store import schema
from proform.store.answers import Answer, Selected, annotator_id, record
from proform.store.database import Store
from proform.store.ledger import Addressed, Outdated, Saved
from proform.store.work import AnnotatorProgress, progress

OK = Answer("ok", "ok", tokens=frozenset({Selected(1, 0)}))
BAD = Answer("bad", "ok")
ASIDE = Answer(tags=frozenset({"bad_translation"}))
EMPTY = Answer(remarks="later")


def at(minutes: int) -> datetime:
    """A time after the suite was made."""
    return NOW + timedelta(minutes=minutes)


class Reviewing:
    """A store with the small suite; candidates go by their numbers."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stored = filled(store)
        with store.reading() as connection:
            rows = connection.execute(select(schema.candidates)).all()
        self.ids = {row.number: row.id for row in rows}

    def say(self, number: int, person: str, answer: Answer, minutes: float = 0) -> None:
        """One answer."""
        with self.store.writing() as connection:
            who = annotator_id(connection, person, NOW)
            now = NOW + timedelta(minutes=minutes)
            record(connection, [Addressed(self.ids[number], who, answer)], now, "web")

    def reviews(self) -> dict[int, Review]:
        """What people say of all candidates."""
        with self.store.reading() as connection:
            return reviews(connection, self.stored)

    def settle(
        self, number: int, answer: Answer, base: int, change: str, minutes: int = 30
    ) -> Saved | Outdated[Answer]:
        """The judgement of the adjudicator."""
        review = self.reviews()[number]
        with self.store.writing() as connection:
            id_ = self.ids[number]
            return adjudicate(connection, id_, review, answer, base, change, at(minutes))

    def progress(self) -> list[AnnotatorProgress]:
        """How far everyone is."""
        found = states(self.reviews())
        with self.store.reading() as connection:
            return progress(connection, self.stored.id, found)
