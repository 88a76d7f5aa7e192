"""Agreement: is the pronoun right for the antecedent that the system itself wrote?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, NamedTuple

import numpy as np

from proform.analysis.antecedents import Heads, Referrer, Resolver
from proform.analysis.gender import Gender
from proform.analysis.nouns import Nouns
from proform.analysis.words import Wording
from proform.errors import ProformError
from proform.judge.apt import LISTED, Apt, plain_apt
from proform.judge.base import Description, Judge, Reason, Vectors, ratio
from proform.judge.choices import Choices
from proform.judge.weights import CASES, USUAL, Weights
from proform.language.lexica import find_tagger, lacking, load_nouns
from proform.language.readings import alike, genders_of, in_words, is_open, numbers_of
from proform.model import (
    OTHER,
    Decision,
    Occurrence,
    Referring,
    Rendering,
    Segment,
    Translation,
    Verdict,
)

SAME = "agrees_same"
DIFFERENT = "agrees_though_different"
FALSE_FRIEND = "disagrees_though_same"
WRONG = "disagrees"
UNKNOWN = "unknown"

DECIDED = (SAME, DIFFERENT, FALSE_FRIEND, WRONG)
UNDECIDED = tuple(f"{UNKNOWN}_{case}" for case in CASES)
REASONS = (
    Reason(SAME, "agrees same", "good"),
    Reason(DIFFERENT, "agrees though different", "near"),
    Reason(FALSE_FRIEND, "disagrees though same", "half"),
    Reason(WRONG, "disagrees", "bad"),
    Reason(UNKNOWN, "unknown", "lost"),
)
_REASONS = {
    (True, True): SAME,
    (True, False): DIFFERENT,
    (False, True): FALSE_FRIEND,
    (False, False): WRONG,
}


@cache
def describe(name: str, weights: Weights = USUAL) -> Description:
    """Four kinds of decisions, and APT's cases for what is left open."""
    short = ("a=", "a≠", "d=", "d≠", *(f"u{case}" for case in CASES))
    decided = "a agrees, d disagrees; = the reference's pronoun, ≠ another"
    return Description(
        name,
        (*DECIDED, *UNDECIDED),
        ((1.0, 1.0), (1.0, 1.0), (0.0, 1.0), (0.0, 1.0), *weights.credit),
        REASONS,
        headings=dict(zip((*DECIDED, *UNDECIDED), short, strict=True)),
        legend=dict.fromkeys(DECIDED, decided)
        | dict.fromkeys(UNDECIDED, f"u unknown, by APT's case: {LISTED}"),
        rare=frozenset(UNDECIDED),
        kinds=dict.fromkeys(UNDECIDED, UNKNOWN),
        matrix=True,
    )


def make(choices: Choices) -> Judge:
    """The judge of these choices."""
    if not choices.target.agree.genders:
        what = f"nothing is known of gender and number in the language {choices.target.language!r}"
        raise ProformError(what, hint="its language pack needs a table [agree]; see --packs DIR")
    language = choices.target.language
    nouns = choices.lexicon or load_nouns(language)
    gender = Gender(choices.target.agree, (nouns,) if nouns else (), find_tagger(language))
    referrer = Referrer(choices.target, Resolver(Nouns(Wording(choices.source), gender)))
    notes = tuple(lacking(language))
    return Agreement(apt=plain_apt(choices), referrer=referrer, notes=notes)


class Agrees(NamedTuple):
    """Whether a pronoun agrees (None: it cannot be said), and why, in words."""

    agrees: bool | None
    because: str


@dataclass(frozen=True, kw_only=True)
class Agreement(Judge):
    """Compares a pronoun with the antecedent in the same translation; APT decides what is left.

    Which pronouns are right in a category without antecedents is data of the target's pack. A
    number that differs proves nothing: they may be one person or a group, and translations often
    change the number of a noun.
    """

    apt: Apt
    referrer: Referrer
    notes: tuple[str, ...] = ()
    _last: dict[Occurrence, tuple[Segment, Heads]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    name = "agreement"
    looks_back: ClassVar[int] = 5

    @property
    def description(self) -> Description:
        """Four kinds of decisions, and APT's cases for what is left open."""
        return describe(self.name, self.apt.weights)

    @property
    def signature(self) -> Mapping[str, str]:
        """What APT says, the rules of both packs, and the lexica."""
        lexica = "+".join(source.name for source in self.referrer.gender.lexica)
        rules = f"{self.referrer.resolver.source.pack.rules}+{self.referrer.target.rules}"
        return {**self.apt.signature, "rules": rules, "lexica": lexica or "core"}

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """A system's translation, with what it refers to."""
        plain = self.apt.candidate(occurrence, segment, into)
        rendering = self.referrer.locate(occurrence, plain, segment, into)
        heads = self._antecedents(occurrence, segment)
        referring = self.referrer.referring(occurrence, heads, segment, into, rendering)
        nouns = tuple((noun,) for noun in referring.nouns)
        return rendering._replace(antecedents=nouns, referring=referring)

    def _antecedents(self, occurrence: Occurrence, segment: Segment) -> Heads:
        """They are the same for all systems, so those of the last segment are remembered."""
        if any(last is not segment for last, _ in self._last.values()):
            self._last.clear()
        if occurrence not in self._last:
            expected = self.apt.reference(occurrence, segment)
            expected = self.referrer.locate(occurrence, expected, segment, segment.reference)
            heads = self.referrer.antecedents(occurrence, segment, expected)
            self._last[occurrence] = segment, heads
        return self._last[occurrence][1]

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """Whether it agrees, and whether it is the reference's pronoun; else APT's case."""
        apt = self.apt.judge(occurrence, reference, candidate)
        opinion = self._opinion(occurrence, reference, candidate)
        if opinion.agrees is None:
            statistics = (*(0.0 for _ in DECIDED), *apt.statistics[: len(CASES)])
            return apt._replace(reason=UNKNOWN, statistics=statistics)
        same = apt.reason == "1" or bool(
            _words(reference) & _words(candidate) & self._allowed(occurrence)
        )
        reason = _REASONS[opinion.agrees, same]
        verdict = Verdict.CORRECT if opinion.agrees else Verdict.INCORRECT
        statistics = (*(float(reason == name) for name in DECIDED), *(0.0 for _ in CASES))
        return apt._replace(verdict=verdict, reason=reason, statistics=statistics)

    def because(self, judgement: Decision) -> str:
        """The decision in a sentence that names the words."""
        opinion = self._opinion(judgement.occurrence, judgement.reference, judgement.candidate)
        if opinion.agrees is not None:
            return opinion.because
        apt = self.apt.judge(judgement.occurrence, judgement.reference, judgement.candidate)
        return f"{opinion.because}, so APT decides: {self.apt.because(apt)}"

    def _opinion(
        self, occurrence: Occurrence, reference: Rendering, candidate: Rendering
    ) -> Agrees:
        if not candidate.forms:
            return Agrees(None, "nothing stands for the pronoun")
        allowed = self._allowed(occurrence)
        listed = self.referrer.target.agree.allowed.values() if allowed else ()
        known = _words(candidate) & frozenset[str]().union(*listed)
        if not known and all(form == OTHER for form in candidate.forms):
            return Agrees(None, f"'{' '.join(candidate.tokens)}' is no pronoun")
        if allowed:
            return _in_category(reference, candidate, allowed)
        if candidate.referring is None:
            raise AssertionError("a rendering of this judge says what it refers to")
        return self._compare(occurrence, candidate.referring)

    def _allowed(self, occurrence: Occurrence) -> frozenset[str]:
        """What is right in the category, if that is all there is to it."""
        return self.referrer.target.agree.allowed.get(occurrence.category or "", frozenset())

    def _compare(self, occurrence: Occurrence, referring: Referring) -> Agrees:
        guess = "proposed " if referring.proposed else ""
        heads, nouns = (
            " + ".join(f"'{word}'" for word in words)
            for words in (referring.heads, referring.nouns)
        )
        antecedent = f"the {guess}antecedent {heads}"
        if referring.heads and referring.neutral:
            return Agrees(
                True, f"'{referring.shown}' may stand for anything, and so for {antecedent}"
            )
        obstacles = (
            (not referring.heads, "no antecedent is known"),
            (not referring.antecedent, f"{antecedent} has no translation"),
            (not referring.pronoun, f"'{referring.shown}' is no pronoun of the third person"),
            (is_open(referring.pronoun), f"'{referring.shown}' shows neither gender nor number"),
        )
        for there, obstacle in obstacles:
            if there:
                return Agrees(None, obstacle)
        of_noun, of_pronoun = self._compared(occurrence, referring)
        sources = f" ({', '.join(referring.sources)})" if referring.sources else ""
        genders = self.referrer.target.agree.genders
        noun = f"{nouns}, for {antecedent}, is {in_words(of_noun, genders)}{sources}"
        agrees, how = self._fit(occurrence, referring, of_noun, of_pronoun)
        pronoun = f"'{referring.shown}' is {in_words(of_pronoun, genders)}"
        return Agrees(agrees, f"{noun}, and {pronoun}: {how}")

    def _fit(
        self,
        occurrence: Occurrence,
        referring: Referring,
        of_noun: frozenset[str],
        of_pronoun: frozenset[str],
    ) -> Agrees:
        """Whether the values of a noun and a pronoun agree."""
        if of_noun <= of_pronoun:
            return Agrees(True, "they agree")
        if of_noun & of_pronoun:
            if referring.name and self.referrer.are_loose(referring.forms):
                return Agrees(True, "a name without an article may be neuter")
            return Agrees(None, "that leaves it open")
        if numbers_of(of_noun) and not numbers_of(of_noun) & numbers_of(of_pronoun):
            several = self.referrer.resolver.may_be_several(occurrence.form, referring.heads)
            if several and "m.pl" in of_pronoun:
                return Agrees(True, "one person or group may be several, too")
            return Agrees(None, "translations may change the number")
        doubt = self._doubt(occurrence, referring, of_pronoun)
        return Agrees(None, doubt) if doubt else Agrees(False, "they disagree")

    def _doubt(
        self, occurrence: Occurrence, referring: Referring, of_pronoun: frozenset[str]
    ) -> str | None:
        """Why a pronoun that disagrees may be right even so."""
        if self._astray(occurrence, of_pronoun):
            return "it has another number than the source"
        if referring.rival:
            return f"they disagree, but it may refer to '{referring.rival}'"
        if self.referrer.is_loose(referring.forms, referring.heads):
            return "they disagree, but it may stand for the whole matter"
        return None

    def _astray(self, occurrence: Occurrence, of_pronoun: frozenset[str]) -> bool:
        """Whether the number is not the source's: then it is hardly what stands for it."""
        number = self.referrer.resolver.source.pack.number(occurrence.form)
        return bool(number and numbers_of(of_pronoun)) and number not in numbers_of(of_pronoun)

    def _compared(
        self, occurrence: Occurrence, referring: Referring
    ) -> tuple[frozenset[str], frozenset[str]]:
        """The values to compare, of the noun and of the pronoun.

        If a pronoun may be singular or plural (sie), it is as that of the source; if a noun may, it
        is as its pronoun. Of one and mine only the gender counts, in the number of the noun.
        """
        source = self.referrer.resolver.source.pack
        of_noun, of_pronoun = referring.antecedent, referring.pronoun
        if occurrence.form in source.free:
            return genders_of(of_noun), genders_of(alike(of_pronoun, of_noun))
        if of_noun <= of_pronoun:
            return of_noun, of_pronoun
        number = source.number(occurrence.form)
        same = frozenset(value for value in of_pronoun if value.endswith(number))
        of_pronoun = same or of_pronoun
        return alike(of_noun, of_pronoun), of_pronoun

    def left_out(self, sums: Vectors) -> Mapping[str, int]:
        """The cases that APT leaves out."""
        return self.apt.left_out(np.append(sums[len(DECIDED) :], 0.0))

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """APT with agreement; the share that agreement decides, and the score of either part."""
        decided = np.asarray(sums[..., : len(DECIDED)].sum(axis=-1))
        right = sums[..., :2].sum(axis=-1)
        rest = sums[..., len(DECIDED) :] @ np.array(self.apt.weights.credit)
        return {
            **super().scores(sums),
            "decided": ratio(decided, self.sizes(sums)),
            "agreeing": ratio(right, decided),
            "apt": ratio(rest[..., 0], rest[..., 1]),
        }


def _in_category(reference: Rendering, candidate: Rendering, allowed: frozenset[str]) -> Agrees:
    """By the pack's list of what is right; what is not there is wrong if the reference's is."""
    words, expected = " ".join(candidate.tokens), " ".join(reference.tokens)
    if allowed & _words(candidate):
        return Agrees(True, f"'{words}' is right for a pronoun of this category")
    if allowed & _words(reference):
        return Agrees(False, f"'{words}' is not right for this category, as '{expected}' is")
    return Agrees(None, f"'{words}' and '{expected}' are both unusual for this category")


def _words(rendering: Rendering) -> frozenset[str]:
    """The forms, and the words themselves: APT's inventory need not have those for *you*."""
    return frozenset((*rendering.forms, *map(str.lower, rendering.tokens)))
