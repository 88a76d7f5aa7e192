"""Gap filling in a real browser: from tasks to scores, with mouse and keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from tests.support.browser import accessible, follow, visit
from tests.support.command import Proform
from tests.support.desk import Desk, in_order
from tests.support.small_suite import filled
from tests.support.web_server import Running, serving

from proform.gap.answers import FILLS, Filled
from proform.store.database import opened
from proform.store.suites import candidate_ids, find_suite


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    where = str(tmp_path / "suite.db")
    with opened(where, create=True) as store:
        filled(store)
    with serving(where) as running:
        yield running


def _draw(browser: Browser, server: Running, *people: str) -> Page:
    """The researcher draws a set of tasks and gives the agreement set to everyone."""
    her = visit(browser, server.link(None))
    follow(her, "Tasks")
    form = her.locator("form[data-post='/api/research/tasks']")
    form.get_by_label("Name").fill("july")
    form.get_by_label("Protocol").select_option("gap filling")
    form.get_by_label("Tasks").fill("0")
    form.get_by_label("Agreement set (approximate size)").fill("99")
    form.get_by_role("button", name="Draw tasks").click()
    expect(her.get_by_role("status")).to_contain_text("2 translations have no word for the pronoun")
    expect(her.locator("h2", has_text="july")).to_contain_text("gap filling")
    for name in people:
        field = her.get_by_label("Assign task IAA of july to")
        field.fill(name)
        field.press("Enter")
        expect(her.get_by_role("status")).to_contain_text(f"{name} has task IAA of july now")
    return her


def _sit(context: BrowserContext, server: Running, name: str) -> Desk:
    page = context.new_page()
    page.goto(server.link(name))
    expect(page).to_have_url(f"{server.url}/gaps")  # the only thing there is to do
    return Desk(page, server, name)


def _box(page: Page, form: str) -> Locator:
    return page.locator(f'[name=forms][value="{form}"]')


def _ticked(page: Page) -> list[str]:
    return [box.get_attribute("value") or "" for box in page.locator("[name=forms]:checked").all()]


def _stored(server: Running) -> list[Filled]:
    with opened(server.where) as store, store.reading() as connection:
        return FILLS.latest(connection, find_suite(connection, None).id)


def test_from_tasks_to_scores(browser: Browser, server: Running, proform: Proform) -> None:
    her = _draw(browser, server, "Ada", "Bob")
    ada, bob = (_sit(browser.new_context(), server, name) for name in ("Ada", "Bob"))

    ada.page.locator("#go").click()  # Ada has a keyboard only: il and ils, of which one is bad
    for position in range(1, 8):
        ada.at(position)
        expect(ada.page.locator("#target .gap")).to_have_count(1)
        ada.press("1", "3")
        expect(_box(ada.page, "ils")).to_be_checked()
        ada.state("saved")
        ada.press("j")
    expect(ada.page.get_by_text("All examples are done")).to_be_visible()

    bob.page.locator("#go").click()  # Bob has a mouse only, and says elle besides
    for position in range(1, 8):
        bob.at(position)
        for form in ("il", "ils", "elle"):
            _box(bob.page, form).check()
        bob.state("saved")
        bob.page.locator("#next").click()
    expect(bob.page.get_by_text("All examples are done")).to_be_visible()

    follow(her, "Gap filling")
    rows = her.get_by_role("region", name="accuracy with other").get_by_role("row")
    expect(rows.nth(1)).to_contain_text(
        re.compile(r"reference\s+2\s+3\s+66\.7")
    )  # two of three, 66.7 %
    expect(rows.nth(2)).to_contain_text(re.compile(r"base\s*1\s*3"))
    expect(rows.nth(3)).to_contain_text(re.compile(r"new\s*1\s*1\s*100\.0"))
    agreement = her.get_by_role("region", name="Agreement of annotators").first
    expect(agreement).to_contain_text(re.compile(r"Ada, Bob\s*7\s*0\s*0\.667"))
    result = proform("gaps", "scores", server.where, "-f", "json")
    found: dict[str, Any] = json.loads(result.stdout)
    assert [(one["right"], one["n"]) for one in found["accuracy"]] == [(2, 3), (1, 3), (1, 1)]
    accessible(her)


def test_ticks_are_saved_undone_and_kept(
    browser: Browser, context: BrowserContext, server: Running
) -> None:
    _draw(browser, server, "Ada")
    desk = _sit(context, server, "Ada")
    desk.page.locator("#go").click()
    desk.at(1)
    desk.press("1", "5", "1")  # il, ce, and no il after all
    assert _ticked(desk.page) == ["ce"]
    desk.state("saved")
    desk.press("Control+z")
    expect(_box(desk.page, "il")).to_be_checked()
    desk.state("saved")
    desk.press("Control+Shift+z")
    expect(_box(desk.page, "il")).not_to_be_checked()
    desk.state("saved")
    desk.press("r")
    desk.page.keyboard.type("1 or 2?")  # in a text, digits are digits
    desk.press("Escape")
    assert _ticked(desk.page) == ["ce"]
    _box(desk.page, "ce").focus()
    desk.press("Space")
    assert _ticked(desk.page) == []
    desk.state("saved")
    desk.press("Space")
    desk.state("saved")
    desk.page.reload()
    desk.at(1)
    expect(_box(desk.page, "ce")).to_be_checked()
    expect(desk.page.locator("#remarks")).to_have_value("1 or 2?")
    (said,) = _stored(server)
    assert (said.answer.forms, said.answer.remarks) == (frozenset({"ce"}), "1 or 2?")
    with opened(server.where) as store, store.reading() as connection:
        suite = find_suite(connection, None).id
        ids = candidate_ids(connection, suite).values()
        past = FILLS.history_of(connection, list(ids))
    assert [one.revision for one in past] == list(range(1, len(past) + 1))
    ticks = [one.answer.forms for one in past]
    assert in_order([{"ce"}, {"il", "ce"}, {"ce"}, set(), {"ce"}], ticks)  # nothing is taken out


def test_a_bad_translation_has_nothing_that_fits(
    browser: Browser, context: BrowserContext, server: Running
) -> None:
    _draw(browser, server, "Ada")
    desk = _sit(context, server, "Ada")
    page = desk.page
    page.locator("#go").click()
    desk.at(1)
    desk.press("1", "b")
    expect(page.locator("#hints")).to_contain_text("has no form that fits")
    expect(page.locator("#state")).to_have_text("conflict")
    desk.state("saved")
    desk.press("j")
    expect(page.locator("#leaving")).to_be_visible()
    page.get_by_role("button", name="Amend").click()
    expect(page.locator("#leaving")).to_be_hidden()
    desk.at(1)
    desk.press("1")
    expect(page.locator("#hints")).to_be_hidden()
    desk.state("saved")
    desk.press("j")
    desk.at(2)
    (said,) = _stored(server)
    assert (said.answer.forms, said.answer.bad) == (frozenset(), True)


def test_an_answer_changed_elsewhere_is_put_to_choice(
    browser: Browser, context: BrowserContext, server: Running
) -> None:
    _draw(browser, server, "Ada")
    here = _sit(context, server, "Ada")
    here.page.locator("#go").click()
    here.at(1)
    elsewhere = _sit(browser.new_context(), server, "Ada")
    elsewhere.page.goto(f"{server.url}/gaps/1")
    elsewhere.at(1)
    elsewhere.press("2")
    elsewhere.state("saved")
    here.press("1")
    here.state("outdated")
    expect(here.page.locator("#versions")).to_contain_text("Fitting")
    here.page.get_by_role("button", name="Keep mine").click()
    here.state("saved")
    (said,) = _stored(server)
    assert (said.answer.forms, said.revision) == (frozenset({"il"}), 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_in_the_way_of_anyone(
    browser: Browser, context: BrowserContext, server: Running, scheme: str, width: int
) -> None:
    her = _draw(browser, server, "Ada")
    desk = _sit(context, server, "Ada")
    page = desk.page
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    accessible(page)
    page.locator("#go").click()
    desk.at(1)
    accessible(page)
    desk.press("1", "b")
    expect(page.locator("#hints")).to_be_visible()
    accessible(page)
    desk.press("?")
    expect(page.locator("#help")).to_contain_text("ça/cela fits")
    accessible(page)
    desk.press("Escape", "g")
    expect(page.locator("#guidelines-text h1")).to_have_text("Gap filling")
    accessible(page)
    desk.press("Escape")
    desk.state("saved")
    page.goto(f"{server.url}/guidelines/gap-filling")
    accessible(page)
    her.set_viewport_size({"width": width, "height": 844})
    her.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    follow(her, "Gap filling")
    accessible(her)
    assert her.evaluate("document.documentElement.scrollWidth <= innerWidth")
