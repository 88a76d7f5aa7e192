"""Translations of a suite, linked to its source."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from proform.alignment.base import Pair
from proform.alignment.pipeline import Method, align_lines, pair_lines, prepare, tokenised
from proform.errors import InputError, ProformError
from proform.suite.suite import Suite, Target, place
from proform.text.links import read_links
from proform.text.texts import Text
from proform.text.tokens import Tokenizer


def read_lines(text: Text, tokenizer: Tokenizer | None, length: int | None = None) -> list[str]:
    """The lines of a text, cut into words; as many as the source has, if that is known."""
    lines = list(chain.from_iterable(tokenised(text, tokenizer).decoded()))
    if length is not None and len(lines) == length + 1 and not lines[-1]:
        lines.pop()  # one blank line too many is no difference, as in `proform score`
    if length is not None and len(lines) != length:
        what, hint = f"{len(lines)} lines, but the source has {length}", "a line a source segment"
        raise InputError(text.path, min(len(lines), length) + 1, what, hint=hint)
    for number, line in enumerate(lines):
        if "\x00" in line:
            what = f"a NUL character in segment {number}, which no database keeps"
            raise InputError(text.path, None, what, hint="segments are counted from 0")
    return lines


def link_reference(
    method: Method,
    suite: Suite,
    name: str,
    lines: Sequence[str],
    links: Text | None,
) -> Target:
    """The reference, with what stands for each example, by given links or by aligning."""
    if links is not None:
        return _given(suite, name, lines, links)
    aligner = prepare(method, lambda: pair_lines(suite.source, lines))
    found = align_lines(method, aligner, suite.source, lines, name)
    return place(suite, Target(name, lines, found, how=aligner.signature))


def link_systems(
    method: Method,
    suite: Suite,
    reference: Target | None,
    texts: Sequence[tuple[Text, Text | None]],
) -> list[Target]:
    """Systems, with what stands for each example.

    Texts with given links are taken as they are, the others are cut into words and aligned.
    """

    def basis() -> list[Pair]:
        if reference is None:
            what = "the suite has no reference to learn alignment from"
            raise ProformError(what, hint="give --align FILE, --background SRC TGT or --model DIR")
        return pair_lines(suite.source, reference.lines)

    size, aligner, linked = len(suite.source), None, []
    for text, links in texts:
        if links is not None:
            linked.append(_given(suite, text.name, read_lines(text, None, size), links))
            continue
        lines = read_lines(text, method.tokenizers.target, size)
        aligner = aligner or prepare(method, basis)
        found = align_lines(method, aligner, suite.source, lines, text.name)
        linked.append(place(suite, Target(text.name, lines, found, how=aligner.signature)))
    return linked


def _given(suite: Suite, name: str, lines: Sequence[str], given: Text) -> Target:
    links = read_links(given.path, given.blocks(), suite.source, lines)
    return place(suite, Target(name, lines, links, how="given"))
