"""Rows of `--detail` in any number, of systems that share two words of three with the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from proform.model import Step, Verdict
from proform.scoring.judgements import COLUMNS, Judgement, Side
from proform.table.writers import tsv_line

SYSTEMS, PRONOUNS, WORDS, VOCABULARY = 30, 2000, 24, 20_000


FORMS = ("il", "elle", "ils", "elles", "ce", "cela", "le", "la")


CATEGORIES = ("anaphoric_inter_subject_it", "anaphoric_intra_they", "event_it", "pleonastic_it")


def write_rows(
    path: Path,
    rng: np.random.Generator,
    skills: Sequence[float] = (0,) * SYSTEMS,
    pronouns: int = PRONOUNS,
) -> None:
    """Rows of as many systems as have a skill: how often they do not guess a pronoun.

    The first system always guesses in the first category.
    """
    with path.open("w", encoding="utf-8") as file:
        file.writelines(_lines(rng, skills, pronouns))


def _lines(rng: np.random.Generator, skills: Sequence[float], pronouns: int) -> Iterator[str]:
    """Rows of `--detail`: systems that share two words of three with the reference."""
    yield "\t".join(COLUMNS) + "\n"
    for number in range(pronouns):
        source, reference = (_words(rng) for _ in range(2))
        place = int(rng.integers(WORDS))
        source[place], reference[place] = "it", str(rng.choice(FORMS))
        for system, skill in enumerate(skills):
            candidate = [
                other if rng.random() < 1 / 3 else word
                for word, other in zip(reference, _words(rng), strict=True)
            ]
            weak = not system and not number % len(CATEGORIES)
            if weak or rng.random() >= skill:
                candidate[place] = str(rng.choice(FORMS))
            else:
                candidate[place] = reference[place]
            same = candidate[place] == reference[place]
            for metric in ("apt", "protest"):
                yield _line(
                    number,
                    place,
                    f"system {system}",
                    metric,
                    source,
                    reference,
                    candidate,
                    same=same,
                )


def _line(
    number: int,
    place: int,
    system: str,
    metric: str,
    source: list[str],
    reference: list[str],
    candidate: list[str],
    *,
    same: bool,
) -> str:
    expected, found = reference[place], candidate[place]
    reason, verdict = ("1" if same else "3"), (Verdict.CORRECT if same else Verdict.INCORRECT)
    if metric == "protest":
        reason = "approved" if same else "pronoun_differs"
        verdict = Verdict.CORRECT if same else Verdict.UNDECIDED

    def side(words: list[str]) -> Side:
        return Side(" ".join(words), (place,), (words[place],), (place,), Step.ALIGNED)

    judgement = Judgement(
        metric,
        system,
        f"document {number // 40}",
        number,
        place,
        "it",
        CATEGORIES[number % len(CATEGORIES)],
        verdict,
        reason,
        f"'it': the reference has '{expected}', {system} has '{found}': {reason}.",
        {reason: 1.0},
        " ".join(source),
        side(reference),
        side(candidate),
        (expected, found) if metric == "apt" else None,
    )
    return tsv_line(judgement.to_record().values())


def _words(rng: np.random.Generator) -> list[str]:
    """Words as frequent as in a text: the n-th has a share of about 1 / n."""
    ranks = VOCABULARY ** rng.random(WORDS)
    return [f"word{int(rank)}" for rank in ranks]
