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
_VERBS = ("VERB", "AUX")
_AROUND = 20
"""A phrase has so many words before its head at most."""
_PLURALS = {"people": "person", "children": "child", "men": "man", "women": "woman"}
_DAYS = {"yesterday", "today", "tonight", "tomorrow"}
"""Nouns by their tags that nothing refers to: I washed the curtains yesterday."""
_SINGULARS = {"ies": "y", "sses": "ss", "shes": "sh", "ches": "ch", "xes": "x", "s": ""}
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
    determiner: str = ""
    is_name: bool = False
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
        both = (self.segment, self.head), (self.segment, self.second)
        return both if self.second >= 0 else both[:1]


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """The words of a segment in lower case, their tags, and what is mentioned in it, in order."""

    low: Sequence[str]
    tags: Sequence[str]
    mentions: tuple[Mention, ...]


def mention_of(segment: int, sentence: SourceSentence, place: int) -> Mention:
    """A pronoun that hands nothing on, such as one or mine."""
    role, before = role_of(sentence.low, sentence.tags, place, place)
    return Mention(segment, place, sentence.low[place], "", role, before, pronoun=ONE)


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
        if low[first.head + 1] == AND and _start(low, plain, second.head) == first.head + 2
    ]
    ordered = sorted((*mentions, *pairs), key=lambda mention: mention.end)
    return SourceSentence(low, tags, tuple(ordered))


def _mentions(
    segment: int, low: Sequence[str], tags: Sequence[str], plain: Sequence[str]
) -> Iterator[Mention]:
    for k, (word, tag, following) in enumerate(zip(low, plain, [*plain, ""][1:], strict=True)):
        if word in _PASSED_ON and tag in _PRONOMINAL:
            role, before = role_of(low, plain, k, k)
            if (word in OWNERS and following in _INSIDE) or word.endswith(("self", "selves")):
                role = OWN
            kind = _PASSED_ON[word]
            number = "pl" if kind == "they" else "sg"
            said = _governor(low, plain, k, k, role)
            yield Mention(segment, k, word, number, role, before, pronoun=kind, governor=said)
        elif word in INDEFINITE or (tag in NOUNS and following not in NOUNS and word[0].isalpha()):
            start = _start(low, plain, k)
            role, before = role_of(low, plain, start, k)
            number = tags[k].partition(".")[2] or "sg"
            yield Mention(
                *(segment, k, lemma(word, number), number, role, before),
                determiner=low[start] if plain[start] in _DETERMINING else "",
                is_name=tag == "PROPN",
                governor=_governor(low, plain, start, k, role),
                after=low[k + 1] if following in _SHOWN else following,
            )


_PRONOMINAL = {"PRON", "DET", "X"}
_DETERMINING = {"DET", "PRON", "NUM"}
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
    return word.replace("men", "man")


def _start(low: Sequence[str], plain: Sequence[str], head: int) -> int:
    """Where the phrase begins: at its determiner, or after what is no part of it."""
    first = max(head - _AROUND, 0)
    for start in range(head, first, -1):
        word, tag = low[start - 1], plain[start - 1]
        is_owner = tag == "PRON" and word in OWNERS
        finite = tag == "VERB" and not word.endswith(("ing", "ed", "en"))
        if plain[start] == "DET" or finite or not (is_owner or tag in _INSIDE):
            return start
        if is_owner:
            return start - 1
    return first


INDEFINITE = {
    f"{some}{one}"
    for some in ("some", "any", "every", "no")
    for one in ("one", "body", "thing", "-one")
}
OWNERS = {"my", "your", "his", "her", "its", "our", "their", "whose"}


def role_of(low: Sequence[str], tags: Sequence[str], start: int, head: int) -> tuple[str, str]:
    """Subject, object or oblique, as far as tags tell, and the word that it follows."""
    k, j = start - 1, head + 1
    while k > 0 and tags[k] in _SKIPPED:
        k -= 1
    while j < len(tags) and tags[j] in _SKIPPED:
        j += 1
    word, before = (low[k], tags[k]) if k >= 0 else ("", "")
    if before == "ADP":
        return OBLIQUE, word
    if j < len(tags) and tags[j].startswith(_VERBS) and not low[j].endswith("ing"):
        return SUBJECT, word
    return OBJECT if before.startswith(_VERBS) else OTHER, word
