"""What a caller of the library gives: texts, alignments and lists, in files or in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import chain
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from proform.analysis.antecedents import SourceText
from proform.analysis.parser import UNKNOWN, FileTags, find_model
from proform.analysis.source import Tags
from proform.analysis.tagger import label
from proform.errors import InputError, ProformError
from proform.judge.compare import Lists
from proform.judge.weights import Weights
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.output import File
from proform.scoring.chains import Chained, resolve_chains, shared_texts
from proform.text.chains import chains_in_memory, read_chains
from proform.text.conllu import read_conllu
from proform.text.corpus import Corpus
from proform.text.documents import Documents, from_ids
from proform.text.formats import Role
from proform.text.lines import STDIN
from proform.text.lists import Equivalence, read_equivalent, read_groups, read_list, read_positions
from proform.text.series import Text, without_broken
from proform.text.texts import (
    Given,
    checked_lines,
    documents_of,
    in_memory,
    open_beside,
    open_documents,
    open_ids,
    open_links,
    open_system,
    open_systems,
    open_text,
)

Linked = File | Sequence[str]
"""An alignment: a file, or a Pharaoh line for each segment."""

Chains = File | Sequence[Mapping[str, Any]]
"""Chains of coreference: a file, or a record for each document as programs return it."""


def read_corpus(
    source: Given,
    reference: Given | None,
    systems: Mapping[str, Given] | Sequence[File],
    language: str,
) -> Corpus:
    """The texts; what they are aligned by comes later, and so do documents."""
    text = open_text(source, Role.SOURCE)
    outputs = read_systems(systems, language)
    known = text.blank() if reference is None else open_text(reference, Role.REFERENCE)
    return Corpus(text, known, outputs, None)


def read_mined(
    source: Given,
    reference: Given | None,
    align_ref: Linked | None,
    documents: File | Sequence[str] | None,
    *,
    skip_broken: bool = False,
) -> tuple[Corpus, tuple[str, ...]]:
    """A corpus without systems; its reference may be in the same files as the source."""
    text = open_text(source, Role.SOURCE)
    known = text.blank()
    if reference is not None:
        known = open_text(reference, Role.REFERENCE)
    elif isinstance(source, str | PathLike):
        known = open_beside(source) or known
    if align_ref is not None and known.is_blank:
        raise ProformError("align_ref: there is no reference", hint="give the translation, too")
    links = () if align_ref is None else (_links("align_ref", align_ref),)
    corpus = Corpus(text, known, (), None, links)
    return with_documents(corpus, documents, skip_broken=skip_broken)


def read_systems(systems: Mapping[str, Given] | Sequence[File], language: str) -> list[Text]:
    """The outputs of systems: a mapping of names to texts, or a list of files."""
    if isinstance(systems, Mapping):
        for name in systems:
            if not isinstance(name, str) or not name:
                raise ProformError(f"systems: {name!r} is not the name of a system")
        texts = [open_system(name, text, language) for name, text in systems.items()]
    elif isinstance(systems, str | bytes) or not isinstance(systems, Sequence):
        hint = "give a mapping of names to texts, or a list of files"
        raise ProformError(f"systems: expected texts, found {systems!r}", hint=hint)
    else:
        for number, argument in enumerate(systems):
            if not isinstance(argument, str | PathLike):
                what = f"systems[{number}]: expected a file, found {type(argument).__name__}"
                raise ProformError(what, hint="lines in memory need a name: give a mapping")
        texts = [text for argument in systems for text in open_systems(str(argument), language)]
    if not texts:
        raise ProformError("systems: there is none", hint="give at least one")
    names = [text.name for text in texts]
    if twice := [name for name in names if names.count(name) > 1]:
        hint = "give each one a name of its own, as in -i a=out/first.fr b=out/second.fr"
        raise ProformError(f"systems: {twice[0]!r} is there twice", hint=hint)
    return texts


def with_documents(
    corpus: Corpus, documents: File | Sequence[str] | None, *, skip_broken: bool
) -> tuple[Corpus, tuple[str, ...]]:
    """The corpus with its documents; if told so without files that are broken, which are named."""
    several = any(text.files for text in (*corpus.texts, *corpus.links))
    if not skip_broken or not several:  # of one file, nothing would be left
        return replace(corpus, documents=_documents(corpus.source, documents)), ()
    ids = open_ids(str(documents)) if isinstance(documents, str | PathLike) else None
    if documents is not None and ids is None:
        what = "skip_broken: the documents have to be in as many files as the texts"
        raise ProformError(
            what, hint="documents='corpus/*.parquet#doc', or a column named document"
        )
    beside = [*corpus.links, *([ids] if ids else [])]
    texts, notes = without_broken([*corpus.texts, *beside])
    source, reference, *others = texts
    systems, more = others[: len(corpus.systems)], others[len(corpus.systems) :]
    more, rest = more[: len(corpus.more)], more[len(corpus.more) :]
    links = rest[: len(corpus.links)]
    known = documents_of(rest[-1]) if ids else _documents(source, None)
    return Corpus(source, reference, systems, known, links, more), notes


def _documents(source: Text, ids: File | Sequence[str] | None) -> Documents | None:
    if ids is None:
        return source.documents()
    if isinstance(ids, str | PathLike):
        return open_documents(str(ids))
    return from_ids(Path("documents"), checked_lines("documents", ids))


def with_links(
    corpus: Corpus,
    align_ref: Linked | None,
    align_sys: Mapping[str, Linked] | Sequence[Linked] | None,
) -> Corpus:
    """The corpus with the alignments that were given, if any were."""
    if align_ref is None and not align_sys:
        return corpus
    if not align_sys or (align_ref is None) != corpus.reference.is_blank:
        raise ProformError("align_ref and align_sys: give both, or neither")
    links: dict[str, Linked] = {}
    if isinstance(align_sys, Mapping):
        names = [system.name for system in corpus.systems]
        if missing := [name for name in names if name not in align_sys]:
            raise ProformError(f"align_sys: no alignment of {', '.join(map(repr, missing))}")
        if unknown := [name for name in align_sys if name not in names]:
            raise ProformError(f"align_sys: no system {', '.join(map(repr, unknown))}")
        links = {repr(name): align_sys[name] for name in names}
    elif isinstance(align_sys, str | bytes) or not isinstance(align_sys, Sequence):
        kind = type(align_sys).__name__
        hint = "give an alignment for each system, by its name or in the same order"
        raise ProformError(f"align_sys: expected alignments, found {kind}", hint=hint)
    else:
        links = {str(number): lines for number, lines in enumerate(align_sys)}
    systems = [_links(f"align_sys[{key}]", lines) for key, lines in links.items()]
    own = corpus.reference if align_ref is None else _links("align_ref", align_ref)
    return replace(corpus, links=[own, *systems])


def _links(name: str, links: Linked) -> Text:
    return open_links(str(links)) if isinstance(links, str | PathLike) else in_memory(name, links)


def read_forms(name: str, forms: File | Sequence[str] | None) -> Sequence[str]:
    """A list of pronouns; an empty one if there is none."""
    if isinstance(forms, str | PathLike):
        return read_list(Path(forms))
    return () if forms is None else checked_lines(name, forms)


def read_lists(
    target: Pack,
    identical: File | Sequence[Sequence[str]] | None,
    equivalent: File | Sequence[Sequence[str]] | None,
) -> Lists:
    """The forms that count as one or are as good as each other; those of the pack by default."""
    same: Sequence[Sequence[str]] = target.identical
    if identical is not None:
        same = (
            read_groups(Path(identical))
            if isinstance(identical, str | PathLike)
            else _groups("identical", identical)
        )
    groups: Sequence[Sequence[str]] = target.equivalent
    probable: Sequence[Equivalence] = ()
    if isinstance(equivalent, str | PathLike):
        groups, probable = read_equivalent(Path(equivalent))
    elif equivalent is not None:
        groups = _groups("equivalent", equivalent)
    return Lists(
        tuple(tuple(map(fold, group)) for group in same),
        tuple(tuple(map(fold, group)) for group in groups),
        {(fold(s), fold(r), fold(c)): probability for s, r, c, probability in probable},
    )


def read_places(
    positions: File | Sequence[tuple[int, int]] | None,
) -> tuple[str, Mapping[int, Mapping[int, int]]] | None:
    """The source words that are asked for, by segment and token, and where that stands."""
    if positions is None:
        return None
    if isinstance(positions, str | PathLike):
        return str(positions), read_positions(Path(positions))
    where: dict[int, dict[int, int]] = {}
    for number, pair in enumerate(_sequence("positions", positions), 1):
        if not (isinstance(pair, Sequence) and [*map(type, pair)] == [int, int] and min(pair) >= 0):
            what = f"expected a segment and a token, found {pair!r}"
            raise InputError("positions", number, what, hint="both are counted from 0")
        where.setdefault(pair[0], {})[pair[1]] = number
    return "positions", where


def read_antecedents(chains: Chains, texts: Mapping[int, SourceText], tags: Tags | None) -> Chained:
    """What pronouns of a text refer to."""
    if isinstance(chains, str | PathLike):
        name, read = str(chains), read_chains(Path(chains))
    else:
        name, read = (
            "antecedents",
            chains_in_memory("antecedents", _sequence("antecedents", chains)),
        )
    return resolve_chains(name, read, texts, tags)


def source_texts(name: str, text: Text, documents: Documents | None) -> Mapping[int, SourceText]:
    """The segments of a text, which is cut into words."""
    if text.path == STDIN:
        what = f"{name}: standard input can be read only once"
        raise ProformError(what, hint="save the source to a file")
    return {
        number: SourceText(
            None if documents is None else documents.at(number), line.split(" ") if line else ()
        )
        for number, line in enumerate(chain.from_iterable(text.decoded()))
    }


def read_tagger(
    tagger: File | None, language: str, text: Text, documents: Documents | None
) -> tuple[Tags | None, list[str]]:
    """What tells the parts of speech of a text, which is cut into words, and notes on it.

    It is None if it is our own.
    """
    if tagger is None or tagger == "words":
        return None, []
    name = fspath(tagger)
    if not name.lower().endswith((".conllu", ".conllu.gz")):
        return find_model(language, name), []
    texts = source_texts("source_tagger", text, documents)
    labels = {number: [UNKNOWN] * len(source.words) for number, source in texts.items()}
    found, notes = shared_texts(name, read_conllu(Path(name)), texts)
    for shared in found:
        words = [word for each in shared.documents for words in each.sentences for word in words]
        for word, run in zip(reversed(words), reversed(shared.places), strict=True):
            for number, k in run:  # of words that are one in the text, the first counts
                labels[number][k] = label(word.tag, word.features)
    known = {tuple(source.words): labels[number] for number, source in texts.items()}
    content = blake2b(repr([*known.items()]).encode(), digest_size=4).hexdigest()
    return FileTags(known, f"file={content}"), notes


def read_weights(weights: str | Weights, discard: str) -> Weights:
    """The weights of APT's cases, from what the command takes or as a value."""
    if isinstance(weights, Weights):
        return weights
    if not isinstance(weights, str) or not isinstance(discard, str):
        argument, value = ("discard", discard) if isinstance(weights, str) else ("weights", weights)
        raise ProformError(
            f"{argument}: expected text, found {value!r}", hint="such as 1,0.5,0,0,0,0"
        )
    return Weights.parse(weights, discard)


def _groups(name: str, groups: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    for number, group in enumerate(_sequence(name, groups)):
        checked_lines(f"{name}[{number}]", group)
    return groups


def _sequence(name: str, values: Sequence[Any]) -> Sequence[Any]:
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        raise ProformError(f"{name}: expected a list, found {type(values).__name__}")
    return values
