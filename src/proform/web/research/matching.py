"""What automatic evaluation says of a suite: who must look at what."""

from __future__ import annotations

from typing import NamedTuple

from proform.judge.base import Judge
from proform.judge.protest import Protest
from proform.language.pack import Pack, load_pack
from proform.model import Decision, Segment, Translation, Verdict
from proform.scoring.setup import Choices
from proform.scoring.summary import Resampling
from proform.store.load import REFERENCE
from proform.suite.evaluate import evaluate, judges_of, positions
from proform.web.cases import Loaded

Key = tuple[str, int]
"""A system and the number of an example."""


class Match(NamedTuple):
    """Approved, or referred to people; and why."""

    approved: bool
    why: str


def matches(loaded: Loaded) -> dict[Key, Match]:
    """Every example in every system; nothing if the suite has no reference."""
    suite = loaded.stored.suite
    sides = {loaded.targets[id_].name: corpus.side for id_, corpus in loaded.corpora.items()}
    references = [one for one in loaded.targets.values() if sides[one.name] == REFERENCE]
    systems = [one for one in loaded.targets.values() if sides[one.name] != REFERENCE]
    if not references or not systems or not suite.examples:
        return {}
    source, target = (
        load_pack(language) or Pack(language, language)
        for language in (suite.source_language, suite.target_language)
    )
    choices = Choices(source, target, positions=positions(suite))
    numbers = {(example.segment, example.position): example.number for example in suite.examples}
    found: dict[Key, Match] = {}

    def observe(
        judge: Judge, system: str, judgement: Decision, _: Segment, __: Translation
    ) -> None:
        number = numbers[judgement.occurrence.segment, judgement.occurrence.position]
        approved = judgement.verdict is Verdict.CORRECT
        found[system, number] = Match(approved, judge.because(judgement))

    judges = judges_of(suite, choices, [Protest.name])
    evaluate(suite, references[0], systems, choices, judges, Resampling(), (), observe)
    return found
