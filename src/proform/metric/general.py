"""BLEU, chrF and TER, by sacrebleu; its signature tells how to get the same number elsewhere."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

General = Literal["bleu", "chrf", "ter"]
GENERAL: tuple[General, ...] = get_args(General)


class Scored(NamedTuple):
    """A score from 0 to 100 (an error rate, and at times above 100, if it is TER)."""

    score: float
    signature: str


def score_corpus(
    metric: General, candidate: Sequence[str], reference: Sequence[str], *, tokenized: bool = False
) -> Scored | None:
    """The score of all segments; None if there are none. BLEU leaves `tokenized` text as it is."""
    # Slow to import, and most runs do not need them.
    from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415
    from sacrebleu.metrics.chrf import CHRF  # noqa: PLC0415
    from sacrebleu.metrics.ter import TER  # noqa: PLC0415

    if len(candidate) != len(reference):  # sacrebleu leaves off what one side has more
        raise ValueError(f"{len(candidate)} segments against {len(reference)} of the reference")
    if not candidate:
        return None
    if metric == "bleu":
        scorer = BLEU(tokenize="none" if tokenized else "13a", force=tokenized)
    else:
        scorer = {"chrf": CHRF, "ter": TER}[metric]()  # TER, as published, without regard to case
    score = scorer.corpus_score(candidate, [reference]).score
    return Scored(float(score), str(scorer.get_signature()))
