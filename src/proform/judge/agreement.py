"""Agreement: is the pronoun right for the antecedent that the system itself wrote?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import log
from typing import ClassVar

import numpy as np

from proform.analysis.antecedents import Resolver
from proform.analysis.fits import Fitter
from proform.analysis.gender import Gender
from proform.analysis.nouns import Nouns
from proform.analysis.pronouns import Locator, PronounReader
from proform.errors import ProformError
from proform.judge.base import Description, Judge, Reason, SettledVerdict, Vectors, ratio
from proform.judge.choices import Choices
from proform.language.lexica import find_tagger, lacking, load_nouns
from proform.model import Decision, Fit, Occurrence, Rendering, Segment, Translation, Verdict
from proform.pronoun.renderings import Renderer

AGREES, DISAGREES, UNKNOWN = "agrees", "disagrees", "unknown"
REASONS = (
    Reason(AGREES, "agrees", "good"),
    Reason(DISAGREES, "disagrees", "bad"),
    Reason(UNKNOWN, "unknown", "lost"),
)
_VERDICTS = {
    AGREES: Verdict.CORRECT,
    DISAGREES: Verdict.INCORRECT,
    UNKNOWN: Verdict.UNDECIDED,
}
SURE = 0.9
"""A verdict is at least so probable."""
_OWN = 0.5
"""The log-odds that a verdict needs by itself, whatever is known of the system."""
_SLIP = 0.01
"""So often the wrong word is taken for the noun or the pronoun, or its gender is misread."""
_OPEN = 0.02
"""What a pronoun neither fits nor misfits weighs so much less than what it does."""
_REFERENCE = 0.25
"""So often a reference's pronoun, as it is read, does not fit what the source's refers to."""
_STEP, _STEPS = 0.25, 18
"""Log-odds are counted in steps, up to so many on either side of even."""
_ODDS: Vectors = _STEP * np.arange(-_STEPS, _STEPS + 1, dtype=np.float64)
_NAMES = tuple(f"odds{odds:+.2f}" for odds in _ODDS)
_PRIOR = (1.0, 9.0)
"""What is assumed of a system before its pronouns are seen: of ten, one is wrong."""


@cache
def describe(name: str) -> Description:
    """Counts of log-odds that a pronoun is wrong, before anything is known of the system."""
    right = 1 / (1 + np.exp(_ODDS))
    return Description(
        name,
        _NAMES,
        tuple((float(share), 1.0) for share in right),
        REASONS,
        sums=frozenset(_NAMES),
        mixture=True,
    )


def make(choices: Choices) -> Judge:
    """The judge of these choices."""
    if not choices.target.agree.genders:
        what = f"nothing is known of gender and number in the language {choices.target.language!r}"
        raise ProformError(what, hint="its language pack needs a table [agree]; see --packs DIR")
    language = choices.target.language
    lexicon = choices.lexicon or load_nouns(language)
    gender = Gender(choices.target.agree, (lexicon,) if lexicon else (), find_tagger(language))
    locator = Locator(choices.source, PronounReader(choices.target, gender))
    fitter = Fitter(Nouns(choices.source, gender), locator)
    return Agreement(
        renderer=choices.renderer(),
        fitter=fitter,
        resolver=choices.resolver,
        lists=choices.apt_lists,
        notes=tuple(lacking(language)),
    )


@dataclass(frozen=True, kw_only=True)
class Agreement(Judge):
    """Sums up the probabilities of what a pronoun fits and of what it does not fit.

    A reference's pronoun is evidence of what the source's refers to. How probable it is that a
    pronoun is wrong depends on the share of the system's pronouns that are; so verdicts are settled
    when all have been seen.
    """

    renderer: Renderer
    fitter: Fitter
    resolver: Resolver = field(default_factory=Resolver)
    lists: str = ""
    notes: tuple[str, ...] = ()

    name = "agreement"
    description = describe("agreement")
    looks_back: ClassVar[int] = 5
    needs_reference: ClassVar[bool] = False
    settles: ClassVar[bool] = True

    @property
    def signature(self) -> Mapping[str, str]:
        """How pronouns are found, the rules of both packs, lexica and weights."""
        nouns = self.fitter.nouns
        return {
            "repair": self.renderer.name,
            "lists": self.lists,
            "rules": f"{nouns.source.rules}+{self.fitter.locator.pronouns.target.rules}",
            "lexica": "+".join(source.name for source in nouns.gender.lexica) or "core",
            "antecedents": self.resolver.name,
        }

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """What stands for the pronoun, and how far it fits all that it may refer to."""
        plain = self.renderer.render(occurrence.position, occurrence.form, segment, into)
        return self.fitter.fitted(occurrence, plain, segment, into)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """The odds that it is wrong; the verdict is that for a system like any other."""
        bin_ = _bin(log_odds(candidate.fits, reference.fits))
        statistics = tuple(float(k == bin_) for k in range(len(_NAMES)))
        base = _PRIOR[0] / sum(_PRIOR)
        reason = _reason(_ODDS[bin_], float(_wrong(_ODDS[bin_], base)))
        return Decision(
            occurrence, _VERDICTS[reason], reason, reference, candidate, statistics, None
        )

    def settle(self, statistics: Mapping[str, float], sums: Vectors) -> SettledVerdict:
        """The verdict, given the sums of all of the system's pronouns."""
        odds = next(odds for odds, name in zip(_ODDS, _NAMES, strict=True) if statistics.get(name))
        wrong = float(_wrong(odds, float(self.base(sums))))
        reason = _reason(odds, wrong)
        return SettledVerdict(_VERDICTS[reason], reason, wrong)

    def base(self, sums: Vectors) -> Vectors:
        """The share of wrong pronouns that verdicts rest on, which leans on what is usual."""
        usual = np.zeros(len(_NAMES))
        usual[-1], usual[0] = _PRIOR
        return 1 - self.description.score(sums + usual)

    def because(self, decision: Decision) -> str:
        """What the pronoun looks like, and what it may refer to, the most probable first."""
        candidate = decision.candidate
        if not candidate.fits:
            return "nothing tells what it refers to"
        told = "; ".join(_told(candidate.fits, decision.reference.fits))
        return f"{candidate.shown or 'it shows nothing'}; it may stand for {told}"

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """The share of right pronouns by maximum likelihood; the shares with a verdict."""
        wrong = _wrong(_ODDS, self.base(sums)[..., None])
        agreeing = ratio((sums * _agrees(_ODDS, wrong)).sum(axis=-1), self.sizes(sums))
        disagreeing = ratio((sums * _disagrees(_ODDS, wrong)).sum(axis=-1), self.sizes(sums))
        return {
            **super().scores(sums),
            "decided": agreeing + disagreeing,
            "agreeing": agreeing,
            "disagreeing": disagreeing,
        }


def log_odds(fits: tuple[Fit, ...], reference: tuple[Fit, ...] = ()) -> float:
    """How much more probable what is seen is if the pronoun is wrong than if it is right.

    What a pronoun neither fits nor misfits says nothing, so either is as probable.
    """
    right = wrong = open_ = 0.0
    for probability, fit, expected in weighed(fits, reference):
        # Without a noun, any pronoun is wrong that is not right, if the reference has one that is.
        misfit = not fit.heads and fit.noun and expected == 1
        degree = 0.0 if fit.degree is None and misfit else fit.degree
        if degree is None:
            open_ += _OPEN * probability
        else:
            right += probability * degree
            wrong += probability * (1 - degree)
    if not right + wrong:
        return 0.0
    difference = (1 - 2 * _SLIP) * (right - wrong) / (right + wrong + open_)
    return log((1 - difference) / (1 + difference))


def weighed(
    fits: tuple[Fit, ...], reference: tuple[Fit, ...]
) -> Iterator[tuple[float, Fit, float | None]]:
    """Each with its probability, given how far the reference's pronoun fits, and with that."""
    known = len(reference) == len(fits)  # neither text is empty
    expected = [fit.degree for fit in reference] if known else [None] * len(fits)
    likely = [
        0.5 if degree is None else _REFERENCE + (1 - 2 * _REFERENCE) * degree for degree in expected
    ]
    weights = [fit.probability * share for fit, share in zip(fits, likely, strict=True)]
    total = sum(weights) or 1.0
    for weight, fit, degree in zip(weights, fits, expected, strict=True):
        yield weight / total, fit, degree


def _bin(odds: float) -> int:
    return max(-_STEPS, min(round(odds / _STEP), _STEPS)) + _STEPS


def _wrong(odds: Vectors | float, base: Vectors | float) -> Vectors:
    """The probability that a pronoun of such odds is wrong, if so many of the system's are."""
    shift = np.exp(odds) * base
    return np.asarray(shift / (shift + 1 - base))


def _agrees(odds: Vectors | float, wrong: Vectors | float) -> Vectors:
    return np.logical_and(wrong <= 1 - SURE, odds <= -_OWN).astype(np.float64)


def _disagrees(odds: Vectors | float, wrong: Vectors | float) -> Vectors:
    return np.logical_and(wrong >= SURE, odds >= _OWN).astype(np.float64)


def _reason(odds: float, wrong: float) -> str:
    return AGREES if _agrees(odds, wrong) else DISAGREES if _disagrees(odds, wrong) else UNKNOWN


def _told(fits: tuple[Fit, ...], reference: tuple[Fit, ...]) -> Iterator[str]:
    ranked = sorted(weighed(fits, reference), key=lambda entry: -entry[0])
    nothing = sum(probability for probability, fit, _ in ranked if not fit.heads)
    for probability, fit, _ in ranked:
        if fit.heads and probability >= 0.02:
            heads = f"'{' + '.join(fit.heads)}' {probability:.2f}"
            yield (
                f"{heads} ('{fit.noun}', {fit.looks})" if fit.noun else f"{heads} (not translated)"
            )
    if nothing >= 0.02:
        yield f"no noun {nothing:.2f}"
