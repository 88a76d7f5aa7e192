"""Antecedents that contrastive translations give away: pronouns to learn from.

A block has several translations, each once with the right and once with a wrong pronoun. What the
pronoun refers to is the noun that it fits in all right versions and in no wrong one; a noun that is
merely there fits some of each. Nobody has to annotate anything.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.coreference import FORMS, Gold, Place, pronoun_cases

import proform
from proform.analysis.source import Tags
from proform.judge.agreement import Agreement
from proform.language.pack import Pack
from proform.model import Decision, Occurrence, Rendering
from proform.text.tokens import Tokenizer

_CLEAR = 0.75
"""A noun is what is meant if so many of the versions say so, less those that do not."""
_COUNTS = 2.0
"""So much a pronoun of a block counts: there are few of them."""
_WRONG = "incorrect"


class Texts(NamedTuple):
    """Short documents and their translations, right and wrong."""

    language: str
    source: list[list[str]]
    versions: list[tuple[bool, list[list[str]]]]


def blocks(path: Path) -> Texts:
    """Those of a file whose name tells the language, as en-fr.json does."""
    data = json.loads(path.read_text(encoding="utf-8"))
    versions: dict[tuple[int, bool], list[list[str]]] = defaultdict(list)
    for block in data.values():
        for number, translation in enumerate(block["trg"]):
            for kind in translation.keys() - {"type"}:
                versions[number, kind != _WRONG].append(translation[kind])
    whole = [(right, texts) for (_, right), texts in versions.items() if len(texts) == len(data)]
    return Texts(path.stem[3:5], [block["src"] for block in data.values()], whole)


def contrast_cases(texts: Texts, tags: Tags, pack: Pack) -> Iterator[Gold]:
    """The pronouns of last lines whose antecedent is clear."""
    cutter = Tokenizer(pack)
    asked = [*FORMS, *pack.free, "those"]
    found, first = _found(texts, asked), 0
    for document in texts.source:
        given = [[token.text for token in cutter.tokens(line)] for line in document]
        for case in pronoun_cases(given, tags, pack, asked):
            segment, position = case.pronoun.heads[0]
            known = found.get((first + segment, position), {})
            places = [
                tuple((first + number, head) for number, head in mention.heads)
                for mention in case.candidates
            ]
            right = frozenset(
                k for k, heads in enumerate(places) if known.get(heads, 0.0) >= _CLEAR
            )
            unknown = frozenset(k for k, m in enumerate(case.candidates) if m.pronoun)
            if right and segment == len(given) - 1:
                yield Gold(case, right, unknown=unknown, weight=_COUNTS)
        first += len(document)


def _found(texts: Texts, asked: Sequence[str]) -> dict[Place, dict[tuple[Place, ...], float]]:
    """For each pronoun and noun, how far versions say that it is meant."""
    votes: dict[Place, dict[tuple[Place, ...], float]] = defaultdict(lambda: defaultdict(float))
    judge = Agreement.judge
    for right, versions in texts.versions:

        def watch(
            self: Agreement,
            at: Occurrence,
            reference: Rendering,
            candidate: Rendering,
            share: float = (1 if right else -1) / len(texts.versions),
        ) -> Decision:
            for fit in candidate.fits:
                fits = fit.chances.right - fit.chances.misfit
                votes[at.segment, at.position][fit.places] += share * fits
            return judge(self, at, reference, candidate)

        Agreement.judge = watch  # type: ignore[assignment, method-assign]
        proform.score(
            [line for document in texts.source for line in document],
            None,
            {"version": [line for document in versions for line in document]},
            f"en-{texts.language}",
            metrics=["agreement"],
            documents=[str(k) for k, lines in enumerate(texts.source) for _ in lines],
            source_pronouns=asked,
            jobs=1,
        )
    Agreement.judge = judge  # type: ignore[method-assign]
    return votes
