"""Rows of `--detail` in any number, of systems that share two words of three with the reference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from proform.scoring.detail import COLUMNS

SYSTEMS, PRONOUNS, WORDS, VOCABULARY = 30, 2000, 24, 20_000


FORMS = ("il", "elle", "ils", "elles", "ce", "cela", "le", "la")


CATEGORIES = ("anaphoric_inter_subject_it", "anaphoric_intra_they", "event_it", "pleonastic_it")


def write_rows(path: Path, rng: np.random.Generator) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(_lines(rng))


def _lines(rng: np.random.Generator) -> Iterator[str]:
    """Rows of `--detail`: systems that share two words of three with the reference."""
    yield "\t".join(COLUMNS) + "\n"
    for number in range(PRONOUNS):
        source, reference = (_words(rng) for _ in range(2))
        place = int(rng.integers(WORDS))
        source[place], reference[place] = "it", str(rng.choice(FORMS))
        for system in range(SYSTEMS):
            candidate = [
                other if rng.random() < 1 / 3 else word
                for word, other in zip(reference, _words(rng), strict=True)
            ]
            candidate[place] = str(rng.choice(FORMS))
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
    reason, verdict = ("1" if same else "3"), ("correct" if same else "incorrect")
    if metric == "protest":
        reason = "approved" if same else "pronoun_differs"
        verdict = "correct" if same else "undecided"
    said = f"'it': the reference has '{expected}', {system} has '{found}': {reason}."
    category = CATEGORIES[number % len(CATEGORIES)]
    cells = (
        *(system, metric, f"document {number // 40}", number, place, "it", category),
        *(place, expected, expected, place, "aligned"),
        *(place, found, found, place, "aligned"),
        *(reason, verdict, said, *map(" ".join, (source, reference, candidate))),
    )
    return "\t".join(map(str, cells)) + "\n"


def _words(rng: np.random.Generator) -> list[str]:
    """Words as frequent as in a text: the n-th has a share of about 1 / n."""
    ranks = VOCABULARY ** rng.random(WORDS)
    return [f"word{int(rank)}" for rank in ranks]
