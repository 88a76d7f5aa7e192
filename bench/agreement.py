"""How often the judge `agreement` is right: the figures of docs/agreement.md.

    python bench/agreement.py blocks anaphora.json --background EN FR
    python bench/agreement.py blocks tests/judge/blocks/en-de.json -l de
    python bench/agreement.py human suite.db
    python bench/agreement.py resolver suite.db
    python bench/agreement.py mqm people.tsv apt.jsonl agreement.jsonl

`blocks` takes contrastive translations of DiscEvalMT; `human` and `resolver` take suites that were
built by `proform suite build --parcor`; `mqm` takes what `proform meta mqm --judgements` and the
`--detail` of two runs of `proform score` wrote.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from proform.judge.agreement import DECIDED, UNKNOWN, Agreement
from proform.judge.base import Judge
from proform.language.pack import Pack, load_pack
from proform.model import Decision, Occurrence, Segment, Translation
from proform.pronoun.occurrences import Hit
from proform.scoring.run import Observer
from proform.scoring.setup import Choices
from proform.scoring.summary import Resampling
from proform.store.database import opened
from proform.store.load import find_suite, reference_of
from proform.suite.evaluate import evaluate, judges_of, positions
from proform.suite.suite import Suite, Target, parse, words

VERDICTS = ("correct", "incorrect")
RIGHT = ("correct", "semi-correct")
PRONOUNS = ("it", "they", "them", "those", "one", "mine", "yours", "hers", "ours", "theirs")
FLIPS = {
    "fr": "il>elle elle>il ils>elles elles>ils le>la la>le eux>elles celui>celle celle>celui",
    "de": "er>sie es>er ihn>sie sie>er ihm>ihr ihr>ihm dieser>diese",
}


class Contrast(NamedTuple):
    """How many translations of contrastive blocks were decided, and how many of these rightly."""

    total: int
    decided: int
    right: int

    def __str__(self) -> str:
        """In figures and shares."""
        of_all, of_decided = self.right / self.total, self.right / self.decided
        return (
            f"{self.total} decisions, {self.decided} decided, {self.right} right\n"
            f"right of all {of_all:.3f}, of the decided {of_decided:.3f}"
        )


def contrast(path: Path, language: str, more: Sequence[str] = ()) -> Contrast:
    """Judge each translation of each block against the block's first correct translation."""
    data = json.loads(path.read_text(encoding="utf-8"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        gold = _write(data, folder)
        systems = [str(folder / f"{number}.txt") for number in range(len(gold))]
        command = [
            *(sys.executable, "-m", "proform", "score", "-l", f"en-{language}", "-m", "agreement"),
            *("-s", str(folder / "source"), "-r", str(folder / "reference"), "-i", *systems),
            *("--docs", str(folder / "docs"), "--source-pronouns", str(folder / "pronouns")),
            *("--detail", str(folder / "detail.jsonl"), *more),
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        lines = (folder / "detail.jsonl").read_text(encoding="utf-8").splitlines()
    counts = Counter(_decisions([json.loads(line) for line in lines], gold))
    return Contrast(counts.total(), counts[True] + counts[False], counts[True])


def _write(data: Mapping[str, Any], folder: Path) -> list[dict[str, bool]]:
    """The texts; for each system, whether its translation of a block is right.

    Systems 0 and 1, 2 and 3 and so on are two versions of one translation.
    """
    texts: dict[str, list[str]] = {"source": [], "reference": [], "docs": []}
    gold: list[dict[str, bool]] = []
    for name, block in data.items():
        texts["source"] += block["src"]
        texts["docs"] += [name] * len(block["src"])
        texts["reference"] += next(t["correct"] for t in block["trg"] if "correct" in t)
        versions = [(kind in RIGHT, t[kind]) for t in block["trg"] for kind in t if kind != "type"]
        for number, (right, lines) in enumerate(versions):
            texts.setdefault(f"{number}.txt", []).extend(lines)
            gold += [{}] if number == len(gold) else []
            gold[number][name] = right
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "pronouns").write_text("\n".join(PRONOUNS) + "\n", encoding="utf-8")
    return gold


def _decisions(rows: list[dict[str, Any]], gold: list[dict[str, bool]]) -> Iterator[bool | None]:
    """Of each translation: decided rightly, wrongly or not.

    The pronoun in question is the one that most often comes out differently in the two versions
    of a translation; which of these is right is not looked at.
    """
    last = {row["document"]: 0 for row in rows}
    for row in rows:
        last[row["document"]] = max(last[row["document"]], row["segment"])
    found: dict[str, dict[int, dict[int, bool | None]]] = {}
    for row in rows:
        if row["segment"] == last[row["document"]]:
            known = None if row["reason"] == UNKNOWN else row["reason"].startswith("agrees")
            places = found.setdefault(row["document"], {})
            places.setdefault(row["position"], {})[int(row["system"])] = known
    for name, places in found.items():
        said = max(places.values(), key=_differing)
        for number, right in enumerate(gold):
            known = said[number]
            yield None if known is None else known == right[name]


def _differing(said: Mapping[int, bool | None]) -> tuple[int, int]:
    """In how many pairs the versions are decided differently; and in how many anything differs."""
    pairs = [(said[k], said[k + 1]) for k in range(0, len(said), 2)]
    return sum({*pair} == {True, False} for pair in pairs), sum(a != b for a, b in pairs)


class Human(NamedTuple):
    """What comes out of human translations, as they are and with the gender of pronouns flipped."""

    examples: int
    decided: int
    alarms: tuple[str, ...]
    anaphoric: int
    anaphoric_decided: int
    flipped: int
    flipped_decided: int
    missed: tuple[str, ...]

    def __str__(self) -> str:
        """In figures, and every alarm and every miss."""
        wrong, caught = len(self.alarms), self.flipped_decided - len(self.missed)
        share = f"{wrong / self.decided:.3f}, of the anaphoric {wrong / self.anaphoric_decided:.3f}"
        of_flipped = f"{self.flipped_decided} of {self.flipped} decided"
        lines = (
            f"{self.decided} of {self.examples} decided, {wrong} disagree ({share})",
            f"anaphoric: {self.anaphoric_decided / self.anaphoric:.3f} of {self.anaphoric} decided",
            *self.alarms,
            f"flipped: {of_flipped}, {caught} disagree ({caught / self.flipped_decided:.3f})",
            *self.missed,
        )
        return "\n".join(lines)


def human(path: Path) -> Human:
    """Judge a suite's own reference as a system."""
    suite, reference = _loaded(path)
    target = _pack(suite.target_language)
    flips = dict(pair.split(">") for pair in FLIPS[suite.target_language].split())
    counts: Counter[str] = Counter()
    anaphoric: Counter[bool] = Counter()
    spots: dict[tuple[int, int], str] = {}
    alarms: list[str] = []

    def observe(
        judge: Judge, _: str, judgement: Decision, segment: Segment, into: Translation
    ) -> None:
        counts[judgement.reason] += 1
        if (judgement.occurrence.category or "").startswith("anaphoric"):
            anaphoric[judgement.reason != UNKNOWN] += 1
            for place, form in zip(
                judgement.candidate.positions, judgement.candidate.forms, strict=False
            ):
                shows = _shows_gender(target, form, judgement.occurrence.form)
                if judgement.reason.startswith("agrees") and form in flips and shows:
                    spots[segment.number, place] = form
        if judgement.reason.startswith("disagrees"):
            alarms.append(f"  {segment.number} {judge.because(judgement)}: {' '.join(into.tokens)}")

    _evaluate(suite, reference, replace(reference, name="human"), target, observe)
    again: Counter[str] = Counter()
    missed: list[str] = []

    def observe_flipped(
        judge: Judge, _: str, judgement: Decision, segment: Segment, _into: Translation
    ) -> None:
        if any((segment.number, place) in spots for place in judgement.candidate.positions):
            again[judgement.reason] += 1
            if judgement.reason.startswith("agrees"):
                missed.append(f"  {segment.number} {judge.because(judgement)}")

    _evaluate(suite, reference, _flipped(reference, spots, flips), target, observe_flipped)
    return Human(
        counts.total(),
        counts.total() - counts[UNKNOWN],
        tuple(alarms),
        anaphoric.total(),
        anaphoric[True],
        again.total(),
        again.total() - again[UNKNOWN],
        tuple(missed),
    )


def _shows_gender(target: Pack, form: str, source: str) -> bool:
    """Whether a form has a gender in the number of the source pronoun, unlike sie for they."""
    number = {"it": "sg", "they": "pl"}.get(source)
    return any(r.gender for r in target.readings(form) if r.number == number)


def _flipped(
    target: Target, spots: Mapping[tuple[int, int], str], flips: Mapping[str, str]
) -> Target:
    lines = list(target.lines)
    for (segment, place), form in spots.items():
        tokens = words(lines[segment])
        new = flips[form]
        tokens[place] = new.capitalize() if tokens[place][0].isupper() else new
        lines[segment] = " ".join(tokens)
    return replace(target, name="flipped", lines=lines)


def resolver(path: Path) -> Iterator[str]:
    """How often the proposed antecedent is the annotated one."""
    suite, reference = _loaded(path)
    target = _pack(suite.target_language)
    plain = replace(suite, examples=tuple(e for e in suite.examples if e.antecedents))
    counts: Counter[str] = Counter()
    wanted = {
        (e.segment, e.position): {(a.segment, a.head) for a in e.antecedents}
        for e in plain.examples
    }
    judge, choices = _judge(plain, target)
    for example in plain.examples:
        numbers = range(max(example.segment - judge.looks_back, 0), example.segment + 1)
        texts = [
            Segment(n, suite.document(n), suite.words(n), _translation(reference, n), [])
            for n in numbers
            if suite.document(n) == suite.document(example.segment)
        ]
        segment = replace(texts[-1], before=texts[:-1])
        hits = choices.source_finder.find(example.segment, suite.source[example.segment])
        for hit in hits:
            if hit.position == example.position:
                counts[_proposal(judge, segment, hit, wanted)] += 1
    total = counts.total()
    yield f"{total} examples: " + ", ".join(f"{name} {n / total:.3f}" for name, n in counts.items())


def _proposal(
    judge: Agreement,
    segment: Segment,
    hit: Hit,
    wanted: Mapping[tuple[int, int], set[tuple[int, int]]],
) -> str:
    occurrence = Occurrence(segment.number, *hit, segment.document)
    expected = judge.apt.reference(occurrence, segment)
    expected = judge.referrer.locate(occurrence, expected, segment, segment.reference)
    heads = judge.referrer.antecedents(occurrence, segment, expected).found
    if not heads:
        return "none proposed"
    place = heads[0].segment.number, heads[0].position
    return "right" if place in wanted[segment.number, hit.position] else "wrong"


def mqm(people: Path, apt: Path, agreement: Path) -> Iterator[str]:
    """How often either metric decides as the raters did, and the difference with its interval."""
    said = [line.split("\t") for line in people.read_text(encoding="utf-8").splitlines()[1:]]
    one, other = _decided(apt), _decided(agreement)
    units: dict[int, list[tuple[bool, bool]]] = {}
    reasons: Counter[tuple[str, str]] = Counter()
    for system, segment, position, _, judgement in said:
        key = system, int(segment), int(position)
        (verdict, _), (found, reason) = one.get(key, ("", "")), other.get(key, ("", ""))
        reasons[reason, judgement] += 1
        if judgement in VERDICTS and verdict in VERDICTS and found in VERDICTS:
            units.setdefault(int(segment), []).append((verdict == judgement, found == judgement))
    sums = np.array([[len(unit), *map(sum, zip(*unit, strict=True))] for unit in units.values()])
    size, before, after = sums.sum(axis=0)
    rng = np.random.default_rng(1)
    drawn = sums[rng.integers(len(sums), size=(1000, len(sums)))].sum(axis=1)
    low, high = np.quantile((drawn[:, 2] - drawn[:, 1]) / drawn[:, 0], [0.025, 0.975])
    yield f"{size} examples that both decide: {before / size:.3f} and {after / size:.3f}"
    yield f"difference {(after - before) / size:.3f}, 95% interval {low:.3f} to {high:.3f}"
    for reason in DECIDED:
        right, wrong = (reasons[reason, verdict] for verdict in VERDICTS)
        yield f"{reason}: raters find {right} right and {wrong} wrong"


def _decided(path: Path) -> dict[tuple[str, int, int], tuple[str, str]]:
    """Verdict and reason of each pronoun."""
    return {
        (row["system"], row["segment"], row["position"]): (row["verdict"], row["reason"])
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    }


def _translation(target: Target, number: int) -> Translation:
    links = parse(target.links[number] if target.links else "")
    return Translation(words(target.lines[number]), links)


def _judge(suite: Suite, target: Pack) -> tuple[Agreement, Choices]:
    choices = Choices(_pack(suite.source_language), target, positions=positions(suite))
    (judge,) = judges_of(suite, choices, ["agreement"])
    if not isinstance(judge, Agreement):
        raise TypeError
    return judge, choices


def _evaluate(
    suite: Suite, reference: Target, system: Target, target: Pack, observe: Observer
) -> None:
    judge, choices = _judge(suite, target)
    evaluate(suite, reference, [system], choices, [judge], Resampling(), (), observe)


def _loaded(path: Path) -> tuple[Suite, Target]:
    with opened(str(path)) as store, store.reading() as connection:
        stored = find_suite(connection, None)
        reference = reference_of(connection, stored)
    if reference is None:
        raise SystemExit(f"{path} has no reference")
    return stored.suite, reference


def _pack(language: str) -> Pack:
    pack = load_pack(language)
    if pack is None:
        raise SystemExit(f"no pack for {language}")
    return pack


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["blocks", "human", "resolver", "mqm"])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("-l", "--language", default="fr", help="the target language of blocks")
    arguments, more = parser.parse_known_args()
    match arguments.what:
        case "blocks":
            lines = iter([str(contrast(arguments.paths[0], arguments.language, more))])
        case "mqm":
            lines = mqm(*arguments.paths)
        case "human":
            lines = iter([str(human(arguments.paths[0]))])
        case _:
            lines = resolver(arguments.paths[0])
    for line in lines:
        print(line)


if __name__ == "__main__":
    main()
