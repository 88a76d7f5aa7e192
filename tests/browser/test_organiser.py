"""The organiser of a shared task in a real browser: thirty systems."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.support.browser import accessible, follow, visit
from tests.support.crowd import build
from tests.support.paths import DEMO
from tests.support.small_suite import TARGETS
from tests.support.web_server import Running, running, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    where = str(tmp_path_factory.mktemp("crowd") / "suite.db")
    build(where)
    with serving(where) as running:
        yield running


def test_many_systems_fit_into_the_form_for_tasks(browser: Browser, server: Running) -> None:
    her = visit(browser, server.link(None), viewport={"width": 1280, "height": 800})
    follow(her, "Tasks")
    boxes = her.get_by_role("group", name="Systems").get_by_role("checkbox")
    expect(boxes).to_have_count(31)
    draw = her.get_by_role("button", name="Draw tasks")
    for box in (boxes.first, boxes.last):
        box.uncheck()  # refuses to click on anything that is covered
    assert her.evaluate(
        """() => [...document.querySelectorAll(".checks")].every((box) =>
          box.getBoundingClientRect().bottom <=
          document.querySelector("form .button.primary").getBoundingClientRect().top)"""
    )
    her.get_by_label("Agreement set (approximate size)").fill("0")
    draw.click()
    expect(her.get_by_role("status")).to_be_in_viewport()
    expect(her.get_by_role("status")).to_contain_text("Drawn: 1 (44), 2 (43)")
    accessible(her)


def test_heads_stay_in_sight(browser: Browser, server: Running) -> None:
    for width in (1280, 390):
        her = visit(browser, server.link(None), viewport={"width": width, "height": 800})
        kept = her.evaluate(
            """() => {
              const box = document.querySelector(".scroll.tall");
              box.scrollTo(9999, 9999);
              const frame = box.getBoundingClientRect();
              const name = box.querySelector("tbody tr:last-child th").getBoundingClientRect();
              const head = box.querySelector("thead th:last-child").getBoundingClientRect();
              return [box.scrollTop > 0, Math.abs(name.left - frame.left) < 2,
                Math.abs(head.top - frame.top) < 2, name.width < frame.width / 2,
                document.documentElement.scrollWidth <= window.innerWidth];
            }"""
        )
        assert kept == [True] * 5, width
        expect(her.get_by_role("columnheader", name="it for an event")).to_be_attached()
        accessible(her)


def test_systems_are_uploaded_and_removed(
    browser: Browser, server: Running, tmp_path: Path
) -> None:
    her = visit(browser, server.link(None))
    follow(her, "Systems")
    short, right, huge = (tmp_path / name for name in ("short.fr", "late.fr", "huge.fr"))
    with huge.open("wb") as file:
        file.truncate(200_000_000)
    short.write_text("Une ligne .\n", encoding="utf-8")
    right.write_text("\n".join(TARGETS[2].lines) + "\n", encoding="utf-8")
    for path, said in (
        (huge, "The file has 200 MB; the limit is 20 MB."),
        (short, "1 lines, but the source has 4"),
        (right, "late was added."),
    ):
        her.get_by_label("Name").fill("late")
        her.get_by_label("Translation (").set_input_files(path)
        her.get_by_role("button", name="Add", exact=True).click()
        expect(her.locator("#message")).to_contain_text(said)
    accessible(her)
    her.on("dialog", lambda dialog: dialog.accept())
    her.get_by_role("button", name="remove late").click()
    expect(her.locator("#message")).to_contain_text("late was removed. Its judgements are kept.")
    expect(her.get_by_role("button", name="remove late")).to_have_count(0)


def test_many_are_invited_and_readers_see_the_report(browser: Browser, server: Running) -> None:
    her = visit(browser, server.link(None))
    follow(her, "People")
    her.get_by_label("Names, one per line").fill("Ada\nBen\n\uff21da")
    her.get_by_role("button", name="Create links").click()
    expect(her.get_by_role("textbox", name="The link for Ben")).to_have_value(re.compile("/enter/"))
    with her.expect_download() as saving:
        her.get_by_role("link", name="Save as CSV").click()
    table = Path(saving.value.path()).read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in table] == ["name", "Ada", "Ben"]
    ben = visit(browser, table[2].split(",")[1])
    assert ben.url.endswith("/work")
    follow(her, "Done")
    accessible(her)
    her.on("dialog", lambda dialog: dialog.accept())
    her.get_by_role("button", name="remove Ben").click()
    expect(her.locator("#message")).to_contain_text("Ben was deleted")
    her.get_by_label("reader of the report").check()
    her.get_by_role("button", name="Create link", exact=True).click()
    link = her.get_by_role("textbox", name="The link", exact=True)
    expect(link).to_have_value(re.compile("/enter/"))
    reader = visit(browser, link.input_value())
    expect(reader.get_by_role("heading", name="Systems and categories")).to_be_visible()
    assert reader.url.endswith("/report")
    accessible(reader)


def test_control_examples_are_marked_and_listed(browser: Browser, server: Running) -> None:
    her = visit(browser, server.link(None))
    her.goto(f"{server.url}/research/examples/1")
    card = her.get_by_role("region", name="base", exact=True)
    card.get_by_text("Control example").click()
    card.get_by_label("The pronoun is").select_option("right")
    card.get_by_role("button", name="Set the known answer for base").click()
    expect(her.locator("#message")).to_contain_text("annotators are not told")
    follow(her, "Quality")
    expect(her.get_by_role("row", name="Example 1 base")).to_be_visible()
    accessible(her)
    follow(her, "Tasks")
    expect(her.get_by_label("Control examples in each task (of 1)")).to_be_visible()


def test_a_batch_of_protest_leaves_and_comes_back(
    browser: Browser, server: Running, tmp_path: Path
) -> None:
    her = visit(browser, server.link(None))
    follow(her, "Tasks")
    form = her.locator("form[data-post='/api/research/tasks']")
    form.get_by_label("Name").fill("by file")
    form.get_by_label("Tasks", exact=True).fill("1")
    form.get_by_role("button", name="Draw tasks").click()
    expect(her.get_by_role("status")).to_contain_text("Drawn: ")
    field = her.get_by_label("Assign task 1 of by file to")
    field.fill("Zoe")
    field.press("Enter")
    expect(her.get_by_role("status")).to_contain_text("Zoe has task 1 of by file now")
    follow(her, "Export")
    her.get_by_label("Annotator and set of tasks").select_option("Zoe: by file")
    with her.expect_download() as saving:
        her.get_by_role("button", name="Download the batch").click()
    batch = tmp_path / saving.value.suggested_filename
    assert batch.name == "Zoe-by-file.db"
    saving.value.save_as(batch)
    with closing(sqlite3.connect(batch)) as file:  # as the original saves an answer
        file.execute(
            "insert into annotations select null, min(p.id), a.id, 'unset', 'bad', '', "
            "'ana_ok ant_ok' from pro_candidates p, annotators a"
        )
        file.commit()
    her.get_by_label("A batch that came back").set_input_files(batch)
    her.get_by_role("button", name="Merge").click()
    expect(her.locator("#message")).to_contain_text("is merged: 1 new, 0 replaced, 0 unchanged.")
    other = tmp_path / "other.db"
    other.write_text("no database", encoding="utf-8")
    her.get_by_label("A batch that came back").set_input_files(other)
    her.get_by_role("button", name="Merge").click()
    expect(her.locator("#message")).to_contain_text("other.db: not a PROTEST file")
    accessible(her)


def test_one_command_from_texts_to_judging(browser: Browser, tmp_path: Path) -> None:
    folder, where, log = DEMO / "en-fr", str(tmp_path / "talk.db"), tmp_path / "log"
    texts = [str(folder / name) for name in ("source.en", "context.fr")]
    given = ["start", *texts, "--people", "Ada,Ben", "--examples", "6", "-o", where]
    with running(given, where, log):
        links = dict(re.findall(r"^(\w+)\t(http\S+)$", log.read_text(), re.MULTILINE))
        assert list(links) == ["researcher", "Ada", "Ben"]
        ada = visit(browser, links["Ada"])
        expect(ada.locator("#go")).to_be_visible()
        her = visit(browser, links["researcher"])
        expect(her.get_by_role("row", name="Ben")).to_be_visible()
        follow(her, "Examples")
        her.locator("tbody").get_by_role("link").first.click()
        expect(her.get_by_text("category and antecedent are proposed, not checked")).to_be_visible()
