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

_OF_TEXTS = ("questions_of_suite", "questions_of_texts")

if TYPE_CHECKING:
    from proform.ask.questions import questions_of_suite, questions_of_texts
    from proform.ask.run import Budget, ask, prepare, take_answers, write_questions
else:
    __getattr__ = lazily(
        __name__,
        {name: f"proform.ask.{'questions' if name in _OF_TEXTS else 'run'}" for name in __all__},
    )
