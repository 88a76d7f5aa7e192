"""How well does machine translation handle pronouns?"""

from typing import TYPE_CHECKING

from proform.errors import ProformError
from proform.lazy import lazily

__version__ = "0.1.0"

__all__ = ["Judgement", "ProformError", "Result", "load", "score", "write_report"]

_WHERE = {
    "Judgement": "proform.scoring.judgements",
    "Result": "proform.scoring.result",
    "load": "proform.scoring.saved",
    "score": "proform.scoring.score",
    "write_report": "proform.report.write",
}

if TYPE_CHECKING:
    from proform.report.write import write_report
    from proform.scoring.judgements import Judgement
    from proform.scoring.result import Result
    from proform.scoring.saved import load
    from proform.scoring.score import score
else:
    __getattr__ = lazily(__name__, _WHERE)
