"""What English nouns name, and plain text to learn from: for `bench.antecedents train`.

The type of a noun is the lexicographers' file of its commonest sense in WordNet (`index.noun` and
`data.noun`, Debian's package wordnet-base): person, artifact, food, time … For names, and nouns
that WordNet does not have, it is that of their entities in GUM.
"""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from proform.analysis.ranker import PERSON, type_endings
from proform.analysis.source import SourceSentence, analyse
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
