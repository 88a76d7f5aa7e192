"""Pictures of the researcher's pages, for the docs: python -m tests.web.pictures docs/images."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from tests.web.browsing import chromium
from tests.web.demo import build
from tests.web.running import serving

PAGES = {
    "dashboard": "/research",
    "examples": "/research/examples?system=sentence-level&judged=wrong",
    "example": "/research/examples/5",
    "tasks": "/research/tasks",
    "people": "/research/people",
    "agreement": "/research/agreement",
    "adjudication": "/research/adjudication",
    "settle": "",
    "export": "/research/export",
}


def take(folder: Path) -> None:
    """All pages, in light and in dark."""
    with TemporaryDirectory() as temporary, chromium() as browser:
        where = str(Path(temporary) / "demo.db")
        build(where, datetime.now(UTC))
        with serving(where, Path(temporary) / "log") as server:
            link = server.link(None)
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    color_scheme=scheme, viewport={"width": 1280, "height": 800}
                )
                page = context.new_page()
                page.goto(link)
                for name, path in PAGES.items():
                    if path:
                        page.goto(server.url + path)
                    else:  # the first open disagreement
                        page.get_by_role("link", name="Settle example").first.click()
                    page.wait_for_load_state("networkidle")
                    picture = Image.open(BytesIO(page.screenshot(full_page=True)))
                    picture.quantize(128).save(
                        folder / f"research-{name}-{scheme}.png", optimize=True
                    )
                context.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))
