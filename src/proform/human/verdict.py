"""From what people say of a candidate to what counts: right, wrong, set aside or open.

Adjudication prevails. Without it a policy decides: by `majority`, what more than half of those say
who reply; by `unanimous`, what all of them say. Otherwise it is open. Nothing else in the package
makes one judgement of several.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from proform.errors import check_known
from proform.human import MAJORITY, POLICIES
from proform.human.conflict import UNJUDGEABLE
from proform.human.opinion import ASIDE, CONTRADICTORY, PRONOUN, RIGHT, WRONG, Opinion

OPEN = "open"
VERDICTS = (RIGHT, WRONG, ASIDE, OPEN)

DISPUTED, UNJUDGED = "disputed", "unjudged"
KINDS = (RIGHT, WRONG, ASIDE, DISPUTED, UNJUDGED)
"""The verdicts; what is open is disputed, or else nobody has judged it."""

_Vote = TypeVar("_Vote", bound=Hashable)


def majority(votes: Sequence[_Vote]) -> _Vote | None:
    """What more than half say; a tie decides nothing."""
    leading = Counter(votes).most_common(1)
    return next((vote for vote, times in leading if 2 * times > len(votes)), None)


def unanimous(votes: Sequence[_Vote]) -> _Vote | None:
    """What all say."""
    return votes[0] if len(set(votes)) == 1 else None


@dataclass(frozen=True, slots=True)
class HumanVerdict:
    """What people say of a candidate in answer to one question."""

    outcome: str = OPEN
    """One of `VERDICTS`."""
    contested: bool = False
    """Do annotators differ, or did they when it was settled?"""
    adjudicated: bool = False
    reason: str | None = None
    """The tag that sets it aside."""
    contradictory: bool = False
    """Is there an answer that contradicts itself, and nobody has settled the matter?"""

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        if self.outcome == OPEN:
            return DISPUTED if self.contested else UNJUDGED
        return self.outcome

    @property
    def decided(self) -> bool:
        """Is it right or wrong?"""
        return self.outcome in (RIGHT, WRONG)

    @property
    def unsettled(self) -> bool:
        """Is there something to settle, which nobody has settled?"""
        return not self.adjudicated and (self.contested or self.contradictory)


def decide(
    opinions: Iterable[Opinion], question: str = PRONOUN, policy: str = MAJORITY
) -> HumanVerdict:
    """What the opinions on one candidate come to; their order does not matter."""
    check_known("policy", policy, POLICIES)
    heard = list(opinions)
    voters = [opinion for opinion in heard if opinion.vote(question) is not None]
    votes = [str(voter.vote(question)) for voter in voters if not voter.adjudicates]
    contested = len(set(votes)) > 1
    settling = [voter for voter in voters if voter.adjudicates]
    if settling:
        last = max(settling, key=lambda voter: (voter.made, voter.annotator))
        outcome = str(last.vote(question))
        return HumanVerdict(outcome, contested, adjudicated=True, reason=last.reason)
    outcome = (majority(votes) if policy == MAJORITY else unanimous(votes)) or OPEN
    reason = None
    if outcome == ASIDE:
        reasons = Counter(voter.reason for voter in voters)
        reason = max(UNJUDGEABLE, key=lambda tag: reasons[tag])  # of as many, the first
    contradictory = any(opinion.on(question) == CONTRADICTORY for opinion in heard)
    return HumanVerdict(outcome, contested, reason=reason, contradictory=contradictory)
