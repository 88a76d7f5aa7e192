"""Output as systems write it, cut to the sentences of its source: `proform.resegment`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise
from pathlib import Path

from proform.alignment.lexicon import learn
from proform.alignment.models import load_starter
from proform.alignment.sentences import FOUND, Division, divide
from proform.errors import ProformError
from proform.output import File, as_path, refuse_overwriting
from proform.table.table import Column, Table
from proform.table.writers import WRITERS
from proform.text.corpus import Corpus
from proform.text.documents import Documents, read_documents
from proform.text.formats import Role
from proform.text.lines import STDIN
from proform.text.remarks import without_remarks
from proform.text.texts import Given, in_memory, open_text

_NOTED = 10
"""So many notes on a system are shown with a score."""
_ENOUGH = 20
"""From so many pairs something can be learnt."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A source sentence, what translates it in the output, and how that was found."""

    source: str
    text: str | None
    how: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Resegmented:
    """An output cut to the sentences of its source, and what of it translates none of them."""

    sentences: tuple[Sentence, ...]
    added: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What a language model said around the translation."""

    @property
    def lines(self) -> tuple[str, ...]:
        """One line per source sentence; empty where no translation was found."""
        return tuple(sentence.text or "" for sentence in self.sentences)

    @property
    def notes(self) -> Iterator[str]:
        """What was found and what not, in a few lines."""
        counts = Counter(sentence.how for sentence in self.sentences)
        found = sum(sentence.text is not None for sentence in self.sentences)
        rest = ", ".join(f"{n} {how}" for how, n in counts.items() if how != FOUND)
        yield f"{found} of {len(self.sentences)} sentences found" + (f" ({rest})" if rest else "")
        for number, sentence in enumerate(self.sentences, 1):
            if sentence.text is None:
                yield f"line {number}, {sentence.how}: {sentence.source}"
        yield from (f"translates nothing: {text}" for text in self.added)
        yield from (f"a remark: {text!r}" for text in self.remarks)

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """A line per source sentence; in another style than text, a table of how each was found."""
        if style == "text":
            return "".join(f"{line}\n" for line in self.lines)
        names = ("line", "how", "confidence", "source", "text")
        rows = (
            (n, each.how, round(each.confidence, 3), each.source, each.text)
            for n, each in enumerate(self.sentences, 1)
        )
        records = tuple(dict(zip(names, row, strict=True)) for row in rows)
        table = Table("sentences", "sentences", tuple(map(Column, names)), records)
        return WRITERS[style]([table], list(self.notes), terminal)


def resegment(
    source: Given,
    output: Given,
    *,
    reference: Given | None = None,
    languages: str | None = None,
    documents: File | None = None,
    outputs: Sequence[File | None] = (),
) -> Resegmented:
    """Find the translation of each source sentence in an output with other line breaks.

    Words are learnt from the `reference`, else from the output itself; with `languages`, such as
    en-fr, on top of the starter model for them, if there is one. If the output has one line for
    each of the `documents`, they are taken one by one.

    >>> proform.resegment(["It rains.", "We stay."], ["Il pleut. Nous restons."]).lines
    ('Il pleut.', 'Nous restons.')
    """
    texts = open_text(source, Role.SOURCE), open_text(output, Role.SYSTEM)
    refuse_overwriting([as_path(path) for path in outputs], [text.path for text in texts])
    lines, written = (list(chain.from_iterable(text.decoded())) for text in texts)
    if not any(lines):
        raise ProformError("source: there is no sentence in it")
    runs = None if documents is None else read_documents(Path(documents))
    units = _units(lines, written, runs)
    known = None
    if reference is not None:
        known = list(chain.from_iterable(open_text(reference, Role.REFERENCE).decoded()))
        if len(known) != len(lines):
            what = f"reference: {len(known)} lines, but the source has {len(lines)}"
            raise ProformError(what, hint="one line for each source sentence")
    pairs = () if known is None else zip(lines, known, strict=True)
    return _read(units, pairs, languages)


def resegment_systems(
    corpus: Corpus, languages: str, *, known: bool = True
) -> tuple[Corpus, list[str]]:
    """A corpus whose systems may have any lines, cut to its source; and what was not found.

    Words are learnt from the reference, if there is one that is `known`.
    """
    if STDIN in corpus.paths():
        hint = "give files, or run proform read-output first"
        raise ProformError("resegment: standard input (-) can be read only once", hint=hint)
    lines = list(chain.from_iterable(corpus.source.decoded()))
    pairs = zip(lines, chain.from_iterable(corpus.reference.decoded()), strict=False)
    taught = list(pairs) if known else []
    systems, notes = [], []
    for system in corpus.systems:
        written = list(chain.from_iterable(system.decoded()))
        cut = _read(_units(lines, written, corpus.documents), taught, languages)
        systems.append(in_memory(system.name, cut.lines, system.name))
        notes += [f"{system.name}: {note}" for note in islice(cut.notes, _NOTED)]
    return replace(corpus, systems=systems), notes


def _read(
    units: Sequence[Unit], known: Iterable[tuple[str, str]], languages: str | None
) -> Resegmented:
    """All outputs as one."""
    parts = [
        Resegmented(tuple(_sentences(sentences, found)), found.added, remarks)
        for (sentences, _), (found, remarks) in zip(
            units, divided(units, known, languages), strict=True
        )
    ]
    return Resegmented(
        tuple(chain.from_iterable(part.sentences for part in parts)),
        tuple(chain.from_iterable(part.added for part in parts)),
        tuple(chain.from_iterable(part.remarks for part in parts)),
    )


Unit = tuple[Sequence[str], str]
"""Source sentences and the output that translates them."""


def divided(
    units: Sequence[Unit], known: Iterable[tuple[str, str]] = (), languages: str | None = None
) -> list[tuple[Division, tuple[str, ...]]]:
    """The division of each output, and its remarks.

    Words are those of the starter model of these languages, and of lines that are known to be
    translations of each other; without any, the outputs teach them.
    """
    plain = [(sentences, without_remarks(output)) for sentences, output in units]
    starter = load_starter(languages, []) if languages else None
    prior = None if starter is None else starter.model
    pairs = [(source, target) for source, target in known if source and target]
    lexicon = learn(pairs, prior)
    first = [divide(sentences, each.text, lexicon) for sentences, each in plain]
    if not pairs:
        pairs = [
            (sentence, placement.text)
            for (sentences, _), found in zip(plain, first, strict=True)
            for sentence, placement in zip(sentences, found.sentences, strict=True)
            if placement.text is not None
        ]
        if len(pairs) >= _ENOUGH:
            lexicon = learn(pairs, prior)
            first = [divide(sentences, each.text, lexicon) for sentences, each in plain]
    return [(found, each.remarks) for found, (_, each) in zip(first, plain, strict=True)]


def _sentences(source: Sequence[str], found: Division) -> Iterator[Sentence]:
    for sentence, placement in zip(source, found.sentences, strict=True):
        yield Sentence(sentence, placement.text, placement.how, placement.confidence)


def _units(lines: list[str], written: list[str], runs: Documents | None) -> list[Unit]:
    """Whole documents where the output has a line for each, else all as one."""
    if runs is None:
        return [(lines, "\n".join(written))]
    runs.check(len(lines))
    if len(written) != len(runs.starts):
        return [(lines, "\n".join(written))]
    ends = pairwise((*runs.starts, len(lines)))
    return [(lines[first:last], text) for (first, last), text in zip(ends, written, strict=True)]
