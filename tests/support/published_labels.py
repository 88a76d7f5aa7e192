"""Labels behind published counts: all that the published figures depend on."""

from __future__ import annotations

from proform.model import Verdict
from proform.stats.agreement import Comparative


def decisions_behind(row: dict[str, str]) -> list[Comparative]:
    """The decisions behind a row: margins and disagreements leave only one table of two by two."""
    first, second, third = (int(row[f"case{case}"]) for case in (1, 2, 3))
    correct, differ = int(row["human_correct"]), int(row["disagreements"])
    lenient, odd = divmod(differ + first + second - correct, 2)
    assert not odd
    said = [Verdict.INCORRECT] * lenient + [Verdict.CORRECT] * (first + second - lenient)
    said += [Verdict.CORRECT] * (differ - lenient)
    said += [Verdict.INCORRECT] * (third - differ + lenient)
    cases = ["1"] * first + ["2"] * second + ["3"] * third
    verdicts = [Verdict.INCORRECT if case == "3" else Verdict.CORRECT for case in cases]
    return [
        Comparative(row["category"], verdict, case, human)
        for verdict, case, human in zip(verdicts, cases, said, strict=True)
    ]


LABELS = ("yes", "no", "open")


def labels_behind(
    first: dict[str, int], second: dict[str, int], differ: int
) -> tuple[list[str | None], list[str | None]]:
    """Labels with these margins and so many disagreements, which is all that kappa depends on."""
    agreed = {label: min(first[label], second[label]) for label in LABELS}
    rest = [
        [label for label in LABELS for _ in range(m[label] - agreed[label])]
        for m in (first, second)
    ]
    pairs = list(zip(*rest, strict=True))
    while len(pairs) < differ:
        pairs += [("yes", "no"), ("no", "yes")]
        agreed["yes"] -= 1
        agreed["no"] -= 1
    pairs += [(label, label) for label in LABELS for _ in range(agreed[label])]
    names = {"yes": "yes", "no": "no", "open": None}
    return [names[one] for one, _ in pairs], [names[two] for _, two in pairs]
