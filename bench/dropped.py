"""Dropped subjects: draws pairs to be read, and counts what is found (docs/apt.md, agreement.md).

    python -m bench.dropped read es --seed 1 --size 100
    python -m bench.dropped count es
    python -m bench.dropped flip es --size 1000

`read` prints English subjects *it* and *they* whose reference has no subject pronoun that stands
for them, with the verb that is taken for each, for a person to read. `count` gives the share of
pronouns for which `apt` finds nothing in the reference, and for which `apt --dropped` does.
`flip` changes the gender of the participle, adjective or verb that shows that of a dropped subject,
and gives what `agreement` says of it before and after, with proposed antecedents.

Pairs are those of a set of ctxpro, and lines of Europarl drawn at random (for `flip` in blocks of
five), except for Polish. They are found in `../shared` (or PROFORM_SHARED), and nothing of them is
kept. PROFORM_PACKS may name a folder of language packs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import proform
from proform.judge.choices import Choices
from proform.language.forms import fold
from proform.language.pack import Pack, load_packs
from proform.model import Step
from proform.pronoun.clauses import verb_group
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
    yield from sorted({pair for block in _subtitles(language) for pair in block})
    files = [SHARED / "europarl" / f"en-{language}.{side}.gz" for side in ("en", language)]
    if all(file.exists() for file in files):
        lines = list(zip(*map(_lines, files), strict=True))
        yield from random.Random(seed).sample(lines, PARLIAMENT)  # noqa: S311


def _subtitles(language: str) -> Iterator[list[Pair]]:
    """Those of ctxpro, whose English is source or reference: of an antecedent, of a pronoun."""
    file = SHARED / "ctxpro-dev" / f"{SETS[language]}.dev.json.gz"
    sides = ("src", "ref") if f"en-{language}" in SETS[language] else ("ref", "src")
    with gzip.open(file, "rt", encoding="utf-8") as opened:
        for entry in json.load(opened):
            keys = ("segment",) if entry["intrasegmental"] else ("ante segment", "segment")
            found = [(entry[f"{sides[0]} {key}"], entry[f"{sides[1]} {key}"]) for key in keys]
            if all(map(all, found)):
                yield found


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


def count(language: str, seed: int) -> None:
    """The share of pronouns for which nothing is found in the reference, without ø and with it."""
    chosen = list(pairs(language, seed))
    for dropped in (False, True):
        found = judged(language, chosen, dropped=dropped)
        own = list(subjects(language, found))
        option = "apt --dropped" if dropped else "apt"
        print(f"{option}: not found {_missing(found)}; of subjects {_missing(own)}")


def _missing(judgements: Sequence[Judgement]) -> str:
    missing = sum(not each.reference.forms for each in judgements)
    return f"{missing / len(judgements):.3f} of {len(judgements)}"


BLOCK = 5
POLISH = (
    ("łaby", "łby"),
    ("łoby", "łaby"),
    ("łby", "łaby"),
    ("ła", "ł"),
    ("ło", "ła"),
    ("ł", "ła"),
)
"""Endings of verbs in the past, and those of another gender; the first that fits."""


def documents(language: str, seed: int) -> Iterator[list[Pair]]:
    """Pairs that stand together: antecedent and pronoun, or five lines of a debate."""
    yield from _subtitles(language)
    files = [SHARED / "europarl" / f"en-{language}.{side}.gz" for side in ("en", language)]
    if all(file.exists() for file in files):
        rows = list(zip(*map(_lines, files), strict=True))
        starts = random.Random(seed).sample(range(len(rows) // BLOCK), PARLIAMENT // BLOCK)  # noqa: S311
        yield from (rows[BLOCK * start : BLOCK * (start + 1)] for start in starts)


def flip(language: str, seed: int, size: int) -> None:
    """What agreement says of dropped subjects whose gender shows, and of the same in another."""
    blocks = list(documents(language, seed))
    blocks = random.Random(seed).sample(blocks, min(size, len(blocks)))  # noqa: S311
    ids = [str(n) for n, block in enumerate(blocks) for _ in block]
    source, reference = zip(*(pair for block in blocks for pair in block), strict=True)
    pack, languages = load_packs(f"en-{language}", PACKS and Path(PACKS))[1], f"en-{language}"

    def run(
        lines: Sequence[str], places: Sequence[tuple[int, int]] | None = None
    ) -> dict[tuple[int, int], Judgement]:
        result = proform.score(
            source, reference, {"it": lines}, languages, metrics=["agreement"], documents=ids,
            positions=places, jobs=1, packs=PACKS,
        )  # fmt: skip
        return {(each.segment, each.position): each for each in result.judgements}

    shown = {
        place: each
        for place, each in run(reference).items()
        if each.candidate.step is Step.DROPPED
        and (changed := _flipped(pack, each)) is not None
        and changed != each.candidate.text
    }
    lines = list(reference)
    for (segment, _), each in sorted(shown.items()):
        lines[segment] = _flipped(pack, each) or ""
    before, after = run(reference, list(shown)), run(lines, list(shown))
    for name, judgements in (("reference", before), ("flipped", after)):
        reasons = [judgements[place].reason for place in shown if place in judgements]
        decided = len(reasons) - reasons.count("unknown")
        wrong = reasons.count("disagrees")
        print(f"{name}: {len(reasons)}, decided {decided}, disagree {wrong / max(decided, 1):.3f}")


_SHOWN = re.compile(r"'ø (\S+)(?: … ([^']+))?' is (masculine|feminine|neuter) (\w+)")


def _flipped(pack: Pack, judgement: Judgement) -> str | None:
    """The text with what shows the gender of a dropped subject in another; None if nothing does."""
    words, (verb,) = list(judgement.candidate.words), judgement.candidate.positions
    match = re.search(
        r"'ø (\S+)(?: … ([^']+))?' is (masculine|feminine|neuter) (\w+)", judgement.explanation
    )
    if match is None:
        return None
    at = next((n for n in range(verb + 1, len(words)) if words[n] == match[2]), verb)
    word = fold(words[at])
    if at > verb and pack.contrast:
        gender = "f" if match[3] == "masculine" else "m"
        made = pack.contrast.changed(word, gender, "sg" if match[4] == "singular" else "pl")
    else:
        pair = next((pair for pair in POLISH if word.endswith(pair[0])), None)
        made = None if pair is None else word.removesuffix(pair[0]) + pair[1]
    if made in (None, word):
        return None
    words[at] = made if words[at].islower() else made.capitalize()
    return " ".join(words)


def _near(words: Sequence[str]) -> str:
    """The words around those in brackets."""
    marked = [n for n, word in enumerate(words) if word.startswith("[") and len(word) > 1]
    if not marked:
        return " ".join(words[:40])
    return " ".join(words[max(marked[0] - 14, 0) : marked[-1] + 15])


def main() -> None:
    """Read or count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=("read", "count", "flip"))
    parser.add_argument("language", choices=SETS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=100)
    arguments = parser.parse_args()
    if arguments.what == "read":
        read(arguments.language, arguments.seed, arguments.size)
    elif arguments.what == "count":
        count(arguments.language, arguments.seed)
    else:
        flip(arguments.language, arguments.seed, arguments.size)


if __name__ == "__main__":
    main()
