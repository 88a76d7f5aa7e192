"""The pronouns of text with dependencies and coreference (CorefUD) that may go into a suite."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from proform.errors import InputError
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import Antecedent, Example
from proform.pronoun.categories import EVENT, GROUP, PLEONASTIC, SINGULAR_THEY, anaphoric
from proform.scoring.chains import PRONOUN, VERB, heads_of, kind_of
from proform.suite.candidates import Unused
from proform.suite.parcor import AnnotatedCorpus
from proform.suite.suite import Document
from proform.text.conllu import CorefDocument, Span, Word, read_conllu

_IT, _THEY = "it", "they"
_SUBJECT = "nsubj"
_PLURAL = ("Number=Plur", "Number=Ptan")
_ENDINGS = (".conllu", ".conllu.gz")


def read_corefud(paths: Sequence[Path], pack: Pack) -> AnnotatedCorpus:
    """The sentences of files, or of folders of them, and the pronouns that were annotated.

    Words are those that are written: del is one. The pack is that of the source.
    """
    lines: list[str] = []
    documents: dict[str, Document] = {}
    pronouns: list[Example | Unused] = []
    for path in _files(paths):
        for document in read_conllu(path):
            name = document.name or path.name.removesuffix(".gz").removesuffix(".conllu")
            if name in documents:
                raise InputError(path, document.line, f"document {name!r} is there twice")
            start = len(lines)
            lines += (" ".join(_written(words)) for words in document.sentences)
            documents[name] = Document(name, start, len(lines) - 1)
            pronouns += _Reader(document, pack, start).pronouns()
    if not documents:
        raise InputError(next(iter(paths), Path()), None, "no document in it")
    if not pronouns:
        what = f"no {_IT} or {_THEY} in it, which are what categories are told of"
        raise InputError(paths[0], None, what, hint="the source language is English")
    return AnnotatedCorpus(
        *(tuple(lines), (), tuple(documents.values()), {}),
        tuple(example for example in pronouns if isinstance(example, Example)),
        Counter(reason for reason in pronouns if isinstance(reason, Unused)),
    )


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        files = sorted(file for file in path.iterdir() if file.name.endswith(_ENDINGS))
        if not files:
            raise InputError(path, None, "no .conllu file in it", hint="give files of CoNLL-U")
        yield from files


def _written(words: Sequence[Word]) -> Iterator[str]:
    for word in words:
        text = word.form if word.written is None else word.written
        if text:
            yield "".join(text.split())  # a number such as 10 000 is one word


@dataclass(frozen=True)
class _Reader:
    """Tells the category of the pronouns of a document."""

    document: CorefDocument
    pack: Pack
    start: int

    def pronouns(self) -> Iterator[Example | Unused]:
        """Each `it` and `they`: numbered 0, in segments counted from `start`."""
        own: dict[tuple[int, int], Span] = {}
        chains: dict[str, list[Span]] = defaultdict(list)
        for span in self.document.spans:
            if self._kind(span) != PRONOUN:
                chains[span.entity].append(span)
            if span.first == span.last:
                own[span.sentence, span.head] = span
        for chain in chains.values():
            chain.reverse()  # of mentions with the same head, the widest is the nearest
            chain.sort(key=_place)
        for number, words in enumerate(self.document.sentences):
            for k, word in enumerate(words):
                if fold(word.form) in (_IT, _THEY) and word.tag == "PRON":
                    mention = own.get((number, k))
                    chain = chains[mention.entity] if mention else []
                    yield self._pronoun((number, k), mention, chain)

    def _pronoun(
        self, place: tuple[int, int], span: Span | None, chain: Sequence[Span]
    ) -> Example | Unused:
        """What it is by its chain: those mentions that are no pronouns, by the places of heads."""
        number, k = place
        word = self.document.sentences[number][k]
        if word.relation.startswith("expl"):
            return self._example(place, PLEONASTIC) if self._is_it(word) else Unused.UNSURE
        if span is None:
            return Unused.UNMARKED
        before = bisect_left(chain, place, key=_place)
        if not before:
            return Unused.CATAPHORIC if chain else Unused.NOT_BEFORE
        nearest = chain[before - 1]
        if self._kind(nearest) == VERB:
            return self._example(place, EVENT) if self._is_it(word) else Unused.NO_PHRASE
        category = self._category(place, nearest)
        return category if isinstance(category, Unused) else self._example(place, category, nearest)

    def _category(self, place: tuple[int, int], noun: Span) -> str | Unused:
        number, k = place
        words = self.document.sentences[noun.sentence]
        heads = [words[head] for head in heads_of(words, noun)]
        intra = noun.sentence == number
        marked = any(mark in heads[0].features for mark in _PLURAL)
        several = len(heads) > 1 or marked or _is_counted(words, noun.head)
        group = len(heads) == 1 and fold(heads[0].form) in self.pack.nouns.group
        if self._is_it(self.document.sentences[number][k]):
            if several:
                return Unused.NUMBER
            subject = self._is_subject(number, k)
            return GROUP if group else anaphoric(_IT, intra=intra, subject=subject)
        if several:
            return anaphoric(_THEY, intra=intra)
        if group or noun.kind == "organization":
            return GROUP
        is_person = noun.kind in {"person", ""} or heads[0].tag == "PRON"
        return SINGULAR_THEY if is_person else Unused.NUMBER

    def _is_subject(self, number: int, k: int) -> bool:
        """By its relation, or that of the word that it is joined to."""
        words = self.document.sentences[number]
        word, above = words[k], words[k].head
        if word.relation.startswith("conj") and above is not None:
            word = words[above]
        return word.relation.startswith(_SUBJECT)

    def _kind(self, span: Span) -> str:
        return kind_of(self.document.sentences[span.sentence], span)

    @staticmethod
    def _is_it(word: Word) -> bool:
        return fold(word.form) == _IT

    def _example(self, place: tuple[int, int], category: str, noun: Span | None = None) -> Example:
        number, k = place
        sentence = self.document.sentences[number]
        antecedents: tuple[Antecedent, ...] = ()
        if noun is not None:
            words, segment = self.document.sentences[noun.sentence], self.start + noun.sentence
            at = _positions(words)
            antecedents = tuple(
                Antecedent(segment, at[noun.first], at[noun.last], at[head])
                for head in heads_of(words, noun)
            )
        position = _positions(sentence)[k]
        token = list(_written(sentence))[position]
        return Example(0, self.start + number, position, token, category, antecedents)


def _place(span: Span) -> tuple[int, int]:
    return span.sentence, span.head


def _is_counted(words: Sequence[Word], head: int) -> bool:
    """Whether a number other than one stands with a noun: 7 percent of them are several."""
    return any(
        word.head == head and word.relation == "nummod" and fold(word.form) not in {"one", "1"}
        for word in words
    )


def _positions(words: Sequence[Word]) -> list[int]:
    """Where each word stands in the line; one that is written with another stands there."""
    positions, next_ = [], 0
    for word in words:
        positions.append(max(next_ - 1, 0) if word.written == "" else next_)
        next_ += word.written != ""
    return positions
