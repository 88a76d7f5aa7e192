"""A model is asked through a real server that misbehaves; nothing is lost, nothing asked twice."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest
from tests.support.chat_server import FAULTS, KEY, MODEL, always, answer, chatting, reply, seeded

from proform.ask.client import Allowance, Budget
from proform.ask.questions import Questions
from proform.ask.run import Asking, ask, prepare, take_answers, write_questions
from proform.errors import InputError, ProformError
from proform.judge.ask import Question
from proform.parallel import Progress
from proform.scoring.answers import read_answers, read_asked


def questions(size: int) -> Questions:
    lines = (f"number {n} : <<it>> is red" for n in range(size))
    return Questions(
        tuple(Question("event_it", "it", "", line, f"<<il>> {n}") for n, line in enumerate(lines)),
        "en-fr",
    )


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROFORM_TEST_KEY", KEY)


def asking(url: str, path: Path, size: int = 12, **settings: object) -> Asking:
    given = {"timeout": 0.3, "pause": 0.001, "key_variable": "PROFORM_TEST_KEY"} | settings
    return prepare(questions(size), MODEL, url, path, **given)  # type: ignore[arg-type]


def searched(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_four_hundred_questions_with_every_fault(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with chatting(seeded(0.3)) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 400, tries=4)
        report = ask(job, workers=16)
        answers = list(read_answers(job.answers))
    assert server.keys == {f"Bearer {KEY}"}
    assert len({each.question for each in answers}) == len(answers) == report.answered
    refused = sum(report.unknown.values()) - sum(each.failure is not None for each in answers)
    assert report.answered + refused == 400
    assert report.left == 0
    for each in answers:
        assert (each.reply is None) is (each.failure is not None)
        assert (each.model, each.prompt) == (MODEL, job.prompt.digest)
    right = sum(each.reply is not None for each in answers)
    assert right > 300
    assert all(report.unknown)
    # What was answered for good is what the server said.
    asked = {wanted.key: wanted.prompt for wanted in job.wanted()}
    for each in answers:
        if each.reply is not None:
            assert f'"pronoun": "{each.reply.pronoun}"' in answer(asked[each.question])
    told = capfd.readouterr()
    assert KEY.encode() not in searched(tmp_path)
    assert KEY not in told.out + told.err + repr(report) + repr(job)


@pytest.mark.parametrize(
    ("fault", "why", "kept"),
    [
        ("slow", "no answer within 0.3 s", False),
        ("html", "the reply is HTML", True),
        ("empty", "empty list of choices", True),
        ("null", "no text", True),
        ("half", "no JSON object in the answer", True),
        ("no_verdict", "pronoun: Input should be", True),
        ("not_json", "the reply is no JSON", True),
        ("other_model", "another model answered: another-one", True),
        ("too_many", "status 429", False),
        ("error", "status 500", False),
        ("large", "larger than 1 MB", True),
        ("dropped", "", False),
        ("bad_request", "status 400", False),
        ("dribble", "no answer within 0.3 s", False),
        ("cut", "IncompleteRead", False),
        ("surrogate", "pronoun: Input should be", True),
        ("echo", "pronoun: Input should be", True),
    ],
)
def test_a_fault_for_ever(tmp_path: Path, fault: str, why: str, *, kept: bool) -> None:
    with chatting(always(fault)) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 2, tries=2)
        report = ask(job, workers=2)
        again = ask(job, workers=2, dry_run=True)
    (reason,) = report.unknown
    assert why in reason
    assert KEY not in reason
    assert report.unknown == {reason: 2}
    # What the model cannot answer is not asked again; what the server could not, is.
    assert (report.answered, again.left) == ((2, 0) if kept else (0, 2))
    if kept:
        assert server.requests == 4
    assert KEY.encode() not in searched(tmp_path)


def test_every_fault_is_in_the_plan() -> None:
    drawn = seeded(1.0, 5)
    assert {drawn() for _ in range(500)} == set(FAULTS)


def test_a_refused_key_stops_everything(tmp_path: Path) -> None:
    with chatting(always("unauthorised")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 50)
        with pytest.raises(ProformError, match="status 401") as error:
            ask(job, workers=4)
        assert server.requests < 20
    assert KEY not in str(error.value)


def test_a_server_that_is_down(tmp_path: Path) -> None:
    with chatting(always("fine")) as server:
        url = server.url
    report = ask(asking(url, tmp_path / "answers.jsonl", 3, tries=2))
    assert report.answered == 0
    assert sum(report.unknown.values()) == 3
    assert "refused" in min(report.unknown)


class Waited(Allowance):
    """Says how long it would have waited."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)


def test_the_time_to_wait_comes_from_the_server(tmp_path: Path) -> None:
    meter = Waited()
    plan = iter(["too_many", "error", "busy", "error", "fine"])
    with chatting(lambda: next(plan)) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 1, pause=8)
        job = replace(job, server=replace(job.server, meter=meter))
        answer = job.one(job.wanted()[0])
    assert answer.reply is not None
    assert meter.requests == 5
    # After status 429 what the server says (0 and 90.5 s), else twice as long each time.
    assert meter.waited == [0, 16, 90.5, 60]


def test_a_server_that_asks_to_wait_for_an_hour_is_not_waited_for(tmp_path: Path) -> None:
    with chatting(always("tomorrow")) as server:
        report = ask(asking(server.url, tmp_path / "answers.jsonl", 2))
    (reason,) = report.unknown
    assert "the server asks to wait 3600 s" in reason
    assert server.requests == 2


def test_back_off_doubles_and_has_an_end(tmp_path: Path) -> None:
    meter = Waited()
    with chatting(always("error")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 1, pause=8)
        patient = replace(job.server, meter=meter)
        with pytest.raises(Exception, match="status 500"):
            patient.ask("?")
    assert meter.waited == [8, 16, 32, 60, 60]


def test_killed_at_twenty_points_and_run_again(tmp_path: Path) -> None:
    rng = Random(7)  # noqa: S311 (not for secrets)
    path = tmp_path / "answers.jsonl"
    with chatting(seeded(0.1, 3, ("html", "error", "half", "too_many"))) as server:
        job = asking(server.url, path, 400)
        kept: dict[str, str] = {}
        for _ in range(20):
            size = path.stat().st_size if path.exists() else 0
            target = size + rng.randint(1, 6000)  # in the middle of a line, too
            child = os.fork()
            if not child:
                ask(job, workers=4)
                os._exit(0)
            while not path.exists() or path.stat().st_size < target:
                assert os.waitpid(child, os.WNOHANG) == (0, 0)
                time.sleep(0.001)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            whole = path.read_bytes().rpartition(b"\n")[0].decode().splitlines()
            now = {json.loads(line)["question"]: line for line in whole}
            assert kept.items() <= now.items()  # nothing is lost
            assert len(now) == len(whole)  # nothing is there twice
            kept = now
        report = ask(job, workers=4)
        asked_again = ask(job, workers=4)
    answers = list(read_answers(path))
    assert len({each.question for each in answers}) == len(answers) == 400
    assert report.before == len(kept)
    assert (asked_again.answered, asked_again.requests) == (0, 0)
    # A question in flight when the program died may have been answered once more: four at most.
    good = {each.question for each in answers if each.reply is not None}
    assert sum(server.answered.values()) <= len(good) + 20 * 4
    assert KEY.encode() not in searched(tmp_path)


class Stop(Progress):
    def share(self, done: float) -> None:
        if done > 0.1:
            raise KeyboardInterrupt


def test_an_interrupt_loses_nothing(tmp_path: Path) -> None:
    with chatting(always("late")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 40, timeout=20)
        with pytest.raises(KeyboardInterrupt):
            ask(job, workers=4, progress=Stop())
        kept = len(list(read_answers(job.answers)))
        # What was in flight came more than a second later, and is there.
        assert 4 < kept == sum(server.answered.values()) < 40
        server.plan = always("fine")
        report = ask(job, workers=8)
    assert (report.before, report.answered) == (kept, 40 - kept)
    assert sum(server.answered.values()) == 40


def test_budgets_end_in_time(tmp_path: Path) -> None:
    with chatting(always("fine")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 40)
        few = ask(job, budget=Budget(requests=10))
        assert (few.answered, few.left, few.requests) == (10, 30, 10)
        assert few.notes == ("30 questions were not asked: run it again to ask them",)
        tokens = ask(job, budget=Budget(tokens=50), workers=1)
        assert (tokens.answered, tokens.tokens) == (4, 60)
        assert ask(job, dry_run=True).left == 26
    assert server.requests == 14


def test_tries_count(tmp_path: Path) -> None:
    """Ten requests are ten, not ten questions with six tries each."""
    with chatting(always("error")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 40)
        report = ask(job, budget=Budget(requests=10), workers=3)
    assert server.requests == report.requests == 10
    assert report.left + sum(report.unknown.values()) == 40


def test_a_redirect_is_not_followed(tmp_path: Path) -> None:
    """The key would go to another server."""
    with chatting(always("fine")) as other, chatting(always(other.url)) as server:
        with pytest.raises(ProformError, match="status 302"):
            ask(asking(server.url, tmp_path / "answers.jsonl"))
        assert not other.requests


@pytest.mark.parametrize("secret", ["sk-one\n", " sk-one\r\n"])
def test_a_key_from_a_file_ends_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    monkeypatch.setenv("PROFORM_TEST_KEY", secret)
    with chatting(always("fine")) as server:
        ask(asking(server.url, tmp_path / "answers.jsonl", 1))
    assert server.keys == {"Bearer sk-one"}


def test_a_key_that_no_request_can_carry_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for secret in ("sk-one\nsk-two", "sk-schlüssel"):
        monkeypatch.setenv("PROFORM_TEST_KEY", secret)
        with pytest.raises(ProformError, match="no request can carry") as error:
            asking("http://localhost/v1", tmp_path / "answers.jsonl")
        assert "sk-" not in str(error.value)


def test_what_a_killed_program_left_half_written(tmp_path: Path) -> None:
    with chatting(always("fine")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 6)
        ask(job, workers=1)
        written = job.answers.read_bytes()
        for cut in (1, 2, 50):  # only the end of the line; a brace; most of it
            job.answers.write_bytes(written[:-cut])
            assert len(read_asked(job.answers, "llm").answers) == (6 if cut == 1 else 5)
            before = server.requests
            report = ask(job, workers=1)
            assert server.requests - before == report.answered == (0 if cut == 1 else 1)
            assert len(list(read_answers(job.answers))) == 6


def test_answers_of_one_model_with_two_settings_are_kept_apart(tmp_path: Path) -> None:
    """Nobody pays for answers that no judge can be made of."""
    with chatting(always("fine")) as server:
        ask(asking(server.url, tmp_path / "answers.jsonl", 2))
        with pytest.raises(InputError, match="to another prompt or with other parameters"):
            ask(asking(server.url, tmp_path / "answers.jsonl", 2, passes=3))
    assert server.requests == 2


def test_a_full_disk_is_said_and_costs_one_answer(tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk."""
    before = getrlimit(RLIMIT_FSIZE)
    with chatting(always("fine")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 9)
        try:
            setrlimit(RLIMIT_FSIZE, (1000, before[1]))
            with pytest.raises(InputError, match=r"answers.jsonl: cannot be written \("):
                ask(job, workers=1)
        finally:
            setrlimit(RLIMIT_FSIZE, before)
        kept = len(list(read_answers(job.answers)))
        assert 0 < kept < 9
        assert ask(job).answered == 9 - kept


def test_limit_and_passes(tmp_path: Path) -> None:
    plan = iter(["fine"] * 5 + ["no_verdict"] * 100)
    with chatting(lambda: next(plan, "fine")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 40, limit=5, passes=2)
        report = ask(job, workers=1)
    assert (report.questions, report.answered) == (5, 10)
    judge = read_asked(job.answers, "llm")
    assert len(judge.answers) == 5
    assert {said.probability for said in judge.answers.values()} <= {0.0, 1.0}
    assert judge.model == MODEL
    assert job.server.parameters == {"temperature": 1.0}


def test_two_programs_do_not_ask_at_once(tmp_path: Path) -> None:
    with chatting(always("slow")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 2, timeout=20)
        other = threading.Thread(target=lambda: ask(job), daemon=True)
        other.start()
        while not server.requests:
            time.sleep(0.01)
        with pytest.raises(ProformError, match="another program is asking"):
            ask(job)
        server.release.set()
        other.join(20)


def test_batches(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    job = asking("http://localhost/v1", path, 3)
    openai, anthropic = tmp_path / "openai.jsonl", tmp_path / "anthropic.jsonl"
    assert write_questions(job, openai).left == 3
    write_questions(job, anthropic, "anthropic")
    asked = [json.loads(line) for line in openai.read_text().splitlines()]
    assert {each["url"] for each in asked} == {"/v1/chat/completions"}
    other = [json.loads(line) for line in anthropic.read_text().splitlines()]
    assert other[0]["params"]["messages"] == asked[0]["body"]["messages"]
    assert KEY not in openai.read_text() + anthropic.read_text()
    ids = [each["custom_id"] for each in asked]
    assert max(map(len, ids)) <= 64
    message = {"content": [{"type": "text", "text": answer("?")}], "model": MODEL}
    lines = [
        {"custom_id": ids[0], "response": {"status_code": 200, "body": reply(answer("?"))}},
        {"custom_id": ids[1], "result": {"type": "succeeded", "message": message}},
        {"custom_id": ids[2], "result": {"type": "expired"}},
    ]
    given = tmp_path / "given.jsonl"
    given.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    report = take_answers(job, given)
    assert (report.answered, report.unknown) == (3, {"the request expired": 1})
    assert take_answers(job, given).answered == 0
    assert write_questions(job, openai).left == 0


def _lines(*ids_and_texts: tuple[str, str]) -> str:
    records = ({"custom_id": name, "text": text} for name, text in ids_and_texts)
    return "".join(f"{json.dumps(record)}\n" for record in records)


def test_batches_that_do_not_fit(tmp_path: Path) -> None:
    job = asking("http://localhost/v1", tmp_path / "answers.jsonl", 3)
    name = job.wanted()[0].custom_id
    right, wrong = '{"pronoun": "right"}', '{"pronoun": "wrong"}'
    given = tmp_path / "given.jsonl"
    for text, complaint in (
        (_lines(("of-another-suite-1", right)), "no question 'of-another-suite-1' is asked here"),
        (_lines((name, right), (name, wrong)), "was answered in line 1, and otherwise"),
        ("{}\n", "no custom_id"),
        ("{\n", "not JSON"),
    ):
        given.write_text(text)
        with pytest.raises(InputError, match=complaint):
            take_answers(job, given)
        assert not job.answers.exists()
    given.write_text(_lines((name, right)))
    assert take_answers(job, given).answered == 1
    given.write_text(_lines((name, wrong)))
    with pytest.raises(InputError, match="was answered before, and otherwise"):
        take_answers(job, given)


@pytest.mark.parametrize(
    "endpoint", ["", "localhost:80", "ftp://x", "http://", "http://x:y/v1", "http://x:99999"]
)
def test_bad_endpoints(tmp_path: Path, endpoint: str) -> None:
    with pytest.raises(ProformError, match="not an address"):
        asking(endpoint, tmp_path / "answers.jsonl")
    with pytest.raises(ProformError, match="expected a name"):
        prepare(questions(1), " ", "http://localhost", tmp_path / "answers.jsonl")
