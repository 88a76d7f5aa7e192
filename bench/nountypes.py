"""What English nouns and verbs are about, and plain text: for `bench.antecedents train`.

The type of a word is the lexicographers' file of its commonest sense in WordNet (Debian's package
wordnet-base): person, artifact, food, time …, of verbs motion, creation … For names, and nouns that
WordNet does not have, it is that of their entities in GUM.
"""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from proform.analysis.ranker import PERSON, VERB, type_endings
from proform.analysis.source import SourceSentence, analyse, stem
from proform.analysis.tagger import WordTagger
from proform.language.pack import Pack
from proform.text.tokens import Tokenizer

FILES = (
    *("act", "animal", "artifact", "attribute", "body", "cognition", "communication", "event"),
    *("feeling", "food", "group", "location", "motive", "object", "person", "phenomenon", "plant"),
    *("possession", "process", "quantity", "relation", "shape", "state", "substance", "time"),
)
"""The lexicographers' files of nouns, from the fourth on; the third has what heads the others."""
VERB_FILES = (
    *("body", "change", "cognition", "communication", "competition", "consumption", "contact"),
    *("creation", "emotion", "motion", "perception", "possession", "social", "stative", "weather"),
)
_FIRST, _FIRST_VERB = 4, 29
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
_LONGEST = 100
"""So many words of a line are read."""


def wordnet(folder: Path, common: Container[str]) -> dict[str, str]:
    """The types of WordNet's nouns and verbs that are one common word."""
    types = dict[str, str]()
    for word, number in _senses(folder, "noun", common):
        if number >= _FIRST:
            types[word] = FILES[number - _FIRST]
        elif word in FILES:
            types[word] = word
    for word, number in _senses(folder, "verb", common):
        types.setdefault(f"{VERB}{stem(word)}", VERB_FILES[number - _FIRST_VERB])
    return types | _ANYBODY


def _senses(folder: Path, kind: str, common: Container[str]) -> Iterator[tuple[str, int]]:
    """Words, and the number of the file that has their commonest sense."""
    files = {
        line[:8]: int(line[9:11])
        for line in _lines(folder / f"data.{kind}")
        if not line.startswith(" ")
    }
    for line in _lines(folder / f"index.{kind}"):
        word, *_ = parts = line.split()
        if not line.startswith(" ") and word.isalpha() and word in common:
            yield word, files[parts[-int(parts[2])]]


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


def read_text(paths: Sequence[Path], tagger: WordTagger, pack: Pack) -> Iterator[SourceSentence]:
    """The segments of plain text, analysed, each once."""
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
            yield analyse(0, sentence, tags)
