"""Semi-automatic evaluation of the demo suite in a real browser, from the plan to the report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.support import demo_suite
from tests.support.browser import accessible, enter, follow, visit
from tests.support.command import run
from tests.support.desk import Desk
from tests.support.web_server import Running, serving

from proform.judge.protest import APPROVED
from proform.semi.state import load_state
from proform.store.database import opened
from proform.store.suites import candidate_ids, find_suite

PEOPLE = ("Ada", "Bob")
BY_HAND = 5
TABS = (
    "",
    "/plan",
    "/plan?verify=lots",
    "/start",
    "/results",
    "/results?pairs=1",
    "/next",
    "/trust",
)
WIDTHS = (420, 768, 1280)


@pytest.fixture
def demo_server(tmp_path: Path) -> Iterator[Running]:
    """The demo suite, as `proform demo` builds it; nobody was asked yet."""
    where = str(tmp_path / "suite.db")
    demo_suite.build(where)
    with serving(where) as running:
        yield running


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The same, with a round that is judged, and one that is open."""
    folder = tmp_path_factory.mktemp("semi")
    where = str(folder / "suite.db")
    demo_suite.build(where)
    run("semi", "start", where, "-a", *PEOPLE, "--verify", "0.3", "--overlap", 20)
    demo_suite.judge(where, *PEOPLE)
    run("semi", "start", where, "-a", "Cyd", "--verify", "0.5")
    with serving(where) as running:
        yield running


def plan_and_start(her: Page) -> dict[str, str]:
    """From the first page to everyone's link."""
    follow(her, "Semi-automatic")
    expect(her.get_by_text("Nothing has been assigned yet.")).to_be_visible()
    enter(her, her.get_by_role("link", name="Plan", exact=True).first)
    her.get_by_label("Approvals to verify").fill("lots")
    her.get_by_role("button", name="Plan").click()
    expect(her.get_by_role("alert")).to_contain_text("to verify, 'lots': not a number")
    her.get_by_label("Approvals to verify").fill("20%")
    her.get_by_label("Overlap").fill("10")
    her.get_by_role("button", name="Plan").click()
    expect(her.locator("#effort")).to_have_text(re.compile(r"^198 judgements, 3\.3 hours at 60"))
    expect(her.locator("[data-table=categories] tr.sum")).to_have_text(
        re.compile(r"total\s+154\s+152\s+152\s+36")
    )
    follow(her, "Start with these options")
    her.get_by_label("Annotators, one per line").fill("Ada\nBob\n")
    her.get_by_role("button", name="Start", exact=True).click()
    expect(her.locator("#started")).to_be_focused()
    expect(her.locator("#started")).to_contain_text("152 referred examples and 36 to verify")
    her.get_by_role("button", name="Copy the link for Bob").click()
    expect(her.get_by_text("Copied.")).to_be_visible()
    links = {name: her.get_by_label(f"The link for {name}").first.input_value() for name in PEOPLE}
    assert her.evaluate("navigator.clipboard.readText()") == links["Bob"]
    her.get_by_role("link", name="Go to status").click()
    expect(her.locator("[data-table=annotators] tbody tr")).to_have_count(2)
    return links


def by_hand(page: Page, server: Running, name: str) -> None:
    """Some examples with the keys of the page."""
    page.locator("#go").click()
    desk = Desk(page, server, name)
    for position in range(1, BY_HAND + 1):
        desk.at(position)
        right = position % 2
        desk.press(*(("Y", "P") if right else ("N",)))
        if page.locator("#antecedent-part").is_visible():
            desk.press(*(("Shift+Y", "A") if right else ("Shift+N",)))
        desk.state("saved")
        desk.press("J")
        leaving = page.locator("#leaving[open]")
        moved = page.locator("#heading", has_text=f"Example {position + 1} of")
        expect(leaving.or_(moved)).to_be_visible()
        if leaving.is_visible():
            page.get_by_role("button", name="Leave it").click()
    desk.at(BY_HAND + 1)


def shape(value: Any) -> Any:
    """What something is made of, without what it says; of a list, all that occurs."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in value.items()}
    if isinstance(value, list):
        return sorted({json.dumps(shape(one), sort_keys=True) for one in value})
    return None if value is None else type(value).__name__


def kinds(server: Running, name: str, page: Page) -> list[bool]:
    """Of each example of somebody, in order: is it approved?"""
    with opened(server.where) as store, store.reading() as connection:
        stored = find_suite(connection, None)
        ids = candidate_ids(connection, stored.id)
        approved = {
            ids[one.number]: one.decision == APPROVED for one in load_state(connection).cases
        }
    return [approved[candidate] for candidate in Desk(page, server, name).batch()]


def the_rest(page: Page, server: Running, name: str) -> int:
    """The others, in the same session; what is verified looks as all else."""
    token = page.locator("meta[name=csrf]").get_attribute("content") or ""
    approved = kinds(server, name, page)
    looks: dict[bool, set[str]] = {True: set(), False: set()}
    pages: dict[bool, set[str]] = {True: set(), False: set()}
    for position, verified in enumerate(approved, 1):
        path = f"{server.url}/api/work/{position}"
        item = page.request.get(path).json()
        html = page.request.get(f"{server.url}/work/{position}").text()
        pages[verified].add(re.sub(r'(Example |value="|data-position=")\d+', r"\1", html))
        if position <= BY_HAND:
            continue
        # What differs is what is said: the words, their number, and which of them are marked.
        told = {key: shape(one) for key, one in item.items() if key not in ("source", "target")}
        told |= {key: item[key] for key in ("revision", "state", "conflicts", "answer", "size")}
        del told["heads"]
        looks[verified].add(json.dumps(told, sort_keys=True))
        answer = "bad" if position % 4 == 0 else "ok"
        sent = {"base": 0, "change": f"{name} {position}", "pronoun": answer, "tags": []}
        if item["agrees"]:
            sent["antecedent"] = answer
        reply = page.request.post(path, data=sent, headers={"x-proform-csrf": token})
        assert reply.ok
    assert sum(approved) >= 10
    assert looks[True] == looks[False]
    assert len(looks[True]) == 1
    assert pages[True] == pages[False]
    assert len(pages[True]) == 1
    said = pages[True].pop() + looks[True].pop()
    assert not re.search("approv|verif|refer|semi", said, re.IGNORECASE)
    return len(approved)


def see_results(her: Page, server: Running, sizes: dict[str, int]) -> None:
    her.reload()
    for name, size in sizes.items():
        row = her.locator("[data-table=annotators] tr").filter(has_text=name)
        expect(row.locator("td").nth(3)).to_have_text("0")  # nothing is open
        done, conflict = (int(row.locator("td").nth(column).inner_text()) for column in (1, 2))
        assert done + conflict == size
    follow(her, "Results")
    found = json.loads(run("semi", "results", server.where, "-f", "json"))
    for place, one in enumerate(found["estimate"]):
        row = her.locator("[data-table=estimate] tbody tr").nth(place)
        expect(row).to_contain_text(one["system"])
        expect(row).to_contain_text(f"{one['corrected']:.1f}")
        assert one["corrected"] < one["count"]
    for system in demo_suite.SYSTEMS:
        expect(her.locator("svg.both")).to_contain_text(system)
    with her.expect_download() as download:
        her.get_by_role("link", name="CSV", exact=True).click()
    assert "average percentage" in Path(download.value.path()).read_text(encoding="utf-8")
    if found["apart"]:
        her.locator("[data-table=apart] a").first.click()
        number = found["apart"][0]["example"]
        expect(her.get_by_role("heading", name=f"Example {number}", exact=True)).to_be_visible()
    her.goto(f"{server.url}/research/semi/next")
    expect(her.locator("#advice")).to_contain_text(re.compile("go on: |stop: "))


def see_report(her: Page, server: Running, folder: Path) -> None:
    path = folder / "report.html"
    run("report", server.where, "-o", path, "--csv", folder / "tables")
    her.goto(path.as_uri())
    expect(her.locator("html[data-ready]")).to_be_attached()
    her.get_by_role("link", name="Semi-automatic").click()
    section = her.locator("#semi")
    expect(section.locator("svg.both")).to_be_visible()
    third = section.get_by_role("table", name="Pronouns and antecedents marked as correct")
    for order in (-1, 1):
        third.get_by_role("button", name="total").click()
        totals = [
            int(one) for one in third.locator("tbody td:nth-last-child(2)").all_text_contents()
        ]
        assert totals == sorted(totals)[::order]
        assert len(set(totals)) > 1
    feet = third.locator("tfoot th").all_text_contents()
    assert feet == ["examples", "average count", "average percentage"]
    third.locator("tbody a").first.click()
    expect(her).to_have_url(re.compile(r"#examples\?system=\w+&category=anaphoric"))
    names = {file.name for file in (folder / "tables").iterdir()}
    assert {"semi-estimate.csv", "semi-verification.csv", "semi-correct.csv"} <= names


def test_the_whole_loop(browser: Browser, demo_server: Running, tmp_path: Path) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    her = visit(browser, demo_server.link(None), permissions=permissions)
    errors: list[str] = []
    her.on("pageerror", lambda error: errors.append(str(error)))
    her.on("console", lambda said: errors.append(said.text) if "Policy" in said.text else None)
    sizes = {}
    for name, link in plan_and_start(her).items():
        page = visit(browser, link)
        page.on("pageerror", lambda error: errors.append(str(error)))
        by_hand(page, demo_server, name)
        sizes[name] = the_rest(page, demo_server, name)
    assert sum(sizes.values()) == 198
    see_results(her, demo_server, sizes)
    see_report(her, demo_server, tmp_path)
    assert errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_everyone_can_use_the_pages(
    browser: Browser, judged: Running, scheme: Any, width: int
) -> None:
    size = {"width": width, "height": 844}
    her = visit(browser, judged.link(None), color_scheme=scheme, viewport=size)
    for path in TABS:
        her.goto(f"{judged.url}/research/semi{path}")
        accessible(her)


def test_links_that_were_told_can_be_read_by_everyone(browser: Browser, judged: Running) -> None:
    her = visit(browser, judged.link(None))
    her.goto(f"{judged.url}/research/semi/start")
    her.get_by_label("Annotators, one per line").fill("Dan")
    her.get_by_label("Approvals to verify").fill("100%")
    her.get_by_role("button", name="Start", exact=True).click()
    expect(her.get_by_label("The link for Dan").first).to_be_visible()
    accessible(her)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_the_window(browser: Browser, judged: Running, width: int) -> None:
    her = visit(browser, judged.link(None), viewport={"width": width, "height": 900})
    for path in TABS:
        her.goto(f"{judged.url}/research/semi{path}")
        wide = her.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, path


def test_without_scripts_everything_can_be_read(browser: Browser, judged: Running) -> None:
    her = visit(browser, judged.link(None), java_script_enabled=False)
    her.goto(f"{judged.url}/research/semi/results")
    her.get_by_label("all pairs").check()
    her.get_by_role("button", name="Update").click()
    expect(her.locator("[data-table=comparisons] tbody tr")).to_have_count(3)
    expect(her.locator("svg.both circle.corrected")).to_have_count(4)
