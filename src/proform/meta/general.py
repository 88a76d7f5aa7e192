"""General metrics beside those of pronouns: BLEU, chrF, TER, METEOR."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np

from proform.errors import ProformError
from proform.language.pack import Pack, load_packs
from proform.metric.general import GENERAL, score_corpus
from proform.metric.meteor import Meteor, meteor
from proform.output import File, refuse_overwriting
from proform.scoring.inputs import read_systems
from proform.suite.link import read_lines
from proform.table.table import Column, Table, rounded
from proform.table.tables import Tables
from proform.text.formats import Role
from proform.text.lists import read_list
from proform.text.texts import Given, Text, open_text
from proform.text.tokens import Tokenizer

METEOR, PRONOUNS = "meteor", "meteor-pronouns"
METRICS = (*GENERAL, METEOR, PRONOUNS)


@dataclass(frozen=True, slots=True)
class Beside:
    """One general metric of one system; None where it is undefined."""

    system: str
    metric: str
    score: float | None
    signature: str


@dataclass(frozen=True, slots=True)
class MeteorMatching:
    """How METEOR matches: its modules, weight of content words, and which words are none."""

    stem: bool = True
    delta: float | None = None
    function_words: Collection[str] | None = None


def metrics(
    reference: Given,
    systems: Mapping[str, Given] | Sequence[File],
    languages: str,
    *,
    metrics: Sequence[str] = ("bleu", "chrf", METEOR),
    tokenized: bool = False,
    exact: bool = False,
    delta: float | None = None,
    function_words: str | PathLike[str] | Collection[str] | None = None,
    packs: str | PathLike[str] | None = None,
    outputs: Sequence[Path | None] = (),
) -> Tables:
    """Score systems by general metrics, to compare those of pronouns with.

    What is written to `outputs` afterwards must not be one of the texts.

    >>> proform.meta.metrics("talk.fr", ["base.fr", "new.fr"], "en-fr")  # doctest: +SKIP
    """
    if unknown := [metric for metric in metrics if metric not in METRICS]:
        raise ProformError(f"no metric {unknown[0]!r}", hint=f"there are {', '.join(METRICS)}")
    _, pack = load_packs(languages, None if packs is None else Path(packs))
    expected = open_text(reference, Role.REFERENCE)
    texts = read_systems(systems, pack.language)
    inputs = [expected.path, *(text.path for text in texts)]
    if isinstance(function_words, str | PathLike):
        inputs.append(Path(function_words))
        function_words = read_list(inputs[-1])
    refuse_overwriting(outputs, inputs)
    matching = MeteorMatching(not exact, delta, function_words)
    scores = score_beside(expected, texts, metrics, pack, matching, tokenized=tokenized)
    return Tables((scored_systems(scores),))


def score_beside(
    reference: Text,
    systems: Sequence[Text],
    metrics: Sequence[str],
    pack: Pack,
    matching: MeteorMatching,
    *,
    tokenized: bool,
) -> list[Beside]:
    """The scores of systems by general metrics.

    sacrebleu's metrics take raw text and cut it themselves; METEOR takes proform's tokens, in lower
    case.
    """
    tokenizer = None if tokenized else Tokenizer(pack)
    expected = _Lines(reference, tokenizer, None)
    found: list[Beside] = []
    for system in systems:
        lines = _Lines(system, tokenizer, len(expected.raw))
        for metric in dict.fromkeys(metrics):
            if metric in GENERAL:
                scored = score_corpus(metric, lines.raw, expected.raw, tokenized=tokenized)
                score = None if scored is None else scored.score
                signature = "" if scored is None else scored.signature
            else:
                scorer = _meteor(metric, pack, matching)
                score = _corpus_score(scorer, lines.tokens, expected.tokens)
                signature = _signature(scorer.signature, tokenizer)
            found.append(Beside(system.name, metric, score, signature))
    return found


class _Lines:
    """A text as it is, and in words."""

    def __init__(self, text: Text, tokenizer: Tokenizer | None, length: int | None) -> None:
        self.raw = read_lines(text, None, length)
        self.tokens = [
            (line if tokenizer is None else tokenizer.line(line)).split() for line in self.raw
        ]


def _meteor(metric: str, pack: Pack, matching: MeteorMatching) -> Meteor:
    """On pronouns, the function words are the pronouns, and nothing else has any weight."""
    if metric == PRONOUNS:
        return meteor(
            pack.language,
            stem=False,
            delta=0,
            function_words=pack.inventory,
            lowercase=True,
        )
    return meteor(
        pack.language,
        stem=matching.stem,
        delta=matching.delta,
        function_words=matching.function_words,
        lowercase=True,
    )


def _corpus_score(
    scorer: Meteor, candidate: Sequence[Sequence[str]], reference: Sequence[Sequence[str]]
) -> float | None:
    sums = np.zeros(len(scorer.statistics))
    for one, other in zip(candidate, reference, strict=True):
        sums += scorer.count(one, other)
    score = float(scorer.scores(sums)["score"])
    return None if np.isnan(score) else score


def _signature(settings: Mapping[str, str], tokenizer: Tokenizer | None) -> str:
    cut = "blanks" if tokenizer is None else tokenizer.signature
    return "|".join(f"{key}:{value}" for key, value in {**settings, "tok": cut}.items())


def scored_systems(found: Sequence[Beside]) -> Table:
    """A row for each system; the signatures are notes."""
    metrics = list(dict.fromkeys(one.metric for one in found))
    systems = list(dict.fromkeys(one.system for one in found))
    scores = {(one.system, one.metric): one.score for one in found}
    signatures = {one.metric: one.signature for one in found}
    columns = (
        Column("system"),
        *(Column(metric, (metric,), rounded(2 if metric in GENERAL else 4)) for metric in metrics),
    )
    records = tuple(
        {"system": system, **{metric: scores[system, metric] for metric in metrics}}
        for system in systems
    )
    notes = tuple(f"{metric}: {signatures[metric]}" for metric in metrics)
    return Table("metrics", "general metrics", columns, records, notes)
