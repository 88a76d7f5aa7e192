"""How often the judge `agreement` is right: the figures of docs/agreement.md.

    python -m bench.agreement blocks anaphora.json --background EN FR
    python -m bench.agreement blocks tests/judge/blocks/en-de.json -l de
    python -m bench.agreement human suite.db
    python -m bench.agreement resolver suite.db
    python -m bench.agreement mqm people.tsv apt.jsonl agreement.jsonl

`blocks` takes contrastive translations of DiscEvalMT; `human` and `resolver` take suites that were
built by `proform suite build --parcor`; `mqm` takes what `proform meta mqm --judgements` and the
`--detail` of two runs of `proform score` wrote.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from tests.support.agreement_figures import contrast, human, judge_of, loaded

from proform.judge.agreement import DECIDED, Agreement
from proform.model import Occurrence, Segment, Translation
from proform.pronoun.occurrences import Hit
from proform.suite.suite import Target, parse, words

VERDICTS = ("correct", "incorrect")


def resolver(path: Path) -> Iterator[str]:
    """How often the proposed antecedent is the annotated one."""
    suite, reference = loaded(path)
    plain = replace(suite, examples=tuple(e for e in suite.examples if e.antecedents))
    counts: Counter[str] = Counter()
    wanted = {
        (e.segment, e.position): {(a.segment, a.head) for a in e.antecedents}
        for e in plain.examples
    }
    judge, choices = judge_of(plain)
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
    heads = judge.referrer.antecedents(occurrence, segment, expected).antecedents
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
