"""Tables and figures of a paper, and pages of them: Markdown, and HTML that needs no other file."""

import html
import re
from dataclasses import dataclass, field


@dataclass
class Table:
    """A table of a paper with its published figures and ours."""

    title: str
    columns: list
    rows: list  # of cells, which are texts or numbers
    notes: list = field(default_factory=list)  # what differs, a paragraph each


@dataclass
class Figure:
    """A figure as SVG."""

    title: str
    svg: str
    notes: list = field(default_factory=list)


@dataclass
class Paper:
    """What was measured of a paper."""

    name: str  # in a file's name
    title: str
    about: list  # how its figures were taken, a paragraph each
    parts: list = field(default_factory=list)  # tables and figures
    summary: list = field(default_factory=list)  # a sentence each on what comes of it


def shown(cell):
    """A cell as text. Numbers have as many digits as are worth comparing."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        if cell != cell:
            return "–"
        if 0 < cell < 0.01:
            return f"{cell:.3f}"
        return f"{cell:,.0f}" if cell >= 1000 else f"{cell:.1f}" if cell >= 100 else f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def is_number(text):
    return bool(re.fullmatch(r"[<>]?[\d.,–]+( ?%| ?s)?|", text))


def markdown(papers, facts):
    """The page, and the figures that it shows: pairs of a name and SVG."""
    lines, figures = ["# The papers' tables", "", *paragraphs(facts)], []
    for paper in papers:
        lines += [f"## {paper.title}", "", *paragraphs(paper.about)]
        if paper.summary:
            lines += [*(f"- {line}" for line in paper.summary), ""]
        for part in paper.parts:
            lines += [f"### {part.title}", ""]
            if isinstance(part, Table):
                lines += table_lines(part)
            else:
                number = sum(it.startswith(f"{paper.name}-") for it, _ in figures) + 1
                name = f"{paper.name}-{number}.svg"
                figures.append((name, part.svg))
                lines += [f"![{part.title}]({name})", ""]
            lines += paragraphs(part.notes)
    return "\n".join(lines).rstrip() + "\n", figures


def paragraphs(texts):
    return [line for text in texts for line in (text, "")]


def table_lines(table):
    cells = [[shown(cell) for cell in row] for row in table.rows]
    right = [all(is_number(row[at]) for row in cells) for at in range(len(table.columns))]
    marks = "|".join("---:" if it else "---" for it in right)
    rows = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells]
    return ["| " + " | ".join(table.columns) + " |", f"|{marks}|", *rows, ""]


STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0; font-size: 13px }
th, td { border-bottom: 1px solid #ddd; padding: 2px 8px; text-align: right }
th:first-child, td:first-child { text-align: left }
th { border-bottom: 2px solid #888 } code { background: #f2f2f2 } nav a { margin-right: 1em }
.wide { overflow-x: auto }
"""


def page(papers, facts):
    """The page in HTML."""
    links = "".join(f'<a href="#{paper.name}">{html.escape(paper.title)}</a>' for paper in papers)
    body = [f"<h1>The papers' tables</h1>{texts(facts)}<nav>{links}</nav>"]
    for paper in papers:
        body.append(f'<h2 id="{paper.name}">{html.escape(paper.title)}</h2>{texts(paper.about)}')
        body.append(
            "<ul>" + "".join(f"<li>{inline(line)}</li>" for line in paper.summary) + "</ul>"
        )
        for part in paper.parts:
            shape = table_html(part) if isinstance(part, Table) else part.svg
            body.append(
                f'<h3>{inline(part.title)}</h3><div class="wide">{shape}</div>{texts(part.notes)}'
            )
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>The papers\' tables</title><style>{STYLE}</style>'
    return head + "\n".join(body) + "</html>\n"


def table_html(table):
    def row(name, cells):
        return "<tr>" + "".join(f"<{name}>{inline(cell)}</{name}>" for cell in cells) + "</tr>"

    rows = "\n".join(row("td", map(shown, cells)) for cells in table.rows)
    return f"<table><thead>{row('th', table.columns)}</thead><tbody>\n{rows}</tbody></table>"


def inline(text):
    """Text with code in backquotes."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))


def texts(paragraphs):
    return "".join(f"<p>{inline(text)}</p>" for text in paragraphs)
