"""The page of a report as a browser would see it, and text that would do it harm."""

from __future__ import annotations

from html.parser import HTMLParser

HOSTILE = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>'\"&lt;{{ 7*7 }}"


VOID = {"meta", "input", "br", "line", "circle", "rect", "polyline", "polygon"}


class Read(HTMLParser):
    """What a browser would see: elements, attributes, scripts; and that all is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": [], "title": []}
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {key: value or "" for key, value in attrs}))
        if tag in self.inside:
            self.inside[tag].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in self.inside:
            self.inside[self.open[-1]][-1] += data

    def named(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]
