"""What people's judgements say of APT's settings: equivalent pronouns, and weights of its cases."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

import numpy as np

from proform.errors import ProformError
from proform.judge.compare import Comparison, Lists
from proform.judge.weights import Weights
from proform.language.forms import fold
from proform.language.pack import load_packs
from proform.meta.examples import Examples, Judges, Settling, load_examples, match
from proform.meta.scores import human_scores, read_counts
from proform.model import OTHER, Verdict
from proform.output import File, as_path, needed_path, needed_paths
from proform.pronoun.occurrences import Pronouns
from proform.stats.comparison import Outcome, Sample, Setting, Tuning
from proform.stats.comparison import grid as tried
from proform.stats.comparison import tune as tuned
from proform.stats.crosstab import FormPair, JudgedForms, estimate
from proform.table.table import Column, Record, Table, attributes, rounded
from proform.table.tables import Tables, Tabular
from proform.text.lists import read_groups

_LIST = "list"
"""The format that `proform score --equivalent` reads."""
_TUNED_BY = ("pearson", "spearman")


@dataclass(frozen=True)
class EquivalentPairs(Tabular):
    """Pairs of forms, and why those that are not kept are dropped."""

    sample: int
    kept: tuple[FormPair, ...]
    dropped: tuple[tuple[FormPair, str], ...]
    rare: int
    """How many of those dropped are too rare; they come last."""
    notes: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """All pairs, those that are dropped with the reason."""
        rows = (*((pair, None) for pair in self.kept), *self.dropped)
        records = tuple(
            {**pair._asdict(), "probability": pair.probability, "dropped": why}
            for pair, why in rows
        )
        columns = (
            *map(Column, ("source", "reference", "candidate", "n", "correct")),
            Column("p", ("probability",), rounded(3)),
            Column("dropped"),
        )
        title = f"equivalent pronouns, from {self.sample} judgements"
        notes = () if self.kept else ("no pair is frequent and correct often enough",)
        return (Table("equivalents", title, columns, records, notes),)

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """In any format of tables, or as a `list` for `proform score --equivalent`."""
        if style != _LIST:
            return super().to_text(style, terminal=terminal)
        return "".join(
            f"{','.join(pair[:3])},{round(pair.probability, 4):g}\n" for pair in self.kept
        )

    def remarks(self, style: str) -> tuple[str, ...]:
        """Of a list, what is not in it."""
        return (*self.notes, *self._missing()) if style == _LIST else super().remarks(style)

    def _missing(self) -> Iterator[str]:
        if not self.kept:
            yield "no pair is frequent and correct often enough: the list is empty"
        for pair, why in self.dropped[: len(self.dropped) - self.rare]:
            how = f"{pair.correct} of {pair.n} correct"
            yield f"dropped {','.join(pair[:3])}: {how} ({why})"
        if self.rare:
            yield f"dropped {self.rare} rare pairs ({self.dropped[-1][1]}); -f text lists them"


def equivalents(
    detail: File,
    human: str,
    *,
    part: float = 0.05,
    above: float = 0.5,
    languages: str | None = None,
    identical: File | None = None,
    packs: File | None = None,
    **settling: Unpack[Settling],
) -> EquivalentPairs:
    """Find pronouns that may replace each other, by what people say of APT's decisions.

    >>> pairs = proform.meta.equivalents("detail.tsv", "judgements.tsv")  # doctest: +SKIP
    >>> pairs.to_text("list")  # doctest: +SKIP
    """
    examples = load_examples(needed_path("detail", detail), Judges(human, **settling), "apt")
    comparison, form = _forms(languages, identical, as_path(packs))
    pairs = estimate(_judged(examples, comparison, form), part=part, above=above)
    if not pairs.sample:
        raise ProformError("no pronoun of cases 1 to 3 is judged, so there is nothing to count")
    kept = tuple(pair for pair in pairs.kept if OTHER not in pair)
    dropped = [(pair, "no listed pronoun") for pair in pairs.kept if OTHER in pair]
    dropped += [(pair, f"not correct in more than {above:.0%}") for pair in pairs.improbable]
    dropped += [(pair, f"less than {part:.0%} of the sample") for pair in pairs.rare]
    return EquivalentPairs(pairs.sample, kept, tuple(dropped), len(pairs.rare), examples.notes)


def _forms(
    languages: str | None, identical: File | None, packs: Path | None
) -> tuple[Comparison, Callable[[str], str]]:
    """Which target forms count as one, and which form a source word has."""
    groups = [] if identical is None else read_groups(Path(identical))
    form: Callable[[str], str] = fold
    if languages is not None:
        source, target = load_packs(languages, packs)
        groups = groups or list(target.identical)
        pronouns = Pronouns((*source.pronouns, *source.inventory), source.splitter)

        def form(word: str) -> str:
            return pronouns[word] or fold(word)

    return Comparison(Lists(tuple(tuple(map(fold, group)) for group in groups))), form


def _judged(
    examples: Examples, comparison: Comparison, form: Callable[[str], str]
) -> Iterator[JudgedForms]:
    for pair in examples.pairs:
        if pair.decides:
            decided = pair.decided
            reference, candidate = (
                comparison.head(side.forms[0] if side.forms else OTHER)
                for side in (decided.reference, decided.candidate)
            )
            if decided.reason == "1":  # identical
                candidate = reference
            correct = pair.human is Verdict.CORRECT
            yield JudgedForms(form(decided.pronoun), reference, candidate, correct)


def grid(
    results: Sequence[File],
    human: str,
    *,
    w2: str | Sequence[float] = (0, 0.5, 1),
    w6: str | Sequence[float] = (0, 0.5, 1),
    discard: str = "",
    tune: str | None = None,
    test_results: Sequence[File] = (),
    test_human: str | None = None,
    **settling: Unpack[Settling],
) -> Tables:
    """Try weights of APT's cases 2 and 6, with repair and without, against human scores.

    >>> proform.meta.grid(["repaired.json", "basic.json"], "people.tsv")  # doctest: +SKIP
    """
    if (tune is None) != (not test_results):
        hint = "a setting is tested on other systems than it was chosen on"
        raise ProformError("--tune and --test-results go together", hint=hint)
    if tune not in (None, *_TUNED_BY):
        raise ProformError(f"tune: not a measure: {tune!r}", hint=f"one of {', '.join(_TUNED_BY)}")
    weights = _weights(w2), _weights(w6)
    discarded = Weights.parse("apt-b", discard).discarded
    sample, systems, notes = _load_counts(results, Judges(human, **settling))
    outcomes = tried(sample, *weights, discarded)
    tables = [_settings(outcomes)]
    if tune is not None:
        judges = Judges(test_human or human, **settling)
        others, tested, more = _load_counts(test_results, judges)
        if not set(sample.counts) <= set(others.counts):
            raise ProformError("the runs to test on must be with repair and without, as the others")
        best = tuned(outcomes, others, tune, discarded)
        if best is None:
            raise ProformError("no setting has a correlation, so there is none to choose")
        tables.append(_tuning(best, tune))
        notes += more
        both = [system for system in tested if system in systems]
        if both:
            notes.append(f"in both sets, so the test is too kind: {', '.join(both)}")
    return Tables(tuple(tables), tuple(dict.fromkeys(notes)))


def _weights(weights: str | Sequence[float]) -> tuple[float, ...]:
    fields = weights.split(",") if isinstance(weights, str) else weights
    try:
        values = tuple(dict.fromkeys(float(field) for field in fields))
    except (TypeError, ValueError):
        raise ProformError(f"not weights: {weights!r}", hint="such as 0,0.5,1") from None
    if not all(0 <= weight <= 1 for weight in values):
        raise ProformError(f"a weight is not between 0 and 1: {weights!r}")
    return values


def _load_counts(
    files: Sequence[File], judges: Judges
) -> tuple[Sample, tuple[str, ...], list[str]]:
    """The cases of the systems that are in all runs and have a human score; which, and notes."""
    counts: dict[bool, dict[str, tuple[float, ...]]] = {}
    for path in needed_paths("results", files):
        repair, cases = read_counts(path)
        run = counts.setdefault(repair, {})
        twice = [system for system in cases if system in run]
        if twice:
            what = f"{path}: a second run {_repair(repair)} of {', '.join(twice)}"
            raise ProformError(what, hint="give one run with repair and one without")
        run.update(cases)
    human = human_scores(judges)
    everyone = list(dict.fromkeys(system for run in counts.values() for system in run))
    matched, notes = match(human.values, everyone)
    scores = {
        system: score
        for system in everyone
        if (score := human.values.get(matched[system])) is not None
        and all(system in run for run in counts.values())
    }
    if not scores:
        raise ProformError("no system is in all runs and has a human score")
    others = (system for system in human.values if system not in matched.values())
    missing = [system for system in (*everyone, *others) if system not in scores]
    if missing:
        why = "not in all runs, or no human score"
        notes = (f"left out: {len(missing)}, {', '.join(missing)} ({why})", *notes)
    runs = {
        repair: np.array([run[system] for system in scores], float)
        for repair, run in sorted(counts.items())
    }
    sample = Sample(np.array(list(scores.values()), float), runs)
    return sample, tuple(scores), [*human.notes, *notes]


_COLUMNS = (
    Column("repair", show=lambda repair: "yes" if repair else "no"),
    Column("w2", show="{:g}".format),
    Column("w6", show="{:g}".format),
    Column("n"),
    Column("Pearson", ("pearson",), rounded(3)),
    Column("Spearman", ("spearman",), rounded(3)),
)


def _settings(outcomes: Sequence[Outcome]) -> Table:
    notes = []
    for why in dict.fromkeys(outcome.why for outcome in outcomes if outcome.why):
        concerned = [_setting(outcome.setting) for outcome in outcomes if outcome.why == why]
        every = len(concerned) == len(outcomes)
        notes.append(f"{'all settings' if every else '; '.join(concerned)}: {why}")
    title = "weights of APT's cases 2 and 6, and their correlation with human scores"
    return Table("grid", title, _COLUMNS, tuple(map(_record, outcomes)), tuple(notes))


def _tuning(best: Tuning, measure: str) -> Table:
    rows = {"tuned on": best.tuned, "tested on": best.tested}
    notes = [f"as good, but later in the grid: {_setting(other)}" for other in best.tied]
    notes += [f"tested on: {best.tested.why}"] if best.tested.why else []
    return Table(
        "tuning",
        f"the setting with the highest correlation ({measure}), on systems it was not chosen on",
        (Column("systems"), *_COLUMNS),
        tuple({"systems": name, **_record(outcome)} for name, outcome in rows.items()),
        tuple(notes),
    )


def _setting(setting: Setting) -> str:
    return f"w2 {setting.w2:g}, w6 {setting.w6:g}, {_repair(setting.repair)}"


def _repair(repair: bool) -> str:
    return "with repair" if repair else "without repair"


def _record(outcome: Outcome) -> Record:
    setting = attributes(outcome.setting, "repair", "w2", "w6")
    return {**setting, **attributes(outcome, "n", "pearson", "spearman")}
