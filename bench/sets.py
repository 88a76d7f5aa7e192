"""Challenge sets at their real size: contrast with an n-gram model, and resegmentation.

    python -m bench.sets contrast     a trigram model of Europarl's French scores LCPT's versions
    python -m bench.sets versions     contrastive versions made of LCPT's references, beside its own
    python -m bench.sets disagreements   where ctxpro's rule and alignment differ on its references
    python -m bench.sets remarks      what language models say around translations
    python -m bench.sets resegment    outputs with sentences merged, split, dropped, doubled, moved
    python -m bench.sets whole        two thousand sentences as one text
    python -m bench.sets scale        14,000 examples, four systems: import, scores, evaluation

Data by others is found in `../shared` (or PROFORM_SHARED), and nothing of it is kept.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import random
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.remarks import SEEN, UNSEEN, dressed
from playwright.sync_api import sync_playwright

import proform
from proform import stored
from proform.alignment.lexicon import learn, words_of
from proform.alignment.models import load_starter
from proform.alignment.sentences import divide
from proform.text.remarks import without_remarks

SHARED = Path(os.environ.get("PROFORM_SHARED", Path(__file__).parents[2] / "shared")) / "data"


class Trigrams:
    """A small language model: trigrams, bigrams and words, interpolated with fixed weights."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.counts: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
        self.words = 0
        for line in lines:
            tokens = ["<s>", "<s>", *words_of(line), "</s>"]
            for n in range(2, len(tokens)):
                self.words += 1
                for size in range(3):
                    self.counts[size][tuple(tokens[n - size : n + 1])] += 1
        self.before: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
        for size in (1, 2):
            for gram, count in self.counts[size].items():
                self.before[size][gram[:-1]] += count

    def cost(self, line: str) -> float:
        """The negative log probability of a line."""
        tokens = ["<s>", "<s>", *words_of(line), "</s>"]
        return -sum(math.log(self._chance(tokens[n - 2 : n + 1])) for n in range(2, len(tokens)))

    def _chance(self, gram: Sequence[str]) -> float:
        chance = 0.1 * (self.counts[0][(gram[2],)] + 1) / (self.words + 100_000)
        for size, weight in ((1, 0.4), (2, 0.5)):
            key = tuple(gram[2 - size :])
            if self.before[size][key[:-1]]:
                chance += weight * self.counts[size][key] / self.before[size][key[:-1]]
        return chance


def contrast() -> None:
    """LCPT's versions by a trigram model: each sentence by itself."""
    model = Trigrams(_lines(SHARED / "europarl" / "en-fr.fr.gz"))
    lcpt = SHARED / "lcpt-en-fr-dev"
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        suite = proform.import_set(lcpt, Path(folder) / "s.db").suite
        print(f"imported in {time.perf_counter() - begun:.1f} s")
        current = list(_lines(lcpt / "current.trg.gz"))
        stored.add_scores(suite, "trigrams", [*map(model.cost, current)], higher_is_better=False)
        print(suite.evaluate(metrics=["contrast"], confidence=True).to_text(by=["pair"]))


def versions() -> None:
    """Contrastive versions made of LCPT's references, beside its own; the second half is unseen."""
    lcpt = SHARED / "lcpt-en-fr-dev"
    with tempfile.TemporaryDirectory() as folder:
        suite = proform.import_set(lcpt, Path(folder) / "s.db").suite
        made = stored.make_contrast(suite, Path(folder) / "c.db")
        print(*made.notes, sep="\n")
        known, ours = suite.value, made.suite.value
        for name, part in (("first half", range(1, 3501)), ("second half", range(3501, 7001))):
            chosen = [n for n in part if n in ours.challenges]
            pairs = [
                (
                    _letters(ours.challenges[n].versions[0].sentences[-1]),
                    _letters(known.challenges[n].versions[0].sentences[-1]),
                    ours.challenges[n].right[-1],
                )
                for n in chosen
            ]
            other = [pair for pair in pairs if pair[0] != pair[1]]
            same = len(pairs) - len(other)
            print(f"{name}: {len(chosen)} of {len(part)} changed, {same} as LCPT's")
            for pair in other[:40]:
                print("", *pair, sep="\n    ")


def _letters(text: str) -> str:
    """Without blanks and in lower case, since one is cut into words; and with elision as LCPT's."""
    return "".join(text.lower().split()).replace("sielle", "s'elle")


def disagreements() -> None:
    """Human translations of ctxpro's examples, where the set's rule and alignment differ."""
    name = "gender.opensubtitles.en-es"
    with gzip.open(SHARED / "ctxpro-dev" / f"{name}.dev.json.gz", "rt", encoding="utf-8") as file:
        entries: list[dict[str, Any]] = json.load(file)
    places = sorted(random.Random(7).sample(range(len(entries)), 900))  # noqa: S311
    metrics = ["expected-form", "expected-aligned"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.json"
        path.write_text(json.dumps([entries[n] for n in places]), encoding="utf-8")
        suite = proform.import_set(path, Path(folder) / "s.db", languages="en-es").suite
        human = [" ".join(entries[n]["ref segment"].split()) for n in places]
        suite.add_system("human", human, layout="asked")
        rows = suite.evaluate(metrics=metrics).judgements
    said: dict[int, dict[str, Any]] = {}
    for row in rows:
        said.setdefault(row.example or 0, {})[row.metric] = row
    kinds: Counter[tuple[str, ...]] = Counter()
    for number, both in said.items():
        own, aligned = (both[metric] for metric in metrics)
        kinds[own.verdict.value, aligned.verdict.value, aligned.reason] += 1
        if own.verdict is not aligned.verdict:
            print(places[number - 1], own.verdict.value, aligned.reason, aligned.explanation)
    for kind, size in kinds.most_common():
        print(size, *kind)


def resegment() -> None:
    """How many of the sentences in question are found in outputs that were spoilt."""
    for name, languages, data, known in _spoilable():
        rng = random.Random(16)  # noqa: S311 (not for secrets)
        starter = load_starter(languages, []) if languages else None
        lexicon = learn(known, None if starter is None else starter.model)
        outcomes: Counter[str] = Counter()
        sure: dict[bool, list[float]] = {True: [], False: []}
        for source, target in data:
            output, truth = spoilt(source, target, rng)
            found = divide(source, without_remarks(output).text, lexicon).sentences[-1]
            outcome = _outcome(truth, found.text)
            outcomes[outcome] += 1
            if found.text is not None:
                sure[found.confidence >= 0.9].append(float(outcome in ("same", "nearly")))
        there = sum(n for what, n in outcomes.items() if not what.startswith("absent"))
        good = (outcomes["same"] + outcomes["nearly"]) / there
        bad = (outcomes["wrong"] + outcomes["absent, but found"]) / sum(outcomes.values())
        size = sum(outcomes.values())
        print(f"{name}: {size} outputs, found {good:.1%}, wrong {bad:.1%}; {dict(outcomes)}")
        for high, hits in sure.items():
            if hits:
                share = sum(hits) / len(hits)
                bound = "at least" if high else "less than"
                print(f"  {bound} 90% sure: {len(hits)}, {share:.1%} of them right")


def whole() -> None:
    """Two thousand sentences of subtitles as one text, a part of them left out."""
    source, target = (
        [sentence for run in _lcpt()[:500] for sentence in run[side]] for side in (0, 1)
    )
    rng = random.Random(1)  # noqa: S311
    wanted = [None if rng.random() < 0.03 else text for text in target]
    starter = load_starter("en-fr", [])
    lexicon = learn([], None if starter is None else starter.model)
    began = _now()
    found = divide(source, " ".join(filter(None, wanted)), lexicon).sentences
    _told(f"{len(source)} sentences", began)
    pairs = zip(wanted, found, strict=True)
    print(Counter(_outcome(truth, placement.text) for truth, placement in pairs))


def _outcome(truth: str | None, text: str | None) -> str:
    if truth is None:
        return "absent, and said so" if text is None else "absent, but found"
    if text is None:
        return "not found"
    one, other = Counter(words_of(truth)), Counter(words_of(text))
    shared = 2 * sum((one & other).values()) / (sum(one.values()) + sum(other.values()))
    plain = [re.sub(r"\W+", "", each.lower()) for each in (truth, text)]
    if plain[0] == plain[1]:
        return "same"
    return "nearly" if shared >= 0.8 else "partly" if shared >= 0.5 else "wrong"


def remarks() -> None:
    """From how many styles of language models is nothing but the translation left?"""
    for name, styles in (("seen", SEEN), ("unseen", UNSEEN)):
        hits: Counter[str] = Counter()
        size = 0
        for source, target in (pair for known in ("en-fr", "en-de") for pair in _demo(known)[0]):
            size += 1
            wanted = _bare(" ".join(target))
            for style in styles:
                text = without_remarks(dressed(style, list(target), list(source))).text
                hits[style] += _bare(text) == wanted
        whole = sum(hits[style] == size for style in styles)
        share = hits.total() / size / len(styles)
        print(f"{name}: {whole} of {len(styles)} styles always, {share:.1%} of all outputs")
        print(
            *(f"  {hits[each]}/{size} {each!r}" for each in styles if hits[each] < size), sep="\n"
        )


def _bare(text: str) -> str:
    return re.sub(r"\W+", "", text.lower())


def spoilt(
    source: Sequence[str], sentences: Sequence[str], rng: random.Random
) -> tuple[str, str | None]:
    """An output as systems write it, and the sentence in question, if it is still there."""
    kinds = ("drop", "merge", "split", "double", "move", "remark")
    chosen = rng.sample(kinds, k=rng.choice([0, 1, 1, 2]))
    rows = list(range(len(sentences)))
    truth: str | None = sentences[-1]
    if "drop" in chosen and len(rows) > 1:
        gone = rng.randrange(len(rows))
        truth = None if gone == len(rows) - 1 else truth
        del rows[gone]
    if "double" in chosen:
        again = rng.randrange(len(rows))
        rows.insert(again, rows[again])
    if "move" in chosen and len(rows) > 2:
        far = rng.random() < 0.3
        k = rng.randrange(len(rows) - 1)
        rows.insert(rng.randrange(len(rows)) if far else k + 1, rows.pop(k))
    texts = [sentences[row] for row in rows]
    if "split" in chosen:
        k = rng.randrange(len(texts))
        words = texts[k].split()
        if len(words) > 5:
            half = len(words) // 2
            texts[k] = f"{' '.join(words[:half])}. {' '.join(words[half:]).capitalize()}"
    if "merge" in chosen and len(texts) > 1:
        k = rng.randrange(len(texts) - 1)
        joint, rest = rng.choice([", ", " ; ", " "]), texts[k + 1]
        rest = rest[:1].lower() + rest[1:] if rng.random() < 0.5 else rest
        texts[k : k + 2] = [texts[k].rstrip(".!?… ") + joint + rest]
    if "remark" in chosen:
        return dressed(rng.choice(UNSEEN), texts, list(source)), truth
    return rng.choice([" ", " ", "\n"]).join(texts), truth


HUMAN = (
    "gender.opensubtitles.en-es",
    "gender.opensubtitles.en-it",
    "animacy.opensubtitles.pt-en",
    "auxiliary.opensubtitles.en-fr",
    "animacy.opensubtitles.pl-en",
)
MOST = 600
Pairs = list[tuple[Sequence[str], Sequence[str]]]


def _spoilable() -> Iterator[tuple[str, str, Pairs, list[tuple[str, str]]]]:
    """Outputs to spoil, their languages, and lines to learn words from: others than these.

    Constants were chosen on even examples; these are the odd ones.
    """
    inputs = _lines(SHARED / "ctxpro-dev" / "gender.opensubtitles.en-it.dev.input.gz")
    same = [[part.strip() for part in line.split("<eos>")] for line in inputs][:300]
    yield "ctxpro inputs, copied", "", [(each, each) for each in same if all(each)], []
    for name in ("en-fr", "en-de"):
        runs, known = _demo(name)
        yield f"demo {name}", name, runs, known
    yield "WMT21 TED en-de, systems, ten sentences", "en-de", _talks(), []
    yield "LCPT, human, four sentences", "en-fr", _lcpt()[1::2][:MOST], []
    for name in HUMAN:
        data = _pairs(name)
        rows = [pair for source, target in data[::2] for pair in zip(source, target, strict=True)]
        yield f"ctxpro {name}, human, two sentences", name.split(".")[-1], data[1::2][:MOST], rows


def _demo(name: str) -> tuple[Pairs, list[tuple[str, str]]]:
    folder = Path(proform.__file__).parent / "demo" / "texts" / name
    source = list(_lines(folder / "source.en"))
    reference, system = (
        list(_lines(folder / f"{text}.{name[-2:]}")) for text in ("reference", "context")
    )
    runs: Pairs = [(source[n : n + 4], system[n : n + 4]) for n in range(len(source) - 3)]
    return runs, list(zip(source, reference, strict=True))


def _talks() -> Pairs:
    """Every second ten sentences of the talks that systems translated."""
    rows = [line.split("\t") for line in _lines(SHARED / "mqm-ted-en-de" / "mqm_ted_ende.tsv.gz")]
    talks: dict[tuple[str, str], dict[int, tuple[str, str]]] = {}
    for system, talk, _, segment, _, source, target, *_ in rows[1:]:
        plain = re.sub("</?v>", "", target)
        talks.setdefault((system, talk), {})[int(segment)] = source, plain
    runs: Pairs = []
    for _, segments in sorted(talks.items()):
        texts = [segments[n] for n in sorted(segments)]
        for first in range(10, len(texts) - 9, 20):
            sources, targets = zip(*texts[first : first + 10], strict=True)
            runs.append((sources, targets))
    return runs


def _lcpt() -> Pairs:
    folder = SHARED / "lcpt-en-fr-dev"
    current, before = (
        [list(_lines(folder / f"{name}.{side}.gz")) for side in ("src", "trg")]
        for name in ("current", "c3.context")
    )
    runs: Pairs = []
    for n in range(0, len(current[0]), 2):
        source, target = (
            [*context[3 * n : 3 * n + 3], lines[n]]
            for lines, context in zip(current, before, strict=True)
        )
        if all(source) and all(target):
            runs.append((source, target))
    return runs


def _pairs(name: str) -> Pairs:
    with gzip.open(SHARED / "ctxpro-dev" / f"{name}.dev.json.gz", "rt", encoding="utf-8") as file:
        entries: list[dict[str, Any]] = json.load(file)
    return [
        (
            [each["src ante segment"], each["src segment"]],
            [each["ref ante segment"], each["ref segment"]],
        )
        for each in entries
        if each["ante distance"]
    ]


SYSTEMS = 4


def scale() -> None:
    """14,000 examples, four systems with scores and translations: from import to the report."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "set.json"
        examples = [_made(n) for n in range(14_000)]
        path.write_text(json.dumps(examples), encoding="utf-8")
        began = _now()
        suite = proform.import_set(path, Path(folder) / "s.db", languages="en-fr").suite
        _told("import", began)
        rng = random.Random(1)  # noqa: S311
        for system in range(SYSTEMS):
            began = _now()
            scores = [rng.gauss(n % 2 * 0.5, 1) for n in range(2 * len(examples))]
            stored.add_scores(suite, f"sys{system}", scores, higher_is_better=False)
        _told("scores of one of four", began)
        for system in range(SYSTEMS):
            began = _now()
            right = [rng.random() < 0.5 + system / 10 for _ in examples]
            lines = [
                each["ref segment" if good else "wrong"]
                for each, good in zip(examples, right, strict=True)
            ]
            suite.add_system(f"sys{system}", lines, layout="asked")
        _told("translation by one of four", began)
        began = _now()
        metrics = ["contrast", "expected-form", "expected-aligned"]
        result = suite.evaluate(metrics=metrics, confidence=True, paired=True)
        _told("evaluation by three metrics, with intervals and tests", began)
        began = _now()
        report = Path(folder) / "report.html"
        proform.write_report([result], report)
        _told(f"report of {report.stat().st_size / 1e6:.1f} MB", began)
        opened(report)


def opened(report: Path) -> None:
    """How long a browser takes to show a report, and to have its examples ready."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page()
        begun = time.perf_counter()
        page.goto(report.as_uri(), wait_until="commit")
        page.wait_for_selector("#summary table")
        shown = time.perf_counter() - begun
        page.wait_for_selector("html[data-ready]", timeout=120_000)
        ready = time.perf_counter() - begun
        print(f"opened: summary after {shown:.1f} s, examples after {ready:.1f} s")
        browser.close()


def _made(n: int) -> dict[str, Any]:
    form, other = ("elle", "il") if n % 3 else ("il", "elle")
    noun, nom = ("lamp", "lampe") if n % 3 else ("book", "livre")
    return {
        "src segment": f"The {noun} {n} fell and it broke.",
        "ref segment": f"{nom.capitalize()} {n}, {form} tombe.",
        "src pronoun": "it",
        "ref pronoun": form,
        "ante distance": n % 5,
        "intrasegmental": n % 5 == 0,
        "document id": f"film {n // 20}",
        "segment id": n,
        "src ante head": noun,
        "ref ante head": nom,
        "wrong": f"{nom} {n}, {other} tombe.",
        "errors": [
            {"contrastive": f"{nom} {n}, {other} tombe.", "replacement": other, "type": "x"}
        ],
    }


def _now() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def _told(what: str, began: tuple[float, float]) -> None:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    clock, used = (now - then for now, then in zip(_now(), began, strict=True))
    print(f"{what}: {clock:.1f} s ({used:.1f} s of processor), {memory:.0f} MB at most so far")


def _lines(path: Path) -> Iterator[str]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


if __name__ == "__main__":
    commands = (contrast, versions, disagreements, remarks, resegment, whole, scale)
    known = {command.__name__: command for command in commands}
    for wanted in sys.argv[1:] or known:
        known[wanted]()
