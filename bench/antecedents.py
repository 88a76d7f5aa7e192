"""Learns what the English pack knows of parts of speech and antecedents, and measures it.

    python -m bench.antecedents train GUM/train EWT.conllu -o src/proform/language/en.npz
    python -m bench.antecedents train GUM/train -o … --tagger src/proform/language/en.npz
    python -m bench.antecedents evaluate GUM/dev
    python -m bench.antecedents evaluate ParCorFull/TED/EN ParCorFull/DiscoMT/EN

Of GUM only documents of genres under CC BY or in the public domain are learnt from. Tags are always
those of the table itself, so nothing that only annotators know gives the answer away. `evaluate`
takes folders of CoNLL-U with coreference as in CorefUD, or of MMAX2 projects as in ParCorFull.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from proform.analysis.antecedents import Resolver, SourceText
from proform.analysis.ranker import MOST, NULLS, PronounCase, Ranker, candidates, nouns, nulls
from proform.analysis.source import Mention, analyse
from proform.analysis.tagger import NEAREST, WordTagger, endings, label, normal
from proform.language.pack import Pack, load_pack
from proform.language.weights import load_weights
from proform.model import Example
from proform.suite.candidates import find_candidates
from proform.text.conllu import CorefDocument, read_conllu
from proform.text.mmax import read_project

GENRES = ("bio", "interview", "news", "speech", "textbook", "vlog", "voyage")
"""Those of GUM that are under CC BY or in the public domain."""
NEAR = 1500
Array = NDArray[Any]
Place = tuple[int, int]


def documents(path: Path) -> list[CorefDocument]:
    """Of a file or a folder; of GUM, those that are free."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return [document for file in files if _free(file) for document in read_conllu(file)]


def _free(file: Path) -> bool:
    parts = file.name.split("_")
    return parts[0] != "GUM" or parts[1] in GENRES


# WordTagger


def tagger_table(texts: Sequence[CorefDocument]) -> dict[str, Array]:
    """The weights of the tagger, in bytes."""
    sentences = [
        ([word.form for word in words], [label(word.tag, word.features) for word in words])
        for text in texts
        for words in text.sentences
    ]
    dice = random.Random(1)  # noqa: S311
    given = [_cut(words) if dice.random() < 0.5 else words for words, _ in sentences]
    counts = Counter(normal(word) for words in given for word in words)
    listed = [word for word, count in counts.most_common() if count > 2]
    tails = Counter(end for words in given for w in words for end in {*endings(normal(w))})
    ends = [end for end, count in tails.items() if count > 19]
    labels = sorted({tag for _, tags in sentences for tag in tags})
    empty = np.zeros((1, len(labels)), np.float32)
    tagger = WordTagger(
        tuple(labels),
        {word: k for k, word in enumerate(listed, 1)},
        {end: k for k, end in enumerate(ends, 1)},
        NEAR,
        *(empty, empty),
    )
    rows, inside = tagger.features(given)
    gold = np.array([labels.index(tag) for _, tags in sentences for tag in tags])
    fold = np.repeat(np.arange(len(given)) % 2, [len(words) for words in given])
    size = rows.max() + 1
    # The second pass learns from tags as the first gives them to sentences that it has not seen.
    scores = np.zeros((len(gold), len(labels)), np.float32)
    for half in (0, 1):
        weights = _classifier(rows[fold != half], size, gold[fold != half])
        scores[fold == half] = weights[rows[fold == half]].sum(axis=1)
    context = tagger.context(scores.argmax(axis=1), rows[:, 0], inside)
    many = 3 * (len(labels) + 1) ** 2 + 2 * (NEAREST + 1) * (len(labels) + 1)
    second = _classifier(context, many, gold, scores)
    first = _classifier(rows, size, gold)
    return {
        "labels": _text(labels),
        "words": _text(listed),
        "ends": _text(ends),
        "near": np.array(NEAR),
        **_small("first", first),
        **_small("second", second),
    }


def _cut(words: Sequence[str]) -> list[str]:
    """The same as another tokeniser has it: do n't, don 't."""
    cut = list(words)
    for k in range(1, len(cut)):
        if cut[k].lower() in {"n't", "n’t"}:
            cut[k - 1 : k + 1] = [cut[k - 1].removesuffix("n") + "n", "'t"]
    return cut


def _classifier(rows: Array, size: int, gold: Array, scores: Array | float = 0.0) -> Array:
    """Weights of a row for each label, by maximum likelihood with a penalty."""
    width = int(gold.max()) + 1
    matrix = csr_matrix(
        (np.ones(rows.size, np.float32), rows.ravel(), np.arange(0, rows.size + 1, rows.shape[1])),
        shape=(len(rows), size),
    )
    back, lines, penalty = matrix.T.tocsr(), np.arange(len(rows)), 0.5

    def loss(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(size, width).astype(np.float32)
        total = matrix @ weights + scores
        total -= total.max(axis=1, keepdims=True)
        share = np.exp(total)
        sums = share.sum(axis=1)
        value = (np.log(sums) - total[lines, gold]).sum(dtype=np.float64)
        share /= sums[:, None]
        share[lines, gold] -= 1
        slope = (back @ share).ravel().astype(np.float64) + penalty * flat
        return (value + penalty / 2 * flat @ flat) / len(rows), slope / len(rows)

    found = minimize(
        loss, np.zeros(size * width), jac=True, method="L-BFGS-B", options={"maxiter": 150}
    )
    return np.asarray(found.x.reshape(size, width), np.float32)


def _text(words: Sequence[str]) -> Array:
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def _small(name: str, weights: Array) -> dict[str, Array]:
    """Weights as whole numbers of one byte."""
    unit = np.abs(weights).max() / 127
    return {name: np.round(weights / unit).astype(np.int8), f"{name}_unit": np.array(unit)}


# Antecedents


class Gold(NamedTuple):
    """A pronoun, which of its candidates are right, or which kind of nothing it is."""

    case: PronounCase
    right: frozenset[int]
    nothing: str | None


def gold_cases(document: CorefDocument, tagger: WordTagger, pack: Pack) -> Iterator[Gold]:
    """Every pronoun of a document with what its annotators say."""
    given = [[word.form for word in words] for words in document.sentences]
    sentences = {
        number: analyse(number, words, tags)
        for number, (words, tags) in enumerate(zip(given, tagger.tag(given), strict=True))
    }
    spans, own, verbal = defaultdict(list), dict[Place, str](), set[str]()
    for span in document.spans:
        spans[span.sentence, span.head].append((span.entity, span.last))
        if span.first == span.last:
            own[span.sentence, span.head] = span.entity
        if document.sentences[span.sentence][span.head].tag in {"VERB", "AUX", "ADJ", "ADV"}:
            verbal.add(span.entity)

    def is_of(mention: Mention, entity: str | None) -> bool:
        there = spans.get((mention.segment, mention.head), ())
        return any(name == entity and last >= mention.second for name, last in there)

    for number, sentence in sentences.items():
        for pronoun in (mention for mention in sentence.mentions if mention.pronoun):
            ranked = list(islice(candidates(pronoun, sentences), MOST))
            entity = own.get((number, pronoun.head))
            right = frozenset(k for k, mention in enumerate(ranked) if is_of(mention, entity))
            kind = None
            if not right:
                expletive = document.sentences[number][pronoun.head].relation == "expl"
                kind = NULLS[0] if expletive else NULLS[1] if entity in verbal else NULLS[2]
            yield Gold(PronounCase(pronoun, ranked, sentences, pack.nouns), right, kind)


def ranker_table(
    cases: Sequence[Gold], penalty: float = 4.0, least: float = 0.05
) -> dict[str, Array]:
    """The weights of the ranker that matter, in bytes."""
    names: dict[str, int] = {}
    places, ends, starts, right = list[int](), [0], list[int](), list[bool]()
    for gold in cases:
        starts.append(len(right))
        for k, (name, features) in enumerate((*nouns(gold.case), *nulls(gold.case))):
            places += [names.setdefault(feature, len(names)) for feature in features]
            ends.append(len(places))
            right.append(k in gold.right or name == gold.nothing)
    shape = len(right), len(names)
    matrix = csr_matrix((np.ones(len(places)), places, ends), shape=shape)
    often = np.flatnonzero(np.asarray((matrix > 0).sum(axis=0)).ravel() > 1)
    matrix = matrix[:, often]
    listed = list(names)
    back, good = matrix.T.tocsr(), np.array(right)
    case = np.repeat(np.arange(len(starts)), np.diff([*starts, len(right)]))

    def loss(weights: Array) -> tuple[float, Array]:
        scores = matrix @ weights
        grown = np.exp(scores - np.maximum.reduceat(scores, starts)[case])
        every = np.add.reduceat(grown, starts)
        fine = np.maximum(np.add.reduceat(grown * good, starts), 1e-300)
        value = (np.log(every) - np.log(fine)).sum() + penalty / 2 * weights @ weights
        slope = back @ (grown / every[case] - grown * good / fine[case]) + penalty * weights
        return value, slope

    found = minimize(
        loss, np.zeros(len(often)), jac=True, method="L-BFGS-B", options={"maxiter": 100}
    ).x
    kept = [k for k in range(len(often)) if abs(found[k]) >= least]
    return {
        "features": _text([listed[often[k]] for k in kept]),
        **_small("weights", found[kept]),
    }


def train(paths: Sequence[Path], output: Path, known: Path | None) -> None:
    """Learn both tables, or the ranker's alone, and write them."""
    texts = [document for path in paths for document in documents(path)]
    pack = _pack()
    if known is None:
        table = tagger_table(texts)
    else:
        with np.load(known) as arrays:
            table = {name: arrays[name] for name in arrays if name not in _RANKER}
    tagger = WordTagger.from_table(table)
    cases = [case for text in texts if text.spans for case in gold_cases(text, tagger, pack)]
    table |= ranker_table(cases)
    np.savez_compressed(output, **cast("Any", table))
    print(f"{len(texts)} documents, {len(cases)} pronouns: {output.stat().st_size} bytes")


_RANKER = ("features", "weights", "weights_unit")


# Evaluation


class Answer(NamedTuple):
    """The most probable noun: its probability, and whether it is right; and if there is one."""

    probability: float
    is_right: bool
    nominal: bool


def of_conllu(folder: Path, resolver: Resolver) -> Iterator[Answer]:
    """What is found in CoNLL-U: right is a noun of the same entity."""
    files = sorted(folder.iterdir()) if folder.is_dir() else [folder]
    for document in (document for file in files for document in read_conllu(file)):
        entities: dict[Place, set[str]] = defaultdict(set)
        for span in document.spans:
            entities[span.sentence, span.head].add(span.entity)
        given = [[word.form for word in words] for words in document.sentences]
        own = {(s.sentence, s.head): s.entity for s in document.spans if s.first == s.last}
        for place, top in _tops(given, resolver):
            entity = own.get(place)
            earlier = [at for at, names in entities.items() if at < place and entity in names]
            near = [at for at in earlier if at[0] >= place[0] - 5]
            named = any(document.sentences[s][h].tag in {"NOUN", "PROPN"} for s, h in near)
            yield Answer(top[1], top[0] in earlier, named)


def of_mmax(folder: Path, resolver: Resolver) -> Iterator[Answer]:
    """What is found in ParCorFull: right is the annotated antecedent itself."""
    pack = _pack()
    for file in sorted(folder.glob("*.mmax")):
        text = read_project(file)
        if pack.phrase is None:
            raise SystemExit("the English pack has no table [phrase]")
        picked = (e for e in find_candidates(text, pack, pack.phrase, 0) if isinstance(e, Example))
        wanted = {(e.segment, e.position): e for e in picked}
        tops = dict(_tops(text.sentences, resolver))
        for place, example in wanted.items():
            if place in tops and example.token.lower() != "you":
                right = {(noun.segment, noun.head) for noun in example.antecedents}
                head, probability = tops[place]
                yield Answer(probability, head in right, bool(right))


def _tops(
    sentences: Sequence[Sequence[str]], resolver: Resolver
) -> Iterator[tuple[Place, tuple[Place | None, float]]]:
    """The most probable noun of each it and they, and the probability of all that are the same."""
    known = resolver.resolve({k: SourceText(None, words) for k, words in enumerate(sentences)})
    for number, source in known.items():
        for position, antecedents in source.antecedents.items():
            if sentences[number][position].lower() not in {"it", "they", "them"}:
                continue
            shares: dict[str, float] = defaultdict(float)
            best: dict[str, Place] = {}
            for option in antecedents.options:
                segment, head = option.heads[0]
                word = " ".join(sentences[s][h].lower() for s, h in option.heads)
                shares[word] += option.probability
                best.setdefault(word, (segment, head))
            top = max(shares, key=shares.__getitem__, default=None)
            yield (number, position), (None, 0.0) if top is None else (best[top], shares[top])


def evaluate(folder: Path, resolver: Resolver) -> Iterator[str]:
    """Accuracy, precision where it is surest, and calibration."""
    is_mmax = folder.is_dir() and any(folder.glob("*.mmax"))
    answers = sorted((of_mmax if is_mmax else of_conllu)(folder, resolver), reverse=True)
    named = [answer for answer in answers if answer.nominal]
    yield f"{folder}: {len(answers)} pronouns, {len(named)} of them with a noun in reach"
    yield f"the right noun: {_right(named):.3f} of these"
    for part in (4, 2):
        share, every = _right(named[: len(named) // part]), _right(answers[: len(answers) // part])
        yield f"the surest {100 // part}%: {share:.3f}; of all pronouns {every:.3f}"
    tenths: dict[int, list[Answer]] = defaultdict(list)
    for answer in answers:
        tenths[min(int(answer.probability * 10), 9)].append(answer)
    for tenth in sorted(tenths):
        mean = np.mean([answer.probability for answer in tenths[tenth]])
        yield f"  said {mean:.2f}, right {_right(tenths[tenth]):.2f} of {len(tenths[tenth])}"


def _right(answers: Sequence[Answer]) -> float:
    return float(np.mean([answer.is_right for answer in answers]))


def _pack() -> Pack:
    pack = load_pack("en")
    if pack is None:
        raise SystemExit("there is no English pack")
    return pack


def resolver_of(table: Mapping[str, Any]) -> Resolver:
    """By weights as `train` writes them."""
    return Resolver(WordTagger.from_table(table), Ranker.from_table(table), _pack().nouns)


def main() -> None:
    """Learn or measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["train", "evaluate"])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("-o", "--output", type=Path, help="the table to write")
    parser.add_argument("--tagger", type=Path, help="a table whose tagger is taken as it is")
    parser.add_argument("--table", type=Path, help="the table to measure, if not the built-in one")
    given = parser.parse_args()
    if given.what == "train":
        if given.output is None:
            parser.error("train needs -o FILE")
        train(given.paths, given.output, given.tagger)
        return
    if given.table is not None:
        table = dict(np.load(given.table))
    else:
        known = load_weights("en")
        table = known.arrays if known else {}
    for path in given.paths:
        for line in evaluate(path, resolver_of(table)):
            print(line)


if __name__ == "__main__":
    main()
