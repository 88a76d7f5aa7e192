"""The pronouns of an annotated text that may go into a test suite: category and antecedents."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from proform.language.pack import Pack, Phrase
from proform.model import Antecedent, Example
from proform.suite.heads import heads
from proform.text.mmax import Markable, Project

_LETTER = re.compile(r"\w")
_NOWHERE = {"", "empty"}
# The second spelling of each is that of ParCor, and of parts of ParCorFull.
_SUBJECT = {"subject", "it (subject)"}
_OTHER = {"non-subject", "it (non-subject)"}
_SINGULAR = {"singular", "they (sg.)"}
_DEICTIC = {
    "you (sg.)": "addressee_deictic_singular_you",
    "you (pl.)": "addressee_deictic_plural_you",
}


class Unused(Enum):
    """Why a pronoun is no candidate."""

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
    text: Project, pack: Pack, phrase: Phrase, start: int
) -> Iterator[Example | Unused]:
    """Each `it` and `they`, and `you` where it is annotated.

    The examples have the number 0, and their segments are counted from `start`.
    """
    reader = _Reader(text, phrase, start)
    chains = _Chains()
    marked = set()
    for mention in text.mentions:
        word = reader.low(mention.words[0]) if len(mention.words) == 1 else ""
        if not _refers(mention, word, pack.inventory):
            chains.introduce(mention)
            continue
        referents = chains.refer(mention)
        if word in {"it", "they", "you"} and mention.words[0] not in marked:
            marked.add(mention.words[0])
            yield reader.pronoun(mention, referents)
    for k in range(len(text.words)):
        if k not in marked and reader.low(k) in {"it", "they"}:
            yield Unused.UNMARKED


def _refers(mention: Markable, word: str, pronouns: Collection[str]) -> bool:
    """Whether it is a pronoun; what is marked as one may be `someone`, which introduces."""
    if mention.attributes.get("mention") != "pronoun":
        return False
    return mention.attributes.get("type") != "antecedent" or word in pronouns


class _Chains:
    """What the mentions of each class refer to, as far as a text has been read."""

    def __init__(self) -> None:
        self._referents: dict[str, tuple[Markable, ...]] = {}
        self._listed: dict[str, list[Markable]] = {}

    def introduce(self, mention: Markable) -> None:
        """A noun phrase or a clause: what the next pronoun of its class refers to."""
        key = mention.attributes.get("coref_class", "")
        if mention.attributes.get("nptype") != "antecedent":
            self._listed[key] = []
        self._listed.setdefault(key, []).append(mention)
        self._referents[key] = (mention,)

    def refer(self, mention: Markable) -> tuple[Markable, ...]:
        """What a pronoun refers to; if its reference is split, all that its class has listed."""
        key = mention.attributes.get("coref_class", "")
        if key in _NOWHERE:
            return ()
        listed = self._listed.pop(key, [])
        if mention.attributes.get("split") == "split reference" and listed:
            self._referents[key] = tuple(listed)
        return self._referents.get(key, ())


class _Span(NamedTuple):
    """A noun phrase and its head, as words of the text."""

    first: int
    last: int
    head: int


class _Reader:
    """Tells the category of the pronouns of a text."""

    def __init__(self, text: Project, phrase: Phrase, start: int) -> None:
        self._text = text
        self._phrase = phrase
        self._start = start

    def low(self, word: int) -> str:
        """A word in lower case."""
        return self._text.words[word].casefold()

    def pronoun(self, mention: Markable, referents: Sequence[Markable]) -> Example | Unused:
        """What a pronoun is an example of."""
        match mention.attributes.get("type"), self.low(mention.words[0]):
            case "anaphoric", "it" | "they":
                return self._anaphoric(mention, referents)
            case "pleonastic", "it":
                return self._example(mention, "pleonastic_it")
            case "addressee reference", "you":
                return self._addressee(mention)
            case "cataphoric", _:
                return Unused.CATAPHORIC
            case "extratextual reference", _:
                return Unused.EXTRATEXTUAL
            case _:
                return Unused.UNSURE

    def _addressee(self, mention: Markable) -> Example | Unused:
        if mention.attributes.get("audience") == "generic you":
            return self._example(mention, "addressee_generic_you")
        category = _DEICTIC.get(mention.attributes.get("agreement", ""))
        return self._example(mention, category) if category else Unused.UNSURE

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
        return (
            category if isinstance(category, Unused) else self._example(mention, category, before)
        )

    def _category(self, mention: Markable, spans: Sequence[_Span]) -> str | Unused:
        word, head = mention.words[0], spans[-1].head
        where = "intra" if self._text.place(word)[0] == self._text.place(head)[0] else "inter"
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
        if single and self._capital(head) and self._text.place(head)[1] > 0:
            # A person with a name would be he or she, so it is an organisation.
            return "anaphoric_group_it-they"
        if single or self.low(head) in self._phrase.single:
            return "anaphoric_singular_they"
        return Unused.NUMBER if self._singular(head) else f"anaphoric_{where}_they"

    def _position(self, mention: Markable) -> str | None:
        """Subject or not; None if it is not said, or if the words beside it say otherwise."""
        marked = mention.attributes.get("position")
        before, after = self._beside(mention.words[0])
        phrase = self._phrase
        if marked in _SUBJECT:
            verbless = after in phrase.prepositions | phrase.particles or not _LETTER.search(after)
            inverted = before in phrase.verbs
            wrong = before in phrase.prepositions or (verbless and not inverted)
            return None if wrong else "subject"
        if marked in _OTHER:
            wrong = after in phrase.verbs and before not in phrase.prepositions
            return None if wrong else "non-subject"
        return None

    def _beside(self, word: int) -> tuple[str, str]:
        sentence, place = self._text.place(word)
        words = ("", *(w.casefold() for w in self._text.sentences[sentence]), "")
        return words[place], words[place + 2]

    def _group(self, span: _Span) -> bool:
        """Whether it is one group, and not some sort or number of it."""
        counted = any(
            self.low(k) in self._phrase.partitives for k in range(span.first + 1, span.head)
        )
        return self.low(span.head) in self._phrase.group and not counted

    def _plural(self, head: int) -> bool:
        noun, phrase = self.low(head), self._phrase
        return noun not in phrase.invariable and phrase.plural.fullmatch(noun) is not None

    def _singular(self, head: int) -> bool:
        """Whether a head that is no plural is a singular noun, unlike `those` and `all three`."""
        phrase = self._phrase
        others = phrase.determiners | phrase.quantifiers | phrase.indefinite | phrase.invariable
        return self.low(head) not in others

    def _capital(self, word: int) -> bool:
        return self._text.words[word][0].isupper()

    def _spans(self, mention: Markable) -> Iterator[_Span]:
        """The heads of a noun phrase; if it is interrupted, each part has its own."""
        if mention.attributes.get("mention") != "np" and len(mention.words) > 1:
            return
        for _, run in groupby(enumerate(mention.words), key=lambda pair: pair[1] - pair[0]):
            words = [word for _, word in run]
            for head in heads([self._text.words[word] for word in words], self._phrase):
                yield _Span(words[0], words[-1], words[head])

    def _example(self, mention: Markable, category: str, spans: Sequence[_Span] = ()) -> Example:
        word = mention.words[0]
        segment, position = self._text.place(word)
        antecedents = tuple(self._antecedent(span) for span in spans)
        token = self._text.words[word]
        return Example(0, self._start + segment, position, token, category, antecedents)

    def _antecedent(self, span: _Span) -> Antecedent:
        """The same, by sentence; what is in other sentences than the head is cut off."""
        segment, head = self._text.place(span.head)
        start = span.head - head
        last = min(span.last - start, len(self._text.sentences[segment]) - 1)
        return Antecedent(self._start + segment, max(span.first - start, 0), last, head)
