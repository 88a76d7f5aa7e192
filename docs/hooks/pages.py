"""Pages of the site that are no pages of docs/: those of the top folder, and the notebook.

Everything else is Markdown that a code host shows as well, with the same relative links.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from properdocs.config.defaults import ProperDocsConfig
from properdocs.structure.files import File, Files
from properdocs.structure.pages import Page

TOP = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Files of the top folder, and the pages that they become."""

COMMENT = re.compile(r"^<!-- (?:parsed only|fails): .* -->\n", re.MULTILINE)
CONTROL = re.compile(r"\x1b\[[0-9;]*m")


def on_files(files: Files, *, config: ProperDocsConfig) -> Files:
    """Add the pages that are made from other files."""
    docs = Path(config.docs_dir)
    for name, page in TOP.items():
        text = (docs.parent / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_from_the_top(text)))
    licence = (docs.parent / "LICENSE").read_bytes()
    files.append(File.generated(config, "LICENSE", content=licence))
    for notebook in sorted(docs.glob("*.ipynb")):
        text = as_markdown(json.loads(notebook.read_text(encoding="utf-8")), notebook.name)
        files.append(File.generated(config, f"{notebook.stem}.md", content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: object) -> str:
    """Links as the site has them, and no marks for the tests."""
    for name, target in TOP.items():
        markdown = markdown.replace(f"](../{name}", f"]({target}")
    if page.file.src_uri != "tutorial.md":
        markdown = markdown.replace(".ipynb)", ".md)")
    return COMMENT.sub("", markdown)


def _from_the_top(text: str) -> str:
    """A file of the top folder as a page beside the others."""
    text = text.replace("](docs/", "](")
    for name, page in TOP.items():
        text = text.replace(f"]({name}", f"]({page}")
    return text


def as_markdown(notebook: Mapping[str, Any], name: str) -> str:
    """A notebook as a page, with what its cells printed."""
    title, *cells = notebook["cells"]
    parts = ["".join(title["source"]), f"*This page is a [notebook]({name}): download and run it.*"]
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts.extend(_output(output) for output in cell["outputs"])
    return "\n\n".join(parts) + "\n"


def _output(output: Mapping[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _block("".join(output["text"]))
    data: Mapping[str, Any] = output["data"]
    if "text/html" in data:
        html = "".join(data["text/html"])
        return f'<div class="output">\n{_single(html)}\n</div>'
    return _block("".join(data["text/plain"]))


def _single(html: str) -> str:
    """HTML without blank lines, which would end it in Markdown."""
    return "\n".join(line for line in html.splitlines() if line.strip())


def _block(text: str) -> str:
    return f"```text\n{CONTROL.sub('', text).rstrip()}\n```"
