"""The questions that a suite, or texts, give rise to."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from proform.errors import ProformError, check_known
from proform.judge.ask import AskedModel, Question, read_question
from proform.judge.protest import Protest
from proform.model import Verdict
from proform.output import File
from proform.scoring.judgements import Judgement
from proform.scoring.score import score
from proform.stored.suites import open_suite
from proform.text.texts import Given

ONLY = ("all", "referred")
_NAME = "question"


class Questions(NamedTuple):
    """What there is to ask, each question once, and the languages."""

    asked: tuple[Question, ...]
    languages: str


def questions_of_suite(
    where: File, suite: str | None = None, *, only: str = "all", systems: Sequence[str] = ()
) -> Questions:
    """Of every example in every system; or of those that matching does not approve."""
    check_known("only", only, ONLY)
    opened = open_suite(where, suite)
    rows: list[Judgement] = []
    metrics: list[Any] = [AskedModel(_NAME, "", collects=True)]
    metrics += [Protest.name] if only == "referred" else []
    opened.evaluate(metrics, systems=systems, judgements=rows.append)
    approved = {
        (row.system, row.example)
        for row in rows
        if row.metric == Protest.name and row.verdict is Verdict.CORRECT
    }
    chosen = (row for row in rows if (row.system, row.example) not in approved)
    return Questions(_once(chosen), opened.value.languages)


def questions_of_texts(
    source: Given,
    reference: Given | None,
    systems: Mapping[str, Given] | Sequence[File],
    languages: str,
    **options: Any,  # noqa: ANN401 (those of `proform.score`)
) -> Questions:
    """Of every pronoun of the source in every system."""
    rows: list[Judgement] = []
    metrics = [AskedModel(_NAME, "", collects=True)]
    options = {**options, "metrics": metrics}
    score(source, reference, systems, languages, judgements=rows.append, **options)
    return Questions(_once(rows), languages)


def _once(rows: Any) -> tuple[Question, ...]:  # noqa: ANN401 (an iterable of judgements)
    asked = (read_question(row.explanation) for row in rows if row.metric == _NAME)
    every = tuple(dict.fromkeys(asked))
    if not every:
        raise ProformError("there is nothing to ask", hint="no pronoun is left to judge")
    return every
