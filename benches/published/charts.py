"""Charts as SVG: bars beside each other, and points of pairs, both on logarithmic axes."""

import math
import pathlib
import sys
from xml.sax.saxutils import escape

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from plot import COLOURS, position  # noqa: E402

ROW, BAR, LABEL, WIDTH, SIDE = 6, 9, 190, 560, 360


def ticks(least, greatest):
    """The powers of ten on an axis."""
    first, last = math.ceil(math.log10(least) - 1e-9), math.floor(math.log10(greatest) + 1e-9)
    step = max(1, (last - first) // 6)
    return [10.0**power for power in range(first, last + 1, step)]


def span(values):
    """Powers of ten around values, at least one apart."""
    values = [value for value in values if value and value > 0] or [1]
    least = 10 ** math.floor(math.log10(min(values)))
    return least, max(10 ** math.ceil(math.log10(max(values))), 10 * least)


def short(number):
    """A power of ten: `100`, `10 k`, `1 M`."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.0f}{unit}"
    return f"{number:g}"


def framed(width, height, parts):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="11">'
    return (
        "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"])
        + "\n"
    )


def legend(names, x, y):
    parts = []
    for number, name in enumerate(names):
        parts.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{COLOURS[number]}"/>')
        parts.append(f'<text x="{x + 14}" y="{y}">{escape(name)}</text>')
        x += 30 + 7 * len(name)
    return parts


def bars(names, rows, unit):
    """A group of bars for each row `(label, values)`, a bar for each name; `None` has no bar."""
    least, greatest = span(value for _, values in rows for value in values)
    across = lambda value: WIDTH * position(value, least, greatest)  # noqa: E731
    group = BAR * len(names) + ROW
    bottom = 30 + group * len(rows)
    parts = legend(names, LABEL, 18)
    for tick in ticks(least, greatest):
        x = LABEL + across(tick)
        parts.append(f'<line x1="{x:.1f}" y1="28" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 14}" text-anchor="middle">{tick:g}</text>')
    for at, (label, values) in enumerate(rows):
        y = 32 + group * at
        parts.append(
            f'<text x="{LABEL - 6}" y="{y + BAR * len(names) / 2 + 4:.1f}" text-anchor="end">{escape(label)}</text>'
        )
        for number, value in enumerate(values):
            if value is not None and value > 0:
                width = max(across(value), 1.5)
                parts.append(
                    f'<rect x="{LABEL}" y="{y + BAR * number}" width="{width:.1f}" height="{BAR - 1}" fill="{COLOURS[number]}"/>'
                )
    parts.append(
        f'<text x="{LABEL + WIDTH / 2}" y="{bottom + 30}" text-anchor="middle">{escape(unit)}</text>'
    )
    return framed(LABEL + WIDTH + 30, bottom + 40, parts)


def points(series, across_name, up_name):
    """Pairs of each `(name, [(x, y)])` on axes with one scale; below the diagonal, y is less."""
    values = [value for _, pairs in series for pair in pairs for value in pair]
    least, greatest = span(values)
    left, top = 70, 35
    place = lambda value: SIDE * position(value, least, greatest)  # noqa: E731
    parts = legend([name for name, _ in series], left, 20)
    parts.append(
        f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
    )
    parts.append(
        f'<line x1="{left}" y1="{top + SIDE}" x2="{left + SIDE}" y2="{top}" stroke="#bbb"/>'
    )
    for tick in ticks(least, greatest):
        x, y = left + place(tick), top + SIDE - place(tick)
        parts.append(
            f'<text x="{x:.1f}" y="{top + SIDE + 15}" text-anchor="middle">{short(tick)}</text>'
        )
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{short(tick)}</text>')
    for colour, (_, pairs) in zip(COLOURS, series):
        for x, y in pairs:
            if x > 0 and y > 0:
                parts.append(
                    f'<circle cx="{left + place(x):.1f}" cy="{top + SIDE - place(y):.1f}" r="3.5" fill="{colour}" fill-opacity="0.75"/>'
                )
    parts.append(
        f'<text x="{left + SIDE / 2}" y="{top + SIDE + 34}" text-anchor="middle">{escape(across_name)}</text>'
    )
    parts.append(
        f'<text transform="translate(14,{top + SIDE / 2}) rotate(-90)" text-anchor="middle">{escape(up_name)}</text>'
    )
    return framed(left + SIDE + 40, top + SIDE + 45, parts)
