"""How far judges can be trusted on a stored suite: what they and people say of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from sqlalchemy import Connection

from proform.human import MAJORITY
from proform.human.review import Review, reviews
from proform.judge.base import Judge
from proform.judge.protest import Protest
from proform.meta.examples import UNKNOWN, DecisionPair, Examples
from proform.meta.trust import Trust, trust_all
from proform.scoring.judgements import Judgement
from proform.store.suites import REFERENCE, SYSTEM, candidates, find_suite, load_target, targets
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.suite import Target


def suite_trust(
    connection: Connection,
    name: str | None = None,
    metrics: Sequence[str | Judge] = (),
    *,
    packs: Path | None = None,
    policy: str = MAJORITY,
) -> Trust:
    """Matching, if there is a reference, and these judges, each beside what people say."""
    stored = find_suite(connection, name)
    loaded: dict[str, list[Target]] = {REFERENCE: [], SYSTEM: []}
    for corpus in targets(connection, stored):
        if corpus.side in loaded:
            loaded[corpus.side].append(load_target(connection, stored, corpus))
    reference = next(iter(loaded[REFERENCE]), None)
    chosen = [*([] if reference is None else [Protest.name]), *metrics]
    if not chosen or not loaded[SYSTEM]:
        return Trust((), ("there is no judge to compare people with",))
    rows: list[Judgement] = []
    choices = choices_of(stored.suite, packs)
    evaluate(stored.suite, reference, loaded[SYSTEM], chosen, choices, sink=rows.append)
    heard = reviews(connection, stored, policy)
    owners = candidates(connection, stored)
    known = {owner: heard[number] for number, owner in owners.items() if number in heard}
    return trust_all(paired(rows, known))


def paired(rows: Sequence[Judgement], known: Mapping[tuple[int, str], Review]) -> list[Examples]:
    """The judgements of each metric, beside what people say of the example in the system."""
    by_metric: dict[str, list[DecisionPair]] = {}
    for row in rows:
        review = known.get((row.example or 0, row.system))
        pair = DecisionPair(row, review, row.category or UNKNOWN)
        by_metric.setdefault(row.metric, []).append(pair)
    return [Examples(metric, tuple(pairs), ()) for metric, pairs in by_metric.items()]
