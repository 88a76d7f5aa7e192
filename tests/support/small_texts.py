"""A result of two lines in memory, and the demo data as lines."""

from __future__ import annotations

from typing import Any

from tests.support import paths

import proform
from proform.scoring.job import Job, Texts, read_job
from proform.scoring.result import Result

DEMO = paths.DEMO / "en-fr"
SMALL: dict[str, Any] = {
    "source": ["I have a bicycle .", "It is red ."],
    "reference": ["J' ai un vélo .", "Il est rouge ."],
    "systems": {"base": ["J' ai une bicyclette .", "Elle est rouge ."]},
    "languages": "en-fr",
    "align_ref": ["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"],
    "align_sys": {"base": ["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"]},
}
UNALIGNED = {"align_ref": None, "align_sys": None}


def demo_lines(name: str) -> list[str]:
    """A text of the demo data."""
    return (DEMO / name).read_text(encoding="utf-8").splitlines()


def score_small(**changed: Any) -> Result:
    """A score of two segments with one pronoun, with other arguments if need be."""
    return proform.score(**{**SMALL, **changed})


DEMO_SYSTEMS = ("sentence", "context")


def demo_texts() -> Texts:
    """Two systems of the demo, as `proform.score` takes them."""
    systems = {name: demo_lines(f"{name}.fr") for name in DEMO_SYSTEMS}
    return demo_lines("source.en"), demo_lines("reference.fr"), systems, "en-fr"


def demo_options(**changed: Any) -> dict[str, Any]:
    """Their alignments and documents, and other options."""
    links = [demo_lines(f"{name}.align") for name in DEMO_SYSTEMS]
    documents = demo_lines("docs.txt")
    given = {"align_ref": demo_lines("reference.align"), "align_sys": links}
    return {**given, "documents": documents, **changed}


def demo_job(**changed: Any) -> Job:
    """The same, read."""
    return read_job(*demo_texts(), **demo_options(**changed))
