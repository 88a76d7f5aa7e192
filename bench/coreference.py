"""Pronouns whose antecedents are known, for `bench.antecedents`: GUM, EWT, ctxpro and ParCorFull.

GUM has coreference by annotators; EWT has syntax, which tells impersonal pronouns. ctxpro's
development sets have what a coreference system found for pronouns of film subtitles whose
translation shows the same gender as that of the noun: one antecedent, and nothing of pronouns that
have none.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from proform.analysis.antecedents import Resolution, Resolver, SourceText
from proform.analysis.ranker import NULLS, PronounCase
from proform.analysis.source import Mention, Tags, analyse
from proform.analysis.tagger import WordTagger, tagger_of
from proform.language.forms import fold
from proform.language.pack import Pack, load_pack
from proform.model import Example
from proform.suite.candidates import find_candidates, heads, tags_of
from proform.text.conllu import CorefDocument, read_conllu
from proform.text.mmax import Markable, Project, read_project
from proform.text.tokens import Tokenizer

GENRES = ("bio", "interview", "news", "speech", "textbook", "vlog", "voyage")
"""Those of GUM that are under CC BY or in the public domain."""
FORMS = ("it", "they", "them")
_BACK = 6
"""So many segments of an example of ctxpro are read, its own included."""
_SILVER, _WRITTEN = 0.25, 0.125
"""What a program found, or was written to be learnt from, counts so much."""
_VERBAL = {"VERB", "AUX", "ADJ", "ADV"}

Place = tuple[int, int]


class Gold(NamedTuple):
    """A pronoun, which of its candidates are right, and which kinds of nothing it may be."""

    case: PronounCase
    right: frozenset[int]
    nothing: frozenset[str] = frozenset()
    unknown: frozenset[int] = frozenset()
    """Candidates that are not, or of which it is not known whether they are right."""
    is_silver: bool = False
    """Was it found by a program, which says nothing of pronouns without a noun?"""
    weight: float = 1.0


def english() -> Pack:
    """The pack of English."""
    pack = load_pack("en")
    if pack is None:
        raise SystemExit("there is no English pack")
    return pack


def english_tagger() -> WordTagger:
    """The one that comes along."""
    tagger = tagger_of("en")
    if tagger is None:
        raise SystemExit("there are no weights for English")
    return tagger


# GUM


def documents(path: Path) -> list[CorefDocument]:
    """Of a file or a folder; of GUM, those that are free."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return [document for file in files if _free(file) for document in read_conllu(file)]


def _free(file: Path) -> bool:
    parts = file.name.split("_")
    return parts[0] != "GUM" or parts[1] in GENRES


def gold_cases(document: CorefDocument, tags: Tags, pack: Pack) -> Iterator[Gold]:
    """Every pronoun of a document with what its annotators say."""
    spans, own, verbal = defaultdict(list), dict[Place, str](), set[str]()
    for span in document.spans:
        spans[span.sentence, span.head].append((span.entity, span.last))
        if span.first == span.last:
            own[span.sentence, span.head] = span.entity
        if document.sentences[span.sentence][span.head].tag in _VERBAL:
            verbal.add(span.entity)

    def is_of(mention: Mention, entity: str | None) -> bool:
        there = spans.get((mention.segment, mention.head), ())
        return any(name == entity and last >= mention.second for name, last in there)

    for case in pronoun_cases(
        [[w.form for w in words] for words in document.sentences], tags, pack
    ):
        place = case.pronoun.heads[0]
        entity = own.get(place)
        right = frozenset(k for k, mention in enumerate(case.candidates) if is_of(mention, entity))
        expletive = _is_expletive(document, place)
        kind = NULLS[0] if expletive else NULLS[1] if entity in verbal else NULLS[2]
        yield Gold(case, right, frozenset({kind} if not right else ()), _idle(document, case))


def _is_expletive(document: CorefDocument, place: Place) -> bool:
    segment, head = place
    return document.sentences[segment][head].relation == "expl"


def _idle(document: CorefDocument, case: PronounCase) -> frozenset[int]:
    """Earlier pronouns that refer to nothing."""
    known = enumerate(case.candidates)
    return frozenset(k for k, m in known if m.pronoun and _is_expletive(document, m.heads[0]))


def expletive_cases(document: CorefDocument, tags: Tags, pack: Pack) -> Iterator[Gold]:
    """Every it of a document without coreference: its syntax tells whether it stands for nothing.

    If it does not, it may be anything else. As texts may be short, each comes a second time, with
    one sentence before it at most.
    """
    given = [[w.form for w in words] for words in document.sentences]
    for case in pronoun_cases(given, tags, pack):
        segment, place = case.pronoun.heads[0]
        if case.pronoun.word != FORMS[0]:
            continue
        expletive = _is_expletive(document, (segment, place))
        near = tuple(mention for mention in case.candidates if mention.segment >= segment - 1)
        short = case._replace(candidates=near)
        for each in (case, short) if len(near) < len(case.candidates) else (case,):
            right = () if expletive else range(len(each.candidates))
            nothing = frozenset(NULLS[:1] if expletive else NULLS[1:])
            yield Gold(each, frozenset(right), nothing, _idle(document, each))


def marked_texts(path: Path, pack: Pack) -> Iterator[tuple[list[list[str]], dict[Place, str]]]:
    """Short texts, one a line, and the marks of their pronouns and antecedents.

    The [press]1 got hold of the [photos]2. | <They>1 printed <them>2. Segments are parted by bars;
    the mark of a pronoun is that of its noun, p if it is impersonal, or e if no noun names what it
    refers to.
    """
    cutter = Tokenizer(pack)
    for line in path.read_text(encoding="utf-8").splitlines():
        given, keys = list[list[str]](), dict[Place, str]()
        for number, segment in enumerate(line.split(" | ")):
            plain, starts, end = "", dict[int, str](), 0
            for mark in _MARK.finditer(segment):
                plain += segment[end : mark.start()]
                starts[len(plain)], end = mark["key"], mark.end()
                plain += mark["noun"] or mark["pronoun"]
            tokens = cutter.tokens(plain + segment[end:])
            given.append([token.text for token in tokens])
            marked = ((k, starts.get(token.start)) for k, token in enumerate(tokens))
            keys |= {(number, k): key for k, key in marked if key}
        yield given, keys


def marked_cases(path: Path, tags: Tags, pack: Pack) -> Iterator[Gold]:
    """The pronouns of marked texts; one without a mark is not learnt from."""
    for given, keys in marked_texts(path, pack):
        for case in pronoun_cases(given, tags, pack):
            if gold := _marked(case, keys):
                yield gold


_MARK = re.compile(r"(?:\[(?P<noun>[^]]+)\]|<(?P<pronoun>[^>]+)>)(?P<key>\d|p|e)")
_NOTHING = {"p": NULLS[0], "e": NULLS[1]}


def _marked(case: PronounCase, keys: Mapping[Place, str]) -> Gold | None:
    key = keys.get(case.pronoun.heads[0])
    if key is None:
        return None
    if kind := _NOTHING.get(key):
        weight = 1.0 if kind == NULLS[0] else _WRITTEN  # impersonal ones are rare elsewhere
        return Gold(case, frozenset(), frozenset({kind}), weight=weight)
    marks = [{keys.get(place) for place in mention.heads} for mention in case.candidates]
    many = {k for k, mention in enumerate(case.candidates) if len(mention.heads) > 1}
    whole = {k for k in many if marks[k] == {key}}
    right = whole or {k for k, own in enumerate(marks) if own == {key} and k not in many}
    told = {*"123456789", "e"}
    unknown = {k for k, m in enumerate(case.candidates) if m.pronoun and not marks[k] & told}
    if whole:
        unknown |= {k for k, own in enumerate(marks) if own == {key}} - whole
    known = Gold(case, frozenset(right), unknown=frozenset(unknown), weight=_WRITTEN)
    return known if right else None


def pronoun_cases(
    sentences: Sequence[Sequence[str]], tags: Tags, pack: Pack, asked: Sequence[str] = ()
) -> Iterator[PronounCase]:
    """Every pronoun of a document, and every word that is asked for."""
    resolution = Resolution(Resolver(kinds=pack.nouns))
    for number, (words, labels) in enumerate(zip(sentences, tags.tag(sentences), strict=True)):
        wanted = [place for place, word in enumerate(words) if fold(word) in asked]
        yield from resolution.cases(number, SourceText(None, words, wanted), labels)


def noun_types(texts: Sequence[CorefDocument], tags: Tags) -> Iterator[tuple[str, str]]:
    """What is mentioned, as `ranker.NounTypes` has it, with the type of its entity."""
    for text in texts:
        given = [[word.form for word in words] for words in text.sentences]
        kinds = {(span.sentence, span.head): span.kind for span in text.spans if span.kind}
        for number, labels in enumerate(tags.tag(given)):
            for mention in analyse(number, given[number], labels).mentions:
                kind = kinds.get((number, mention.head))
                if kind and not mention.pronoun and mention.second < 0:
                    yield mention.type_key, kind


# ctxpro


def silver_cases(file: Path, tags: Tags, pack: Pack) -> Iterator[Gold]:
    """Those of a set of ctxpro whose pronoun stands once in its segment."""
    with gzip.open(file, "rt", encoding="utf-8") as stream:
        records = json.load(stream)
    texts = file.with_name(file.name.replace(".json", ".input"))
    with gzip.open(texts, "rt", encoding="utf-8") as stream:
        inputs = [line.rstrip("\n").split("<eos>")[-_BACK:] for line in stream]
    cutter = Tokenizer(pack)
    for record, segments in zip(records, inputs, strict=True):
        if record["src pronoun"] in FORMS and (
            gold := _silver(record, segments, cutter, tags, pack)
        ):
            yield gold


def _silver(
    record: Mapping[str, Any], segments: Sequence[str], cutter: Tokenizer, tags: Tags, pack: Pack
) -> Gold | None:
    given = [[token.text for token in cutter.tokens(segment)] for segment in segments]
    low = [word.lower() for word in given[-1]]
    last, there = len(given) - 1, len(given) - 1 - record["ante distance"]
    if there < 0 or low.count(record["src pronoun"]) != 1:
        return None
    phrase = [token.text for token in cutter.tokens(record["src ante phrase"])]
    places = range(len(given[there]) - len(phrase) + 1)
    starts = [k for k in places if given[there][k : k + len(phrase)] == phrase]
    within = [k for k, word in enumerate(phrase) if word == record["src ante head"]]
    heads = {start + k for start in starts for k in within}
    position = low.index(record["src pronoun"])
    case = next(
        (c for c in pronoun_cases(given, tags, pack) if c.pronoun.heads == ((last, position),)),
        None,
    )
    if case is None:
        return None
    ranked = list(enumerate(case.candidates))
    at = [(k, m) for k, m in ranked if m.segment == there and heads & {m.head, m.second}]
    right = frozenset(k for k, mention in at if mention.second < 0)
    unknown = {k for k, mention in ranked if mention.pronoun} | {k for k, m in at if m.second >= 0}
    return (
        Gold(case, right, unknown=frozenset(unknown), is_silver=True, weight=_SILVER)
        if right
        else None
    )


# ParCorFull


class Annotated(NamedTuple):
    """Where the nouns stand that a pronoun may be said to refer to."""

    entity: frozenset[Place]
    """All that name the same, before it."""
    exact: frozenset[Place] | None = None
    """The antecedent itself, if the pronoun may go into a test suite."""


def annotated_pronouns(text: Project, pack: Pack) -> dict[Place, Annotated]:
    """Every it, they and them of a text that annotators found a function for."""
    tagger = english_tagger()
    examples, tags = find_candidates(text, pack, tagger, 0), tags_of(text, tagger)
    exact = {
        (example.segment, example.position): frozenset(
            (noun.segment, noun.head) for noun in example.antecedents
        )
        for example in examples
        if isinstance(example, Example)
    }
    named: dict[str, set[int]] = defaultdict(set)
    pronouns: dict[Place, Annotated] = {}
    for mention in text.mentions:
        first, entity = mention.words[0], mention.attributes.get("coref_class", "")
        if mention.attributes.get("mention") != "pronoun":
            for words in _runs(mention):
                spoken, tagged = [text.words[k] for k in words], [tags[k] for k in words]
                named[entity].update(words[k] for k in heads(spoken, tagged, pack.nouns))
        elif len(mention.words) == 1 and text.words[first].lower() in FORMS:
            place = text.place(first)
            same = () if entity in {"", "empty"} else named[entity]
            there = {text.place(head) for head in same if head < first}
            if mention.attributes.get("type") in _FUNCTIONS:
                known = exact.get(place)
                pronouns[place] = Annotated(frozenset(there | (known or set())), known)
    return pronouns


_FUNCTIONS = {"anaphoric", "cataphoric", "pleonastic", "extratextual reference"}


def _runs(mention: Markable) -> Iterator[list[int]]:
    """The words of a mention, cut where it is interrupted."""
    for _, run in groupby(enumerate(mention.words), key=lambda pair: pair[1] - pair[0]):
        yield [word for _, word in run]


def projects(folder: Path) -> Iterator[Project]:
    """Those of a folder of ParCorFull."""
    return (read_project(file) for file in sorted(folder.glob("*.mmax")))
