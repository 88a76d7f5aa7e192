"""The researcher in a real browser: the whole story, live figures, access for everyone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.support.annotated_suite import build
from tests.support.browser import accessible, enter, follow, visit
from tests.support.small_suite import SUITE, TARGETS, filled
from tests.support.web_server import Running, serving

from proform.human.conflict import TAG_WORDS
from proform.pronoun.categories import WORDS
from proform.store.database import opened

SHOWN = {
    (example.category, target.lines[example.segment]): (example.number, target.name)
    for example in SUITE.examples
    for target in TARGETS
}

PATHS = (
    "",
    "?part=antecedent",
    "/examples",
    "/examples?system=baseline&judged=wrong",
    "/examples?text=nowhere",
    "/examples/3",
    "/tasks",
    "/people",
    "/quality",
    "/systems",
    "/agreement",
    "/agreement?unjudged=0",
    "/adjudication",
    "/adjudication?settled=1",
    "/gaps",
    "/export",
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    where = str(tmp_path / "suite.db")
    with opened(where, create=True) as store:
        filled(store)
    with serving(where) as running:
        yield running


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on a suite that is half done."""
    folder = tmp_path_factory.mktemp("busy")
    where = str(folder / "demo.db")
    build(where, datetime.now(UTC))
    with serving(where) as running:
        yield running


def judge(page: Page, answers: Mapping[tuple[int, str], Mapping[str, Any]]) -> None:
    """Give answers in an annotator's session."""
    url = page.url.removesuffix("/work")
    token = page.locator("meta[name=csrf]").get_attribute("content") or ""
    size = len(page.request.get(f"{url}/api/work").json()["examples"])
    for position in range(1, size + 1):
        path = f"{url}/api/work/{position}"
        item = page.request.get(path).json()
        last = " ".join(word["word"] for word in item["target"][-1]["words"])
        answer = answers.get(SHOWN[item["category"], last])
        if answer is not None:
            sent = {"base": item["revision"], "change": f"{token[:9]} {position}", **answer}
            reply = page.request.post(path, data=sent, headers={"x-proform-csrf": token})
            assert reply.ok


def disagree(ada: Page, bob: Page) -> None:
    """They agree on three translations and not on a fourth, so that kappa is 0.5."""
    wrong = {"pronoun": "bad"}
    common: dict[tuple[int, str], dict[str, Any]] = {
        (1, "base"): {"pronoun": "ok", "antecedent": "ok", "tokens": [[0, 1], [1, 0]]},
        (2, "reference"): wrong,
        (2, "new"): wrong,
    }
    right = {"pronoun": "ok", "tokens": [[1, 4]], "remarks": "colloquial"}
    judge(ada, {**common, (2, "base"): right})
    judge(bob, {**common, (2, "base"): wrong})


def invited(her: Page, name: str) -> str:
    """Invite someone; by keyboard alone."""
    follow(her, "People")
    her.get_by_label("Name", exact=True).fill(name)
    her.keyboard.press("Enter")
    field = her.get_by_role("textbox", name="The link")
    expect(field).to_be_focused()
    link = field.input_value()
    her.get_by_role("button", name="Copy").press("Enter")
    expect(her.get_by_text("Copied.")).to_be_visible()
    her.get_by_role("button", name="Done").press("Enter")
    expect(field).to_be_hidden()
    expect(her.get_by_role("cell", name=name, exact=True)).to_be_visible()
    return link


def give(her: Page, name: str) -> None:
    field = her.get_by_label("Assign task IAA of june to")
    field.fill(name)
    field.press("Enter")
    expect(her.get_by_role("status")).to_contain_text(f"{name} has task IAA of june now")


def define(her: Page) -> None:
    """Define tasks; a second time it is refused."""
    follow(her, "Define tasks")
    her.get_by_label("Name").fill("june")
    her.get_by_label("Tasks", exact=True).fill("0")
    her.get_by_label("Agreement set (approximate size)").fill("9")
    her.get_by_role("button", name="Draw tasks").press("Enter")
    expect(her.get_by_role("status")).to_contain_text("Drawn: IAA (9)")
    her.get_by_label("Name").fill("june")
    her.get_by_role("button", name="Draw tasks").click()
    expect(her.get_by_role("status")).to_contain_text("a set of tasks 'june' already")


def test_the_whole_story(browser: Browser, server: Running) -> None:
    her = visit(browser, server.link(None), permissions=["clipboard-read", "clipboard-write"])
    errors: list[str] = []
    her.on("pageerror", lambda error: errors.append(str(error)))
    her.on("console", lambda said: errors.append(said.text) if "Policy" in said.text else None)
    expect(her.get_by_text("No tasks yet")).to_be_visible()

    define(her)
    links = {name: invited(her, name) for name in ("Ada", "Bob")}
    assert her.evaluate("navigator.clipboard.readText()") == links["Bob"]
    follow(her, "Tasks")
    for name in links:
        give(her, name)

    follow(her, "Overview")
    expect(her.locator("#pulse.live")).to_be_visible()
    ada, bob = (visit(browser, link) for link in links.values())
    disagree(ada, bob)
    row = her.locator("[data-person=Ada]")  # no reload: the page follows
    expect(row.locator("[data-live=done]")).to_have_text("4")
    expect(row.locator("[data-live=new]")).to_have_text("5")
    expect(her.locator("#open a")).to_have_text("To be settled: 1")
    expect(her.locator("#contradictory")).to_be_hidden()

    follow(her, "Agreement")
    expect(her.locator("tfoot .kappa").first).to_have_text("0.50")
    follow(her, "Settle example 2, base")
    expect(her.get_by_role("article")).to_have_count(2)
    his = her.get_by_role("article").filter(has_text="colloquial")
    his.get_by_role("button", name="Start from answer").press("Enter")
    word = her.get_by_role("button", name="ça")
    expect(word).to_have_attribute("aria-pressed", "true")
    for tag in ("spoken style", "colloquial"):  # of which the second is there already
        her.get_by_role("textbox", name="Another tag").fill(tag)
        her.keyboard.press("Enter")
    her.get_by_role("button", name="Settle", exact=True).press("Enter")
    expect(her.get_by_role("status")).to_contain_text("Settled: your judgement prevails")
    expect(her.get_by_text("No open disagreement")).to_be_visible()

    follow(her, "Export")
    with her.expect_download() as download:
        her.get_by_role("link", name="Download judgements.jsonl").click()
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    (third,) = [one for one in records if one["adjudication"]]
    assert (third["tags"], third["remarks"]) == (["desc_vs_presc", "spoken style"], "colloquial")
    assert [token["word"] for token in third["tokens"]] == ["ça"]
    assert len(records) == 9

    follow(her, "People")
    her.once("dialog", lambda dialog: dialog.accept())
    her.get_by_role("button", name="Revoke link 3 for Bob").press("Enter")
    expect(her.get_by_role("status")).to_contain_text("no longer opens")
    bob.reload()
    assert "You need a personal link" in bob.content()
    assert errors == []


def test_a_judgement_that_contradicts_itself_is_kept_and_told(
    browser: Browser, busy: Running
) -> None:
    her = visit(browser, busy.link(None))
    her.goto(f"{busy.url}/research/adjudication")
    open_before = her.get_by_role("link", name="Settle example").count()
    enter(her, her.get_by_role("link", name="Settle example").last)
    for word in her.locator("button.word[aria-pressed=true]").all():
        word.click()
    her.locator("[name=pronoun][value=bad]").check()
    her.locator("button.word.pronoun").first.press("Space")
    her.get_by_role("button", name="Settle", exact=True).click()
    expect(her.locator("#conflicts")).to_contain_text("contradicts itself")
    her.locator("button.word.pronoun").first.press("Space")
    her.get_by_role("button", name="Settle", exact=True).click()
    expect(her.locator("#message")).to_contain_text("Settled")
    her.goto(f"{busy.url}/research/adjudication")
    assert her.get_by_role("link", name="Settle example").count() == open_before - 1


def test_two_researchers_do_not_overwrite_each_other(browser: Browser, busy: Running) -> None:
    first = visit(browser, busy.link(None))
    first.goto(f"{busy.url}/research/adjudication")
    enter(first, first.get_by_role("link", name="Settle example").first)
    second = visit(browser, busy.link(None))
    second.goto(first.url)
    for page, button in ((first, 0), (second, 1)):
        page.get_by_role("button", name="Start from").nth(button).click()
    chosen = first.locator("input[name=pronoun]:checked").get_attribute("value")
    assert chosen != second.locator("input[name=pronoun]:checked").get_attribute("value")
    with first.expect_response("**/api/research/adjudication/*"):
        first.get_by_role("button", name="Settle", exact=True).click()
    second.get_by_role("button", name="Settle", exact=True).click()
    expect(second.locator("#message")).to_contain_text("Someone else has settled it")
    assert second.locator("input[name=pronoun]:checked").get_attribute("value") == chosen


def test_a_matter_is_settled_by_keys_alone(browser: Browser, busy: Running) -> None:
    her = visit(browser, busy.link(None))
    her.goto(f"{busy.url}/research/adjudication")
    before = her.get_by_role("link", name="Settle example").count()
    enter(her, her.get_by_role("link", name="Settle example").first)
    her.keyboard.press("v")
    expect(her.locator("#reference")).to_have_attribute("open", "")
    for key, value in (("e", "ok"), ("n", "bad"), ("u", "unset"), ("2", None), ("n", "bad")):
        her.keyboard.press(key)
        if value:
            expect(her.locator(f"[name=pronoun][value={value}]")).to_be_checked()
    her.keyboard.press("r")
    her.keyboard.type("the second is right")
    with her.expect_response("**/api/research/adjudication/*"):
        her.keyboard.press("Control+Enter")
    expect(her.locator("#message")).to_contain_text("Settled")
    her.goto(f"{busy.url}/research/adjudication")
    expect(her.get_by_role("link", name="Settle example")).to_have_count(before - 1)
    her.goto(f"{busy.url}/research/adjudication?settled=1")
    her.get_by_role("link", name="Look again").first.click()
    expect(her.locator("h1")).not_to_contain_text(",")


def test_selected_words_of_each_annotator(browser: Browser, busy: Running) -> None:
    her = visit(browser, busy.link(None))
    her.goto(f"{busy.url}/research/examples/3")
    everyone = her.locator(".word.chosen").count()
    steps = her.get_by_role("group", name="Words selected by").get_by_role("radio")
    steps.first.focus()
    seen = []
    for _ in range(steps.count() - 1):
        her.keyboard.press("ArrowRight")
        seen.append(her.locator(".word.chosen").count())
    assert everyone >= max(seen) > min(seen)


def test_without_scripts_everything_can_be_read(browser: Browser, busy: Running) -> None:
    her = visit(browser, busy.link(None), java_script_enabled=False)
    her.goto(f"{busy.url}/research/examples")
    her.get_by_label("Text").fill("LETTER")
    her.get_by_role("button", name="Filter").click()
    expect(her.get_by_role("status")).to_have_text("1 example")
    her.locator("tbody").get_by_role("link").first.click()
    expect(her.get_by_role("heading", name="Example 3")).to_be_visible()
    her.locator("summary", has_text="History").first.click()
    expect(her.get_by_role("region", name="History for reference")).to_be_visible()


def test_a_browser_without_storage_changes_things_all_the_same(
    browser: Browser, server: Running
) -> None:
    her = visit(browser, server.link(None))
    errors: list[str] = []
    her.on("pageerror", lambda error: errors.append(str(error)))
    refuse = "{ get() { throw new DOMException('denied', 'SecurityError'); } }"
    for kind in ("localStorage", "sessionStorage"):
        her.add_init_script(f"Object.defineProperty(window, '{kind}', {refuse});")
    follow(her, "Tasks")
    with her.expect_navigation():
        her.get_by_role("button", name="Draw tasks").click()
    expect(her.get_by_role("heading", name="set 1")).to_be_visible()
    assert errors == []


CODES = re.compile(rf"\b(?:{'|'.join((*WORDS, *TAG_WORDS))})\b")


def test_categories_and_tags_are_in_words_on_every_page(browser: Browser, busy: Running) -> None:
    her = visit(browser, busy.link(None))
    her.goto(f"{busy.url}/research/adjudication")
    one = her.get_by_role("link", name="Settle example").first.get_attribute("href") or ""
    pages = [f"/research{path}" for path in PATHS]
    semi = [f"/research/semi{path}" for path in ("", "/plan", "/start", "/results", "/next")]
    guides = ("/guidelines", "/guidelines/event_it", "/guidelines/gap-filling")
    for path in (*pages, one, "/report", *semi, *guides):
        her.goto(busy.url + path)
        her.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        shown = her.evaluate("document.body.innerText + document.title")
        assert not CODES.findall(shown), path
    ada = visit(browser, busy.link("Ada"))
    for path in ("/work", "/work/1", "/training"):
        ada.goto(busy.url + path)
        expect(ada.locator("#saving[data-state=saved], #begin")).to_be_visible()
        assert not CODES.findall(ada.evaluate("document.body.innerText")), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_everyone_can_use_the_pages(
    browser: Browser, busy: Running, scheme: Any, width: int
) -> None:
    size = {"width": width, "height": 844}
    her = visit(browser, busy.link(None), color_scheme=scheme, viewport=size)
    her.goto(f"{busy.url}/research/adjudication")
    one = her.get_by_role("link", name="Settle example").first.get_attribute("href") or ""
    for path in (*PATHS, one.removeprefix("/research")):
        her.goto(f"{busy.url}/research{path}")
        her.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        accessible(her)
    for path in ("/report", "/research/examples/99"):
        her.goto(f"{busy.url}{path}")
        accessible(her)


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_no_page_is_wider_than_the_window(browser: Browser, busy: Running, width: int) -> None:
    her = visit(browser, busy.link(None), viewport={"width": width, "height": 900})
    for path in PATHS:
        her.goto(f"{busy.url}/research{path}")
        wide = her.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, path
