"""What annotators work on: of each protocol, where it is found and how its answers are kept.

Everything that is the same for all protocols (batches, order, saving, access) is in `routes`.
"""

from __future__ import annotations

from typing import Any, Protocol

from sqlalchemy import Connection, select

from proform.gap.answers import FILLS, Fill, Gaps, load_gaps
from proform.human.conflict import STANDARD_TAGS
from proform.store import schema
from proform.store.answers import JUDGEMENTS, Answer
from proform.store.ledger import Ledger
from proform.store.work import CORRECTNESS, GAP
from proform.web.annotate.answers import Correctness, GapFilling
from proform.web.cases import Loaded
from proform.web.requests import GapForm, GapSave, JudgementForm, JudgementSave, Save


class Work(Protocol):
    """A protocol as annotators meet it."""

    name: str
    title: str
    path: str
    page: str
    """The template of an example."""
    trained: bool
    """Does training prepare for it?"""
    form: type[Save]
    """What a browser sends."""

    @property
    def ledger(self) -> Ledger[Any]:
        """Where its answers are kept."""

    def values(self, connection: Connection, loaded: Loaded) -> dict[str, Any]:
        """What its template needs."""

    def view(
        self, connection: Connection, loaded: Loaded, candidate: int, annotator: int
    ) -> dict[str, Any]:
        """What is shown of an example: never which system it is."""

    def read(self, connection: Connection, loaded: Loaded, candidate: int, sent: Any) -> Any:  # noqa: ANN401
        """The answer that a browser sent, checked."""

    def shown(self, answer: Any) -> dict[str, Any]:  # noqa: ANN401
        """An answer as the browser has it; None: there is none."""

    def state(self, loaded: Loaded, candidate: int, answer: Any) -> str:  # noqa: ANN401
        """Is it `new`, `done` or in `conflict`?"""

    def conflicts(self, answer: Any) -> list[str]:  # noqa: ANN401
        """What contradicts itself, in words."""


class Judging:
    """Is the pronoun right?"""

    name, title, path, page = CORRECTNESS, "Judging", "/work", "example.html"
    trained = True
    form: type[Save] = JudgementSave
    ledger = JUDGEMENTS
    _asking = Correctness()

    def values(self, connection: Connection, loaded: Loaded) -> dict[str, Any]:  # noqa: ARG002
        """Nothing more."""
        return {}

    def view(
        self, connection: Connection, loaded: Loaded, candidate: int, annotator: int
    ) -> dict[str, Any]:
        """The example with the words that can be selected, and tags that were used before."""
        tags = connection.scalars(
            select(schema.tags.c.tag)
            .distinct()
            .join(schema.judgements)
            .where(schema.judgements.c.annotator == annotator)
        ).all()
        suggestions = [*STANDARD_TAGS, *sorted(set(tags) - set(STANDARD_TAGS))]
        return {"suggestions": suggestions, **loaded.view(candidate)}

    def read(
        self,
        connection: Connection,  # noqa: ARG002
        loaded: Loaded,
        candidate: int,
        sent: JudgementForm,
    ) -> Answer:
        """The answer that a browser sent, checked."""
        return self._asking.read(sent, loaded.case(candidate))

    def shown(self, answer: Answer | None) -> dict[str, Any]:
        """An answer as the browser has it."""
        one = answer or Answer()
        return {
            "pronoun": one.pronoun or "unset",
            "antecedent": one.antecedent or "unset",
            "remarks": one.remarks or "",
            "tags": sorted(one.tags),
            "tokens": sorted([token.segment, token.position] for token in one.tokens),
        }

    def state(self, loaded: Loaded, candidate: int, answer: Answer | None) -> str:
        """Is it `new`, `done` or in `conflict`?"""
        return self._asking.state(answer, loaded.case(candidate))

    def conflicts(self, answer: Answer) -> list[str]:
        """What contradicts itself, in words."""
        return self._asking.conflicts(answer)


class Filling:
    """Which forms would fit?"""

    name, title, path, page = GAP, "Gap filling", "/gaps", "gap.html"
    trained = False
    form: type[Save] = GapSave
    ledger = FILLS
    _asking = GapFilling()

    def values(self, connection: Connection, loaded: Loaded) -> dict[str, Any]:
        """The list of forms."""
        return {"forms": self._gaps(connection, loaded).choices}

    def view(
        self,
        connection: Connection,
        loaded: Loaded,
        candidate: int,
        annotator: int,  # noqa: ARG002
    ) -> dict[str, Any]:
        """The example with a gap; nothing that would tell what it hides."""
        return loaded.gap_view(candidate, self._gaps(connection, loaded))

    def read(self, connection: Connection, loaded: Loaded, candidate: int, sent: GapForm) -> Fill:  # noqa: ARG002
        """The answer that a browser sent, checked."""
        return self._asking.read(sent, self._gaps(connection, loaded))

    def shown(self, answer: Fill | None) -> dict[str, Any]:
        """An answer as the browser has it."""
        one = answer or Fill()
        return {"forms": sorted(one.forms), "bad": one.bad, "remarks": one.remarks}

    def state(self, loaded: Loaded, candidate: int, answer: Fill | None) -> str:  # noqa: ARG002
        """Is it `new`, `done` or in `conflict`?"""
        return self._asking.state(answer)

    def conflicts(self, answer: Fill) -> list[str]:
        """What contradicts itself, in words."""
        return self._asking.conflicts(answer)

    def _gaps(self, connection: Connection, loaded: Loaded) -> Gaps:
        gaps = load_gaps(connection, loaded.stored.id)
        if gaps is None:  # tasks of this protocol cannot be without
            raise AssertionError
        return gaps


WORKS: tuple[Work, ...] = (Judging(), Filling())
