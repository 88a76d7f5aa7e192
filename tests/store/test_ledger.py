from __future__ import annotations

import pytest
from sqlalchemy import func, select
from tests.support.small_suite import NOW, filled

from proform.errors import ProformError
from proform.store import schema
from proform.store.answers import JUDGEMENTS, Answer, annotator_id
from proform.store.database import opened
from proform.store.ledger import WEB, Outdated, Saved

OK, BAD = Answer("ok", "ok"), Answer("bad", "ok")


def test_a_save_is_taken_once_and_in_view_of_the_last_one(where: str) -> None:
    with opened(where, create=True) as store:
        suite = filled(store).id
        with store.writing() as connection:
            candidate = connection.scalar(select(func.min(schema.candidates.c.id))) or 0
            ada = annotator_id(connection, "Ada", NOW)

            def save(answer: Answer, base: int, change: str) -> object:
                return JUDGEMENTS.save(connection, candidate, ada, answer, base, change, NOW)

            assert save(OK, 0, "a") == Saved(1)
            assert save(OK, 0, "a") == Saved(1)  # sent twice
            assert save(OK, 1, "b") == Saved(1)  # says nothing new
            assert save(BAD, 1, "c") == Saved(2)
            outdated = save(OK, 1, "d")
            assert isinstance(outdated, Outdated)
            assert outdated.now.answer == BAD
            revisions = JUDGEMENTS.history(connection, suite)
            assert [(one.answer, one.origin) for one in revisions] == [(OK, WEB), (BAD, WEB)]
            assert JUDGEMENTS.latest_by(connection, ada)[candidate] == revisions[-1]


def test_the_id_of_a_save_is_its_own(where: str) -> None:
    with opened(where, create=True) as store:
        suite = filled(store).id
        with store.writing() as connection:
            first, second = connection.scalars(select(schema.candidates.c.id).limit(2))
            ada, bob = (annotator_id(connection, name, NOW) for name in ("Ada", "Bob"))
            JUDGEMENTS.save(connection, first, ada, OK, 0, "x", NOW)
            for candidate, person in ((second, ada), (first, bob)):
                with pytest.raises(ProformError, match="saved under the same id"):
                    JUDGEMENTS.save(connection, candidate, person, OK, 0, "x", NOW)
            for change in ("", "x" * 65):
                with pytest.raises(ProformError, match="an id of its own"):
                    JUDGEMENTS.save(connection, first, ada, BAD, 1, change, NOW)
            assert len(JUDGEMENTS.history(connection, suite)) == 1
