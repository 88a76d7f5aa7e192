"""How often the judge `agreement` is right: the figures of docs/agreement.md.

    python -m bench.agreement blocks anaphora.json
    python -m bench.agreement blocks tests/judge/blocks/en-de.json -l de
    python -m bench.agreement impersonal tests/judge/measured/impersonal.json -l de
    python -m bench.agreement lcpt lcpt-en-fr-dev --half 1 --every 7 --reference contrastive
    python -m bench.agreement human suite.db --blind
    python -m bench.agreement mqm people.tsv apt.jsonl agreement.jsonl
    python -m bench.agreement simulate lcpt-en-fr-dev
    python -m bench.agreement speed lcpt-en-fr-dev --plain
    python -m bench.agreement size src/proform

`blocks` takes contrastive translations of DiscEvalMT, `lcpt` the extracted files of the large
contrastive set, `human` suites that were built by `proform suite build --parcor`, `mqm` what
`proform meta mqm --judgements` and the `--detail` of two runs of `proform score` wrote. `simulate`
draws pronouns from the probabilities that LCPT's human translations have. `speed` takes processor
time, with alignments given; `size` counts lines. `--plain` leaves out the tagger that may be
installed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import pearsonr
from tests.support.agreement_figures import contrast, human, impersonal

import proform
from proform.judge import agreement
from proform.judge.agreement import AGREES, DISAGREES, UNKNOWN
from proform.language.pack import load_packs
from proform.model import Chances, Fit
from proform.scoring.judgements import Judgement
from proform.text.tokens import Tokenizer

VERDICTS = ("correct", "incorrect")
RIGHT, CONTRASTIVE = "right", "contrastive"
HALF = 3500
TURNS = 2000
"""So many systems are drawn."""
RATES = (0.02, 0.05, 0.1, 0.3)
Array = NDArray[np.float64]


class Lcpt:
    """Examples of the large contrastive set, each a document of four lines."""

    def __init__(self, folder: Path, half: int, every: int, start: int = 0) -> None:
        source, target = _packed(folder / "current.src.gz"), _packed(folder / "current.trg.gz")
        before, after = (_packed(folder / f"c3.context.{side}.gz") for side in ("src", "trg"))
        self.source: list[str] = []
        self.documents: list[str] = []
        self.versions: dict[str, list[str]] = {RIGHT: [], CONTRASTIVE: []}
        for number in range((half - 1) * HALF + start, half * HALF, every):
            first = 2 * number
            self.source += [*before[3 * first : 3 * first + 3], source[first]]
            self.documents += [str(number)] * 4
            for line, name in ((first, RIGHT), (first + 1, CONTRASTIVE)):
                self.versions[name] += [*after[3 * line : 3 * line + 3], target[line]]

    def judged(self, reference: str | None) -> list[Judgement]:
        """What is said of every `it` and `they`, in both versions."""
        rows: list[Judgement] = []
        text = None if reference is None else self.versions[reference]
        proform.score(
            *(self.source, text, self.versions, "en-fr"),
            metrics=["agreement"],
            documents=self.documents,
            source_pronouns=["it", "they"],
            judgements=rows.append,
            jobs=1,
        )
        return rows


def lcpt(folder: Path, half: int, every: int, start: int, reference: str | None) -> Iterator[str]:
    """Verdicts on the pronoun by which the two versions of an example differ.

    One that is not found counts as undecided.
    """
    rows = Lcpt(folder, half, every, start).judged(reference)
    places: dict[str, dict[int, dict[str, Judgement]]] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        if row.segment % 4 == 3:
            places[str(row.document)][row.position][row.system] = row
    examples = len(range(start, HALF, every))
    counts: Counter[tuple[str, str]] = Counter()
    for pronouns in places.values():
        best = max(pronouns.values(), key=_overlap)
        if _overlap(best):
            counts.update((name, best[name].reason) for name in (RIGHT, CONTRASTIVE))
    right = counts[RIGHT, AGREES] + counts[CONTRASTIVE, DISAGREES]
    wrong = counts[RIGHT, DISAGREES] + counts[CONTRASTIVE, AGREES]
    decided, alarms = right + wrong, counts[RIGHT, DISAGREES]
    yield f"{examples} examples, {2 * examples} decisions, reference: {reference}"
    yield f"decided {decided / 2 / examples:.3f}, right of the decided {right / decided:.3f}"
    yield f"false alarms: {alarms} of {examples} pronouns in question ({alarms / examples:.3f})"
    said = Counter(row.reason for row in rows if row.system == RIGHT)
    known = said[AGREES] + said[DISAGREES]
    yield f"all pronouns of the human text: {known} decided, {said[DISAGREES]} disagree"


def _overlap(versions: Mapping[str, Judgement]) -> int:
    """In how many of the versions a pronoun's translation is where they differ."""
    right, wrong = (versions[name].candidate.words for name in (RIGHT, CONTRASTIVE))
    codes = SequenceMatcher(None, right, wrong, autojunk=False).get_opcodes()
    differ = [code for code in codes if code[0] != "equal"]
    one = {place for _, start, end, _, _ in differ for place in range(start, end)}
    other = {place for _, _, _, start, end in differ for place in range(start, end)}
    sides = (versions[RIGHT].candidate, one), (versions[CONTRASTIVE].candidate, other)
    return sum(not spots.isdisjoint(side.positions) for side, spots in sides)


def _packed(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n") for line in lines]


def mqm(people: Path, apt: Path, judged: Path) -> Iterator[str]:
    """Precision and recall of what raters find wrong, and the error rate of each system."""
    said = [line.split("\t") for line in people.read_text(encoding="utf-8").splitlines()[1:]]
    one, other = _rows(apt), _rows(judged)
    units: dict[int, list[tuple[bool, float, float]]] = defaultdict(list)
    raters: dict[str, list[bool]] = defaultdict(list)
    reasons: Counter[tuple[str, str]] = Counter()
    for system, segment, position, _, judgement in said:
        key = system, int(segment), int(position)
        if judgement not in VERDICTS or key not in other:
            continue
        is_wrong = judgement == "incorrect"
        verdict = one[key]["verdict"] if key in one else ""
        complains = {"incorrect": 1.0, "correct": 0.0}.get(verdict, 0.5)
        units[int(segment)].append((is_wrong, complains, float(other[key]["wrong"])))
        raters[system].append(is_wrong)
        reasons[other[key]["reason"], judgement] += 1
    rng, segments = np.random.default_rng(1), list(units.values())
    drawn = [_areas(segments)]
    drawn += [
        _areas([segments[k] for k in rng.integers(len(segments), size=len(segments))])
        for _ in range(300)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    for k, name in enumerate(("apt", "agreement", "agreement - apt")):
        yield f"area, {name}: {drawn[0][k]:.3f} ({low[k]:.3f} to {high[k]:.3f})"
    yield f"share that raters find wrong: {np.mean([x[0] for u in segments for x in u]):.3f}"
    for reason in (AGREES, DISAGREES, UNKNOWN):
        right, wrong = (reasons[reason, verdict] for verdict in VERDICTS)
        yield f"{reason}: raters find {right} right and {wrong} wrong"
    rates = _rates(other)
    shares = {system: float(np.mean(marks)) for system, marks in raters.items()}
    for system in sorted(shares, key=lambda name: shares[name]):
        yield f"{system}: raters {shares[system]:.3f}, estimated {rates[system]:.3f}"
    pairs = np.array([(shares[system], rates[system]) for system in shares])
    resampled = [pairs[rng.integers(len(pairs), size=len(pairs))] for _ in range(1000)]
    some = [pearsonr(*sample.T)[0] for sample in resampled if sample.std(axis=0).all()]
    if some:
        low, high = np.quantile(some, [0.025, 0.975])
        yield f"correlation {pearsonr(*pairs.T)[0]:.3f} ({low:.3f} to {high:.3f})"
    else:
        yield "no correlation: all estimates are the same"


def _areas(units: Sequence[Sequence[tuple[bool, float, float]]]) -> list[float]:
    """The area under the curve of precision and recall, for APT, agreement, and the difference."""
    marks = np.array([mark for unit in units for mark in unit])
    apt, own = (_area(marks[:, 0], marks[:, k]) for k in (1, 2))
    return [apt, own, own - apt]


def _area(wrong: Array, score: Array) -> float:
    """Average precision; what ties is taken together."""
    values, groups = np.unique(-score, return_inverse=True)
    hits, sizes = np.bincount(groups, wrong, len(values)), np.bincount(groups)
    precision = np.cumsum(hits) / np.cumsum(sizes)
    return float((precision * hits).sum() / hits.sum())


def _rates(rows: Mapping[tuple[str, int, int], Mapping[str, Any]]) -> dict[str, float]:
    """The estimated share of wrong pronouns of each system."""
    description = agreement.describe("agreement")
    sums: dict[str, Array] = defaultdict(lambda: np.zeros(len(description.statistics)))
    for (system, _, _), row in rows.items():
        named = set(row["statistics"].replace("=", " ").split())
        sums[system] += [float(name in named) for name in description.statistics]
    return {system: 1 - float(description.score(counts)) for system, counts in sums.items()}


def _rows(path: Path) -> dict[tuple[str, int, int], dict[str, Any]]:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {(row["system"], row["segment"], row["position"]): row for row in rows}


def simulate(folder: Path, every: int) -> Iterator[str]:
    """Pronouns drawn from the probabilities of real ones, with known shares of wrong ones.

    Each has the gender that it has, or the other one of the two, as probably as the model says, be
    it right or wrong; misreadings included.
    """
    fits = list(_human_fits(folder, every))
    pronouns = [(_seen(here), _seen(tuple(map(_turned, here)))) for here in fits]
    right, wrong, bins = np.array(pronouns).transpose(2, 0, 1)
    description = agreement.describe("agreement")
    rng = np.random.default_rng(1)
    at_stake = int((bins != agreement.bin_of(0.0)).any(axis=1).sum())
    yield f"{len(bins)} pronouns, {at_stake} of which tell something"
    for rate in RATES:
        estimates, covered = [], 0
        for _ in range(TURNS):
            shares = (1 - rate) * right + rate * wrong
            first = rng.random(len(bins)) * shares.sum(axis=1) < shares[:, 0]
            drawn = np.where(first, bins[:, 0], bins[:, 1]).astype(int)
            sums = np.bincount(drawn, minlength=len(description.statistics)).astype(float)
            again = rng.multinomial(len(bins), sums / sums.sum(), size=1000).astype(float)
            low, high = np.quantile(1 - description.score(again), [0.025, 0.975])
            estimates.append(1 - float(description.score(sums)))
            covered += low <= rate <= high
        mean = float(np.mean(estimates))
        yield f"wrong {rate:.2f}: estimated {mean:.4f}, intervals cover {covered / TURNS:.3f}"


def _human_fits(folder: Path, every: int) -> Iterator[tuple[Fit, ...]]:
    """What the pronouns of human translations fit, of those that stand for something."""
    texts, fits = Lcpt(folder, 1, every), list[tuple[Fit, ...]]()
    plain = agreement.evidence

    def record(candidate: tuple[Fit, ...], *references: tuple[Fit, ...]) -> agreement.Odds:
        fits.append(candidate)
        return plain(candidate, *references)

    vars(agreement)["evidence"] = record
    del texts.versions[CONTRASTIVE]
    texts.judged(None)
    vars(agreement)["evidence"] = plain
    return filter(None, fits)


def _turned(fit: Fit) -> Fit:
    """As it is for a pronoun of the other gender, which shows what the first may hide."""
    right, wrong, safe, open_, _ = fit.chances
    stays = safe if fit.heads else 0.0
    return fit._replace(chances=Chances(wrong, right, stays, open_))


def _seen(fits: tuple[Fit, ...]) -> tuple[float, float, int]:
    """How probable a pronoun that fits so is, if right and if wrong; and where it is counted."""
    right, wrong, safe, open_ = (
        sum(fit.probability * fit.chances[k] for fit in fits) + agreement.SLIP * (k < 2)
        for k in range(4)
    )
    either = safe + open_
    return right + either, wrong + either, agreement.bin_of(agreement.evidence(fits).scored)


def speed(folder: Path) -> Iterator[str]:
    """Seconds of CPU: to start, for 1,000 segments of each system, and by length."""
    one = _seconds(["It works ."], [["Il marche ."]], [[_links(3)]])
    yield f"start-up, and one line: {one:.2f} s"
    texts = Lcpt(folder, 1, 7)
    source_cutter, target_cutter = map(Tokenizer, load_packs("en-fr"))
    source = [source_cutter.line(line) for line in texts.source]
    versions = [[target_cutter.line(line) for line in text] for text in texts.versions.values()]
    links = [list(proform.align(source, lines, "en-fr").lines) for lines in versions]
    one, two = (_seconds(source, versions[:k], links[:k]) for k in (1, 2))
    many = len(source) / 1000
    yield f"1,000 segments: {one / many:.2f} s, each further system {(two - one) / many:.2f} s"
    english, french = "the cat saw a house . it fell .", "le chat vit une maison . elle tomba ."
    for size in (1250, 2500, 5000):
        times = size // 8
        a_line = (
            [" ".join([english] * times)],
            [[" ".join([french] * times)]],
            [[_links(8 * times)]],
        )
        lines = [english] * size, [[french] * size], [[_links(8)] * size]
        told = f"{_seconds(*a_line):.2f} s; a document of {size} lines: {_seconds(*lines):.2f} s"
        yield f"a line of {size} words: {told}"


def _links(size: int) -> str:
    return " ".join(f"{k}-{k}" for k in range(size))


def _seconds(
    source: Sequence[str], systems: Sequence[Sequence[str]], links: Sequence[Sequence[str]]
) -> float:
    """To judge systems, whose pronouns are all of one document."""
    start = process_time()
    proform.score(
        *(source, None, {str(k): lines for k, lines in enumerate(systems)}, "en-fr"),
        metrics=["agreement"],
        align_sys={str(k): lines for k, lines in enumerate(links)},
        documents=["text"] * len(source),
        judgements=False,
        jobs=1,
    )
    return process_time() - start


CORE = "nouns, pronouns, gender, lexica, verdicts"
_PARTS = {
    CORE: ("fits", "gender", "nouns", "parser", "pronouns"),
    "parts of speech, antecedents, what words mean": (
        *("antecedents", "meanings", "ranker", "source", "tagger"),
    ),
    "subjects without a word": ("verbs",),
    "categories, which the judge does not use": ("categories",),
}
"""The modules of `analysis`, by what they are for."""
_HELPERS = ("agreement", "lexica", "readings", "weights")
_TABLES = ("fr.agree", "de.agree", "es.agree", "en.nouns")


def size(package: Path) -> Iterator[str]:
    """Lines of the judge and what it rests on, and of the tables for it in four packs."""
    folder = package / "analysis"
    rest = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    if rest != {name for names in _PARTS.values() for name in names}:
        raise SystemExit(f"size: `_PARTS` does not have the modules of {folder}")
    lines = {part: sum(_lines(folder / f"{n}.py") for n in names) for part, names in _PARTS.items()}
    lines[CORE] += _lines(package / "judge" / "agreement.py")
    lines[CORE] += sum(_lines(package / "language" / f"{name}.py") for name in _HELPERS)
    toml = sum(_table_lines(package / "language", *name.split(".")) for name in _TABLES)
    yield f"{sum(lines.values())} lines of Python, {toml} of TOML"
    for part, count in lines.items():
        yield f"  {count}: {part}"


def _lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def _table_lines(folder: Path, language: str, table: str) -> int:
    text = (folder / f"{language}.toml").read_text(encoding="utf-8")
    parts = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    return sum(part.count("\n") for part in parts if re.match(rf"\[+{table}\b", part))


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "what",
        choices=["blocks", "impersonal", "lcpt", "human", "mqm", "simulate", "speed", "size"],
    )
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("-l", "--language", default="fr", help="the target language of blocks")
    parser.add_argument("--half", type=int, default=1, choices=[1, 2], help="of LCPT's examples")
    parser.add_argument("--every", type=int, default=1, help="so many examples of LCPT are one")
    parser.add_argument("--start", type=int, default=0, help="so many are left out before")
    parser.add_argument("--reference", choices=[RIGHT, CONTRASTIVE], help="of LCPT; else none")
    parser.add_argument("--blind", action="store_true", help="without a suite's annotation")
    parser.add_argument("--plain", action="store_true", help="without a tagger")
    arguments, more = parser.parse_known_args()
    if arguments.plain:
        vars(agreement)["find_tagger"] = lambda _: None
    path = arguments.paths[0]
    match arguments.what:
        case "blocks":
            lines = iter([str(contrast(path, arguments.language, more))])
        case "impersonal":
            counts = impersonal(path, arguments.language).most_common()
            lines = iter([", ".join(f"{reason} {count}" for reason, count in counts)])
        case "lcpt":
            lines = lcpt(
                path, arguments.half, arguments.every, arguments.start, arguments.reference
            )
        case "mqm":
            lines = mqm(*arguments.paths)
        case "speed":
            lines = speed(path)
        case "size":
            lines = size(path)
        case "simulate":
            lines = simulate(path, arguments.every)
        case _:
            lines = iter([str(human(path, blind=arguments.blind))])
    for line in lines:
        print(line)


if __name__ == "__main__":
    main()
