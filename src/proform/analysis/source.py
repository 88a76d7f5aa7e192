"""What is known of a source text: tags, and the nouns and pronouns that things are named by."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Protocol

from proform.language.forms import fold

SUBJECT, OBJECT, OBLIQUE, OTHER = "subject", "object", "oblique", "other"
OWN = "own"
"""Of a pronoun that may refer to anything in its clause: its, itself."""
NOUNS = ("NOUN", "PROPN")
AND = "and"
HE = "he"
ONE = "one"
"""The kind of a pronoun whose number tells nothing of what it refers to."""
_INSIDE = {"ADJ", "NUM", "NOUN", "PROPN", "DET", "PART", "VERB", "SYM", "X"}
_SKIPPED = {"ADV", "PART"}
_AROUND = 20
"""A phrase, and what it depends on, is looked for so many words away."""
_PLURALS = {"people": "person", "children": "child", "men": "man", "women": "woman"}
_DAYS = {"yesterday", "today", "tonight", "tomorrow"}
"""Nouns by their tags that nothing refers to: I washed the curtains yesterday."""
_SINGULARS = {"ies": "y", "sses": "ss", "shes": "sh", "ches": "ch", "xes": "x"}
_PASSED_ON = {
    **dict.fromkeys(("it", "its", "itself"), "it"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves", "'em"), "they"),
    **dict.fromkeys(("he", "him", "his", "himself", "she", "her", "hers", "herself"), HE),
}
"""English pronouns that refer to what was named before, by their kind."""


class Tags(Protocol):
    """Something that knows parts of speech."""

    @property
    def name(self) -> str:
        """What the signature calls it."""

    def tag(self, sentences: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
        """For each word a tag of Universal Dependencies, as `tagger.label` makes it."""


class Mention(NamedTuple):
    """A noun or a pronoun by which something is named."""

    segment: int
    head: int
    word: str
    """A noun in the singular, a pronoun as it is; in lower case."""
    number: str
    role: str
    before: str
    """The preposition or verb that it follows."""
    determiner: str
    is_name: bool
    pronoun: str = ""
    """Its kind, if it is one."""
    second: int = -1
    """Where the other noun stands, if two are joined."""
    governor: str = ""
    """The verb or adjective that says something of it."""
    after: str = ""
    """What follows it: a mark, a preposition, or a part of speech."""

    @property
    def type_key(self) -> str:
        """What the table of types has for it; names stand apart."""
        return f"={self.word}" if self.is_name else self.word

    @property
    def end(self) -> int:
        """Where its last noun stands."""
        return max(self.head, self.second)

    @property
    def heads(self) -> tuple[tuple[int, int], ...]:
        """Where its nouns stand: segment and position."""
        places = (self.head, self.second)
        return tuple((self.segment, place) for place in places if place >= 0)


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """The words of a segment with their tags, and what is mentioned in it, in order."""

    words: tuple[str, ...]
    low: tuple[str, ...]
    """The words in lower case."""
    tags: tuple[str, ...]
    mentions: tuple[Mention, ...]


def mention_of(segment: int, sentence: SourceSentence, place: int) -> Mention:
    """A pronoun that hands nothing on, such as one or mine."""
    start, end = max(place - _AROUND, 0), place + _AROUND
    plain = [tag.partition(".")[0] for tag in sentence.tags[start:end]]
    low = sentence.low[start:end]
    role, before = _role(low, plain, place - start, place - start)
    return Mention(segment, place, sentence.low[place], "", role, before, "", False, ONE)


def analyse(segment: int, words: Sequence[str], tags: Sequence[str]) -> SourceSentence:
    """A sentence by its tags."""
    low = [fold(word) for word in words]
    tags = ["ADV" if word in _DAYS else tag for word, tag in zip(low, tags, strict=True)]
    plain = [tag.partition(".")[0] for tag in tags]
    mentions = list(_mentions(segment, low, tags, plain))
    pairs = [
        first._replace(word=f"{AND} {second.word}", number="pl", second=second.head)
        for first, second in pairwise(mentions)
        if not first.pronoun and not second.pronoun
        if low[first.head + 1] == AND and _start(plain, low, second.head) == first.head + 2
    ]
    ordered = sorted((*mentions, *pairs), key=lambda mention: mention.end)
    return SourceSentence(tuple(words), tuple(low), tuple(tags), tuple(ordered))


def _mentions(
    segment: int, low: Sequence[str], tags: Sequence[str], plain: Sequence[str]
) -> Iterator[Mention]:
    for k, word in enumerate(low):
        following = plain[k + 1] if k + 1 < len(plain) else ""
        if word in _PASSED_ON and plain[k] in {"PRON", "DET", "X"}:
            role, before = _role(low, plain, k, k)
            if (word in OWNERS and following in _INSIDE) or word.endswith(("self", "selves")):
                role = OWN
            kind = _PASSED_ON[word]
            number = "pl" if kind == "they" else "sg"
            governor = _governor(low, plain, k, k, role)
            yield Mention(
                segment, k, word, number, role, before, "", False, kind, governor=governor
            )
        elif word in INDEFINITE or (
            plain[k] in NOUNS and following not in NOUNS and word[0].isalpha()
        ):
            start = _start(plain, low, k)
            role, before = _role(low, plain, start, k)
            number = tags[k].partition(".")[2] or "sg"
            determiner = low[start] if plain[start] in {"DET", "PRON", "NUM"} else ""
            named = lemma(word, number)
            yield Mention(
                *(segment, k, named, number, role, before, determiner, plain[k] == "PROPN"),
                governor=_governor(low, plain, start, k, role),
                after=low[k + 1] if following in _SHOWN else following,
            )


_SHOWN = {"ADP", "SCONJ", "PUNCT", "PART", "CCONJ"}
"""Parts of speech whose words tell more."""


def _governor(low: Sequence[str], plain: Sequence[str], start: int, head: int, role: str) -> str:
    """The role, and the verb or what a form of be says of it."""
    if role in {OBJECT, OBLIQUE}:
        back = range(start - 1, max(start - 5, -1), -1)
        verb = next((stem(low[k]) for k in back if plain[k] == "VERB"), "")
        return f"{role} {low[start - 1]} {verb}" if role == OBLIQUE else f"{role} {verb}"
    k, copula = head + 1, False
    while k < len(plain) and plain[k] in _BEFORE_VERB:
        copula = copula or plain[k] == "AUX"
        k += 1
    if k < len(plain) and (plain[k] == "VERB" or (copula and plain[k] in _PREDICATES)):
        return f"{SUBJECT} {stem(low[k])}"
    return ""


_BEFORE_VERB = {"AUX", "ADV", "PART", "DET"}
_PREDICATES = {"ADJ", "NOUN"}


def stem(word: str) -> str:
    """A verb without its ending, roughly."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending)
    return word


def lemma(word: str, number: str) -> str:
    """An English noun in the singular."""
    if number != "pl" or word in _PLURALS:
        return _PLURALS.get(word, word)
    for ending, single in _SINGULARS.items():
        if word.endswith(ending):
            return word.removesuffix(ending) + single
    return word.removesuffix("s") if word.endswith("s") else word.replace("men", "man")


def _start(plain: Sequence[str], low: Sequence[str], head: int) -> int:
    """Where the phrase begins: at its determiner, or after what is no part of it."""
    start, first = head, max(head - _AROUND, 0)
    while start > first and plain[start] != "DET":
        before = plain[start - 1]
        possessive = before == "PRON" and low[start - 1] in OWNERS
        if before not in _INSIDE and not possessive:
            break
        if before == "VERB" and not low[start - 1].endswith(("ing", "ed", "en")):
            break
        start -= 1
        if possessive:
            break
    return start


INDEFINITE = {
    f"{some}{one}"
    for some in ("some", "any", "every", "no")
    for one in ("one", "body", "thing", "-one")
}
OWNERS = {"my", "your", "his", "her", "its", "our", "their", "whose"}


def _role(low: Sequence[str], plain: Sequence[str], start: int, head: int) -> tuple[str, str]:
    """Subject, object or oblique, as far as tags tell, and the word that it follows."""
    k = start - 1
    while k > 0 and plain[k] in _SKIPPED:
        k -= 1
    before = plain[k] if k >= 0 else ""
    if before == "ADP":
        return OBLIQUE, low[k]
    j = head + 1
    while j < len(plain) and plain[j] in _SKIPPED:
        j += 1
    after = plain[j] if j < len(plain) else ""
    if after in {"VERB", "AUX"} and not low[j].endswith("ing"):
        return SUBJECT, low[k] if k >= 0 else ""
    if before in {"VERB", "AUX"}:
        return OBJECT, low[k]
    return OTHER, low[k] if k >= 0 else ""
