"""`proform judge ask` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.chat_server import KEY, MODEL, always, chatting
from tests.support.command import Proform
from tests.support.judged_suite import RIGHT, WRONG, fill, say
from tests.support.semi_suite import APPROVED, SHAPE, SYSTEMS, work_of

from proform.store.answers import Answer
from proform.store.database import opened


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    path = str(tmp_path / "suite.db")
    with opened(path, create=True) as store:
        fill(store, SHAPE, SYSTEMS, APPROVED)
    return path


def test_ask_and_evaluate(proform: Proform, store: str) -> None:
    with chatting(always("fine")) as server:
        asked = ("judge", "ask", store, "--model", MODEL, "--endpoint", server.url)
        planned = proform(*asked, "--dry-run")
        done, again = proform(*asked), proform(*asked)
    assert "5 questions to ask, about" in planned.stderr
    assert planned.exit_code == done.exit_code == again.exit_code == 0
    assert "5 answers, 0 before; 5 requests, 75 tokens" in done.stderr
    assert "0 answers, 5 before; 0 requests" in again.stderr
    assert server.requests == 5
    answers = f"{store}.{MODEL}.jsonl"
    assert KEY not in done.stderr + Path(answers).read_text()
    run = proform("suite", "evaluate", store, "-m", f"file:llm={answers}", "-f", "json")
    assert run.exit_code == 0, run.stderr
    results = json.loads(run.stdout)["results"]
    assert {result["metric"] for result in results} == {"llm"}
    assert all(result["counts"]["unknown"] == 0 for result in results)


def test_by_files(proform: Proform, store: str, tmp_path: Path) -> None:
    prompts, given = tmp_path / "prompts.jsonl", tmp_path / "given.jsonl"
    asked = ("judge", "ask", store, "--model", MODEL)
    assert "5 questions" in proform(*asked, "--write-prompts", prompts).stderr
    ids = [json.loads(line)["custom_id"] for line in prompts.read_text().splitlines()]
    records = ({"custom_id": each, "text": '{"pronoun": "right"}'} for each in ids)
    given.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    taken = proform(*asked, "--read-answers", given)
    assert "5 answers taken, 0 before; 0 are missing" in taken.stderr


def test_faults_are_one_line(proform: Proform, store: str, tmp_path: Path) -> None:
    with chatting(always("unauthorised")) as server:
        run = proform("judge", "ask", store, "--model", MODEL, "--endpoint", server.url)
    assert run.exit_code == 2
    assert "status 401" in run.stderr
    assert KEY not in run.stderr
    # The server is gone by now.
    asked = ("judge", "ask", store, "--model", MODEL, "--endpoint", server.url)
    run = proform(*asked, "--tries", "1")
    assert run.exit_code == 2
    assert "5 without an answer" in run.stderr
    assert "nothing was answered" in run.stderr
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("{source}")
    run = proform("judge", "ask", store, "--model", MODEL, "--prompt", prompt)
    assert run.exit_code == 2
    assert "no placeholder {translation}" in run.stderr


def test_the_whole_loop_with_a_stand_in(proform: Proform, store: str, tmp_path: Path) -> None:
    """Ask, plan, verify by two annotators, results, trust."""
    with chatting(always("fine")) as server:
        proform("judge", "ask", store, "--model", MODEL, "--endpoint", server.url)
    judge = ("-m", f"file:llm={store}.{MODEL}.jsonl")
    started = proform(
        "semi", "start", store, "-a", "Ada", "Bob", "--verify", "0.5", "--overlap", "4"
    )
    assert started.exit_code == 0, started.stderr
    with opened(store) as opening:
        for person in ("Ada", "Bob"):
            work = work_of(opening, person)
            answers = {
                (number, system): Answer("bad" if (number + len(system)) % 3 == 0 else "ok", "ok")
                if number <= 6
                else (WRONG if (number + len(system)) % 3 == 0 else RIGHT)
                for number, system in work
            }
            say(opening, person, answers)
    planned = proform("semi", "plan", store, *judge, "--width", "30")
    assert planned.exit_code == 0, planned.stderr
    assert "matching + llm" in planned.stdout
    results = proform("semi", "results", store, *judge, "-f", "json", "--resamples", "100")
    assert results.exit_code == 0, results.stderr
    proxies = [row["proxy"] for row in json.loads(results.stdout)["proxies"]]
    assert proxies == ["matching", "llm", "all together"]
    detail = tmp_path / "detail.jsonl"
    proform("suite", "evaluate", store, *judge, "--detail", detail)
    trust = proform("meta", "judge", detail, "--human", store)
    assert trust.exit_code == 0, trust.stderr
    assert "how far people agree with llm, by system" in trust.stdout
    listed = proform("meta", "disagreements", detail, "--human", store)
    assert listed.exit_code == 0, listed.stderr
