"""`proform judge`: language models as judges."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import proform
from proform.cli import options
from proform.cli.command import group
from proform.cli.console import progressing, tell
from proform.cli.options import opt
from proform.errors import ProformError

if TYPE_CHECKING:
    from proform.ask.questions import Questions
    from proform.ask.run import Asking

BATCHES = ("openai", "anthropic")


@dataclass(frozen=True)
class AskingOptions:
    """How a model is asked, and where its answers are kept."""

    heading: ClassVar = "Language model"

    answers: Annotated[
        Path | None,
        opt("--answers FILE", "Where answers are kept (JSON lines, only ever appended to)."),
    ] = None
    endpoint: Annotated[
        str | None,
        opt("--endpoint URL", "A server that speaks the OpenAI chat protocol: its URL up to /v1."),
    ] = None
    prompt: Annotated[
        Path | None, opt("--prompt FILE", "A prompt of your own, with {source} and {translation}.")
    ] = None
    passes: Annotated[
        int,
        opt("--passes K", "Ask each question this many times and use the share of answers.", min=1),
    ] = 1
    limit: Annotated[
        int | None, opt("--limit N", "Ask only this many questions, drawn at random.", min=1)
    ] = None
    workers: Annotated[
        int, opt("--workers", "How many questions to ask at the same time.", min=1, max=256)
    ] = 4
    timeout: Annotated[float, opt("--timeout", "Seconds to wait for an answer.", min=0.1)] = 60
    tries: Annotated[int, opt("--tries", "How many times to try a request that fails.", min=1)] = 6
    pause: Annotated[
        float, opt("--pause", "Seconds before the second try; doubled after each failure.", min=0)
    ] = 1
    max_requests: Annotated[
        int | None, opt("--max-requests N", "Stop after this many requests.", min=1)
    ] = None
    max_tokens: Annotated[
        int | None,
        opt("--max-tokens N", "Stop after this many tokens, prompts and answers together.", min=1),
    ] = None
    temperature: Annotated[
        float | None, opt("--temperature", "By default 0, or 1 with several passes.", min=0, max=2)
    ] = None
    key_variable: Annotated[
        str, opt("--key-variable NAME", "The environment variable that holds the key.")
    ] = "OPENAI_API_KEY"

    def asking(self, questions: Questions, model: str, answers: Path, seed: int = 1) -> Asking:
        """What is to be asked."""
        heat = {} if self.temperature is None else {"temperature": self.temperature}
        return proform.ask.prepare(
            questions,
            model,
            self.endpoint or "http://localhost:8000/v1",
            answers,
            prompt=self.prompt,
            passes=self.passes,
            limit=self.limit,
            seed=seed,
            timeout=self.timeout,
            tries=self.tries,
            pause=self.pause,
            key_variable=self.key_variable,
            parameters=heat,
        )

    def ask(self, asking: Asking, *, dry_run: bool = False) -> None:
        """Ask, and say what came of it."""
        budget = proform.ask.Budget(self.max_requests, self.max_tokens)
        with progressing() as progress:
            report = proform.ask.ask(
                asking, workers=self.workers, budget=budget, progress=progress, dry_run=dry_run
            )
        estimate = f"about {report.estimate:,} tokens were expected"
        spent = f"{report.requests} requests, {report.tokens:,} tokens; {estimate}"
        tell(f"{report.answered} answers, {report.before} before; {spent}")
        tell(*(f"{count} without an answer: {why}" for why, count in report.unknown.items()))
        tell(*report.notes)
        if report.unknown and not (report.answered or report.before):
            why = next(iter(report.unknown))
            raise ProformError(f"nothing was answered: {why}", hint="what was asked is kept open")


def ask(
    store: options.InStore,
    asked: AskingOptions,
    model: Annotated[str, opt("--model NAME", "The model, as the server calls it.")],
    only: Annotated[
        str,
        options.choice(
            "--only",
            known=("all", "referred"),
            help="Ask about everything, or only what matching does not approve.",
        ),
    ] = "all",
    systems: Annotated[list[str] | None, opt("-i --systems NAME...", "Only of these.")] = None,
    dry_run: Annotated[bool, opt("--dry-run", "Only say how many questions there are.")] = False,
    write_prompts: Annotated[
        Path | None, opt("--write-prompts FILE", "Write a batch for a provider instead of asking.")
    ] = None,
    read_answers: Annotated[
        Path | None, opt("--read-answers FILE", "Read the answers to such a batch.")
    ] = None,
    batch: Annotated[
        str, options.choice("--batch-format", known=BATCHES, help="The format of --write-prompts.")
    ] = BATCHES[0],
    seed: options.RandomSeed = 1,
) -> None:
    """Ask a language model about the pronouns of a suite, skipping what it has answered.

    The key comes from the environment, and is written nowhere. The answers are a judge:
    -m file:NAME=ANSWERS.

    \b
    Example:
      proform judge ask suite.db --model qwen3 --endpoint http://localhost:8000/v1
      proform judge ask suite.db --model gpt-5 --write-prompts batch.jsonl
      proform suite evaluate suite.db -m file:qwen3=suite.db.qwen3.jsonl
    """  # noqa: D301 (\\b is for the help)
    questions = proform.ask.questions_of_suite(
        store.where, store.suite, only=only, systems=systems or ()
    )
    answers = asked.answers or Path(f"{store.where}.{model.replace('/', '_')}.jsonl")
    asking = asked.asking(questions, model, answers, seed)
    if write_prompts is not None:
        written = proform.ask.write_questions(asking, write_prompts, batch)
        size = f"{written.left} questions, about {written.estimate:,} tokens"
        tell(f"{size}; {written.before} are answered")
    elif read_answers is not None:
        taken = proform.ask.take_answers(asking, read_answers)
        tell(f"{taken.answered} answers taken, {taken.before} before; {taken.left} are missing")
        tell(*(f"{count} without an answer: {why}" for why, count in taken.unknown.items()))
    else:
        asked.ask(asking, dry_run=dry_run)
    tell(f"answers: {answers}")


app = group("Language models as judges: ask them and keep their answers.", ask)
