"""Where names stand in a scatter plot, so that they can be read.

Everything is in pixels. Each name is tried at places around its point, near ones first, and takes
the cheapest: one that covers no other name, no point and no line, and keeps inside. After all have
one, each is asked again, until nobody moves. Of several tries the cheapest wins.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""

_RADII = (0.0, 8.0, 18.0, 30.0, 44.0, 60.0, 80.0, 105.0)
_ANGLES = np.deg2rad([20, 160, 340, 200, 90, 270, 55, 125, 305, 235, 0, 180])
_GAP = 7.0
"""From the middle of a point to a name beside it."""
_EDGE = 2.0
_PASSES, _TRIES = 12, 6
_NAME, _POINT, _LINE, _LEADER, _ASTRAY = 60.0, 25.0, 1.5, 25.0, 12.0
"""What it costs to cover a whole name, a point, some line; a leader that crosses a name; to stand
nearer to another point."""


def place(points: Array, sizes: Array, bounds: Box, lines: Array) -> list[Box]:
    """The boxes of the names; `points` and `sizes` have a row each, `lines` are points on lines."""
    options = [_options(point, size, bounds) for point, size in zip(points, sizes, strict=True)]
    fixed = [_fixed(label, boxes, points, lines) for label, boxes in enumerate(options)]
    rng = np.random.default_rng(1)
    tries = [_settle(points, options, fixed, rng) for _ in range(_TRIES)]
    _, best = min(tries, key=lambda found: found[0])
    return [_box(boxes[at]) for boxes, at in zip(options, best, strict=True)]


def _settle(
    points: Array, options: Sequence[Array], fixed: Sequence[Array], rng: Generator
) -> tuple[float, list[int]]:
    """Places that nobody wants to change any more, and what they cost; who comes first is drawn."""
    chosen: dict[int, int] = {}
    costs: dict[int, float] = {}
    order = [int(label) for label in rng.permutation(len(points))]
    for _ in range(_PASSES):
        before = dict(chosen)
        for label in order:
            names = [options[other][at] for other, at in chosen.items() if other != label]
            others = np.array(names).reshape(-1, 4)
            cost = fixed[label] + _crowding(options[label], others)
            cost += _crossing(label, points, options[label], others)
            chosen[label] = int(cost.argmin())
            costs[label] = float(cost.min())
        if chosen == before:
            break
    return sum(costs.values()), [chosen[label] for label in range(len(points))]


def away(point: Sequence[float], box: Box) -> tuple[float, float] | None:
    """Where a leader from the point ends at the box; None if the name stands close by."""
    x, y = min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])
    near = np.hypot(x - point[0], y - point[1]) <= 2 * _GAP
    return None if near else (x, y)


def _box(row: Array) -> Box:
    left, bottom, right, top = map(float, row)
    return left, bottom, right, top


def _options(point: Array, size: Array, bounds: Box) -> Array:
    """Places around a point, near ones first; the ends of the frame push them back inside."""
    radius, angle = (grid.ravel() for grid in np.meshgrid(_RADII, _ANGLES, indexing="ij"))
    across, up = np.cos(angle), np.sin(angle)
    x = point[0] + across * (_GAP + radius)
    y = point[1] + up * (_GAP + radius)
    left = x - size[0] * (1 - across) / 2
    bottom = y - size[1] * (1 - up) / 2
    left = np.clip(left, bounds[0], max(bounds[0], bounds[2] - size[0]))
    bottom = np.clip(bottom, bounds[1], max(bounds[1], bounds[3] - size[1]))
    return np.column_stack([left, bottom, left + size[0], bottom + size[1]])


def _fixed(label: int, boxes: Array, points: Array, lines: Array) -> Array:
    """What a place costs whatever the other names do."""
    reach = np.repeat(_RADII, len(_ANGLES)) / 8
    turn = np.tile(np.arange(len(_ANGLES)), len(_RADII)) / 50
    covered = _inside(points, boxes).sum(axis=1)
    struck = _inside(lines, boxes).any(axis=1)
    distance = _distance(points, boxes)
    astray = (distance < distance[:, [label]] - _EDGE).any(axis=1)
    return np.asarray(reach + turn + _POINT * covered + _LINE * struck + _ASTRAY * astray)


def _distance(points: Array, boxes: Array) -> Array:
    """Boxes × points: how far from the nearest edge."""
    x, y = points[:, 0], points[:, 1]
    left, bottom, right, top = (boxes[:, [side]] for side in range(4))
    across = np.maximum(np.maximum(left - x, x - right), 0)
    up = np.maximum(np.maximum(bottom - y, y - top), 0)
    return np.asarray(np.hypot(across, up))


def _inside(points: Array, boxes: Array) -> NDArray[np.bool_]:
    """Boxes × points: is it in the box, or at its edge?"""
    return np.asarray(_distance(points, boxes) < _EDGE)


def _crowding(boxes: Array, others: Array) -> Array:
    """How much of other names each place would cover."""
    width = np.minimum(boxes[:, None, 2], others[None, :, 2]) - np.maximum(
        boxes[:, None, 0], others[None, :, 0]
    )
    height = np.minimum(boxes[:, None, 3], others[None, :, 3]) - np.maximum(
        boxes[:, None, 1], others[None, :, 1]
    )
    covered = np.clip(width, 0, None) * np.clip(height, 0, None)
    whole = (boxes[0, 2] - boxes[0, 0]) * (boxes[0, 3] - boxes[0, 1])
    shared = covered.sum(axis=1) / max(whole, 1.0)
    # A touch is as bad as a word that is half hidden.
    return np.where(shared > 0, _NAME / 2 + _NAME * shared, 0.0)


def _crossing(label: int, points: Array, boxes: Array, others: Array) -> Array:
    """Leaders that run through other names or points."""
    point, rest = points[label], np.delete(points, label, axis=0)
    obstacles = np.concatenate([others, np.column_stack([rest, rest])])
    ends = np.column_stack(
        [np.clip(point[0], boxes[:, 0], boxes[:, 2]), np.clip(point[1], boxes[:, 1], boxes[:, 3])]
    )
    steps = np.linspace(0.1, 0.9, 9)
    along = (point + steps[:, None, None] * (ends - point)).reshape(-1, 2)
    hit = _inside(along, obstacles).reshape(len(obstacles), len(steps), len(boxes))
    return np.asarray(_LEADER * hit.any(axis=1).sum(axis=0))
