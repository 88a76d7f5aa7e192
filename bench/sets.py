"""Challenge sets at their real size: contrast with an n-gram model, and resegmentation.

    python -m bench.sets contrast     a trigram model of Europarl's French scores LCPT's versions
    python -m bench.sets resegment    outputs with sentences merged, split, dropped, doubled, moved
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

import proform
from proform import stored
from proform.alignment.lexicon import learn
from proform.alignment.sentences import divide, words_of
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


def resegment() -> None:
    """How many of the sentences in question are found in outputs that were spoilt."""
    for name, data, known in _spoilable():
        rng = random.Random(16)  # noqa: S311 (not for secrets)
        lexicon = learn((words_of(a), words_of(b)) for a, b in known)
        outcomes: Counter[str] = Counter()
        for source, target in data:
            output, truth = spoilt(target, rng)
            found = divide(source, without_remarks(output).text, lexicon).sentences[-1]
            outcomes[_outcome(truth, found.text)] += 1
        there = sum(n for what, n in outcomes.items() if not what.startswith("absent"))
        good = (outcomes["same"] + outcomes["nearly"]) / there
        bad = (outcomes["wrong"] + outcomes["absent, but found"]) / sum(outcomes.values())
        size = sum(outcomes.values())
        print(f"{name}: {size} outputs, found {good:.1%}, wrong {bad:.1%}; {dict(outcomes)}")


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


REMARKS = ("Here is the translation:\n", "Sure! Here's the translation: ", "Translation: ")
NOTES = ("", "\n\nNote: I kept the register.", "\n\nLet me know if you need anything else!")


def spoilt(sentences: Sequence[str], rng: random.Random) -> tuple[str, str | None]:
    """An output as systems write it, and the sentence in question, if it is still there."""
    kinds = ("drop", "merge", "split", "double", "move", "remark")
    chosen = rng.sample(kinds, k=rng.choice([0, 1, 1, 2]))
    rows = list(enumerate(sentences))
    truth: str | None = sentences[-1]
    if "drop" in chosen and len(rows) > 1:
        gone = rng.randrange(len(rows))
        truth = None if gone == len(rows) - 1 else truth
        del rows[gone]
    if "double" in chosen:
        again = rng.randrange(len(rows))
        rows.insert(again, rows[again])
    if "move" in chosen and len(rows) > 2:
        k = rng.randrange(len(rows) - 1)
        rows[k], rows[k + 1] = rows[k + 1], rows[k]
    texts = [text for _, text in rows]
    if "split" in chosen:
        k = rng.randrange(len(texts))
        words = texts[k].split()
        if len(words) > 5:
            half = len(words) // 2
            texts[k] = f"{' '.join(words[:half])}. {' '.join(words[half:]).capitalize()}"
    if "merge" in chosen and len(texts) > 1:
        k = rng.randrange(len(texts) - 1)
        joint = rng.choice([", ", " ; ", " "])
        texts[k : k + 2] = [texts[k].rstrip(".!?… ") + joint + texts[k + 1]]
    output = rng.choice([" ", " ", "\n"]).join(texts)
    if "remark" in chosen:
        output = rng.choice(REMARKS) + output + rng.choice(NOTES)
    return output, truth


Pairs = list[tuple[Sequence[str], Sequence[str]]]


def _spoilable() -> Iterator[tuple[str, Pairs, list[tuple[str, str]]]]:
    """Outputs to spoil; words are learnt from others than these."""
    inputs = _lines(SHARED / "ctxpro-dev" / "gender.opensubtitles.en-it.dev.input.gz")
    same = [[part.strip() for part in line.split("<eos>")] for line in inputs][:300]
    yield (
        "ctxpro inputs, copied",
        [(each, each) for each in same if all(each)],
        [(text, text) for each in same for text in each],
    )
    for name in ("en-fr", "en-de"):
        folder = Path(proform.__file__).parent / "demo" / "texts" / name
        source = list(_lines(folder / "source.en"))
        reference, system = (
            list(_lines(folder / f"{text}.{name[-2:]}")) for text in ("reference", "context")
        )
        runs: Pairs = [(source[n : n + 4], system[n : n + 4]) for n in range(len(source) - 3)]
        yield f"demo {name}", runs, list(zip(source, reference, strict=True))
    data = _pairs("gender.opensubtitles.en-it")
    half = len(data) // 2
    pairs = [(a, b) for source, target in data[:half] for a, b in zip(source, target, strict=True)]
    yield "ctxpro en-it, antecedent and sentence", data[half:][:600], pairs


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


def scale() -> None:
    """14,000 examples × 4 systems."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "set.json"
        examples = [_made(n) for n in range(14_000)]
        path.write_text(json.dumps(examples), encoding="utf-8")
        begun = time.perf_counter()
        suite = proform.import_set(path, Path(folder) / "s.db").suite
        _told("import", begun)
        rng = random.Random(1)  # noqa: S311
        for system in range(4):
            begun = time.perf_counter()
            scores = [rng.gauss(n % 2 * 0.5, 1) for n in range(28_000)]
            stored.add_scores(suite, f"sys{system}", scores, higher_is_better=False)
        _told("scores of one of four", begun)
        begun = time.perf_counter()
        result = suite.evaluate(metrics=["contrast"], confidence=True, paired=True)
        _told("evaluation with intervals and tests", begun)
        begun = time.perf_counter()
        proform.write_report([result], Path(folder) / "report.html")
        size = (Path(folder) / "report.html").stat().st_size / 1e6
        _told(f"report of {size:.1f} MB", begun)


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
        "errors": [
            {"contrastive": f"{nom} {n}, {other} tombe.", "replacement": other, "type": "x"}
        ],
    }


def _told(what: str, begun: float) -> None:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what}: {time.perf_counter() - begun:.1f} s, {memory:.0f} MB at most so far")


def _lines(path: Path) -> Iterator[str]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or ["contrast", "resegment", "scale"]:
        {"contrast": contrast, "resegment": resegment, "scale": scale}[wanted]()
