"""Agreement and expected forms on ctxpro's development sets: the figures of the pages of languages.

    python -m bench.languages ctxpro-dev/gender.opensubtitles.en-it.dev.json.gz
    python -m bench.languages ctxpro-dev/animacy.opensubtitles.pt-en.dev.json.gz --part 1 --show

Each example is the sentence in question after that of its antecedent: of others the set has no
translation. A set from a language into English is turned round, so that the pronoun in question is
in that language. The human translation is judged as a system, without a reference: as it is, with
the set's antecedents and with proposed ones, and with the gender of the pronoun flipped. Rules were
chosen on the examples with an even number (`--part 0`, counted from 0); those with an odd number
are held out.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.agreement_figures import loaded, pack_of

import proform
from proform.judge.agreement import DISAGREES, UNKNOWN
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.scoring.judgements import Judgement
from proform.store.database import opened
from proform.store.suites import find_suite, load_target, targets
from proform.suite.evaluate import evaluate
from proform.suite.suite import Suite, Target, words

FLIPS = {
    "es": "él>ella ella>él lo>la la>lo los>las las>los ellos>ellas ellas>ellos",
    "it": "lo>la la>lo li>le le>li lui>lei lei>lui esso>essa essa>esso essi>esse esse>essi"
    " gli>le quello>quella quella>quello tuo>tua suo>sua",
    "pl": "on>ona ona>on jego>jej go>ją ją>go jej>jego nim>nią nią>nim niego>niej niej>niego"
    " oni>one one>oni ich>je je>ich",
    "pt": "ele>ela ela>ele o>a a>o os>as as>os lo>la la>lo los>las las>los no>na na>no nos>nas"
    " nas>nos eles>elas elas>eles dele>dela dela>dele nele>nela nela>nele",
}
"""Pronouns and the same in another gender."""


def entries(
    path: Path, part: int | None, every: int, without: str = ""
) -> tuple[str, list[dict[str, Any]]]:
    """The pair of languages, always from English, and the examples of one part."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        known: list[dict[str, Any]] = json.load(file)
    source, target = re.findall(r"\b([a-z]{2})-([a-z]{2})\b", path.name)[0]
    some = (known if part is None else known[part::2])[::every]
    chosen = [entry for entry in some if entry["rule"] != without]
    # Only two sentences have a translation, so they are all there is.
    near = [{**entry, "ante distance": min(entry["ante distance"], 1)} for entry in chosen]
    if source == "en":
        return f"en-{target}", near
    return f"en-{source}", [_turned(entry) for entry in near]


def _turned(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The same example in the other direction."""
    other = {"src": "ref", "ref": "src"}
    sides = {
        f"{other[key[:3]]}{key[3:]}": value for key, value in entry.items() if key[:3] in other
    }
    kept = {key: value for key, value in entry.items() if key[:3] not in other}
    sides.pop("ref pronoun")
    return {**kept, **sides, "src pronoun": entry["expected"], "expected": entry["src pronoun"]}


def human(examples: Sequence[Mapping[str, Any]], pair: str) -> tuple[Suite, Target]:
    """The examples as a suite, and their human translation, aligned."""
    with TemporaryDirectory() as name:
        path, store = Path(name) / f"set.{pair}.json", Path(name) / "suite.db"
        path.write_text(json.dumps(examples), encoding="utf-8")
        lines = [_context(example) for example in examples]
        made = proform.import_set(
            path, store, languages=pair, context=[_written(lines, Path(name))]
        )
        _, reference = loaded(store)
        made.suite.add_system("human", list(reference.lines), layout="segments")
        with opened(str(store)) as database, database.reading() as connection:
            stored = find_suite(connection, None)
            (corpus,) = (each for each in targets(connection, stored) if each.name == "human")
            return stored.suite, load_target(connection, stored, corpus)


def _context(example: Mapping[str, Any]) -> str:
    """The sentence of the antecedent and the sentence in question, as ctxpro's inputs are."""
    sentences = [example["src ante segment"]] * bool(example["ante distance"])
    return "<eos> ".join(" ".join(text.split()) for text in (*sentences, example["src segment"]))


def _written(lines: Sequence[str], folder: Path) -> Path:
    path = folder / "context.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def judged(suite: Suite, system: Target) -> dict[int, Judgement]:
    """What is said of each example, without a reference."""
    rows: dict[int, Judgement] = {}

    def keep(row: Judgement) -> None:
        rows[row.example or 0] = row

    evaluate(suite, None, [system], ["agreement"], sink=keep)
    return rows


def flipped(suite: Suite, system: Target, rows: Mapping[int, Judgement], target: Pack) -> Target:
    """The translation with the other gender of each pronoun in question that has one."""
    flips = dict(pair.split(">") for pair in FLIPS[target.language].split())
    lines = list(system.lines)
    changed = {}
    for example in suite.examples:
        row = rows.get(example.number)
        expected = suite.challenges[example.number].expected
        for place in row.candidate.positions if row else ():
            tokens = words(lines[example.segment])
            other = _other(tokens[place], expected, flips, target)
            if other and example.number not in changed:
                tokens[place] = other
                lines[example.segment] = " ".join(tokens)
                changed[example.number] = system.placed[example.number]
    return replace(system, name="flipped", lines=tuple(lines), placed=changed, outputs={})


def _other(word: str, expected: Iterable[str], flips: Mapping[str, str], pack: Pack) -> str:
    """A word in which the expected form has the other gender; nothing if it has none."""
    forms = {*expected, *_variants(expected)}
    for form in sorted(forms & flips.keys(), key=len, reverse=True):
        if form in (fold(word), *pack.splitter.parts(fold(word))) and fold(word).endswith(form):
            kept = word[: len(word) - len(form)]
            new = flips[form]
            return kept + (new.capitalize() if not kept and word[0].isupper() else new)
    return ""


def _variants(expected: Iterable[str]) -> Iterator[str]:
    """What Portuguese o and a are behind r, s, z and behind a nasal."""
    for form in expected:
        if form in {"o", "a", "os", "as"}:
            yield from (f"l{form}", f"n{form}")


def holds(row: Judgement, expected: Iterable[str], pack: Pack) -> bool:
    """Whether what was found for the pronoun is or contains the form that the set expects."""
    forms = {*expected, *_variants(expected)}
    found = {part for word in row.candidate.tokens for part in _parts(word, pack)}
    return bool(forms & (found | {*row.candidate.forms}))


def _parts(word: str, pack: Pack) -> tuple[str, ...]:
    return (fold(word), *pack.splitter.parts(fold(word)))


def measure(path: Path, part: int | None, every: int, without: str, *, show: bool) -> Iterator[str]:
    """All figures of a set, and what was wrong if that is to be shown."""
    pair, examples = entries(path, part, every, without)
    target = pack_of(pair.partition("-")[2])
    suite, system = human(examples, pair)
    blind = replace(suite, examples=tuple(replace(e, antecedents=()) for e in suite.examples))
    yield f"{pair}: {len(suite.examples)} examples"
    rows = judged(suite, system)
    yield from _found(suite, rows, target, show=show)
    yield from _verdicts("the set's antecedents", suite, rows, show=show)
    yield from _verdicts("proposed antecedents", suite, judged(blind, system), show=show)
    other = flipped(suite, system, rows, target)
    kept = tuple(example for example in suite.examples if example.number in other.placed)
    some = replace(suite, examples=kept)
    yield f"{len(kept)} of {len(suite.examples)} have a pronoun to flip"
    again = judged(some, other)
    decided = [row for row in again.values() if row.reason != UNKNOWN]
    wrong = sum(row.reason == DISAGREES for row in decided)
    shares = _share(len(decided), len(kept)), _share(wrong, len(decided))
    yield f"flipped: {shares[0]} decided, {shares[1]} disagree"
    if show:
        yield from (_line(suite, row) for row in decided if row.reason != DISAGREES)


def _found(suite: Suite, rows: Mapping[int, Judgement], pack: Pack, *, show: bool) -> Iterator[str]:
    reasons: Counter[str] = Counter()
    for example in suite.examples:
        row, expected = rows.get(example.number), suite.challenges[example.number].expected
        line = row.candidate.words if row else ()
        there = any(
            part in {*expected, *_variants(expected)}
            for word in line
            for part in _parts(word, pack)
        )
        if row is None:
            reasons["the source pronoun is not found"] += 1
        elif holds(row, expected, pack):
            reasons["found"] += 1
            continue
        elif not there:
            reasons["the form is not in the translation"] += 1
        elif not row.candidate.positions:
            reasons["nothing is found"] += 1
        else:
            reasons["another word is found"] += 1
        if show and row is not None and there:
            yield f"expected {'/'.join(expected)}: {_line(suite, row)}"
    total = len(suite.examples)
    yield f"the expected form is found in {_share(reasons['found'], total)}"
    yield from (f"  {why}: {size}" for why, size in reasons.most_common() if why != "found")


def _verdicts(
    name: str, suite: Suite, rows: Mapping[int, Judgement], *, show: bool
) -> Iterator[str]:
    decided = [row for row in rows.values() if row.reason != UNKNOWN]
    wrong = [row for row in decided if row.reason == DISAGREES]
    shares = _share(len(decided), len(suite.examples)), _share(len(wrong), len(decided))
    yield f"{name}: {shares[0]} decided, {shares[1]} disagree"
    if show:
        yield from (_line(suite, row) for row in wrong)
        unknown = [row for row in rows.values() if row.reason == UNKNOWN]
        yield from (f"undecided: {_line(suite, row)}" for row in unknown[:40])


def _line(suite: Suite, row: Judgement) -> str:
    source = suite.source[row.segment]
    return f"    {row.explanation} | {source} | {' '.join(row.candidate.words)}"


def _share(some: int, total: int) -> str:
    return f"{some} of {total} ({some / total:.3f})" if total else "none"


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("set", type=Path, help="a development set of ctxpro, as JSON")
    parser.add_argument("--part", type=int, choices=[0, 1], help="even or odd examples; else all")
    parser.add_argument("--every", type=int, default=1, help="so many examples are one")
    parser.add_argument("--without", default="", help="leave out the examples of one of its rules")
    parser.add_argument("--show", action="store_true", help="show what is wrong or undecided")
    given = parser.parse_args()
    for line in measure(given.set, given.part, given.every, given.without, show=given.show):
        print(line, flush=True)


if __name__ == "__main__":
    main()
