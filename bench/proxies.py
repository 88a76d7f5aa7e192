r"""Matching, agreement and both as proxies for raters: TED, English to German, WMT 2021.

What raters say of all pronouns is known. A part of it is drawn at random, as if only that had been
judged, and every system is estimated from it, with proxies and without.

    proform meta mqm mqm_ted_ende.tsv.gz -l en-de --texts texts.tsv
    proform score -s texts.tsv -r texts.tsv -i texts.tsv -l en-de -m protest agreement \
      --detail detail.jsonl
    grep '"metric": "protest"' detail.jsonl > protest.jsonl
    proform meta mqm mqm_ted_ende.tsv.gz -l en-de --detail protest.jsonl --judgements people.tsv
    python -m bench.proxies detail.jsonl people.tsv
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from proform.scoring.judgements import read_judgements
from proform.stats.ppi import powered, worth
from proform.stats.sample import ProxySample
from proform.text.judgements import Label, judgement_rows

DRAWS, SEED = 20, 2026
PARTS = 0.1, 0.3
SETS = {"no proxy": (), "matching": (0,), "agreement": (1,), "both": (0, 1)}


def main() -> None:
    detail, people = map(Path, sys.argv[1:3])
    whole = _whole(detail, people)
    judged = whole.judged
    print(f"{judged.sum()} judged pronouns, {judged.shape[1]} systems; {DRAWS} draws, seed {SEED}")
    truth = np.array([np.nanmean(column) for column in whole.right.T])
    rng = np.random.default_rng(SEED)
    for part in PARTS:
        print(f"\n{part:.0%} of them drawn ({part * judged.sum() / judged.shape[1]:.0f} a system)")
        figures: dict[str, list[tuple[float, float, float, float]]] = {name: [] for name in SETS}
        for _ in range(DRAWS):
            drawn = judged & (rng.random(judged.shape) < part)
            right = np.where(drawn, whole.right, np.nan)
            chance = np.full(judged.shape, part)
            sample = ProxySample(
                whole.category, right, chance, whole.proxies, ~judged, whole.cluster
            )
            for name, chosen in SETS.items():
                estimated = powered(sample.only(*chosen)).estimates
                known = [(e, t) for e, t in zip(estimated, truth, strict=True) if e.interval]
                width = np.mean([e.interval.high - e.interval.low for e, _ in known if e.interval])
                inside = [e.interval.low <= t <= e.interval.high for e, t in known if e.interval]
                value = worth(sample, *chosen)
                ratio = (value.effective or 0) / value.judged
                figures[name].append(
                    (float(width), float(np.mean(inside)), ratio, value.correlation or 0.0)
                )
        for name, rows in figures.items():
            width, inside, ratio, correlation = np.mean(rows, axis=0)
            print(
                f"  {name:10} {100 * width:5.1f} wide, {inside:.0%} have the share of all", end=""
            )
            print(f" raters in them; r {correlation:.2f}; as good as {ratio:.2f} × the judgements")


def _whole(detail: Path, people: Path) -> ProxySample:
    """Every pronoun of every system, with what raters and judges say."""
    said = {
        row.place: row.pronoun is Label.CORRECT
        for row in judgement_rows(people)
        if row.pronoun in (Label.CORRECT, Label.INCORRECT)
    }
    rows = list(read_judgements(detail))
    systems = {name: n for n, name in enumerate(dict.fromkeys(row.system for row in rows))}
    places = dict.fromkeys((row.segment, row.position) for row in rows)
    units = {place: n for n, place in enumerate(places)}
    documents: dict[tuple[int, int], str] = {}
    shape = len(units), len(systems)
    right, proxies = np.full(shape, np.nan), np.full((2, *shape), np.nan)
    for row in rows:
        at = units[row.segment, row.position], systems[row.system]
        documents[row.segment, row.position] = row.document or ""
        if row.place in said:
            right[at] = said[row.place]
        if row.metric == "protest":
            proxies[0][at] = row.reason == "approved"
        elif (value := row.probability) is not None:
            proxies[1][at] = value
    pronouns = {(row.segment, row.position): row.pronoun for row in rows}
    kinds = {name: n for n, name in enumerate(dict.fromkeys(pronouns.values()))}
    category = np.array([kinds[pronouns[place]] for place in places])
    order = {name: n for n, name in enumerate(dict.fromkeys(documents.values()))}
    cluster = np.array([order[documents[place]] for place in places]) if len(order) > 9 else None
    return ProxySample(category, right, np.ones(shape), proxies, np.isnan(right), cluster)


if __name__ == "__main__":
    main()
