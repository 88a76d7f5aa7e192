"""General metrics beside those of pronouns: BLEU, chrF, TER, METEOR."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path

import numpy as np

from proform.errors import ProformError
from proform.language.pack import load_packs
from proform.metric.general import GENERAL, score_corpus
from proform.metric.meteor import Meteor, meteor
from proform.output import File, as_path, refuse_overwriting
from proform.scoring.inputs import read_systems
from proform.suite.build import read_lines
from proform.table.table import Column, Table, rounded
from proform.table.tables import Tables
from proform.text.formats import Role
from proform.text.lists import read_list
from proform.text.series import Text
from proform.text.texts import Given, open_text
from proform.text.tokens import Tokenizer

METEOR, PRONOUNS = "meteor", "meteor-pronouns"
METRICS = (*GENERAL, METEOR, PRONOUNS)


def metrics(
    reference: Given,
    systems: Mapping[str, Given] | Sequence[File],
    languages: str,
    *,
    metrics: Sequence[str] = ("bleu", "chrf", METEOR),
    tokenized: bool = False,
    exact: bool = False,
    delta: float | None = None,
    function_words: File | Collection[str] | None = None,
    packs: File | None = None,
    outputs: Sequence[Path | None] = (),
) -> Tables:
    """Score systems by general metrics, to compare those of pronouns with.

    sacrebleu's metrics take raw text and cut it themselves; METEOR takes proform's tokens, in lower
    case. What is written to `outputs` afterwards must not be one of the texts.

    >>> proform.meta.metrics("talk.fr", ["base.fr", "new.fr"], "en-fr")  # doctest: +SKIP
    """
    if unknown := [metric for metric in metrics if metric not in METRICS]:
        raise ProformError(f"no metric {unknown[0]!r}", hint=f"there are {', '.join(METRICS)}")
    _, pack = load_packs(languages, as_path(packs))
    expected = open_text(reference, Role.REFERENCE)
    texts = read_systems(systems, pack.language)
    inputs = [expected.path, *(text.path for text in texts)]
    if isinstance(function_words, str | PathLike):
        inputs.append(Path(function_words))
        function_words = read_list(inputs[-1])
    refuse_overwriting(outputs, inputs)
    makers = {
        METEOR: partial(meteor, stem=not exact, delta=delta, function_words=function_words),
        # The function words are the pronouns, and nothing else has any weight.
        PRONOUNS: partial(meteor, stem=False, delta=0, function_words=pack.inventory),
    }
    scorers = {
        name: make(pack.language, lowercase=True)
        for name, make in makers.items()
        if name in metrics
    }
    tokenizer = None if tokenized else Tokenizer(pack)
    ours = _read(expected, tokenizer, None)
    chosen = list(dict.fromkeys(metrics))
    scores: dict[str, dict[str, float | None]] = {}
    signatures: dict[str, str] = {}
    for system in texts:
        theirs = _read(system, tokenizer, len(ours.raw))
        row = scores.setdefault(system.name, {})
        for metric in chosen:
            if metric in GENERAL:
                scored = score_corpus(metric, theirs.raw, ours.raw, tokenized=tokenized)
                row[metric] = None if scored is None else scored.score
                signatures[metric] = "" if scored is None else scored.signature
            else:
                row[metric] = _score(scorers[metric], theirs, ours)
                cut = "blanks" if tokenizer is None else tokenizer.signature
                settings = {**scorers[metric].signature, "tok": cut}
                signatures[metric] = "|".join(f"{key}:{value}" for key, value in settings.items())
    columns = [Column(name, (name,), rounded(2 if name in GENERAL else 4)) for name in chosen]
    records = tuple({"system": system, **row} for system, row in scores.items())
    notes = tuple(f"{metric}: {signature}" for metric, signature in signatures.items())
    table = Table("metrics", "general metrics", (Column("system"), *columns), records, notes)
    return Tables((table,))


@dataclass(frozen=True, slots=True)
class _Lines:
    raw: list[str]
    tokens: list[list[str]]


def _read(text: Text, tokenizer: Tokenizer | None, length: int | None) -> _Lines:
    raw = list(read_lines(text, None, length))
    return _Lines(raw, [(tokenizer.line(line) if tokenizer else line).split() for line in raw])


def _score(scorer: Meteor, candidate: _Lines, reference: _Lines) -> float | None:
    sums = np.zeros(len(scorer.statistics))
    for ours, theirs in zip(candidate.tokens, reference.tokens, strict=True):
        sums += scorer.count(ours, theirs)
    score = float(scorer.scores(sums)["score"])
    return None if np.isnan(score) else score
