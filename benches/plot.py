"""Curves of time against size as an SVG figure: one panel a program, both axes logarithmic, one
line a way to explore."""

import math
from xml.sax.saxutils import escape

COLUMNS = 3
WIDTH, HEIGHT = 250, 170  # of a panel, in pixels
LEFT, TOP, GAP = 45, 30, 55  # room for the labels of an axis, the title, and between panels
COLOURS = ["#444444", "#d55e00", "#e69f00", "#009e73", "#0072b2", "#cc79a7"]
LEAST = 0.01  # seconds at the bottom


def figure(panels, sizes, limit):
    """`panels` is a list of (title, {way: [(size, seconds, cut off)]})."""
    rows = math.ceil(len(panels) / COLUMNS)
    ways = list(panels[0][1]) if panels else []
    width, height = COLUMNS * (WIDTH + GAP) + LEFT, rows * (HEIGHT + GAP) + TOP + 30
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="11">']
    parts.append('<rect width="100%" height="100%" fill="white"/>')
    for number, (title, curves) in enumerate(panels):
        x = LEFT + number % COLUMNS * (WIDTH + GAP)
        y = TOP + number // COLUMNS * (HEIGHT + GAP)
        parts.append(f'<g transform="translate({x},{y})">{panel(title, curves, sizes, limit)}</g>')
    for number, way in enumerate(ways):
        x, y = LEFT + number * 110, height - 15
        parts.append(f'<line x1="{x}" y1="{y}" x2="{x + 20}" y2="{y}" stroke="{COLOURS[number]}" stroke-width="2"/>')
        parts.append(f'<text x="{x + 25}" y="{y + 4}">{escape(way)}</text>')
    return "\n".join(parts) + "\n</svg>\n"


def position(value, least, greatest):
    """Where a value lies on a logarithmic axis, from 0 to 1."""
    span = math.log(greatest / least) or 1.0
    return math.log(max(value, least) / least) / span


def panel(title, curves, sizes, limit):
    """One panel: axes with labels, and the curves; a cross ends one that was cut off."""
    across = lambda size: WIDTH * position(size, sizes[0], sizes[-1])  # noqa: E731
    up = lambda seconds: HEIGHT * (1 - position(min(seconds, 1.2 * limit), LEAST, 1.2 * limit))  # noqa: E731
    parts = [f'<text x="0" y="-10" font-weight="bold">{escape(title)}</text>']
    parts.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>')
    for seconds in (0.01, 0.1, 1, 10):
        parts.append(f'<text x="-6" y="{up(seconds) + 4:.1f}" text-anchor="end">{seconds:g} s</text>')
        parts.append(f'<line x1="0" y1="{up(seconds):.1f}" x2="{WIDTH}" y2="{up(seconds):.1f}" stroke="#ddd"/>')
    for size in sizes:
        parts.append(f'<text x="{across(size):.1f}" y="{HEIGHT + 15}" text-anchor="middle">{size}</text>')
    for colour, points in zip(COLOURS, curves.values()):
        places = [(across(size), up(seconds), cut) for size, seconds, cut in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        for x, y, cut in places:
            mark = f'<path d="M-4-4L4 4M-4 4L4-4" stroke="{colour}" stroke-width="2"' if cut else f'<circle r="2.5" fill="{colour}"'
            parts.append(f'{mark} transform="translate({x:.1f},{y:.1f})"/>')
    return "".join(parts)
