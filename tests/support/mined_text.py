"""A corpus to mine, written for the tests: short documents with pronouns of known antecedents."""

from __future__ import annotations

from pathlib import Path
from random import Random

_NOUNS = [
    ("house", "maison", "f"),
    ("car", "voiture", "f"),
    ("table", "table", "f"),
    ("letter", "lettre", "f"),
    ("book", "livre", "m"),
    ("train", "train", "m"),
    ("garden", "jardin", "m"),
    ("bridge", "pont", "m"),
]
_PLACES = ["London", "Berlin", "Lyon", "Rome", "Vienna", "Geneva", "Madrid", "Oslo"]
_WHO = ["Anna", "Peter", "Clara", "Simon", "Julia", "Victor", "Emma", "Martin", "Laura", "Hugo"]
_DAYS = [("Monday", "lundi"), ("Tuesday", "mardi"), ("Friday", "vendredi"), ("Sunday", "dimanche")]


def corpus(documents: int = 60, seed: int = 7) -> list[tuple[str, str, str]]:
    """Document, source and reference of each segment."""
    rng = Random(seed)  # noqa: S311 (not for secrets)
    rows = []
    for number in range(documents):
        english, french, gender = rng.choice(_NOUNS)
        town, other, who, whom = *rng.sample(_PLACES, 2), *rng.sample(_WHO, 2)
        (day, jour), (night, soir) = rng.sample(_DAYS, 2)
        the, he, e = ("la", "elle", "e") if gender == "f" else ("le", "il", "")
        lines = [
            (f"The {english} of {who} in {town} is rather old .",
             f"{the.capitalize()} {french} de {who} à {town} est assez âgé{e} ."),
            (f"It was sold to {whom} on {day} near {other} .",
             f"{he.capitalize()} a été vendu{e} à {whom} {jour} près de {other} ."),
            (f"When the children came to {other} on {night} they were tired with {who} .",
             f"Quand les enfants sont venus à {other} {soir} ils étaient fatigués avec {who} ."),
            (f"It was found by {whom} and {who} in {town} before {night} .",
             f"{he.capitalize()} fut trouvé{e} par {whom} et {who} à {town} avant {soir} ."),
            ("This page was made on 3 May and it is kept by the office .",
             "Cette page a été faite le 3 mai et elle est tenue par le bureau ."),
        ]  # fmt: skip
        rows += [(f"d{number}", *pair) for pair in lines[: 3 + number % 3]]
    return rows


def write(folder: Path, rows: list[tuple[str, str, str]]) -> tuple[Path, Path, Path]:
    """Files of source, reference and document ids."""
    paths = tuple(folder / name for name in ("mined.en", "mined.fr", "mined.docs"))
    for path, column in zip(paths, ((1, 2, 0)), strict=True):
        path.write_text("".join(f"{row[column]}\n" for row in rows), encoding="utf-8")
    source, reference, documents = paths
    return source, reference, documents
