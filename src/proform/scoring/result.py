"""What a run gives: a score for each metric and system, comparisons, and the judgements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from statistics import stdev
from typing import TYPE_CHECKING

from proform.errors import ProformError, check_known
from proform.judge.base import Description
from proform.output import File, needed_path, writing
from proform.scoring import BREAKDOWNS, TRAITS
from proform.scoring.judgements import Judgement
from proform.scoring.ranking import Ranking, rank
from proform.scoring.significance import PairTest, WeakSpot
from proform.stats.resample import Interval, PairedTest
from proform.table.table import Record, Table
from proform.table.tables import written
from proform.table.writers import as_fragment

if TYPE_CHECKING:
    from pandas import DataFrame  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class Group:
    """Scores over some occurrences: all, those of one pronoun, those of one document."""

    n: float
    """How many they are; of a category that is proposed, how many are expected."""
    scores: Mapping[str, float | None]
    counts: Mapping[str, float]
    sure: float | None = None
    """Of a category that is proposed: the mean probability of what counts in it."""

    @property
    def score(self) -> float | None:
        """The main one; None where it is undefined."""
        return self.scores["score"]


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One metric of one system."""

    system: str
    metric: str
    signature: str
    total: Group
    interval: Interval | None
    groups: Mapping[str, Mapping[str, Group]]
    matrix: Mapping[tuple[str, str], int]
    left_out: Mapping[str, int]

    @property
    def score(self) -> float | None:
        """The score over all occurrences; None where it is undefined."""
        return self.total.score

    @property
    def n(self) -> int:
        """How many occurrences the score is of."""
        return round(self.total.n)

    @property
    def counts(self) -> Mapping[str, float]:
        """How often each kind of decision was made."""
        return self.total.counts

    def by(self, kind: str) -> Mapping[str, Group]:
        """The score of each pronoun, document or category."""
        if kind not in self.groups:
            known = ", ".join(self.groups)
            raise ProformError(f"no scores by {kind!r}", hint=f"there are scores by {known}")
        return self.groups[kind]


@dataclass(frozen=True, slots=True)
class PairedScore:
    """One metric of one system against the baseline; None where a score is undefined."""

    metric: str
    baseline: str
    system: str
    comparison: PairedTest | None


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One metric of one system, over all pronouns or one of them, in an earlier run and now."""

    metric: str
    system: str
    pronoun: str | None
    n_before: int
    n: int
    before: float | None
    score: float | None
    both: int | None = None
    """How many pronouns both runs judged; None, as are the others, where one has no judgements."""
    better: int | None = None
    """How many of these are judged better now."""
    worse: int | None = None
    p: float | None = None
    """Of a paired test on these; of a single pronoun, corrected for all of the system's."""

    @property
    def difference(self) -> float | None:
        """By how much it is better now; None if a score is undefined."""
        return None if self.before is None or self.score is None else self.score - self.before


@dataclass(frozen=True, slots=True)
class Change:
    """An occurrence that is not judged alike with all alignments."""

    segment: int
    position: int
    pronoun: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stability:
    """One metric of one system over several alignments."""

    system: str
    metric: str
    scores: tuple[float | None, ...]
    occurrences: int
    changes: tuple[Change, ...]

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the scores; None if one is undefined."""
        defined = [score for score in self.scores if score is not None]
        return stdev(defined) if len(defined) == len(self.scores) > 1 else None


@dataclass(frozen=True)
class Result:
    """Everything a run found."""

    signature: str
    segments: int
    results: tuple[SystemScore, ...]
    comparisons: tuple[PairedScore, ...]
    notes: tuple[str, ...]
    descriptions: Mapping[str, Description] = field(default_factory=dict)
    """How each metric describes itself."""
    stabilities: tuple[Stability, ...] = ()
    """How far the scores depend on the alignment, if that was asked."""
    changes: tuple[ScoreChange, ...] = ()
    """What changed since a baseline, if there is one: all pronouns, then each one."""
    kept: Sequence[Judgement] | None = None
    """The judgements, where they were kept."""
    pairs: tuple[PairTest, ...] = ()
    """Every pair of systems, corrected for their number, if tests were asked for."""
    weak: tuple[WeakSpot, ...] | None = None
    """Where systems are clearly below their own average; None if that was not tested."""

    def __getitem__(self, key: tuple[str, str]) -> SystemScore:
        """The score of a system by a metric: `result["apt", "base"]`."""
        for score in self.results:
            if (score.metric, score.system) == key:
                return score
        known = ", ".join(f"{score.metric} of {score.system}" for score in self.results)
        raise ProformError(f"no score {key!r}", hint=f"there are {known}")

    @property
    def ranking(self) -> Ranking:
        """Who is best by the first metric, how sure that is, and where systems are weak."""
        scores: dict[str, dict[str, float | None]] = {}
        for score in self.results:
            scores.setdefault(score.metric, {})[score.system] = score.score
        return rank(scores, self.pairs, self.weak)

    @property
    def judgements(self) -> Sequence[Judgement]:
        """What was said of each pronoun."""
        if self.kept is None:
            hint = "score with judgements=True, or load the rows of --detail with the result"
            raise ProformError("no judgements were kept", hint=hint)
        return self.kept

    def by(self, kind: str) -> dict[tuple[str, str], Mapping[str, Group]]:
        """The scores of each pronoun, document or category, by metric and system."""
        return {(score.metric, score.system): score.by(kind) for score in self.results}

    def compared_with(
        self,
        baseline: File | Result,
        *,
        detail: File | None = None,
        resamples: int = 1000,
        seed: int = 12345,
    ) -> Result:
        """The same, with what changed since a result that was saved, and notes on that.

        `detail` are the rows of `--detail` that were saved with it. With these, and with judgements
        of its own, the pronouns that both runs judged are counted and tested in pairs.
        """
        from proform.scoring.baseline import compared  # noqa: PLC0415 (which needs this)

        return compared(self, baseline, detail, resamples, seed)

    def below(self, limits: Mapping[str, float]) -> tuple[str, ...]:
        """A sentence for each score below the limit of its metric, or undefined."""
        scores = [score for score in self.results if score.metric in limits]
        return tuple(
            f"{score.metric} of {score.system} is {shown}, below {limit:g}"
            for score in scores
            for limit in [limits[score.metric]]
            for shown in ["undefined" if score.score is None else f"{score.score:.4f}"]
            if score.score is None or score.score < limit
        )

    def tables(self, by: Sequence[str] = (), *, matrix: bool = False) -> list[Table]:
        """The tables that people see, broken down as they wish."""
        from proform.scoring.tables import tables  # noqa: PLC0415 (which needs this)

        _check_breakdowns(by)
        return list(tables(self, by, matrix=matrix))

    def to_text(
        self,
        style: str = "text",
        *,
        by: Sequence[str] = (),
        matrix: bool = False,
        terminal: bool = False,
    ) -> str:
        """The result in one of the formats of `proform score -f`."""
        from proform.scoring.tables import long_table  # noqa: PLC0415

        _check_breakdowns(by)
        if style == "json":
            from proform.scoring.saved import to_json  # noqa: PLC0415

            return to_json(self)
        if style in ("tsv", "csv"):
            return written(style, [long_table(self, by)])
        notes = [*self.notes, f"signature: {self.signature}"]
        text = written(style, self.tables(by, matrix=matrix), notes, terminal=terminal)
        return "\n".join([text, *self.ranking.lines, ""]) if style == "text" else text

    def to_records(self, by: Sequence[str] = ()) -> list[Record]:
        """A record for each metric and system, and one for each part that is asked for."""
        from proform.scoring.tables import long_table  # noqa: PLC0415

        _check_breakdowns(by)
        return list(long_table(self, by).records)

    def to_pandas(self, by: Sequence[str] = ()) -> DataFrame:
        """The records as a data frame, if pandas is installed."""
        try:
            import pandas as pd  # noqa: PLC0415 (an extra)
        except ImportError:
            raise ProformError("pandas is not installed", hint="pip install pandas") from None
        return pd.DataFrame(self.to_records(by))

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as JSON, for `proform.load` and `proform report`."""
        with writing(needed_path("path", path)) as out:
            out.write(self.to_text("json"))

    def write_report(self, path: str | PathLike[str], *, title: str = "") -> None:
        """Write a page to look at, to search and to mail."""
        from proform.report.page import write_report  # noqa: PLC0415 (the one step upwards)

        write_report([self], path, title=title)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return as_fragment(self.tables(), self.notes)


def _check_breakdowns(by: Sequence[str]) -> None:
    for kind in by:
        check_known("by", kind, (*BREAKDOWNS, *TRAITS))
