"""How often the judge `agreement` is right: on contrastive translations, and on human ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.support.command import run

import proform
from proform.judge.agreement import UNKNOWN
from proform.language.forms import fold
from proform.language.pack import Pack, load_pack
from proform.scoring.judgements import Judgement
from proform.scoring.panel import Sink
from proform.store.database import opened
from proform.store.suites import find_suite, reference_of
from proform.suite.evaluate import evaluate
from proform.suite.suite import Suite, Target, words

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
    """Judge each translation of each block, without a reference."""
    data = json.loads(path.read_text(encoding="utf-8"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        gold = _write(data, folder)
        systems = [str(folder / f"{number}.txt") for number in range(len(gold))]
        command = [
            *("score", "-l", f"en-{language}", "-m", "agreement"),
            *("-s", str(folder / "source"), "-i", *systems),
            *("--docs", str(folder / "docs"), "--source-pronouns", str(folder / "pronouns")),
            *("--detail", str(folder / "detail.jsonl"), *more),
        ]
        run(*command)
        lines = (folder / "detail.jsonl").read_text(encoding="utf-8").splitlines()
    counts = Counter(_decisions([json.loads(line) for line in lines], gold))
    return Contrast(counts.total(), counts[True] + counts[False], counts[True])


def _write(data: Mapping[str, Any], folder: Path) -> list[dict[str, bool]]:
    """The texts; for each system, whether its translation of a block is right.

    Systems 0 and 1, 2 and 3 and so on are two versions of one translation.
    """
    most = max(sum(len({*t} - {"type"}) for t in block["trg"]) for block in data.values())
    texts: dict[str, list[str]] = {"source": [], "docs": []}
    gold: list[dict[str, bool]] = [{} for _ in range(most)]
    for name, block in data.items():
        texts["source"] += block["src"]
        texts["docs"] += [name] * len(block["src"])
        versions = [(kind in RIGHT, t[kind]) for t in block["trg"] for kind in t if kind != "type"]
        for number, (right, lines) in enumerate(versions):
            texts.setdefault(f"{number}.txt", []).extend(lines)
            gold[number][name] = right
        for number in range(len(versions), most):
            texts.setdefault(f"{number}.txt", []).extend([""] * len(block["src"]))
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "pronouns").write_text("\n".join(PRONOUNS) + "\n", encoding="utf-8")
    return gold


def _decisions(rows: list[dict[str, Any]], gold: list[dict[str, bool]]) -> Iterator[bool | None]:
    """Of each translation: decided rightly, wrongly or not, as where no pronoun was asked for.

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
            if name in right:
                known = said[number]
                yield None if known is None else known == right[name]
    yield from (None for right in gold for name in right.keys() - found.keys())


def _differing(said: Mapping[int, bool | None]) -> tuple[int, int]:
    """In how many pairs the versions are decided differently; and in how many anything differs."""
    pairs = [(said[k], said[k + 1]) for k in range(0, len(said), 2)]
    return sum({*pair} == {True, False} for pair in pairs), sum(a != b for a, b in pairs)


def impersonal(path: Path, language: str) -> Counter[str]:
    """What is said of the impersonal it in the last lines of short texts, in good translations.

    Each text is a system of its own, of which nothing is known beforehand.
    """
    said: Counter[str] = Counter()
    for text in json.loads(path.read_text(encoding="utf-8")):
        result = proform.score(
            *(text["en"], None, {"good": text[language]}, f"en-{language}"),
            metrics=["agreement"],
            documents=["one" for _ in text["en"]],
            source_pronouns=["it"],
            jobs=1,
        )
        last = len(text["en"]) - 1
        said.update(each.reason for each in result.judgements if each.segment == last)
    return said


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


def human(path: Path, *, blind: bool = False) -> Human:
    """Judge a suite's reference as a system, without a reference; `blind` to its annotation, too.

    Then only anaphoric examples are left, as nothing tells what the others are.
    """
    suite, reference = loaded(path)
    if blind:
        anaphoric_only = [e for e in suite.examples if e.category.startswith("anaphoric")]
        examples = tuple(replace(example, antecedents=()) for example in anaphoric_only)
        suite = replace(suite, examples=examples)
    target = pack_of(suite.target_language)
    flips = dict(pair.split(">") for pair in FLIPS[suite.target_language].split())
    counts: Counter[str] = Counter()
    anaphoric: Counter[bool] = Counter()
    spots: dict[tuple[int, int], str] = {}
    alarms: list[str] = []

    def observe(judgement: Judgement) -> None:
        counts[judgement.reason] += 1
        if (judgement.category or "").startswith("anaphoric"):
            anaphoric[judgement.reason != UNKNOWN] += 1
            for place, form in zip(
                judgement.candidate.positions, judgement.candidate.forms, strict=False
            ):
                shows = _shows_gender(target, form, fold(judgement.pronoun))
                if judgement.reason.startswith("agrees") and form in flips and shows:
                    spots[judgement.segment, place] = form
        if judgement.reason.startswith("disagrees"):
            alarms.append(
                f"  {judgement.segment} {judgement.explanation} {judgement.candidate.text}"
            )

    _evaluate(suite, reference, replace(reference, name="human"), observe)
    again: Counter[str] = Counter()
    missed: list[str] = []

    def observe_flipped(judgement: Judgement) -> None:
        if any((judgement.segment, place) in spots for place in judgement.candidate.positions):
            again[judgement.reason] += 1
            if judgement.reason.startswith("agrees"):
                missed.append(f"  {judgement.segment} {judgement.explanation}")

    _evaluate(suite, reference, _flipped(reference, spots, flips), observe_flipped)
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


def _evaluate(suite: Suite, reference: Target, system: Target, sink: Sink) -> None:
    nothing = replace(reference, lines=[""] * len(reference.lines), links=None, placed={})
    evaluate(suite, nothing, [system], ["agreement"], sink=sink)


def loaded(path: Path) -> tuple[Suite, Target]:
    with opened(str(path)) as store, store.reading() as connection:
        stored = find_suite(connection, None)
        reference = reference_of(connection, stored)
    if reference is None:
        raise SystemExit(f"{path} has no reference")
    return stored.suite, reference


def pack_of(language: str) -> Pack:
    pack = load_pack(language)
    if pack is None:
        raise SystemExit(f"no pack for {language}")
    return pack
