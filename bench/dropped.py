"""Dropped subjects: draws pairs to be read, and counts what is found (docs/languages and apt.md).

    python -m bench.dropped read es --seed 1 --size 100
    python -m bench.dropped count es

`read` prints English subjects *it* and *they* whose reference has no subject pronoun that stands
for them, with the verb that is taken for each, for a person to read. `count` gives the share of
pronouns that `apt` does not find in the reference, and that `apt --dropped` does not find; and of
the verbs with a participle or adjective that agrees, what `agreement` says when its gender is
changed. Pairs are half from Europarl and half from the sets of ctxpro (Polish: all of them),
which are found in `../shared` (or PROFORM_SHARED), and of which nothing is kept.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import proform
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import Step
from proform.pronoun.dropped import verb_group
from proform.scoring.judgements import Judgement

SHARED = Path(os.environ.get("PROFORM_SHARED", Path(__file__).parents[2] / "shared")) / "data"
SETS = {
    "es": "gender.opensubtitles.en-es",
    "it": "gender.opensubtitles.en-it",
    "pt": "animacy.opensubtitles.pt-en",
    "pl": "animacy.opensubtitles.pl-en",
}
PARLIAMENT = 4000
"""So many lines of Europarl are drawn, and aligned with those of the set."""

PACKS = os.environ.get("PROFORM_PACKS") or None
Pair = tuple[str, str]


def pairs(language: str, seed: int) -> Iterator[Pair]:
    """English lines and their translations."""
    yield from sorted(set(_subtitles(language)))
    files = [SHARED / "europarl" / f"en-{language}.{side}.gz" for side in ("en", language)]
    if all(file.exists() for file in files):
        lines = list(zip(*map(_lines, files), strict=True))
        yield from random.Random(seed).sample(lines, PARLIAMENT)  # noqa: S311


def _subtitles(language: str) -> Iterator[Pair]:
    """Those of ctxpro, which has English as the source or as the reference."""
    file = SHARED / "ctxpro-dev" / f"{SETS[language]}.dev.json.gz"
    sides = ("src", "ref") if f"en-{language}" in SETS[language] else ("ref", "src")
    with gzip.open(file, "rt", encoding="utf-8") as opened:
        for entry in json.load(opened):
            for key in ("segment", "ante segment"):
                english, other = (entry[f"{side} {key}"] for side in sides)
                if english and other:
                    yield english, other


def _lines(file: Path) -> list[str]:
    with gzip.open(file, "rt", encoding="utf-8") as opened:
        return opened.read().split("\n")[:-1]


def judged(language: str, chosen: Sequence[Pair], *, dropped: bool) -> Sequence[Judgement]:
    """What APT finds for each pronoun, in the reference and in the same as a system."""
    source, reference = [one for one, _ in chosen], [other for _, other in chosen]
    systems, languages = {"same": reference}, f"en-{language}"
    result = proform.score(
        source, reference, systems, languages, dropped=dropped, jobs=1, packs=PACKS
    )
    return result.judgements


def subjects(language: str, judgements: Sequence[Judgement]) -> Iterator[Judgement]:
    """Those that are subjects by the tags of the source."""
    tagger = Choices(*load_packs(f"en-{language}", PACKS and Path(PACKS))).resolver.tags
    if tagger is None:
        raise SystemExit("English has no weights")
    for each in judgements:
        (tags,) = tagger.tag([each.source.split(" ")])
        if verb_group(tags, each.position).verbs:
            yield each


def read(language: str, seed: int, size: int) -> None:
    """Print pairs whose reference has no subject pronoun, and the verbs."""
    pack = load_packs(f"en-{language}", PACKS and Path(PACKS))[1]
    found = judged(language, list(pairs(language, seed)), dropped=True)
    overt = [
        each
        for each in subjects(language, found)
        if not any(form in pack.verbs.overt for form in each.reference.forms)
    ]
    drawn = random.Random(seed).sample(overt, size)  # noqa: S311
    for number, each in enumerate(drawn, 1):
        words = each.source.split(" ")
        words[each.position] = f"[{words[each.position]}]"
        own = each.reference.text.split(" ")
        for place in each.reference.positions:
            own[place] = f"[{own[place]}]"
        kind = "ø" if each.reference.step is Step.DROPPED else " ".join(each.reference.forms) or "-"
        print(f"{number}. {kind}\n  {_near(words)}\n  {_near(own)}")


def _near(words: Sequence[str]) -> str:
    """The words around those in brackets."""
    marked = [n for n, word in enumerate(words) if word.startswith("[") and len(word) > 1]
    if not marked:
        return " ".join(words[:40])
    return " ".join(words[max(marked[0] - 14, 0) : marked[-1] + 15])


def main() -> None:
    """Read or count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=("read", "count"))
    parser.add_argument("language", choices=SETS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=100)
    arguments = parser.parse_args()
    if arguments.what == "read":
        read(arguments.language, arguments.seed, arguments.size)


if __name__ == "__main__":
    main()
