"""METEOR (Denkowski and Lavie 2014) with the modules exact and stem."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from heapq import nsmallest
from importlib import import_module
from importlib.metadata import version
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

BEAM = 40
"""Alignments kept at each word, as in METEOR 1.5: a wider beam finds fewer chunks than it does."""

Keys = Sequence[Sequence[Hashable]]
"""For each module the keys of a text's words: two words match where they have the same key."""


class Match(NamedTuple):
    """Two words that stand for each other, and the first module by which they do."""

    reference: int
    candidate: int
    module: int


class Matching(NamedTuple):
    """The matches of a segment in the order of the reference, and how many runs they form."""

    matches: tuple[Match, ...]
    chunks: int


_Trail = tuple[Match, "_Trail"] | tuple[()]
"""The last match and the trail before it."""

_State = tuple[tuple[int, int, int, int], int, _Trail]
"""How good an alignment is, the candidate's words that it uses (a bit each), its matches."""


def match(candidate: Keys, reference: Keys, beam: int = BEAM) -> Matching:
    """The best alignment that a beam search from left to right finds; a word matches at most once.

    Denkowski and Lavie (2011) order alignments by covered words, then chunks, then distance. The
    program that they released puts the matches of the first module before the chunks and all others
    behind; and two words that can match only each other always do. So does this.
    """
    options = list(_options(candidate, reference))
    rivals = Counter(option.candidate for row in options for option in row)
    states: list[_State] = [((0, 0, 0, 0), 0, ())]
    for row in options:
        if not row:
            continue
        free = len(row) > 1 or rivals[row[0].candidate] > 1
        grown = [
            _add(state, option)
            for state in states
            for option in row
            if not state[1] >> option.candidate & 1
        ]
        states = [*grown, *states] if free else grown
        if len(states) > beam:
            states = nsmallest(beam, states, key=itemgetter(0))
    (_, chunks, _, _), _, trail = min(states, key=itemgetter(0))
    matches: list[Match] = []
    while trail:
        last, trail = trail
        matches.append(last)
    return Matching(tuple(reversed(matches)), chunks)


def _options(candidate: Keys, reference: Keys) -> Iterator[list[Match]]:
    """For each word of the reference what it can match, in the order of the candidate."""
    places: list[dict[Hashable, list[int]]] = [{} for _ in candidate]
    for keys, table in zip(candidate, places, strict=True):
        for position, key in enumerate(keys):
            table.setdefault(key, []).append(position)
    for position, keys in enumerate(zip(*reference, strict=True)):
        modules: dict[int, int] = {}
        for module, key in enumerate(keys):
            for other in places[module].get(key, ()):
                modules.setdefault(other, module)
        yield [Match(position, other, modules[other]) for other in sorted(modules)]


def _add(state: _State, option: Match) -> _State:
    """The alignment with one match more."""
    (first, chunks, total, distance), used, trail = state
    continues = trail and trail[0][:2] == (option.reference - 1, option.candidate - 1)
    rank = (
        first - (option.module == 0),
        chunks + (not continues),
        total - 1,
        distance + abs(option.reference - option.candidate),
    )
    return rank, used | 1 << option.candidate, (option, trail)


Vectors = NDArray[np.float64]
"""Sums of statistics: the last axis is the statistic, the others are anything."""


class Parameters(NamedTuple):
    """What was tuned to human rankings."""

    alpha: float
    """The weight of recall against precision."""
    beta: float
    """How fast the penalty grows with the fragmentation."""
    gamma: float
    """The highest penalty."""
    delta: float
    """The weight of a content word; that of a function word is the rest to 1."""


PARAMETERS = {
    "de": Parameters(0.95, 1.0, 0.55, 0.55),
    "en": Parameters(0.85, 0.2, 0.6, 0.75),
    "es": Parameters(0.65, 1.3, 0.5, 0.8),
    "fr": Parameters(0.9, 1.4, 0.6, 0.65),
}
"""Those of METEOR 1.5 for its default task, ranking."""

UNIVERSAL = Parameters(0.7, 1.4, 0.3, 0.7)
"""Those of METEOR Universal, for all other languages."""

STEM_WEIGHTS = {"de": 0.8, "en": 0.6, "es": 0.8, "fr": 0.2}
"""What two words of one stem are worth, where equal words are worth 1."""


class Module(NamedTuple):
    """A way to match: two words that have the same key do, and it is worth the weight."""

    name: str
    weight: float
    key: Callable[[str], Hashable]


EXACT = Module("exact", 1.0, str)


@dataclass(frozen=True)
class Meteor:
    """The metric and its settings; `meteor` gives those of a language.

    The first module by which two words match counts. Words match as they stand unless `lowercase`;
    function words are listed in lower case and found in any.
    """

    parameters: Parameters
    modules: tuple[Module, ...]
    function_words: frozenset[str]
    lowercase: bool = False
    beam: int = BEAM

    @property
    def statistics(self) -> tuple[str, ...]:
        """The names of what adds up."""
        sets = ("words", *(module.name for module in self.modules))
        kinds = [f"{side} {kind}" for side in ("candidate", "reference") for kind in _KINDS]
        return (*(f"{kind} {name}" for name in sets for kind in kinds), "chunks")

    @property
    def signature(self) -> Mapping[str, str]:
        """Every setting that changes the number."""
        words = "\n".join(sorted(self.function_words)).encode()
        keys = (module.key for module in self.modules)
        return {
            "modules": " ".join(f"{module.name}:{module.weight:g}" for module in self.modules),
            "stems": " ".join(key.signature for key in keys if isinstance(key, Stemmer)),
            **{name: f"{value:g}" for name, value in self.parameters._asdict().items()},
            "function": sha256(words).hexdigest()[:8],
            "case": "lower" if self.lowercase else "mixed",
            "beam": str(self.beam),
        }

    def count(self, candidate: Sequence[str], reference: Sequence[str]) -> tuple[float, ...]:
        """The statistics of one segment, given as tokens."""
        if self.lowercase:
            candidate = [word.lower() for word in candidate]
            reference = [word.lower() for word in reference]
        matches, chunks = match(self._keys(candidate), self._keys(reference), self.beam)
        if len(matches) == len(candidate) == len(reference) and chunks == 1:
            chunks = 0  # a perfect match is not in pieces
        counts = [*self._kinds(candidate), *self._kinds(reference)]
        for number in range(len(self.modules)):
            own = [pair for pair in matches if pair.module == number]
            counts += self._kinds([candidate[pair.candidate] for pair in own])
            counts += self._kinds([reference[pair.reference] for pair in own])
        return (*map(float, counts), float(chunks))

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """`score` and its parts; not a number where neither side has a word that counts."""
        alpha, beta, gamma, delta = self.parameters
        counts = sums[..., :-1].reshape(*sums.shape[:-1], 1 + len(self.modules), 2, len(_KINDS))
        weighted = counts @ np.array([delta, 1 - delta])
        words = weighted[..., 0, :]
        matched = np.array([module.weight for module in self.modules]) @ weighted[..., 1:, :]
        precision, recall = np.moveaxis(_ratio(matched, words), -1, 0)
        product = np.nan_to_num(precision * recall)
        mean = np.nan_to_num(_ratio(product, alpha * precision + (1 - alpha) * recall))
        matches = counts[..., 1:, 0, :].sum(axis=(-2, -1))
        penalty = gamma * np.nan_to_num(_ratio(sums[..., -1], matches)) ** beta
        score = np.where(words.any(axis=-1), mean * (1 - penalty), np.nan)
        return {"score": score, "precision": precision, "recall": recall, "penalty": penalty}

    def _keys(self, words: Sequence[str]) -> list[list[Hashable]]:
        return [[module.key(word) for word in words] for module in self.modules]

    def _kinds(self, words: Sequence[str]) -> tuple[int, int]:
        """How many content words and how many function words."""
        function = sum(word.lower() in self.function_words for word in words)
        return len(words) - function, function


_KINDS = ("content", "function")


def meteor(
    language: str,
    *,
    stem: bool = True,
    delta: float | None = None,
    function_words: Collection[str] | None = None,
    lowercase: bool = False,
) -> Meteor:
    """METEOR as it is tuned for a language, or with another delta or list of function words.

    METEOR on pronouns, as in Miculicich Werlen and Popescu-Belis (2017), has the pronouns as
    function words and delta 0: nothing else counts, except that all matches are in the penalty.
    """
    parameters = PARAMETERS.get(language, UNIVERSAL)
    if delta is not None:
        parameters = parameters._replace(delta=delta)
    if function_words is None:
        function_words = FUNCTION_WORDS.get(language, frozenset())
    modules: tuple[Module, ...] = (EXACT,)
    if stem and language in STEM_WEIGHTS:
        modules = (EXACT, Module("stem", STEM_WEIGHTS[language], Stemmer(language)))
    words = frozenset(word.lower() for word in function_words)
    return Meteor(parameters, modules, words, lowercase)


def _ratio(numerator: Vectors, denominator: Vectors) -> Vectors:
    """A share; of nothing, not a number."""
    empty = np.full(denominator.shape, np.nan)
    np.divide(numerator, denominator, out=empty, where=denominator > 0)
    return empty


_LANGUAGES = {"de": "german", "en": "english", "es": "spanish", "fr": "french"}


@dataclass(frozen=True, slots=True)
class Stemmer:
    """Gives the stem of a word in a language, in the case that the word has."""

    language: str

    def __call__(self, word: str) -> str:
        """The stem."""
        return _stem(self.language, word)

    @property
    def signature(self) -> str:
        """Whose stems these are: from version to version some of them change."""
        return f"snowballstemmer-{version('snowballstemmer')}:{self.language}"


@lru_cache(200_000)
def _stem(language: str, word: str) -> str:
    return str(_snowball(language).stemWord(word))


@lru_cache
def _snowball(language: str) -> Any:  # noqa: ANN401
    # Not snowballstemmer.stemmer(): it takes PyStemmer instead where that is installed, whose
    # version may be another.
    name = _LANGUAGES[language]
    module = import_module(f"snowballstemmer.{name}_stemmer")
    return getattr(module, f"{name.title()}Stemmer")()


_PUNCTUATION = """. , ; : ! ? … - – — -- ( ) [ ] / % " ' ’ “ ” „ « »"""

_WORDS = {
    "de": """
        der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen
        ich du er sie es wir ihr mich mir ihm ihn ihnen uns sich man mein sein seine ihre ihren was
        in im an am auf aus bei mit nach von vom vor zu zum zur für durch über um unter gegen bis
        und oder aber als dass wenn wie weil denn doch nicht auch nur noch so schon mehr
        ist sind war waren sein hat haben hatte wird werden wurde kann können muss
        """,
    "en": """
        the a an this that these those
        i you he she it we they me him her us them my your his its our their who which what
        of in on at to for from by with about into over after as than
        and or but if so when not no n't 's also up out all more there
        is are was were be been has have had do does did will would can could
        """,
    "es": """
        el la los las lo un una unos unas este esta estos estas ese esa eso esto al del
        yo él ella ellos ellas me te se le les nos mi su sus que quien qué
        de en a por para con sin sobre entre desde hasta
        y e o u pero si como cuando porque no ni ya más muy también
        es son era ser está están fue ha han había hay
        """,
    "fr": """
        le la les l' un une des du de d' au aux ce cet cette ces
        je j' tu il elle on nous vous ils elles me m' te t' se s' lui leur leurs y en
        mon ma mes son sa ses notre nos qui que qu' dont où
        à dans par pour sur avec sans sous entre chez
        et ou mais si comme ne n' pas plus aussi même tout c'
        est sont été être était a ont avait avoir fait
        """,
}

FUNCTION_WORDS = {
    language: frozenset((words + _PUNCTUATION).split()) for language, words in _WORDS.items()
}
"""For each language the commonest words of its closed classes, in lower case, and punctuation.

METEOR's own lists are the words that make up more than a thousandth of a large corpus, which has
*said* and *président* in it; give that list where scores must be those of the released program.
"""
