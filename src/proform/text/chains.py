"""Chains of coreference, from CoNLL-U or as coreference programs print them (JSON lines).

A line is a document: its words, and clusters of spans of them. Programs differ in what they call
these, and in whether the end of a span is part of it:

- `sentences` or `tokens` with `clusters` (or `predicted_clusters`) of [first, last] words: the JSON
  lines of CoNLL-2012, and of programs since; `document` for `tokens` as AllenNLP has it,
  `clusters_token_offsets` for `clusters` as Maverick has it;
- `text` with `clusters` of [start, end) characters: fastcoref;
- `cased_words` with `span_clusters` of [first, end) words: wl-coref.

The id of the document is `doc_key`, `document_id`, `doc_id` or `id`. A third number in a span is
the probability that it belongs to its cluster.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from numbers import Integral, Real
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from proform.errors import InputError
from proform.text.conllu import CorefDocument, Span, Word, read_conllu
from proform.text.lines import plain_lines

_IDS = ("doc_key", "document_id", "doc_id", "id")
_TEXT = "text"
_OUTSIDE = ("cased_words", _TEXT)
"""Where the end of a span is the first that is not part of it."""
_WORDS = ("sentences", "tokens", "document", *_OUTSIDE)
_CLUSTERS = ("predicted_clusters", "clusters_token_offsets", "span_clusters", "clusters")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_HINT = 'such as {"doc_key": "a", "sentences": [["It", "is", "red"]], "clusters": [[[0, 0], …]]}'


def read_chains(path: Path) -> Sequence[CorefDocument]:
    """The documents of a file: JSON lines by its name (.jsonl, .jsonlines), else CoNLL-U."""
    name = path.name.lower().removesuffix(".gz")
    if not name.endswith((".jsonl", ".jsonlines", ".json")):
        return read_conllu(path)
    records = []
    for number, line in enumerate(plain_lines(path), 1):
        if line.strip():
            try:
                records.append((number, json.loads(line)))
            except (ValueError, RecursionError) as error:
                what = f"the line is not JSON ({getattr(error, 'msg', error)})"
                hint = f"each document is on one line, {_HINT}"
                raise InputError(path, number, what, hint=hint) from error
    return tuple(_document(path, number, record) for number, record in records)


def chains_in_memory(name: str, records: Sequence[Mapping[str, Any]]) -> Sequence[CorefDocument]:
    """The same of values, as a program returns them."""
    return tuple(_document(Path(name), number, each) for number, each in enumerate(records, 1))


class _Tokens(NamedTuple):
    """The words of a document, and which of them a span has."""

    words: Sequence[str]
    inside: Callable[[int, int], tuple[int, int]]
    """Their first and last; an end before the start if there is none."""


def _document(path: Path, line: int, record: object) -> CorefDocument:
    """One run of words, for a span is counted over all sentences."""

    def error(what: str) -> InputError:
        return InputError(path, line, what, hint=_HINT)

    if not isinstance(record, Mapping):
        raise error("expected a JSON object")
    key = next((key for key in _WORDS if key in record), None)
    listed = next((name for name in _CLUSTERS if name in record), None)
    if key is None or listed is None:
        missing = " or ".join(_WORDS if key is None else _CLUSTERS)
        raise error(f"no {missing} in it")
    tokens = _tokens(key, record[key])
    if tokens is None:
        raise error(f"{key} are no words")
    spans = []
    for entity, span in _spans(record[listed], error):
        first, last = tokens.inside(int(span[0]), int(span[1]))
        if not first <= last < len(tokens.words):
            raise error(f"the span {list(span)} is empty or not inside the document")
        spans.append(Span(str(entity), "", 0, first, last, last, *map(float, span[2:])))
    spans.sort(key=lambda span: (span.first, -span.last))
    name = next((str(record[key]) for key in _IDS if record.get(key) is not None), "")
    return CorefDocument(name, (tuple(map(Word, tokens.words)),), tuple(spans), line, (line,))


def _spans(
    clusters: object, error: Callable[[str], InputError]
) -> Iterator[tuple[int, Sequence[float]]]:
    if not isinstance(clusters, Sequence) or isinstance(clusters, str):
        raise error(f"expected a list of clusters, found {clusters!r}")
    for number, cluster in enumerate(clusters):
        if not isinstance(cluster, Sequence) or isinstance(cluster, str):
            raise error(f"expected a cluster of spans, found {cluster!r}")
        for span in cluster:
            if not _is_span(span):
                raise error(f"expected a span of two numbers, found {span!r}")
            if not all(isinstance(share, Real) and 0 <= float(share) <= 1 for share in span[2:]):
                what = "expected a probability from 0 to 1 as the third number of a span"
                raise error(f"{what}, found {span!r}")
            yield number, span


def _is_span(span: object) -> TypeGuard[Sequence[Any]]:
    """Does it begin with two places, which may be numbers of NumPy?"""
    if not isinstance(span, Sequence) or isinstance(span, str) or len(span) not in (2, 3):
        return False
    whole = all(isinstance(end, Integral) and not isinstance(end, bool) for end in span[:2])
    return whole and min(span[:2]) >= 0


def _tokens(key: str, value: object) -> _Tokens | None:
    if key == _TEXT:
        return _characters(value) if isinstance(value, str) else None
    if not isinstance(value, Sequence) or isinstance(value, str):
        return None
    sentences = value if key == "sentences" else [value]
    if not all(isinstance(words, list | tuple) for words in sentences):
        return None
    words = list(chain.from_iterable(sentences))
    if not all(isinstance(word, str) for word in words):
        return None
    return _Tokens(words, lambda first, last: (first, last - (key in _OUTSIDE)))


def _characters(text: str) -> _Tokens:
    """A text cut into words, whose spans are characters."""
    matches = list(_TOKEN.finditer(text))
    starts, ends = [match.start() for match in matches], [match.end() for match in matches]

    def inside(first: int, last: int) -> tuple[int, int]:
        beyond = 0 if last <= len(text) else len(matches)
        return bisect_right(ends, first), bisect_left(starts, last) - 1 + beyond

    return _Tokens([match[0] for match in matches], inside)
