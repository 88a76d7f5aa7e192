"""The picture of `proform semi results --plot` for pages, in their own colours and style."""

from __future__ import annotations

from markupsafe import Markup

from proform.report.plots import Scale, round_scale, ticks
from proform.semi.counts import CountedSystem, Results

_WIDTH, _ROW, _TOP, _BOTTOM, _RIGHT = 760, 26, 30, 40, 14
_LETTER, _LONGEST = 7.5, 30
_DOT, _DIAMOND = 4.5, 5.5

CORRECTED, PAPER = "corrected, with 95% interval", "the paper\N{RIGHT SINGLE QUOTATION MARK}s count"


def figure(found: Results) -> Markup | None:
    """A row for each system, the best on top; None if no share of any is known."""
    values = [value for one in found.systems for value in _values(one)]
    if not values:
        return None
    names = [_short(one.system) for one in found.systems]
    left = 14 + _LETTER * max(map(len, names))
    scale = round_scale(values, left, _WIDTH - _RIGHT)
    foot = _TOP + _ROW * len(names)
    what = f"{PAPER}, and the estimate {CORRECTED}, of {len(names)} systems; the table has them"
    parts = [
        Markup('<svg class="both" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            _WIDTH, foot + _BOTTOM, what
        ),
        *_legend(left),
        *_grid(scale, foot),
    ]
    for number, (name, one) in enumerate(zip(names, found.systems, strict=True)):
        parts += _row(scale, _TOP + _ROW * (number + 0.5), name, one)
    return Markup("").join([*parts, Markup("</svg>")])


def _values(one: CountedSystem) -> list[float]:
    known = [one.total.share, one.estimate.share, *(one.estimate.interval or ())]
    return [100 * value for value in known if value is not None]


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _legend(left: float) -> list[Markup]:
    line = Markup('<line class="interval" x1="{}" x2="{}" y1="13" y2="13"/>')
    text = Markup('<text x="{}" y="17">{}</text>')
    second = left + 36 + _LETTER * len(CORRECTED)
    return [
        line.format(left, left + 22),
        _corrected(left + 11, 13),
        text.format(left + 30, CORRECTED),
        _paper(second, 13),
        text.format(second + 12, PAPER),
    ]


def _grid(scale: Scale, foot: float) -> list[Markup]:
    line = Markup(
        '<line class="rule" x1="{x}" x2="{x}" y1="{top}" y2="{foot}"/>'
        '<text class="tick" x="{x}" y="{below}" text-anchor="middle">{label}</text>'
    )
    axis = Markup('<text class="tick" x="{}" y="{}" text-anchor="middle">{}</text>')
    return [
        *(
            line.format(x=tick.at, top=_TOP, foot=foot, below=foot + 15, label=tick.label)
            for tick in ticks(scale)
        ),
        axis.format((scale.first + scale.last) / 2, foot + 33, "examples that are right, %"),
    ]


def _row(scale: Scale, y: float, name: str, one: CountedSystem) -> list[Markup]:
    whole = Markup("<title>{}</title>").format(one.system) if name != one.system else ""
    label = Markup('<text class="name" x="{}" y="{}" text-anchor="end">{}{}</text>')
    drawn = [label.format(scale.first - 10, y + 4, whole, name)]
    if one.estimate.interval is not None:
        low, high = (scale.at(100 * end) for end in one.estimate.interval)
        line = Markup('<line class="interval" x1="{}" x2="{}" y1="{y}" y2="{y}"/>')
        drawn.append(line.format(low, high, y=y))
    if one.estimate.share is not None:
        drawn.append(_corrected(scale.at(100 * one.estimate.share), y))
    if one.total.share is not None:
        drawn.append(_paper(scale.at(100 * one.total.share), y))
    return drawn


def _corrected(x: float, y: float) -> Markup:
    return Markup('<circle class="corrected" cx="{}" cy="{}" r="{}"/>').format(x, y, _DOT)


def _paper(x: float, y: float) -> Markup:
    r = _DIAMOND
    points = f"{x - r},{y} {x},{y - r} {x + r},{y} {x},{y + r}"
    return Markup('<polygon class="paper" points="{}"/>').format(points)
