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
ONE = "one"
"""The kind of a pronoun whose number tells nothing of what it refers to."""
_INSIDE = {"ADJ", "NUM", "NOUN", "PROPN", "DET", "PART", "VERB", "SYM", "X"}
_SKIPPED = {"ADV", "PART"}
_PLURALS = {"people": "person", "children": "child", "men": "man", "women": "woman"}
_PASSED_ON = {
    **dict.fromkeys(("it", "its", "itself"), "it"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves", "'em"), "they"),
    **dict.fromkeys(("he", "him", "his", "himself", "she", "her", "hers", "herself"), "he"),
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

    @property
    def heads(self) -> tuple[tuple[int, int], ...]:
        """Where its nouns stand: segment and position."""
        places = (self.head, self.second)
        return tuple((self.segment, place) for place in places if place >= 0)


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """The words of a segment with their tags, and what is mentioned in it, in order."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    mentions: tuple[Mention, ...]


def mention_of(segment: int, sentence: SourceSentence, place: int) -> Mention:
    """A pronoun that hands nothing on, such as one or mine."""
    low = [fold(word) for word in sentence.words]
    plain = [tag.partition(".")[0] for tag in sentence.tags]
    role, before = _role(low, plain, place, place)
    return Mention(segment, place, low[place], "", role, before, "", False, ONE)


def analyse(segment: int, words: Sequence[str], tags: Sequence[str]) -> SourceSentence:
    """A sentence by its tags."""
    low = [fold(word) for word in words]
    plain = [tag.partition(".")[0] for tag in tags]
    mentions = list(_mentions(segment, low, tags, plain))
    pairs = [
        first._replace(word=f"{AND} {second.word}", number="pl", second=second.head)
        for first, second in pairwise(mentions)
        if not first.pronoun and not second.pronoun
        if low[first.head + 1] == AND and _start(plain, low, second.head) == first.head + 2
    ]
    ordered = sorted((*mentions, *pairs), key=lambda mention: max(mention.head, mention.second))
    return SourceSentence(tuple(words), tuple(tags), tuple(ordered))


def _mentions(
    segment: int, low: Sequence[str], tags: Sequence[str], plain: Sequence[str]
) -> Iterator[Mention]:
    for k, word in enumerate(low):
        following = plain[k + 1] if k + 1 < len(plain) else ""
        if word in _PASSED_ON and plain[k] in {"PRON", "DET", "X"}:
            role, before = _role(low, plain, k, k)
            if (word in _OWNERS and following in _INSIDE) or word.endswith(("self", "selves")):
                role = OWN
            kind = _PASSED_ON[word]
            number = "pl" if kind == "they" else "sg"
            yield Mention(segment, k, word, number, role, before, "", False, kind)
        elif word in _INDEFINITE or (
            plain[k] in NOUNS and following not in NOUNS and word[0].isalpha()
        ):
            start = _start(plain, low, k)
            role, before = _role(low, plain, start, k)
            number = tags[k].partition(".")[2] or "sg"
            determiner = low[start] if plain[start] in {"DET", "PRON", "NUM"} else ""
            name = plain[k] == "PROPN"
            yield Mention(segment, k, lemma(word, number), number, role, before, determiner, name)


def lemma(word: str, number: str) -> str:
    """An English noun in the singular."""
    if number != "pl" or word in _PLURALS:
        return _PLURALS.get(word, word)
    for ending, single in (
        ("ies", "y"),
        ("sses", "ss"),
        ("shes", "sh"),
        ("ches", "ch"),
        ("xes", "x"),
    ):
        if word.endswith(ending):
            return word.removesuffix(ending) + single
    return word.removesuffix("s") if word.endswith("s") else word.replace("men", "man")


def _start(plain: Sequence[str], low: Sequence[str], head: int) -> int:
    """Where the phrase begins: at its determiner, or after what is no part of it."""
    start = head
    while start and plain[start] != "DET":
        before = plain[start - 1]
        possessive = before == "PRON" and low[start - 1] in _OWNERS
        if before not in _INSIDE and not possessive:
            break
        if before == "VERB" and not low[start - 1].endswith(("ing", "ed", "en")):
            break
        start -= 1
        if possessive:
            break
    return start


_INDEFINITE = {
    f"{some}{one}"
    for some in ("some", "any", "every", "no")
    for one in ("one", "body", "thing", "-one")
}
_OWNERS = {"my", "your", "his", "her", "its", "our", "their", "whose"}


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
