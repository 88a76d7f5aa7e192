"""Measures how well the categories of pronouns in plain text are told.

    python -m bench.categories GUM/dev ParCorFull/TED/EN ParCorFull/DiscoMT/EN

Folders of CoNLL-U with coreference as in CorefUD, or of MMAX2 projects as in ParCorFull. Every *it*
and *they* counts; what annotation gives no category (it refers to nothing before it, or to
something outside of the text) is `out_of_reach`. `--genres` leaves out files of GUM.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

from bench.coreference import english_tagger

from proform.analysis.antecedents import Resolver, SourceText, informed
from proform.analysis.categories import IT, THEY, propose
from proform.judge.choices import Choices
from proform.language.pack import Pack, load_packs
from proform.model import Alignment, Example, Segment, Translation
from proform.pronoun.categories import ORDER, OUT_OF_REACH
from proform.suite.candidates import find_candidates
from proform.suite.corefud import read_corefud
from proform.text.mmax import read_project

Place = tuple[int, int]
EMPTY = Translation((), Alignment((), ()))


class Answered(NamedTuple):
    """A pronoun: its category by annotation, and those that are proposed."""

    right: str
    proposed: Mapping[str, float]


class AnnotatedText(NamedTuple):
    """Sentences with their documents, and the categories of pronouns."""

    lines: Sequence[tuple[str, Sequence[str]]]
    categories: Mapping[Place, str]


def texts_of(folder: Path, pack: Pack, genres: Sequence[str]) -> Iterator[AnnotatedText]:
    """The annotated texts of a folder; of GUM, those of some genres."""
    for project in sorted(folder.glob("*.mmax")):
        text = read_project(project)
        found = find_candidates(text, pack, english_tagger(), 0)
        examples = [e for e in found if isinstance(e, Example)]
        lines = [(project.stem, words) for words in text.sentences]
        yield AnnotatedText(lines, {(e.segment, e.position): e.category for e in examples})
    for file in sorted(folder.glob("*.conllu*")):
        if genres and not any(f"_{genre}_" in file.name for genre in genres):
            continue
        corpus = read_corefud([file], pack)
        lines = [(file.name, tuple(line.split(" "))) for line in corpus.source]
        categories = {(e.segment, e.position): e.category for e in corpus.candidates}
        yield AnnotatedText(lines, categories)


def answers(text: AnnotatedText, resolver: Resolver) -> Iterator[Answered]:
    """Every it and they."""
    pronouns = {
        number: [k for k, word in enumerate(words) if word.lower() in (IT, THEY)]
        for number, (_, words) in enumerate(text.lines)
    }
    known = resolver.resolve(
        {n: SourceText(*line, pronouns[n]) for n, line in enumerate(text.lines)}
    )
    segments = [informed(Segment(n, *line, EMPTY, ()), known) for n, line in enumerate(text.lines)]
    for number, places in pronouns.items():
        before = segments[max(number - 5, 0) : number]
        segment = Segment(
            *(number, *text.lines[number], EMPTY, (), before),
            *(segments[number].tags, segments[number].antecedents),
        )
        for k in places:
            form = segment.source[k].lower()
            proposed = dict(propose(segment, k, form, resolver.kinds))
            yield Answered(text.categories.get((number, k), OUT_OF_REACH), proposed)


def report(name: str, answered: Sequence[Answered]) -> Iterator[str]:
    """Accuracy, expected counts and calibration."""
    counts = Counter(each.right for each in answered)
    total = len(answered)
    best = sum(max(each.proposed, key=each.proposed.__getitem__) == each.right for each in answered)
    mean = sum(each.proposed.get(each.right, 0.0) for each in answered) / total
    loss = -sum(log(max(each.proposed.get(each.right, 0.0), 0.001)) for each in answered) / total
    usual = -sum(n * log(n / total) for n in counts.values()) / total
    yield f"{name}: {total} pronouns"
    commonest = counts.most_common(1)[0][1] / total
    yield f"most probable category right: {best / total:.3f}; the commonest one: {commonest:.3f}"
    yield f"mean probability of the right one: {mean:.3f}"
    yield f"mean surprise: {loss:.2f} nats; by shares of this text alone {usual:.2f}"
    off = 0.0
    yield f"{'category':32}{'true':>6}{'expected':>10}{'sure':>7}{'right':>7}"
    for category in ORDER:
        shares = [each.proposed.get(category, 0.0) for each in answered]
        expected = sum(shares)
        off += abs(expected - counts[category]) / 2
        if expected or counts[category]:
            sure = sum(share * share for share in shares) / (expected or 1)
            inside = sum(
                s for s, each in zip(shares, answered, strict=True) if each.right == category
            )
            figures = f"{expected:10.1f}{sure:7.2f}{inside / (expected or 1):7.2f}"
            yield f"{category:32}{counts[category]:6}{figures}"
    yield f"in another category than they should, in sum: {off / total:.3f}"
    tenths: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for each in answered:
        for category, share in each.proposed.items():
            tenths[min(int(share * 10), 9)].append((share, category == each.right))
    said = []
    for _, pairs in sorted(tenths.items()):
        mean = sum(share for share, _ in pairs) / len(pairs)
        right = sum(is_right for _, is_right in pairs) / len(pairs)
        said.append(f"{mean:.2f} -> {right:.2f} ({len(pairs)})")
    yield f"said -> right (pairs): {', '.join(said)}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--genres", nargs="*", default=[])
    given = parser.parse_args()
    packs = load_packs("en-fr")
    resolver = Choices(*packs).resolver
    for folder in given.folders:
        texts = texts_of(folder, packs[0], given.genres)
        answered = [each for text in texts for each in answers(text, resolver)]
        if not answered:
            raise SystemExit(f"{folder}: no annotated text in it")
        print("\n".join(report(str(folder), answered)), end="\n\n")


if __name__ == "__main__":
    main()
