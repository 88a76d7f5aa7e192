"""What English nouns name, and what is said of such things: tables for `bench.antecedents train`.

The type of a noun is the lexicographers' file of its commonest sense in WordNet (`index.noun` and
`data.noun`, Debian's package wordnet-base): person, artifact, food, time … For names, and nouns
that WordNet does not have, it is that of their entities in GUM. How much better or worse a type
goes with a verb than any noun does is counted in plain text (Resnik's selectional preferences), and
how much better the pronoun *it*, which is often impersonal where it is preferred: it rains.
"""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proform.analysis.ranker import IT, LIKELIER, PERSON, NounTypes, type_endings
from proform.analysis.source import analyse
from proform.analysis.tagger import WordTagger
from proform.language.pack import Pack
from proform.text.tokens import Tokenizer

FILES = (
    *("act", "animal", "artifact", "attribute", "body", "cognition", "communication", "event"),
    *("feeling", "food", "group", "location", "motive", "object", "person", "phenomenon", "plant"),
    *("possession", "process", "quantity", "relation", "shape", "state", "substance", "time"),
)
"""The lexicographers' files of nouns, from the fourth on; the third has what heads the others."""
_FIRST = 4
_ANYBODY = {
    **{
        f"{some}{one}": PERSON for some in ("some", "any", "every", "no") for one in ("one", "body")
    },
    **{f"{some}thing": "object" for some in ("some", "any", "every", "no")},
    # Not what WordNet has first.
    **dict.fromkeys(("dr", "fireman", "grandad", "mr", "mrs", "ms", "mum", "queen"), PERSON),
}
_ENOUGH = 4
"""An ending tells the type of nouns if so many have it."""
_SEEN = 10
"""A verb that has fewer nouns says nothing of them."""
_USUAL = 10.0
"""So many nouns of all types are added to those that a verb has."""
IT_KEY = f"*{IT}"
"""Stands among nouns for the pronoun; the noun is WordNet's."""
_LONGEST = 100
"""So many words of a line are read."""


def wordnet(folder: Path) -> dict[str, str]:
    """The types of WordNet's nouns that are one word."""
    files = {
        line[:8]: int(line[9:11])
        for line in _lines(folder / "data.noun")
        if not line.startswith(" ")
    }
    types = dict[str, str]()
    for line in _lines(folder / "index.noun"):
        word, *_ = parts = line.split()
        if line.startswith(" ") or not word.isalpha():
            continue
        number = files[parts[-int(parts[2])]]
        if number >= _FIRST:
            types[word] = FILES[number - _FIRST]
        elif word in FILES:
            types[word] = word
    return types | _ANYBODY


def _lines(path: Path) -> Iterator[str]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as stream:
        yield from stream


def types_table(mentions: Iterable[tuple[str, str]], known: Mapping[str, str]) -> dict[str, str]:
    """What is known, and for other nouns and endings the most frequent type of their entities."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for key, kind in mentions:
        if key not in known:
            counts[key][kind] += 1
    table = {key: kinds.most_common(1)[0][0] for key, kinds in counts.items()}
    ends: dict[str, Counter[str]] = defaultdict(Counter)
    for key, kinds in counts.items():
        for end in type_endings(key):
            ends[end].update(kinds)
    return {
        **table,
        **{e: kinds.most_common(1)[0][0] for e, kinds in ends.items() if kinds.total() >= _ENOUGH},
        **known,
    }


def nouns_of(paths: Sequence[Path], tagger: WordTagger, pack: Pack) -> Counter[tuple[str, str]]:
    """How often plain text says what of which noun: the noun as types have it, and its governor."""
    counts: Counter[tuple[str, str]] = Counter()
    cutter = Tokenizer(pack)
    segments = dict.fromkeys(
        segment.strip()
        for path in paths
        for line in _lines(path)
        for segment in line.split("<eos>")
    )
    rest = iter(segments)
    while part := list(islice(rest, 5000)):
        words = [[token.text for token in cutter.tokens(segment)][:_LONGEST] for segment in part]
        for sentence, tags in zip(words, tagger.tag(words), strict=True):
            for mention in analyse(0, sentence, tags).mentions:
                if not mention.pronoun and mention.second < 0:
                    counts[mention.type_key, mention.governor] += 1
                elif mention.word == IT:
                    counts[IT_KEY, mention.governor] += 1
    return counts


def preferences(
    counts: Mapping[tuple[str, str], int], types: NounTypes
) -> tuple[list[str], list[str], NDArray[Any]]:
    """Types, governors, and how much likelier each governor is with each type, in steps."""
    joint: Counter[tuple[str, str]] = Counter()
    of_type: Counter[str] = Counter()
    of_governor: Counter[str] = Counter()
    of_it: Counter[str] = Counter()
    for (key, governor), count in counts.items():
        kind = IT if key == IT_KEY else types.of_key(key)
        if kind and governor and not governor.endswith(" "):
            joint[kind, governor] += count
            of_type[kind] += count
            (of_it if kind == IT else of_governor)[governor] += count
    kinds = sorted(of_type)
    both = of_governor + of_it
    governors = sorted(name for name, count in both.items() if count >= _SEEN)
    nouns = of_type.total() - of_type[IT]
    table = np.zeros((len(governors), len(kinds)), np.int8)
    for row, governor in enumerate(governors):
        for column, kind in enumerate(kinds):
            total, own = (of_type.total(), both) if kind == IT else (nouns, of_governor)
            share = of_type[kind] / total
            seen = joint[kind, governor] + _USUAL * share
            step = round(log(seen / ((own[governor] + _USUAL) * share)) / LIKELIER)
            table[row, column] = max(-3, min(step, 3))
    return kinds, governors, table
