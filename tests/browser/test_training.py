"""Training and guidelines in a real browser: by keyboard, after a reload, for everyone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.support.browser import accessible
from tests.support.small_suite import NOW
from tests.support.web_server import Running, prepare, serving

from proform.store.answers import annotator_id
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.store.training import training_results
from proform.suite.suite import Spot
from proform.web.guide.training import Item, ask_training, load_lesson

LESSON = load_lesson("en-fr")
TABLET = {"width": 820, "height": 1180}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    where = str(tmp_path / "suite.db")
    prepare(where)
    with opened(where) as store, store.writing() as connection:
        person = annotator_id(connection, "Ada", NOW)
        ask_training(connection, find_suite(connection, None).id, person, NOW)
    with serving(where) as running:
        yield running


@pytest.fixture
def page(browser: Browser, server: Running) -> Iterator[Page]:
    context = browser.new_context()
    opened_page = context.new_page()
    errors: list[str] = []
    opened_page.on("pageerror", lambda error: errors.append(str(error)))
    opened_page.goto(server.link("Ada"))
    yield opened_page
    context.close()
    assert errors == []


def answer(page: Page, item: Item) -> None:
    """The known answer, by keys alone."""
    keys = {"ok": "Y", "bad": "N"}
    if item.known.antecedent in keys:
        page.keyboard.press(f"Shift+{keys[item.known.antecedent]}")
    if item.known.pronoun in keys:
        page.keyboard.press(keys[item.known.pronoun])
    places = sorted(item.case.highlighted)
    wanted = {Spot(*token[:2]) for token in item.known.tokens}
    for number, place in enumerate(places, 1):
        page.locator("main").focus()
        for _ in range(number):
            page.keyboard.press("ArrowRight")
        if page.locator(":focus").is_checked() is not (place in wanted):
            page.keyboard.press("Space")
    for tag in item.known.tags:
        page.keyboard.press("t")
        for _ in range(item.tags.index(tag)):
            page.keyboard.press("Tab")
        page.keyboard.press("Space")


def test_the_whole_training_by_keyboard(page: Page, server: Running) -> None:
    assert page.url == f"{server.url}/training"
    page.get_by_role("link", name="Begin").press("Enter")
    for position, item in enumerate(LESSON.items, 1):
        expect(page).to_have_url(f"{server.url}/training/{position}")
        page.wait_for_load_state()  # from then on keys are heard
        answer(page, item)
        page.keyboard.press("j")
        outcome = page.locator("#outcome")
        expect(outcome).to_have_text("You agree with the known answer")
        expect(outcome).to_be_focused()
        page.keyboard.press("j")
    size = len(LESSON.items)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"You agree on {size} of {size}")
    page.get_by_role("link", name="Go to your batch").press("Enter")
    expect(page).to_have_url(f"{server.url}/work")
    with opened(server.where) as store, store.reading() as connection:
        (result,) = training_results(connection, find_suite(connection, None).id)
    assert (result.agreed, result.done) == (size, True)


def test_progress_survives_a_reload_and_the_round_can_be_repeated(
    page: Page, server: Running
) -> None:
    page.goto(f"{server.url}/training/1")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("alert")).to_contain_text("judge the pronoun")
    page.locator("[name=pronoun][value=bad]").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("alert")).to_contain_text("judge the antecedent")
    page.locator("[name=antecedent][value=ok]").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#outcome")).to_have_text("The known answer differs")
    expect(page.get_by_role("alert")).to_be_hidden()
    page.reload()
    expect(page.locator("#outcome")).to_have_text("The known answer differs")
    expect(page.locator("[name=pronoun][value=bad]")).to_be_checked()
    expect(page.locator("[name=pronoun][value=bad]")).to_be_disabled()
    for position, item in enumerate(LESSON.items[1:], 2):
        page.goto(f"{server.url}/training/{position}")
        answer(page, item)
        page.keyboard.press("Control+Enter")
        page.locator("#outcome").wait_for()
    page.get_by_role("link", name="See the result").click()
    size = len(LESSON.items)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"You agree on {size - 1} of {size}")
    page.get_by_role("button", name="Repeat the training").click()
    expect(page).to_have_url(f"{server.url}/training/1")
    expect(page.locator("#outcome")).to_have_count(0)


def test_without_a_network_nothing_is_lost(page: Page, server: Running) -> None:
    page.goto(f"{server.url}/training/1")
    answer(page, LESSON.items[0])
    page.route("**/api/training/*", lambda route: route.abort())
    page.keyboard.press("j")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/api/training/*")
    page.keyboard.press("j")
    expect(page.locator("#outcome")).to_have_text("You agree with the known answer")
    expect(page.get_by_role("alert")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, TABLET["width"]])
def test_pages_are_accessible_and_fit_a_phone_and_a_tablet(
    browser: Browser, server: Running, scheme: str, width: int
) -> None:
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": width, "height": TABLET["height"]},
    )
    page = context.new_page()
    page.goto(server.link("Ada"))
    paths = ("/training", "/training/2", "/guidelines", "/guidelines/anaphoric_group_it-they")
    for path in (*paths, "/guidelines/elsewhere"):
        page.goto(server.url + path)
        _check(page)
    page.goto(f"{server.url}/training/1")
    page.keyboard.press("n")
    page.keyboard.press("Shift+Y")
    page.keyboard.press("p")
    _check(page)
    page.keyboard.press("j")
    page.locator("#outcome").wait_for()
    _check(page)
    page.goto(f"{server.url}/training")
    _check(page)
    context.close()


def _check(page: Page) -> None:
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
