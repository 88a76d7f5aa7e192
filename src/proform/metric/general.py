"""BLEU, chrF and TER, by sacrebleu; its signature tells how to get the same number elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric

General = Literal["bleu", "chrf", "ter"]
GENERAL: tuple[General, ...] = get_args(General)
QUICK: tuple[General, ...] = ("bleu", "chrf")
"""TER takes minutes where these take seconds, so it is only for those who ask for it."""


class Scored(NamedTuple):
    """A score from 0 to 100 (an error rate, and at times above 100, if it is TER)."""

    score: float
    signature: str


def score_corpus(
    metric: General,
    candidate: Sequence[str],
    reference: Sequence[str],
    *,
    tokenized: bool = False,
    lowercase: bool = False,
) -> Scored | None:
    """The score of all segments together; None if there are none.

    With `tokenized`, the text is in tokens that BLEU should leave as they are.
    """
    _check(candidate, reference)
    if not candidate:
        return None
    scorer = _scorer(metric, tokenized=tokenized, lowercase=lowercase, sentence=False)
    score = scorer.corpus_score(candidate, [reference]).score
    return Scored(float(score), str(scorer.get_signature()))


def score_sentences(
    metric: General,
    candidate: Sequence[str],
    reference: Sequence[str],
    *,
    tokenized: bool = False,
    lowercase: bool = False,
) -> list[float | None]:
    """The score of each segment by itself; None where both sides are empty."""
    _check(candidate, reference)
    scorer = _scorer(metric, tokenized=tokenized, lowercase=lowercase, sentence=True)
    return [
        float(scorer.sentence_score(one, [other]).score) if one.strip() or other.strip() else None
        for one, other in zip(candidate, reference, strict=True)
    ]


def _check(candidate: Sequence[str], reference: Sequence[str]) -> None:
    # sacrebleu itself leaves off what one side has more.
    if len(candidate) != len(reference):
        raise ValueError(f"{len(candidate)} segments against {len(reference)} of the reference")


def _scorer(metric: General, *, tokenized: bool, lowercase: bool, sentence: bool) -> Metric:
    # Most runs do not need them.
    from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415
    from sacrebleu.metrics.chrf import CHRF  # noqa: PLC0415
    from sacrebleu.metrics.ter import TER  # noqa: PLC0415

    match metric:
        case "bleu":
            return BLEU(
                lowercase=lowercase,
                tokenize="none" if tokenized else "13a",
                force=tokenized,
                effective_order=sentence,
            )
        case "chrf":
            return CHRF(lowercase=lowercase)
        case "ter":
            # As published scores are, without regard to case.
            return TER()
