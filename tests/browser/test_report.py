"""The page of `proform report` in a real browser, opened from a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect
from tests.support.annotations import annotate
from tests.support.browser import violations
from tests.support.command import run
from tests.support.demo_suite import SYSTEMS, build, score_arguments
from tests.support.detail_rows import write_rows
from tests.support.paths import DEMO
from tests.support.report_page import HOSTILE

from proform.store.answers import Answer

SUMMARY = "Scores of all systems"
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 700}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo data: scored, as a suite with annotators, and with human scores."""
    folder, texts = tmp_path_factory.mktemp("report"), DEMO / "en-fr"
    store = folder / "suite.db"
    run(
        *score_arguments(DEMO, "en-fr"),
        *("--docs", texts / "docs.txt", "--confidence", "--paired"),
        *("--detail", folder / "detail.tsv", "-f", "json", "-o", folder / "scores.json"),
    )
    build(str(store))
    answer = Answer("ok", "ok", HOSTILE, None, frozenset({HOSTILE}))
    annotate(
        str(store),
        {
            (4, "context"): [("Ada", answer), ("Bob", Answer("bad", "ok"))],
            (4, "sentence"): [("Ada", Answer("bad", "bad"))],
        },
    )
    human = folder / "human.tsv"
    human.write_text("system\tadequacy\nsentence\t0.6\ncontext\t0.8\nliteral\t0.3\n")
    page = folder / "report.html"
    run("report", store, folder / "scores.json", folder / "detail.tsv", human, "-o", page)
    return page


@pytest.fixture(scope="module")
def sixteen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen systems, some better than others."""
    folder = tmp_path_factory.mktemp("sixteen")
    rows, page = folder / "detail.tsv", folder / "report.html"
    write_rows(rows, np.random.default_rng(3), [0.8 - 0.05 * n for n in range(16)], 400)
    run("report", rows, "-o", page)
    return page


@contextmanager
def opened(browser: Browser, report: Path, hash_: str = "", **context: Any) -> Iterator[Page]:
    """The page in a tab of its own; nothing may be loaded, nothing may go wrong."""
    tab = browser.new_context(**{"viewport": WIDE, **context}).new_page()
    troubles: list[str] = []

    def request(made: Request) -> None:
        if not made.url.startswith(report.as_uri()):
            troubles.append(f"loads {made.url}")

    def message(said: ConsoleMessage) -> None:
        troubles.append(f"{said.type}: {said.text}")

    tab.on("request", request)
    tab.on("console", message)
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.on("dialog", lambda dialog: troubles.append(dialog.message))
    tab.goto(f"{report.as_uri()}{hash_}")
    if context.get("java_script_enabled", True):
        tab.wait_for_selector("html[data-ready]")
    yield tab
    assert troubles == []
    tab.context.close()


def cards(tab: Page) -> Any:
    return tab.locator("#list > li")


def test_it_opens_from_a_file_and_shows_the_summary(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        expect(tab.get_by_role("heading", level=1)).to_have_text("Pronoun translation, en–fr")
        table = tab.get_by_role("table", name=f"{SUMMARY}: apt")  # the part that has it
        expect(table.get_by_role("row", name="context")).to_contain_text("0.750*")
        expect(tab.get_by_text("Against sentence: * p < 0.05")).to_be_visible()
        expect(tab.locator("#count")).to_have_text("102 of 102 pronouns")


def test_a_cell_leads_to_the_pronouns_behind_it(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        table = tab.get_by_role("table", name="apt: score by category and pronoun")
        rows = table.locator("tbody").filter(
            has_text="it as a subject, antecedent in an earlier sentence"
        )
        rows.get_by_role("link").first.click()
        expect(tab.locator("#count")).to_have_text("14 of 102 pronouns")
        expect(tab.locator("#f-system")).to_have_value("sentence")
        expect(tab.locator("#f-category")).to_have_value("anaphoric_inter_subject_it")
        expect(tab.locator("#h-examples")).to_be_focused()
        expect(cards(tab).first.locator(".match dt")).to_contain_text("sentence")
        expect(cards(tab).first.locator("dt")).to_have_count(2 + len(SYSTEMS))  # all side by side
        tab.go_back()
        expect(tab).not_to_have_url(re.compile("examples"))


def test_a_cell_of_a_matrix_and_of_reasons(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        table = tab.get_by_role("table", name=re.compile("apt, sentence: reference"))
        cell = table.get_by_role("row", name=re.compile("^elle ")).get_by_role("link").first
        number = cell.inner_text()
        cell.click()
        expect(tab.locator("#count")).to_have_text(f"{number} of 102 pronouns")
        expect(tab.locator("#chips")).to_contain_text("reference has elle")
        tab.get_by_role("button", name="Clear all filters").click()
        expect(tab.locator("#count")).to_have_text("102 of 102 pronouns")
        table = tab.get_by_role("table", name="protest: reasons of the decisions")
        table.get_by_role("row", name="context").get_by_role("link").nth(1).click()
        expect(tab.locator("#count")).to_have_text("23 of 102 pronouns")
        expect(tab.locator("#f-reason")).to_have_value("protest\tpronoun_differs")


def test_search_finds_an_example_and_explains_it(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        tab.locator("#f-text").fill("potage jusqu' à ce qu' il")
        expect(tab.locator("#count")).to_have_text("4 of 102 pronouns")
        card = cards(tab).filter(has_text="soup, segment 11, word 4")
        expect(card.locator("dl > div").nth(0).locator("mark.pronoun")).to_have_text(
            re.compile("it$")
        )
        expect(card.locator("dl > div").nth(1).locator("mark.pronoun")).to_have_text(
            re.compile("elle$")
        )
        expect(card.locator("dl > div").first.locator("mark.antecedent")).to_contain_text("soup")
        expect(card).to_contain_text(
            "the reference has 'elle', context has 'il': case 3, different."
        )
        expect(card).to_contain_text("✗ apt: incorrect")
        expect(tab).to_have_url(re.compile("text=potage"))


def test_a_view_can_be_linked(browser: Browser, report: Path) -> None:
    view = "#examples?metric=apt&system=literal&verdict=incorrect&page=2"
    with opened(browser, report, view) as tab:
        expect(tab.locator("#count")).to_have_text("42 of 102 pronouns")
        expect(tab.locator("#pages")).to_contain_text("page 2 of 3")
        expect(tab.locator("#f-verdict")).to_have_value("incorrect")
        link = cards(tab).first.get_by_role("link").get_attribute("href")
    with opened(browser, report, str(link)) as tab:
        expect(tab.locator("#count")).to_have_text("1 of 102 pronouns")


def test_annotators_are_shown_and_can_be_filtered(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        tab.locator("#f-annotated").select_option("annotators differ")
        expect(tab.locator("#count")).to_have_text("1 of 102 pronouns")
        card = cards(tab).first
        expect(card).to_contain_text("✓ Ada")
        expect(card).to_contain_text("✗ Bob")
        expect(card).to_contain_text(HOSTILE)  # as text
        tab.locator("#f-only").check()
        expect(card.locator("dt")).to_have_text(["source", "reference", "context (matches)"])


def test_filters_that_nothing_passes_say_so(browser: Browser, report: Path) -> None:
    with opened(browser, report, "#examples?text=xyzzy&category=nowhere") as tab:
        expect(tab.locator("#count")).to_have_text("None of 102 pronouns: remove a filter")
        expect(cards(tab)).to_have_count(0)


def test_the_keyboard_is_enough(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        tab.keyboard.press("Tab")
        expect(tab.get_by_role("link", name="Skip to content")).to_be_focused()
        tab.keyboard.press("/")
        expect(tab.locator("#f-text")).to_be_focused()
        tab.keyboard.type("soup /")
        expect(tab.locator("#f-text")).to_have_value("soup /")
        expect(tab.locator("#pages")).not_to_contain_text("of 6")  # the search has taken effect
        tab.locator("#f-text").fill("")
        expect(tab.locator("#pages")).to_contain_text("page 1 of 6")
        tab.get_by_role("button", name="Next").focus()
        tab.keyboard.press("Enter")
        expect(tab.locator("#pages")).to_contain_text("page 2 of 6")
        table = tab.get_by_role("table", name="protest: score by category and pronoun")
        table.get_by_role("link").first.focus()
        tab.keyboard.press("Enter")
        expect(tab.locator("#f-metric")).to_have_value("protest")


def test_columns_of_the_summary_sort(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        table = tab.get_by_role("table", name=SUMMARY, exact=True)
        heads = table.locator("tbody th")
        expect(heads).to_have_text(["sentence", "context", "literal"])
        table.get_by_role("button", name="score").first.click()
        expect(heads).to_have_text(["context", "sentence", "literal"])
        table.get_by_role("button", name="score").first.click()
        expect(heads).to_have_text(["literal", "sentence", "context"])


def test_it_opens_with_the_answer(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        lead = tab.locator("#answer .lead")
        expect(lead).to_contain_text("By protest, context (0.676) scores highest")
        expect(tab.locator("#answer .also").first).to_contain_text(
            "It is also first by agreement and apt."
        )
        examples = tab.locator("#answer .look > li")
        expect(examples).to_have_count(10)
        examples.first.get_by_role("link").click()
        expect(tab.locator("#count")).to_have_text("1 of 102 pronouns")
        expect(tab.locator("#h-examples")).to_be_focused()


def test_the_ranking_sorts_by_any_column_with_the_keyboard(browser: Browser, sixteen: Path) -> None:
    with opened(browser, sixteen) as tab:
        table = tab.get_by_role("table", name="Ranking by apt")
        heads = table.get_by_role("columnheader")
        expect(heads).to_have_text(["system", "rank", "group", "apt", "protest"])
        expect(table.locator("[aria-sort]")).to_have_attribute("aria-sort", "ascending")
        expect(table.locator("[aria-sort]")).to_have_text("rank")
        ranked = table.locator("tbody th").all_inner_texts()
        assert len(ranked) == 16
        table.get_by_role("button").first.focus()
        for number in range(heads.count()):
            head = heads.nth(number)
            expect(head.get_by_role("button")).to_be_focused()
            cells = table.locator(f"tbody tr > :nth-child({number + 1})")
            for _ in range(2):  # one way, and the other
                tab.keyboard.press("Enter")
                expect(table.locator("[aria-sort]")).to_have_count(1)
                order = head.get_attribute("aria-sort")
                texts = [_sorting_key(text) for text in cells.all_inner_texts()]
                assert texts == sorted(texts, reverse=order == "descending"), (number, order)
            tab.keyboard.press("Tab")
            while number + 1 < heads.count() and not heads.nth(number + 1).get_by_role(
                "button"
            ).evaluate("(button) => button === document.activeElement"):
                tab.keyboard.press("Tab")


def _sorting_key(text: str) -> tuple[float, str, int]:
    """Figures by their size, other texts by the alphabet, and numbers in them by their size."""
    if re.fullmatch(r"[\d.]+", text):
        return float(text), "", 0
    number = re.search(r"\d+$", text)
    return 0, text[: number.start()] if number else text, int(number[0]) if number else 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sixteen_systems_on_a_telephone(browser: Browser, sixteen: Path, scheme: str) -> None:
    size = {"width": 390, "height": 844}
    with opened(browser, sixteen, viewport=size, color_scheme=scheme) as tab:
        assert tab.evaluate("document.documentElement.scrollWidth") <= size["width"]
        table = tab.get_by_role("table", name="Ranking by apt")
        for name in ("system", "rank", "group", "apt"):  # to be seen without scrolling
            box = table.get_by_role("columnheader", name=name, exact=True).bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= size["width"]
        found = violations(tab)
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == []


def test_figures_by_category_are_seen_on_a_telephone(browser: Browser, report: Path) -> None:
    with opened(browser, report, viewport={"width": 390, "height": 844}) as tab:
        table = tab.get_by_role("table", name="apt: score by category and pronoun")
        box = table.get_by_role("columnheader", name="sentence", exact=True).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 390


def test_long_names_over_a_heat_map_are_whole(browser: Browser, tmp_path: Path) -> None:
    rows, page = tmp_path / "detail.tsv", tmp_path / "report.html"
    write_rows(rows, np.random.default_rng(3), [0.5] * 16, 60)
    name = "the-transformer-of-the-second-round-"
    text = rows.read_text(encoding="utf-8").replace("system ", name)
    rows.write_text(text, encoding="utf-8")
    run("report", rows, "-o", page)
    with opened(browser, page) as tab:
        table = tab.locator("table.turned", has_text="apt: score by category")
        caption = table.locator("caption").bounding_box()
        header = table.get_by_role("columnheader", name=f"{name}15").locator("span")
        box, size = header.bounding_box(), header.evaluate("e => [e.scrollHeight, e.scrollWidth]")
        assert caption is not None
        assert box is not None
        assert box["y"] >= caption["y"] + caption["height"] - 1, "below the caption"
        assert size[0] <= box["height"] + 1, "and nothing of it is cut off"
        assert size[1] <= box["width"] + 1


@pytest.mark.parametrize(
    ("scheme", "size"), [("light", NARROW), ("dark", WIDE)], ids=["narrow", "dark"]
)
def test_nothing_serious_by_axe_light_and_dark_wide_and_narrow(
    browser: Browser, report: Path, scheme: str, size: dict[str, int]
) -> None:
    view = "#examples?system=context&reason=3&metric=apt"
    with opened(browser, report, view, color_scheme=scheme, viewport=size) as tab:
        colour = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", colour))) < 200) == (scheme == "dark")
        assert tab.evaluate("document.documentElement.scrollWidth") <= size["width"]
        serious = [rule for rule in violations(tab) if rule["impact"] in ("serious", "critical")]
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in serious] == []


def test_it_prints(browser: Browser, report: Path) -> None:
    with opened(browser, report) as tab:
        assert tab.pdf().startswith(b"%PDF")
        tab.emulate_media(media="print")
        expect(tab.get_by_role("table", name=SUMMARY, exact=True)).to_be_visible()
        expect(tab.locator(".scatter").first).to_be_visible()
        expect(tab.locator("#filters")).to_be_hidden()
        expect(tab.locator("nav.sections")).to_be_hidden()
        tab.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(tab.locator("main details:not([open])")).to_have_count(0)


def test_without_scripts_tables_and_plots_still_show(browser: Browser, report: Path) -> None:
    with opened(browser, report, java_script_enabled=False) as tab:
        expect(tab.get_by_role("table", name=SUMMARY, exact=True)).to_be_visible()
        expect(tab.get_by_role("table", name="apt: reasons of the decisions")).to_be_visible()
        expect(tab.locator(".scatter").first).to_be_visible()
        expect(tab.get_by_text("The list of pronouns needs JavaScript")).to_be_visible()
        expect(tab.locator("#filters")).to_be_hidden()


def test_thirty_systems_and_two_thousand_pronouns(browser: Browser, tmp_path: Path) -> None:
    rows, page = tmp_path / "detail.tsv", tmp_path / "report.html"
    write_rows(rows, np.random.default_rng(1))
    run("report", rows, "-o", page)
    assert page.stat().st_size < 15_000_000
    with opened(browser, page) as tab:
        tab.locator("#f-system").select_option("system 7")
        expect(tab.locator("#count")).to_have_text("2000 of 2000 pronouns")
        tab.locator("#f-verdict").select_option("correct")
        expect(tab.locator("#count")).not_to_have_text("2000 of 2000 pronouns")
