"""A language model as a judge, from the first question to how far it can be trusted."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.support import demo_suite
from tests.support.browser import accessible, enter, follow, visit
from tests.support.chat_server import KEY, MODEL, chatting, seeded
from tests.support.command import run
from tests.support.web_server import Running, serving

from proform.scoring.answers import read_answers

PEOPLE = ("Ada", "Bob")


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """The demo suite, about which a stand-in for a model was asked three times."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    where, answers = str(tmp_path / "suite.db"), tmp_path / "answers.jsonl"
    demo_suite.build(where)
    with chatting(seeded(0.2, 3, ("half", "error", "wavering"))) as server:
        run(
            *("judge", "ask", where, "--model", MODEL, "--endpoint", server.url, "--passes", 3),
            *("--answers", answers, "--pause", 0.001),
        )
    times = Counter(answer.question for answer in read_answers(answers))
    assert set(times.values()) == {3}
    assert KEY not in answers.read_text()
    with serving(where, f"file:llm={answers}") as running:
        yield running


def plan_and_start(her: Page) -> dict[str, str]:
    """The model approves; how many judgements are needed; everyone's link."""
    follow(her, "Semi-automatic")
    enter(her, her.get_by_role("link", name="Plan", exact=True).first)
    her.get_by_label("Approved by").select_option("llm")
    her.get_by_label("Approvals to verify").fill("50%")
    her.get_by_label("Overlap").fill("20")
    her.get_by_label("Target width, in points").fill("20")
    her.get_by_role("button", name="Plan").click()
    notes = her.get_by_role("complementary", name="Notes")
    expect(notes).to_contain_text(re.compile(r"approved by llm \d+ of 306 examples"))
    expect(notes).to_contain_text("the pilot is empty")
    follow(her, "Start with these options")
    expect(her.get_by_label("Approved by")).to_have_value("llm")
    her.get_by_label("Annotators, one per line").fill("\n".join(PEOPLE))
    her.get_by_role("button", name="Start", exact=True).click()
    expect(her.locator("#started")).to_be_focused()
    return {name: her.get_by_label(f"The link for {name}").first.input_value() for name in PEOPLE}


def verify(page: Page, server: Running, name: str) -> int:
    """One annotator judges all they have, in their own session."""
    page.locator("#go").click()
    expect(page.locator("#heading")).to_contain_text("Example 1 of")
    token = page.locator("meta[name=csrf]").get_attribute("content") or ""
    size = len(page.request.get(f"{server.url}/api/work").json()["examples"])
    for position in range(1, size + 1):
        path = f"{server.url}/api/work/{position}"
        item = page.request.get(path).json()
        assert not re.search("llm|approv|verif|semi", json.dumps(item), re.IGNORECASE)
        answer = "bad" if position % 4 == 0 else "ok"
        sent = {"base": 0, "change": f"{name} {position}", "pronoun": answer, "tags": []}
        if item["agrees"]:
            sent["antecedent"] = answer
        assert page.request.post(path, data=sent, headers={"x-proform-csrf": token}).ok
    return size


def see_results(her: Page, server: Running) -> None:
    her.goto(f"{server.url}/research/semi/results")
    approvals = her.locator("[data-table=verification] tbody tr").filter(has_text="llm")
    assert approvals.count() > 5
    own = her.locator("[data-table=own] tbody tr")
    expect(own).to_have_count(len(demo_suite.SYSTEMS))
    for row in own.all():
        expect(row).to_contain_text("–")  # an interval
    proxies = her.locator("[data-table=proxies] tbody tr th").all_inner_texts()
    assert proxies == ["first pass", "llm", "all together"]
    her.goto(f"{server.url}/research/semi/plan?width=30")
    expect(her.locator("[data-table=width] tbody tr")).to_have_count(4)


def see_trust(her: Page, server: Running, answers: Path, folder: Path) -> None:
    follow(her, "Trust")
    detail = folder / "detail.jsonl"
    run("suite", "evaluate", server.where, "-m", f"file:llm={answers}", "--detail", detail)
    told = json.loads(run("meta", "judge", detail, "--human", server.where, "-f", "json"))
    by_system = her.locator("[data-table=trust-llm-systems] tbody tr")
    expect(by_system).to_have_count(len(told["systems"]))
    for place, record in enumerate(told["systems"]):
        row = by_system.nth(place)
        expect(row).to_contain_text(record["name"])
        expect(row).to_contain_text(f"{100 * record['approvals']:.1f}")
        expect(row).to_contain_text(f"{100 * record['consistency']:.1f}")
    drawn = her.locator("svg.reliability title")
    assert drawn.count() == len(told["calibration"])
    assert {record["n"] for record in told["calibration"]} == {
        int(text.rpartition(" ")[2]) for text in drawn.all_text_contents()
    }
    accessible(her)
    page = folder / "report.html"
    run("report", server.where, detail, "-o", page)
    her.goto(page.as_uri())
    expect(her.locator("html[data-ready]")).to_be_attached()
    her.get_by_role("link", name="Trust").click()
    section = her.locator("#trust")
    expect(section.locator("svg.reliability")).to_be_visible()
    section.locator("summary", has_text="llm").click()
    table = section.get_by_role("table", name="How far people agree with llm, by system")
    expect(table).to_contain_text(f"{100 * told['systems'][0]['approvals']:.1f}")


def test_ask_plan_verify_results_trust(browser: Browser, asked: Running, tmp_path: Path) -> None:
    her = visit(browser, asked.link(None))
    errors: list[str] = []
    her.on("pageerror", lambda error: errors.append(str(error)))
    for name, link in plan_and_start(her).items():
        assert verify(visit(browser, link), asked, name) > 50
    see_results(her, asked)
    see_trust(her, asked, tmp_path / "answers.jsonl", tmp_path)
    assert errors == []
