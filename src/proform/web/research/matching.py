"""What automatic evaluation says of a suite: who must look at what."""

from __future__ import annotations

from typing import NamedTuple

from proform.model import Verdict
from proform.scoring.judgements import Judgement
from proform.store.load import REFERENCE
from proform.suite.evaluate import evaluate
from proform.web.cases import Loaded

Key = tuple[str, int]
"""A system and the number of an example."""


class Matched(NamedTuple):
    """Approved, or referred to people; and why."""

    approved: bool
    why: str


def matches(loaded: Loaded) -> dict[Key, Matched]:
    """Every example in every system; nothing if the suite has no reference.

    It is evaluated once and remembered for as long as the suite does not change.
    """
    if "matches" not in loaded.memo:
        loaded.memo["matches"] = _matches(loaded)
    remembered: dict[Key, Matched] = loaded.memo["matches"]
    return remembered


def _matches(loaded: Loaded) -> dict[Key, Matched]:
    suite = loaded.stored.suite
    sides = {loaded.targets[id_].name: corpus.side for id_, corpus in loaded.corpora.items()}
    references = [one for one in loaded.targets.values() if sides[one.name] == REFERENCE]
    systems = [one for one in loaded.targets.values() if sides[one.name] != REFERENCE]
    if not references or not systems or not suite.examples:
        return {}
    matched: dict[Key, Matched] = {}

    def keep(judgement: Judgement) -> None:
        approved = judgement.verdict is Verdict.CORRECT
        matched[judgement.system, judgement.example or 0] = Matched(approved, judgement.explanation)

    evaluate(suite, references[0], systems, ["protest"], sink=keep)
    return matched
