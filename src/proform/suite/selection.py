"""What a suite was built of: what there was, what was picked, what was left out and why."""

from __future__ import annotations

import json
from collections.abc import Mapping

from proform.errors import check_known
from proform.suite.build import Built
from proform.table.table import Column, Table
from proform.table.writers import WRITERS


def to_text(built: Built, style: str, *, terminal: bool) -> str:
    """Tables of what was picked and of what was not; in JSON, more of what there was."""
    check_known("style", style, WRITERS)
    if style == "json":
        return as_json(built)
    corpus = built.corpus
    notes = [f"left out {name}: {reason}" for name, reason in corpus.left_out.items()]
    notes += [
        f"{share.category}: {share.missing} fewer than wanted, no more in the corpus"
        for share in built.selection.shares
        if share.missing
    ]
    unused = Table(
        "unused",
        "pronouns that are no candidates",
        (Column("reason"), Column("n")),
        tuple({"reason": why.value, "n": n} for why, n in corpus.unused.most_common()),
    )
    return WRITERS[style]([_picked(built), unused], notes, terminal)


def _picked(built: Built) -> Table:
    shares = built.selection.shares
    columns = ("wanted", "available", "picked")
    records = [
        {
            "category": share.category,
            "wanted": share.wanted,
            "available": sum(share.available.values()),
            "picked": sum(share.picked.values()),
        }
        for share in shares
    ]
    total = {name: sum(int(str(record[name])) for record in records) for name in columns}
    size = f"{len(built.corpus.documents)} documents, {len(built.suite.source)} segments"
    return Table(
        "categories",
        f"{built.suite.name} ({built.suite.languages}): {size}",
        (Column("category"), *map(Column, columns)),
        (*records, {"category": "total", **total}),
        tuple(
            f"{share.category}, by the reference's pronoun: {_forms(share.picked)}"
            for share in shares
            if any(share.picked.values())
        ),
        sums=(len(records),),
    )


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
