"""Language models as judges: what they are asked, how, and what they answered.

- `prepare` says what is to be asked of which model, of a suite or of texts;
- `ask` asks a server, `write_questions` and `take_answers` go by files;
- `file:NAME=ANSWERS` is the judge that says what was answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = [
    "Budget",
    "ask",
    "prepare",
    "questions_of_suite",
    "questions_of_texts",
    "take_answers",
    "write_questions",
]

if TYPE_CHECKING:
    from proform.ask.client import Budget
    from proform.ask.questions import questions_of_suite, questions_of_texts
    from proform.ask.run import ask, prepare, take_answers, write_questions
else:
    __getattr__ = lazily(
        __name__,
        {
            "Budget": "proform.ask.client",
            "ask": "proform.ask.run",
            "prepare": "proform.ask.run",
            "questions_of_suite": "proform.ask.questions",
            "questions_of_texts": "proform.ask.questions",
            "take_answers": "proform.ask.run",
            "write_questions": "proform.ask.run",
        },
    )
