"""A result beside one that was saved earlier: what changed, and whether they can be compared."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from proform.errors import ProformError
from proform.output import File, needed_path
from proform.scoring.result import Result, ScoreChange, SystemScore
from proform.scoring.saved import read_result

_BESIDE = frozenset({"v", "align", "resample", "seed", "accepted"})
"""Parts of a signature that may differ: the version, the links of the translation, intervals."""


def compared(result: Result, baseline: File | Result) -> Result:
    """The same result, with what changed since the baseline, and notes of what speaks against it.

    A system is compared with the one of the same name; if both runs have one only, whatever its
    name. Other settings do not stop the comparison, but a note names them.
    """
    name = "the baseline"
    if not isinstance(baseline, Result):
        path = needed_path("baseline", baseline)
        name, baseline = str(path), read_result(path)
    before = {(score.metric, score.system): score for score in baseline.results}
    single = all(len({key[1] for key in keys}) == 1 for keys in (before, _keys(result)))
    pairs: list[tuple[SystemScore, SystemScore]] = []
    missing: list[str] = []
    for score in result.results:
        candidates = [key for key in before if key[0] == score.metric] if single else []
        key = candidates[0] if candidates else (score.metric, score.system)
        if key in before:
            pairs.append((before[key], score))
        else:
            missing.append(f"{score.metric} of {score.system}")
    if not pairs:
        there = ", ".join(f"{metric} of {system}" for metric, system in before)
        raise ProformError(f"{name}: nothing to compare with", hint=f"it has {there}")
    notes = [f"{name}: lacks {', '.join(missing)}"] if missing else []
    notes += dict.fromkeys(
        f"{name}: other settings ({differing}), so changes may come from these"
        for old, new in pairs
        if (differing := _differing(old.signature, new.signature))
    )
    changes = tuple(change for old, new in pairs for change in _changes(old, new))
    return replace(result, changes=changes, notes=(*result.notes, *notes))


def _keys(result: Result) -> list[tuple[str, str]]:
    return [(score.metric, score.system) for score in result.results]


def _changes(old: SystemScore, new: SystemScore) -> Iterator[ScoreChange]:
    """All together, then every pronoun of either run."""
    yield ScoreChange(new.metric, new.system, None, old.n, new.n, old.score, new.score)
    before, now = (score.groups.get("pronoun", {}) for score in (old, new))
    for pronoun in dict.fromkeys((*now, *before)):
        groups = before.get(pronoun), now.get(pronoun)
        sizes = [0 if group is None else group.n for group in groups]
        scores = [None if group is None else group.score for group in groups]
        yield ScoreChange(new.metric, new.system, pronoun, *sizes, *scores)


def _differing(old: str, new: str) -> str:
    """The settings of two signatures that differ, as `repair: paper, now informed`."""
    before, now = _settings(old), _settings(new)
    return "; ".join(
        f"{key}: {before.get(key, 'none')}, now {now.get(key, 'none')}"
        for key in dict.fromkeys((*before, *now))
        if before.get(key) != now.get(key)
    )


def _settings(signature: str) -> Mapping[str, str]:
    parts = (part.partition(":") for part in signature.split("|"))
    return {key: value for key, _, value in parts if key not in _BESIDE}
