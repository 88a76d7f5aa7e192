"""How often the judge `agreement` is right: the figures of docs/agreement.md.

    python -m bench.agreement blocks anaphora.json --background EN FR
    python -m bench.agreement blocks tests/judge/blocks/en-de.json -l de
    python -m bench.agreement human suite.db
    python -m bench.agreement mqm people.tsv apt.jsonl agreement.jsonl

`blocks` takes contrastive translations of DiscEvalMT; `human` takes suites that were built by
`proform suite build --parcor`; `mqm` takes what `proform meta mqm --judgements` and the
`--detail` of two runs of `proform score` wrote.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tests.support.agreement_figures import contrast, human

from proform.judge.agreement import AGREES, DISAGREES, UNKNOWN

VERDICTS = ("correct", "incorrect")


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
    for reason in (AGREES, DISAGREES, UNKNOWN):
        right, wrong = (reasons[reason, verdict] for verdict in VERDICTS)
        yield f"{reason}: raters find {right} right and {wrong} wrong"


def _decided(path: Path) -> dict[tuple[str, int, int], tuple[str, str]]:
    """Verdict and reason of each pronoun."""
    return {
        (row["system"], row["segment"], row["position"]): (row["verdict"], row["reason"])
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    }


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["blocks", "human", "mqm"])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("-l", "--language", default="fr", help="the target language of blocks")
    arguments, more = parser.parse_known_args()
    match arguments.what:
        case "blocks":
            lines = iter([str(contrast(arguments.paths[0], arguments.language, more))])
        case "mqm":
            lines = mqm(*arguments.paths)
        case _:
            lines = iter([str(human(arguments.paths[0]))])
    for line in lines:
        print(line)


if __name__ == "__main__":
    main()
