"""A suite between automatic decisions and people's judgements: what stands for every candidate."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human import MAJORITY
from proform.human.conflict import UNJUDGEABLE
from proform.human.opinion import ANTECEDENT, PRONOUN, RIGHT, WRONG
from proform.human.review import NOTHING, Review, accepted_of, reviews
from proform.human.verdict import OPEN, HumanVerdict
from proform.judge import JUDGES
from proform.judge.base import Judge
from proform.judge.protest import APPROVED
from proform.model import Example
from proform.semi.decisions import (
    BY_AGREEMENT,
    BY_REFERENCE,
    DIFFERENT,
    FALSE_FRIEND,
    MATCHING,
    NO_REFERENCE,
    AgreementRole,
    Approvers,
    FirstPass,
    SemiRound,
    approver,
    decisions_of,
    opinions_of,
    rounds,
)
from proform.store.suites import REFERENCE, SYSTEM, candidates, find_suite, load_target, targets
from proform.suite.suite import Suite

UNDECIDED = "undecided"
"""People differ, and nothing decides; what is open beside that nobody has judged."""

AGREEMENT = "agreement"
"""The setting of a round that says what agreement does."""

APPROVE = "approve"
"""The setting of a round that says which judges approve, by their names."""

SURE = "sure"
"""The setting of a round that says how probably right is what they approve, if that was asked."""

NOT_SEEN = "not_seen"
"""Why something is referred that the judge of the last round, who is not asked now, did not see."""

ORDER, WRONG_FIRST = "order", "wrong first"
"""The setting of a round that says in which order what is referred was given out."""


class ApprovalGroup(NamedTuple):
    """Approvals that are verified together: of a category, by the same judge."""

    by: str
    category: str


@dataclass(frozen=True, slots=True)
class SemiCase:
    """A candidate: an example in a system."""

    number: int
    example: Example
    system: str
    decision: str
    pronoun: str = OPEN
    """What people say of it: right, wrong, undecided, open, or why it cannot be judged."""
    antecedent: str | None = None
    """The same of the antecedent, if it is asked for."""
    annotators: tuple[str, ...] = ()
    given: bool = False
    """Was it given to people, in any round?"""
    drawn: bool = True
    """If it is approved: was it verified by chance, as far as it is known?"""
    contradictory: bool = False
    """Is there an answer that contradicts itself, and nobody has settled it?"""
    wrong: float | None = None
    """How probable it is that the pronoun is wrong, where agreement tells."""

    @property
    def approved(self) -> bool:
        """Does it look as in the reference, or does a judge that may approve find it right?"""
        return self.by is not None

    @property
    def by(self) -> str | None:
        """What approves it."""
        return approver(self.decision)

    @property
    def group(self) -> ApprovalGroup | None:
        """If it is approved, those that it is verified with."""
        return None if self.by is None else ApprovalGroup(self.by, self.example.category)

    @property
    def apart(self) -> bool:
        """Did people look at it, without a judgement?"""
        return self.pronoun == UNDECIDED or self.pronoun in UNJUDGEABLE

    @property
    def judged(self) -> bool:
        """Do people call it right or wrong?"""
        return self.pronoun in (RIGHT, WRONG)

    @property
    def correct(self) -> bool | None:
        """As the paper counts: people's judgement, else an approval; None if there is neither."""
        return _counted(self.pronoun, approved=self.approved)

    @property
    def antecedent_correct(self) -> bool | None:
        """The same of the antecedent, for which only matching vouches."""
        if self.antecedent is None or (self.apart and self.antecedent == OPEN):
            return None
        return _counted(self.antecedent, approved=self.decision == APPROVED)


def _counted(outcome: str, *, approved: bool) -> bool | None:
    if outcome in (RIGHT, WRONG):
        return outcome == RIGHT
    return True if outcome == OPEN and approved else None


@dataclass(frozen=True)
class State:
    """Every candidate of a suite, and the rounds so far."""

    suite: Suite
    systems: tuple[str, ...]
    cases: tuple[SemiCase, ...]
    rounds: tuple[SemiRound, ...] = ()
    notes: tuple[str, ...] = ()
    role: AgreementRole = AgreementRole.OFF
    """Of agreement with the antecedent, in approving."""
    proxies: Mapping[str, Mapping[tuple[int, str], float]] = field(default_factory=dict)
    """Of each judge that was asked, what it says of an example in a system, from 0 to 1."""
    approvers: tuple[str, ...] = MATCHING.names
    """The judges that approve."""
    sure: float | None = None
    """How probably right what they approve is at least, if that was asked."""

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """Those that have examples, in the suite's order."""
        names = (category.name for category in self.suite.categories)
        return tuple(name for name in names if name in self.sizes)

    @cached_property
    def groups(self) -> tuple[ApprovalGroup, ...]:
        """Those of approvals: every category, for each judge that approves anything."""
        return tuple(
            ApprovalGroup(kind, category) for kind in self.kinds for category in self.categories
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """What approves anything: the reference, agreement, other judges in their order."""
        there = {case.by for case in self.cases}
        order = (BY_REFERENCE, BY_AGREEMENT, *self.approvers)
        return tuple(kind for kind in dict.fromkeys(order) if kind in there) or (BY_REFERENCE,)

    @cached_property
    def sizes(self) -> Counter[str]:
        """How many examples each category has."""
        return Counter(example.category for example in self.suite.examples)

    @property
    def asked(self) -> int:
        """How many examples have an antecedent to judge."""
        return sum(self.sizes[category] for category in self.suite.agreeing)


def load_state(
    connection: Connection,
    name: str | None = None,
    *,
    accept: bool = False,
    role: AgreementRole | None = None,
    packs: Path | None = None,
    policy: str = MAJORITY,
    metrics: Sequence[str | Judge] = (),
    approvers: Approvers | None = None,
    sure: float | None = None,
) -> State:
    """A suite as it stands now; with `accept`, what people found right is a reference, too.

    Without a role, agreement has that of the last round. Without approvers, those of the last round
    approve: matching anew; a judge from elsewhere is not at hand, so what it said then holds. With
    `sure`, they and agreement approve only what is right with this probability.
    """
    stored = find_suite(connection, name)
    corpora = targets(connection, stored)
    loaded = {corpus.name: load_target(connection, stored, corpus) for corpus in corpora}
    systems = tuple(corpus.name for corpus in corpora if corpus.side == SYSTEM)
    if not systems:
        hint = "add one with proform suite add-system"
        raise ProformError(f"the suite {stored.suite.name!r} has no system yet", hint=hint)
    if not stored.suite.examples:
        raise ProformError(f"the suite {stored.suite.name!r} has no examples")
    reviewed = reviews(connection, stored, policy)
    owners = candidates(connection, stored)
    accepted = accepted_of(stored.suite, loaded, reviewed, owners) if accept else []
    named = (corpus.name for corpus in corpora if corpus.side == REFERENCE)
    reference = next((loaded[name] for name in named), None)
    began = tuple(rounds(connection, stored.id))
    role = _last_role(began) if role is None else role
    translated = [loaded[system] for system in systems]
    ours = {number: owner for number, owner in owners.items() if owner[1] in systems}
    chosen = approvers or Approvers(
        last_approvers(began), _last_sure(began) if sure is None else sure
    )
    away = approvers is None and not set(chosen.names) <= JUDGES.keys()
    silent = chosen.names == MATCHING.names and role is not AgreementRole.APPROVE
    if approvers is None and sure is not None and (away or silent):
        hint = "name those that approve, or let agreement approve"
        raise ProformError("sure: of which judges?", hint=hint)
    if away:
        then = began[-1].decided
        decided = {
            owner: FirstPass(then[number].decision if number in then else NOT_SEEN)
            for number, owner in ours.items()
        }
    else:
        decided = decisions_of(stored.suite, reference, translated, accepted, packs, role, chosen)
    cases = tuple(_cases(stored.suite, ours, decided, reviewed, began))
    said = opinions_of(stored.suite, reference, translated, packs, metrics)
    state = State(
        *(stored.suite, systems, cases, began),
        role=role,
        proxies=said,
        approvers=chosen.names,
        sure=chosen.sure,
    )
    return replace(state, notes=tuple(_notes(state, accept=accept, alone=reference is None)))


def _cases(
    suite: Suite,
    owners: Mapping[int, tuple[int, str]],
    decided: Mapping[tuple[int, str], FirstPass],
    reviewed: Mapping[int, Review],
    began: Sequence[SemiRound],
) -> Iterator[SemiCase]:
    examples = {example.number: example for example in suite.examples}
    given: dict[int, bool] = {}
    """Of each candidate that people got: was it an approval then, in any round?"""
    for earlier in began:
        for number, then in earlier.decided.items():
            if then.given:
                given[number] = given.get(number, False) or approver(then.decision) is not None
    for number, (which, system) in sorted(owners.items()):
        example, review = examples[which], reviewed.get(number, NOTHING)
        agrees = example.category in suite.agreeing
        pronoun = review.verdict(PRONOUN)
        first = decided.get((which, system), FirstPass(NO_REFERENCE))
        yield SemiCase(
            number,
            example,
            system,
            first.decision,
            _outcome(pronoun),
            _outcome(review.verdict(ANTECEDENT)) if agrees else None,
            tuple(opinion.annotator for opinion in review.annotators if not opinion.silent),
            number in given,
            not began or given.get(number, False),
            pronoun.contradictory,
            first.wrong,
        )


def _outcome(verdict: HumanVerdict) -> str:
    """A verdict; with what is set aside the reason, and what is disputed apart from open."""
    disputed = verdict.outcome == OPEN and verdict.contested
    return verdict.reason or (UNDECIDED if disputed else verdict.outcome)


def _last_role(began: Sequence[SemiRound]) -> AgreementRole:
    """That of agreement in the last round; none before the first."""
    settings = began[-1].settings if began else {}
    return AgreementRole(settings.get(AGREEMENT, AgreementRole.OFF.value))


def last_approvers(began: Sequence[SemiRound]) -> tuple[str, ...]:
    """The judges that approved in the last round, by their names; matching before the first."""
    settings = began[-1].settings if began else {}
    names = settings.get(APPROVE)
    return tuple(map(str, names)) if isinstance(names, list) else MATCHING.names


def _last_sure(began: Sequence[SemiRound]) -> float | None:
    """How probably right what they approved was; None if that was not asked."""
    sure = began[-1].settings.get(SURE) if began else None
    return float(sure) if isinstance(sure, int | float) else None


def _notes(state: State, *, accept: bool, alone: bool) -> Iterator[str]:
    """Who approves, and what is not as it was when batches were made.

    `alone` says that there is no reference.
    """
    times = Counter(case.decision for case in state.cases)
    if state.approvers != MATCHING.names:
        by = Counter(case.by for case in state.cases)
        each = ", ".join(f"{kind} {by[kind]}" for kind in state.kinds)
        yield f"approved by {each} of {len(state.cases)} examples"
    elif alone:
        approves = f"only agreement approves: {times[DIFFERENT]} examples"
        nothing = "nothing is approved"
        how = approves if state.role is AgreementRole.APPROVE else nothing
        yield f"the suite has no reference, so {how}"
    if times[NOT_SEEN]:
        yield (
            f"{times[NOT_SEEN]} examples were added since {', '.join(state.approvers)} approved, "
            "and are referred: name the judge again to have it asked"
        )
    if not alone and state.role is not AgreementRole.OFF:
        referred = f"agreement refers {times[FALSE_FRIEND]} examples that look as in the reference"
        approves = f", and approves {times[DIFFERENT]} that do not"
        yield referred + (approves if state.role is AgreementRole.APPROVE else "")
    if any(earlier.settings.get(ORDER) == WRONG_FIRST for earlier in state.rounds):
        waiting = [case for case in state.cases if not case.approved]
        left = sum(case.pronoun == OPEN for case in waiting)
        if 0 < left < len(waiting):
            yield (
                f"{left} referred examples are open, and what is most probably wrong was given out "
                "first: until they are judged, shares of right ones are too low"
            )
    if state.rounds:
        yield from _changes(state, accept=accept)
    elif any(case.judged and case.approved for case in state.cases):
        yield "no batch was started: all approved examples that people judged are the sample"


def _changes(state: State, *, accept: bool) -> Iterator[str]:
    if (role := _last_role(state.rounds)) is not state.role:
        yield f"agreement is set to {state.role.value}; batches were made with {role.value}"
    if (names := last_approvers(state.rounds)) != state.approvers:
        now, then = ", ".join(state.approvers), ", ".join(names)
        yield f"{now} approves; batches were made with approvals by {then}"
    if (sure := _last_sure(state.rounds)) != state.sure:
        now, then = (
            "any probability" if least is None else f"a probability of at least {least:g}"
            for least in (state.sure, sure)
        )
        yield f"approved with {now}; batches were made with {then}"
    decided = [earlier.decided for earlier in state.rounds]
    known = {number: then.system for these in decided for number, then in these.items()}
    before = set(known.values())
    kept = {case.system for case in state.cases if case.number in known}
    for system in state.systems:
        if system not in kept:
            missing = sum(case.system == system and not case.approved for case in state.cases)
            how = "replaced by another translation" if system in before else "added"
            new = f"{system} was {how} since the batches were made"
            yield f"{new}: {missing} referred examples are in none; start again to give them out"
    for system in sorted(before - set(state.systems)):
        yield f"{system} was removed since the batches were made, and does not count"
    last = state.rounds[-1]
    moved = sum(
        case.number in last.decided
        and (approver(last.decided[case.number].decision) is not None) != case.approved
        for case in state.cases
    )
    if moved:
        yield f"{moved} examples have moved between approved and referred since batches were made"
        if last.settings.get("accept_annotations", False) != accept:
            now, then = ("with", "without") if accept else ("without", "with")
            yield f"counted {now} annotations as references; batches were made {then} them"
    outside = [case.approved for case in state.cases if case.pronoun != OPEN and not case.given]
    if outside:
        what = f"{len(outside)} examples were judged without a batch, and count"
        yield f"{what}; the {sum(outside)} approved among them are no part of the random sample"
