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

import pytest
from tests.support.chat_server import FAULTS, KEY, MODEL, always, answer, chatting, reply, seeded

from proform.ask.questions import Questions
from proform.ask.run import Asking, Budget, ask, prepare, take_answers, write_questions
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


def test_the_time_to_wait_comes_from_the_server(tmp_path: Path) -> None:
    waited: list[float] = []
    plan = iter(["too_many", "error", "error", "fine"])
    with chatting(lambda: next(plan)) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 1, pause=8)
        job = replace(job, server=replace(job.server, sleep=waited.append))
        answer, requests, _ = job.one(job.wanted()[0])
    assert answer.reply is not None
    assert requests == 1
    assert waited == [0, 0, 0]


def test_back_off_doubles_and_has_an_end(tmp_path: Path) -> None:
    waited: list[float] = []
    with chatting(always("error")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 1, pause=8)
        patient = replace(job.server, sleep=waited.append)
        with pytest.raises(Exception, match="status 500"):
            patient.ask("?")
    assert waited == [8, 16, 32, 60, 60]


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
    with chatting(always("fine")) as server:
        job = asking(server.url, tmp_path / "answers.jsonl", 400)
        with pytest.raises(KeyboardInterrupt):
            ask(job, workers=4, progress=Stop())
        kept = len(list(read_answers(job.answers)))
        assert 40 <= kept < 400
        report = ask(job, workers=8)
    assert (report.before, report.answered) == (kept, 400 - kept)


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


@pytest.mark.parametrize("endpoint", ["", "localhost:80", "ftp://x", "http://"])
def test_bad_endpoints(tmp_path: Path, endpoint: str) -> None:
    with pytest.raises(ProformError, match="not an address"):
        asking(endpoint, tmp_path / "answers.jsonl")
    with pytest.raises(ProformError, match="expected a name"):
        prepare(questions(1), " ", "http://localhost", tmp_path / "answers.jsonl")
