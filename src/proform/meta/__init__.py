"""Meta-evaluation: metrics and people side by side.

What `proform meta` does, from Python: a function for each command, with its options by their names.
All return tables with notes, in every format.

- over systems: `correlate`, `compare`, `grid`;
- pronoun by pronoun: `cases`, `categories`, `disagreements`, `equivalents`; `judge` says how far
  judges can be trusted;
- people beside each other: `agreement`;
- what to compare with: `metrics` (general ones) and `mqm` (ratings of campaigns).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = [
    "agreement",
    "cases",
    "categories",
    "compare",
    "correlate",
    "disagreements",
    "equivalents",
    "export",
    "grid",
    "judge",
    "metrics",
    "mqm",
]

if TYPE_CHECKING:
    from proform.meta.annotators import agreement
    from proform.meta.apt import equivalents, grid
    from proform.meta.campaign import mqm
    from proform.meta.correlation import compare, correlate
    from proform.meta.crosstabs import cases, categories
    from proform.meta.examples import disagreements
    from proform.meta.exchange import export
    from proform.meta.general import metrics
    from proform.meta.trust import judge
else:
    __getattr__ = lazily(
        __name__,
        {
            "agreement": "proform.meta.annotators",
            "cases": "proform.meta.crosstabs",
            "categories": "proform.meta.crosstabs",
            "compare": "proform.meta.correlation",
            "correlate": "proform.meta.correlation",
            "disagreements": "proform.meta.examples",
            "equivalents": "proform.meta.apt",
            "export": "proform.meta.exchange",
            "grid": "proform.meta.apt",
            "judge": "proform.meta.trust",
            "metrics": "proform.meta.general",
            "mqm": "proform.meta.campaign",
        },
    )
