"""What a suite was built of: what there was, what was picked, what was left out and why."""

from __future__ import annotations

import json
from collections.abc import Mapping

from proform.suite.build import Built
from proform.table.table import Table
from proform.table.terminal import render


def as_text(built: Built, *, terminal: bool) -> str:
    """Tables for people."""
    selection, corpus = built.selection, built.corpus
    rows = [
        (
            share.category,
            str(share.wanted),
            str(sum(share.available.values())),
            str(sum(share.picked.values())),
        )
        for share in selection.shares
    ]
    sums = [sum(int(row[column]) for row in rows) for column in (1, 2, 3)]
    header = ("category", "wanted", "available", "picked")
    size = f"{len(corpus.documents)} documents, {len(built.suite.source)} segments"
    title = f"{built.suite.name} ({built.suite.languages}): {size}"
    forms = tuple(
        f"{share.category}, by the reference's pronoun: {_forms(share.picked)}"
        for share in selection.shares
        if any(share.picked.values())
    )
    picked = Table(title, header, (*rows, ("total", *map(str, sums))), forms)
    unused = Table(
        "pronouns that are no candidates",
        ("reason", "n"),
        tuple((reason.value, str(n)) for reason, n in corpus.unused.most_common()),
    )
    notes = [f"left out {name}: {reason}" for name, reason in corpus.left_out.items()]
    notes += [
        f"{share.category}: {share.missing} fewer than wanted, no more in the corpus"
        for share in selection.shares
        if share.missing
    ]
    return render([picked, unused], notes, terminal=terminal)


def as_json(built: Built) -> str:
    """The same for programs."""
    document = {
        "suite": built.suite.name,
        "languages": built.suite.languages,
        "documents": [document.name for document in built.corpus.documents],
        "segments": len(built.suite.source),
        "left_out_documents": dict(built.corpus.left_out),
        "categories": [
            {
                "category": share.category,
                "wanted": share.wanted,
                "available": dict(share.available),
                "picked": dict(share.picked),
                "missing": share.missing,
                "surplus": share.surplus,
            }
            for share in built.selection.shares
        ],
        "unused": {reason.value: n for reason, n in built.corpus.unused.most_common()},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _forms(counts: Mapping[str, int]) -> str:
    used = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{form} {n}" for form, n in used if n)
