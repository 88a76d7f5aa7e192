"""Ask a language model: what is missing, several at once, within a budget; nothing is lost."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

from proform.ask.batch import FORMATS, Wanted, read_batch, write_prompts
from proform.ask.client import (
    Allowance,
    BrokenAnswerError,
    Budget,
    Completion,
    NoAnswerError,
    NotAskedError,
    Server,
)
from proform.ask.questions import Prompt, Questions, load_prompt
from proform.errors import InputError, ProformError, check_known, check_whole
from proform.judge.ask import Reply, read_reply
from proform.language.pack import load_packs
from proform.output import File, needed_path
from proform.parallel import Progress
from proform.scoring.answers import ModelAnswer, append, appending, read_answers
from proform.table.table import Column, Table
from proform.table.tables import Tabular

KEY = "OPENAI_API_KEY"
"""The variable of the environment that holds the key, unless another is named."""

_CHARACTERS, _ANSWER = 4, 100
"""Of a token, and tokens of an answer: for estimates only."""


@dataclass(frozen=True)
class AskReport(Tabular):
    """What was asked and answered, and what there was already."""

    model: str
    questions: int
    passes: int
    before: int
    """Answers that were there already."""
    answered: int
    """New ones; of them, how many are unknown."""
    unknown: Mapping[str, int] = field(default_factory=dict)
    """Questions without an answer, by reason."""
    left: int = 0
    """Not asked: beyond the limit or the budget."""
    requests: int = 0
    tokens: int = 0
    estimate: int = 0
    """Tokens that all that was missing was expected to take."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """In numbers."""
        names = ("questions", "passes", "before", "answered", "left", "requests", "tokens")
        columns = tuple(map(Column, ("model", *names)))
        record = {name: getattr(self, name) for name in ("model", *names)}
        reasons = tuple({"reason": why, "questions": n} for why, n in self.unknown.items())
        asked = Table("asked", "asked and answered", columns, (record,))
        if not reasons:
            return (asked,)
        heads = (Column("reason"), Column("questions"))
        return asked, Table("unknown", "without an answer", heads, reasons)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is left to do."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        if self.left:
            yield f"{self.left} questions were not asked: run it again to ask them"


@dataclass(frozen=True)
class Asking:
    """All that is to be asked of one model with one prompt."""

    questions: Questions
    prompt: Prompt
    server: Server
    answers: Path
    passes: int = 1
    limit: int | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        check_whole("passes", self.passes, 1)
        if self.limit is not None:
            check_whole("limit", self.limit, 1)

    def known(self) -> dict[tuple[str, int], ModelAnswer]:
        """The answers that are there already."""
        if not self.answers.exists():
            return {}
        setting = self.record(Wanted("", 1, ""), None, None).setting
        answers = [a for a in read_answers(self.answers) if a.model == self.server.model]
        if any(answer.setting != setting for answer in answers):
            what = f"has answers of {self.server.model} to another prompt or with other parameters"
            hint = "keep these in a file of their own (--answers FILE): a judge has one setting"
            raise InputError(self.answers, None, what, hint=hint)
        return {(answer.question, answer.number): answer for answer in answers}

    def wanted(self) -> list[Wanted]:
        """Every question in every pass, in an order of chance, so that a part is a sample."""
        keyed = {question.key(self.prompt.digest): question for question in self.questions.asked}
        keys = sorted(keyed)
        Random(self.seed).shuffle(keys)  # noqa: S311 (not for secrets)
        keys = keys[: self.limit]
        source, target = (pack.name for pack in load_packs(self.questions.languages))
        texts = {key: self.prompt.render(keyed[key], (source, target)) for key in keys}
        return [Wanted(key, n, texts[key]) for n in range(1, self.passes + 1) for key in keys]

    def record(
        self,
        wanted: Wanted,
        completion: Completion | None,
        reply: Reply | None,
        failure: str | None = None,
        raw: str = "",
    ) -> ModelAnswer:
        """An answer as it is kept."""
        return ModelAnswer(
            question=wanted.key,
            **{"pass": wanted.number},
            prompt=self.prompt.digest,
            model=self.server.model,
            parameters=self.server.parameters,
            asked=datetime.now(UTC).isoformat(timespec="seconds"),
            tokens_in=completion.tokens_in if completion else 0,
            tokens_out=completion.tokens_out if completion else 0,
            reply=reply,
            failure=failure,
            raw=completion.text if completion else raw,
        )

    def one(self, wanted: Wanted) -> ModelAnswer:
        """Ask one question, once more if the answer is broken."""
        why, raw = "", ""
        for _ in range(2):
            try:
                completion = self.server.ask(wanted.prompt)
            except BrokenAnswerError as error:
                why, raw = error.args
                continue
            try:
                return self.record(wanted, completion, read_reply(completion.text))
            except ValueError as error:
                why, raw = str(error), completion.text
        return self.record(wanted, None, None, f"no valid answer: {why}", raw)


def estimated(wanted: Sequence[Wanted]) -> int:
    """How many tokens it will take to ask all this, roughly."""
    return sum(len(each.prompt) // _CHARACTERS + _ANSWER for each in wanted)


def ask(
    asking: Asking,
    *,
    workers: int = 4,
    budget: Budget | None = None,
    progress: Progress | None = None,
    dry_run: bool = False,
) -> AskReport:
    """Ask what is missing. Each answer is kept as soon as it is there."""
    check_whole("workers", workers, 1)
    known, every = asking.known(), asking.wanted()
    missing = [each for each in every if (each.key, each.number) not in known]
    size = len({each.key for each in every})
    watch = progress or Progress()
    estimate = estimated(missing)
    watch.say(f"{len(missing)} questions to ask, about {estimate:,} tokens")
    begun = AskReport(
        asking.server.model,
        size,
        asking.passes,
        len(every) - len(missing),
        0,
        left=len(missing),
        estimate=estimate,
    )
    if dry_run or not missing:
        return begun
    with appending(asking.answers) as file:
        run = _Run(asking, budget or Budget(), file, watch, len(missing))
        run.go(missing, workers)
    unknown = dict(run.failures.most_common())
    left = len(missing) - run.answered - run.refused
    return replace(
        begun,
        answered=run.answered,
        unknown=unknown,
        left=left,
        requests=run.meter.requests,
        tokens=run.meter.tokens,
    )


class _Run:
    """Questions in flight, and what became of them."""

    def __init__(
        self, asking: Asking, budget: Budget, file: BinaryIO, progress: Progress, total: int
    ) -> None:
        self.meter = Allowance(budget)
        self._asking = replace(asking, server=replace(asking.server, meter=self.meter))
        self._file, self._progress, self._total = file, progress, total
        self._flying: set[Future[ModelAnswer]] = set()
        self.failures: Counter[str] = Counter()
        self.answered = self.refused = 0

    def go(self, missing: Sequence[Wanted], workers: int) -> None:
        """Ask all. What is in flight when it is interrupted is waited for, and kept."""
        waiting = iter(missing)
        flying = self._flying
        expected = estimated(missing) // max(len(missing), 1)
        with ThreadPoolExecutor(workers) as pool:
            try:
                while True:
                    while len(flying) < workers and self.meter.allows(expected * len(flying)):
                        if (each := next(waiting, None)) is None:
                            break
                        flying.add(pool.submit(self._asking.one, each))
                    if not flying:
                        return
                    self._keep(wait(flying, return_when=FIRST_COMPLETED).done)
            except BaseException:
                self.meter.stop()
                if flying:
                    self._progress.say(f"waiting for {len(flying)} answers that are on their way")
                self._keep(wait(flying).done, quietly=True)
                raise

    def _keep(self, done: set[Future[ModelAnswer]], *, quietly: bool = False) -> None:
        complaint: BaseException | None = None
        for future in done:
            error = future.exception()
            if isinstance(error, NoAnswerError):
                self.refused += 1
                self.failures[str(error)] += 1
            elif error is None:
                answer = future.result()
                append(self._file, answer)
                self.answered += 1
                if answer.failure is not None:
                    self.failures[answer.failure] += 1
            elif not isinstance(error, NotAskedError):
                complaint = error
            self._flying.discard(future)  # only now: an interrupt may come at any time
        if quietly:
            return
        self._progress.share((self.answered + self.refused) / self._total)
        if complaint is not None:
            raise complaint


def prepare(
    questions: Questions,
    model: str,
    endpoint: str,
    answers: File,
    *,
    prompt: File | None = None,
    passes: int = 1,
    limit: int | None = None,
    seed: int = 1,
    timeout: float = 60,
    tries: int = 6,
    pause: float = 1,
    key_variable: str = KEY,
    parameters: Mapping[str, Any] | None = None,
) -> Asking:
    """What is to be asked, from arguments."""
    if not model.strip():
        raise ProformError("model: expected a name", hint="as the server calls it")
    settings = {"temperature": 0.0 if passes == 1 else 1.0} | dict(parameters or {})
    key = os.environ.get(key_variable, "").strip()
    server = Server(endpoint, model, key, settings, timeout, tries, pause)
    path = needed_path("answers", answers)
    return Asking(questions, load_prompt(prompt), server, path, passes, limit, seed)


def write_questions(asking: Asking, path: File, style: str = FORMATS[0]) -> AskReport:
    """Write what is missing as a batch, for a provider to answer."""
    check_known("format", style, FORMATS)
    known, every = asking.known(), asking.wanted()
    missing = [each for each in every if (each.key, each.number) not in known]
    write_prompts(needed_path("write_prompts", path), missing, asking.server, style)
    size = len({each.key for each in every})
    counts = len(every) - len(missing), 0
    return AskReport(
        asking.server.model,
        size,
        asking.passes,
        *counts,
        left=len(missing),
        estimate=estimated(missing),
    )


def take_answers(asking: Asking, path: File) -> AskReport:
    """Take the answers of a batch; all of them, or none if one is of another suite."""
    file = needed_path("read_answers", path)
    every = {each.custom_id: each for each in asking.wanted()}
    known = asking.known()
    taken: dict[str, ModelAnswer] = {}
    lines: dict[str, int] = {}
    failures: Counter[str] = Counter()
    for line, custom_id, completion, failure in read_batch(file, asking.server.model):
        if custom_id not in every:
            what = f"no question {custom_id!r} is asked here"
            hint = "answers of another suite, or to another prompt or model?"
            raise InputError(file, line, what, hint=hint)
        wanted, reply, why = every[custom_id], None, failure or None
        if completion is not None:
            try:
                reply = read_reply(completion.text)
            except ValueError as error:
                why = f"no valid answer: {error}"
        answer = asking.record(wanted, completion, reply, why)
        earlier = taken.get(custom_id) or known.get((wanted.key, wanted.number))
        if earlier is not None and _right(earlier) != _right(answer):
            where = f"in line {lines[custom_id]}" if custom_id in lines else "before"
            what = f"{custom_id!r} was answered {where}, and otherwise"
            raise InputError(file, line, what, hint="keep one of the two")
        if earlier is None:
            taken[custom_id] = answer
            if why:
                failures[why] += 1
        lines[custom_id] = line
    with appending(asking.answers) as out:
        for answer in taken.values():
            append(out, answer)
    size = len({each.key for each in every.values()})
    left = len(every) - len(known) - len(taken)
    return AskReport(
        asking.server.model,
        size,
        asking.passes,
        len(known),
        len(taken),
        dict(failures.most_common()),
        max(left, 0),
    )


def _right(answer: ModelAnswer) -> bool | None:
    return None if answer.reply is None else answer.reply.right
