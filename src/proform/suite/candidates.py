"""The pronouns of an annotated text that may go into a test suite: category and antecedents.

The head of a noun phrase is told by its parts of speech.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from proform.analysis.source import INDEFINITE, NOUNS, OWNERS, Tags
from proform.language.pack import NounKinds, Pack
from proform.model import Antecedent, Example
from proform.text.mmax import Markable, Project

_LETTER = re.compile(r"\w")
_OPEN = {"``", '"', "“", "„", "«", "‘"}
_CLOSE = {"''", '"', "”", "“", "»"}
_NOWHERE = {"", "empty"}
_OF = "of"
_VERBS = ("VERB", "AUX")
_CLAUSES = {"to", "what", "whatever", "who", "whoever", "how", "why", "when", "whenever", "where"}
_STANDING = {"this", "that", "these", "those", "one", "ones", "all", "both", "each", "other"}
"""Pronouns that stand for a noun, or before one."""
# The second spelling of each is that of ParCor, and of parts of ParCorFull.
_SUBJECT = {"subject", "it (subject)"}
_OTHER = {"non-subject", "it (non-subject)"}
_SINGULAR = {"singular", "they (sg.)"}
_DEICTIC = {
    "you (sg.)": "addressee_deictic_singular_you",
    "you (pl.)": "addressee_deictic_plural_you",
}


class Unused(Enum):
    """Why a pronoun is not a candidate."""

    UNMARKED = "not annotated"
    UNSURE = "function not known"
    CATAPHORIC = "cataphoric"
    EXTRATEXTUAL = "refers to something outside of the text"
    IMPLICIT = "no explicit antecedent"
    NOT_BEFORE = "no antecedent before it"
    NO_PHRASE = "antecedent is no noun phrase"
    NUMBER = "antecedent of another number"
    POSITION = "subject or not is not clear"


def find_candidates(
    text: Project, pack: Pack, tags: Tags, start: int
) -> Iterator[Example | Unused]:
    """Each `it` and `they`, and annotated `you`: numbered 0, in segments counted from `start`."""
    reader = _Reader(text, tags_of(text, tags), pack.nouns, start)
    referents: dict[str, tuple[Markable, ...]] = {}  # of each class, as far as the text is read
    listed: dict[str, list[Markable]] = defaultdict(list)
    marked = set()
    for mention in text.mentions:
        word = reader.low(mention.words[0]) if len(mention.words) == 1 else ""
        marks = mention.attributes
        key = marks.get("coref_class", "")
        # What is marked as a pronoun may be `someone`, which introduces.
        named = marks.get("type") == "antecedent" and word not in pack.inventory
        if marks.get("mention") != "pronoun" or named:
            earlier = listed[key] if marks.get("nptype") == "antecedent" else []
            listed[key], referents[key] = [*earlier, mention], (mention,)
            continue
        together = listed.pop(key, [])
        if marks.get("split") == "split reference" and together:
            referents[key] = tuple(together)
        if word in {"it", "they", "you"} and mention.words[0] not in marked:
            marked.add(mention.words[0])
            yield reader.pronoun(mention, () if key in _NOWHERE else referents.get(key, ()))
    for k in range(len(text.words)):
        if k not in marked and reader.low(k) in {"it", "they"}:
            yield Unused.UNMARKED


class _Span(NamedTuple):
    """A noun phrase and its head, as words of the text."""

    first: int
    last: int
    head: int


class _Reader(NamedTuple):
    """Tells the category of the pronouns of a text."""

    text: Project
    tags: Sequence[str]
    nouns: NounKinds
    start: int

    def low(self, word: int) -> str:
        return self.text.words[word].casefold()

    def pronoun(self, mention: Markable, referents: Sequence[Markable]) -> Example | Unused:
        match mention.attributes.get("type"), self.low(mention.words[0]):
            case "anaphoric", "it" | "they":
                return self._anaphoric(mention, referents)
            case "pleonastic", "it":
                return self._example(mention, "pleonastic_it")
            case "addressee reference", "you":
                generic = mention.attributes.get("audience") == "generic you"
                category = _DEICTIC.get(mention.attributes.get("agreement", ""))
                category = "addressee_generic_you" if generic else category
                return self._example(mention, category) if category else Unused.UNSURE
            case "cataphoric", _:
                return Unused.CATAPHORIC
            case "extratextual reference", _:
                return Unused.EXTRATEXTUAL
            case _:
                return Unused.UNSURE

    def _anaphoric(self, mention: Markable, referents: Sequence[Markable]) -> Example | Unused:
        if mention.attributes.get("split") == "no explicit antecedent":
            return Unused.IMPLICIT
        if mention.attributes.get("antetype") == "event":
            it = self.low(mention.words[0]) == "it"
            return self._example(mention, "event_it") if it else Unused.UNSURE
        spans = [span for referent in referents for span in self._spans(referent)]
        before = [span for span in spans if span.head < mention.words[0]]
        if not before:
            return Unused.NO_PHRASE if referents and not spans else Unused.NOT_BEFORE
        category = self._category(mention, before)
        if isinstance(category, Unused):
            return category
        return self._example(mention, category, before)

    def _category(self, mention: Markable, spans: Sequence[_Span]) -> str | Unused:
        word, head = mention.words[0], spans[-1].head
        where = "intra" if self.text.place(word)[0] == self.text.place(head)[0] else "inter"
        if len(spans) == 1 and self._group(spans[0]):
            return "anaphoric_group_it-they"
        if self.low(word) == "they":
            return self._they(mention, spans, where)
        # Names such as Jaws may look like plurals.
        if any(self._plural(span.head) and not self._capital(span.head) for span in spans):
            return Unused.NUMBER
        position = self._position(mention)
        return f"anaphoric_{where}_{position}_it" if position else Unused.POSITION

    def _they(self, mention: Markable, spans: Sequence[_Span], where: str) -> str | Unused:
        head = spans[-1].head
        if len(spans) > 1 or self._plural(head):
            return f"anaphoric_{where}_they"
        single = mention.attributes.get("agreement") in _SINGULAR
        if single and self._capital(head) and self.text.place(head)[1] > 0:
            # A person with a name would be he or she, so it is an organisation.
            return "anaphoric_group_it-they"
        if single or self.low(head) in self.nouns.single:
            return "anaphoric_singular_they"
        # A head that is no plural need not be a singular noun: `those`, `all three`.
        is_noun = self.tags[head].startswith(NOUNS) and self.low(head) not in self.nouns.either
        return Unused.NUMBER if is_noun else f"anaphoric_{where}_they"

    def _position(self, mention: Markable) -> str | None:
        """Subject or not; None if it is not said, or if the words beside it say otherwise."""
        marked, word = mention.attributes.get("position"), mention.words[0]
        place, size = self.text.place(word)[1], len(self.tags)
        before = self.tags[word - 1] if place else ""
        after = self.tags[word + 1] if word + 1 < size else ""
        if marked in _SUBJECT:
            verbless = after in {"", "ADP", "PUNCT"}
            wrong = before == "ADP" or (verbless and before not in {"AUX", "PART"})  # is n't it
            return None if wrong else "subject"
        if marked in _OTHER:
            wrong = after == "AUX" and before != "ADP"
            return None if wrong else "non-subject"
        return None

    def _group(self, span: _Span) -> bool:
        """Whether it is one group, and not some sort or number of it."""
        counted = _OF in map(self.low, range(span.first + 1, span.head))
        return self.low(span.head) in self.nouns.group and not counted

    def _plural(self, head: int) -> bool:
        return self.tags[head].endswith(".pl") and self.low(head) not in self.nouns.either

    def _capital(self, word: int) -> bool:
        return self.text.words[word][0].isupper()

    def _spans(self, mention: Markable) -> Iterator[_Span]:
        """The heads of a noun phrase; if it is interrupted, each part has its own."""
        if mention.attributes.get("mention") != "np" and len(mention.words) > 1:
            return
        for _, run in groupby(enumerate(mention.words), key=lambda pair: pair[1] - pair[0]):
            words = [word for _, word in run]
            spoken, tags = zip(*((self.text.words[w], self.tags[w]) for w in words), strict=True)
            for head in heads(spoken, tags, self.nouns):
                yield _Span(words[0], words[-1], words[head])

    def _example(self, mention: Markable, category: str, spans: Sequence[_Span] = ()) -> Example:
        word = mention.words[0]
        segment, position = self.text.place(word)
        antecedents = tuple(map(self._antecedent, spans))
        token = self.text.words[word]
        return Example(0, self.start + segment, position, token, category, antecedents)

    def _antecedent(self, span: _Span) -> Antecedent:
        """The same, by sentence; what is in other sentences than the head is cut off."""
        segment, head = self.text.place(span.head)
        start = span.head - head
        last = min(span.last - start, len(self.text.sentences[segment]) - 1)
        return Antecedent(self.start + segment, max(span.first - start, 0), last, head)


def tags_of(text: Project, tags: Tags) -> list[str]:
    """A tag for each word of a text."""
    return [tag for tagged in tags.tag(text.sentences) for tag in tagged]


def _is_clause(low: str, tag: str) -> bool:
    """Whether what begins with a word is no noun phrase; that may be of one."""
    return low in _CLAUSES or (tag == "SCONJ" and low != "that")


def heads(words: Sequence[str], tags: Sequence[str], nouns: NounKinds) -> tuple[int, ...]:
    """The positions of the heads, one for each conjunct; none if it is no noun phrase.

    A head is the last noun before a preposition, a clause or an apposition; without a noun, what
    stands for one: those (who came), the third.
    """
    first = next((k for k, word in enumerate(words) if _LETTER.search(word)), None)
    if first is None or _is_clause(words[first].casefold(), tags[first]):
        return ()
    conjuncts = _Rule(words, tags, nouns).conjuncts() or [(first, False)] * (len(words) == 1)
    found = tuple(head for head, noun in conjuncts if noun)
    return found or tuple(head for head, _ in conjuncts[:1])


_Kind = Enum(
    "_Kind",
    "COMMA MARK CONJUNCTION POSSESSIVE STOP DETERMINER QUANTIFIER TRAILER INDEFINITE "
    "PARTICIPLE WORD",
)
"""What a word may be in a noun phrase."""

_NOMINAL = {_Kind.WORD, _Kind.QUANTIFIER, _Kind.PARTICIPLE}
_DECIDING = {_Kind.STOP, _Kind.CONJUNCTION}
_OPENING = {_Kind.STOP, _Kind.DETERMINER, _Kind.TRAILER, _Kind.INDEFINITE, _Kind.MARK}


_KINDS = {
    "CCONJ": _Kind.CONJUNCTION,
    **dict.fromkeys(("ADP", "SCONJ", "AUX", "PART", "INTJ"), _Kind.STOP),
    "DET": _Kind.DETERMINER,
    **dict.fromkeys(("NUM", "ADJ"), _Kind.QUANTIFIER),
    "ADV": _Kind.TRAILER,
}


class _Rule:
    """One noun phrase, read from left to right."""

    def __init__(self, words: Sequence[str], tags: Sequence[str], nouns: NounKinds) -> None:
        self._words = words
        self._low = [word.casefold() for word in words]
        self._tags = tags
        self._nouns = nouns
        self._kinds = [_kind(word, tag) for word, tag in zip(words, tags, strict=True)]

    def conjuncts(self) -> list[tuple[int, bool]]:
        """The head of each conjunct, and whether it is a noun."""
        conjuncts: list[tuple[int, bool]] = []
        head, noun = None, False
        for k in self._unquoted():
            if head is not None and self._joins(k, noun=noun):
                conjuncts.append((head, noun))
                head, noun = None, False
            elif head is not None and self._ends(k, head, noun=noun):
                break
            else:
                head, noun = self._step(k, head, noun=noun)
        return conjuncts if head is None else [*conjuncts, (head, noun)]

    def _step(self, k: int, head: int | None, *, noun: bool) -> tuple[int | None, bool]:
        """The head so far, and whether it is a noun, after word k."""
        match self._kinds[k]:
            case _Kind.POSSESSIVE | _Kind.STOP | _Kind.COMMA:
                return head, False
            case _Kind.DETERMINER | _Kind.QUANTIFIER:
                return (head if noun else k), noun
            case _Kind.MARK | _Kind.CONJUNCTION:
                return head, noun
            case _Kind.TRAILER if head is None:
                return None, False
            case _:  # in `lots of people`, lots is none, but it is in `parking lots`
                return k, noun or self._low[k] not in self._nouns.transparent

    def _joins(self, k: int, *, noun: bool) -> bool:
        """Whether another conjunct begins after word k."""
        if self._kinds[k] is not _Kind.COMMA or not noun:
            return self._kinds[k] is _Kind.CONJUNCTION
        rest = (kind for kind in self._kinds[k + 1 :] if kind in _DECIDING)
        return next(rest, None) is _Kind.CONJUNCTION

    def _ends(self, k: int, head: int, *, noun: bool) -> bool:
        """Whether the head is before word k."""
        kind = self._kinds[k]
        if kind is _Kind.STOP:  # unless it is the `of` after a word that counts or sorts
            return self._low[k] != _OF or self._low[k - 1] not in self._nouns.transparent
        if kind is _Kind.MARK or self._kinds[head] is _Kind.INDEFINITE:
            return True
        return noun and (
            kind in {_Kind.TRAILER, _Kind.DETERMINER}
            or (kind is _Kind.PARTICIPLE and self._verbal(k))
            or (kind is _Kind.COMMA and self._apposed(k))
        )

    def _verbal(self, k: int) -> bool:
        """Whether a participle after a noun is a clause (people living there), no other noun."""
        if not self._tags[k - 1].endswith(".sg") or self._tags[k] == "VERB.Part":
            return True
        return not _OPENING.isdisjoint(self._kinds[k + 1 : k + 2])

    def _apposed(self, k: int) -> bool:
        """Whether something other than more adjectives comes after a comma."""
        if k > 1 and self._words[k - 1][0].isupper():
            return True
        lower = (j for j in range(k + 1, len(self._words)) if not self._words[j][0].isupper())
        after = next(lower, None)
        if after is None or self._kinds[after] not in _NOMINAL:
            return True
        return self._low[after] in self._nouns.transparent

    def _unquoted(self) -> Iterator[int]:
        """The positions of words, but for what is quoted before or after a noun."""
        noun, k = False, 0
        while k < len(self._words):
            kind = self._kinds[k]
            if self._words[k] in _OPEN:
                after = range(k + 1, len(self._words))
                close = next((j for j in after if self._words[j] in _CLOSE), len(self._words))
                if noun or _NOMINAL.intersection(self._kinds[close + 1 : close + 2]):
                    k = close
            elif self._words[k] not in _CLOSE:
                noun = kind is _Kind.WORD or (noun and kind is not _Kind.CONJUNCTION)
                yield k
            k += 1


def _kind(word: str, tag: str) -> _Kind:
    low, (part, _, form) = word.casefold(), tag.partition(".")
    if low in {"'", "'s"} and part not in _VERBS:
        return _Kind.POSSESSIVE
    if not _LETTER.search(word):
        return _MARKS.get(word, _Kind.MARK)
    if part == "VERB":
        return _Kind.PARTICIPLE if form in {"Part", "Ger"} else _Kind.STOP
    if part == "PRON" and low not in INDEFINITE:
        return _Kind.DETERMINER if low in _STANDING | OWNERS else _Kind.STOP
    return _Kind.INDEFINITE if low in INDEFINITE else _KINDS.get(part, _Kind.WORD)


_MARKS = {",": _Kind.COMMA, "&": _Kind.QUANTIFIER}
