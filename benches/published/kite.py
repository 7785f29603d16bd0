"""Kite: its evaluation on `ssh-simplified` and `ntdrivers-simplified` (do Val, thesis, chapter 5
and appendix A)."""

import itertools

from bench import decided, explored, seconds, total
from charts import points
from families import cdse
from kite_figures import STRATEGIES, Subject, subjects
from measure import geometric_mean
from page import Figure, Paper, Table

# The loops are bounded as in the thesis.
COMMON = ["--property", "unreach-call", "--stop-after", "1"]
BOUND = ["--unroll", "50"]
WAYS = {
    "plain": [*BOUND, "--search", "klee", "--strategy", "plain"],
    "KB": [*BOUND, "--explore", "cdse", "--guide", "never"],
    "KG": [*BOUND, "--explore", "cdse", "--guide", "always"],
    "KM(5)": [*BOUND, "--explore", "cdse", "--guide", "quality:5"],
    "KM(10)": [*BOUND, "--explore", "cdse", "--guide", "quality:10"],
    "KM(15)": [*BOUND, "--explore", "cdse", "--guide", "quality:15"],
    "unbounded": ["--explore", "cdse"],
    "default": [],
}
OURS = "KM(10)"
# The ways of tables 5.1 to 5.3.
SHOWN = ("plain", OURS, "unbounded", "default")
VERDICTS = {True: ("true", "safe"), False: ("false", "unsafe")}


def programs(bench):
    """Pairs of a subject and its bitcode. Without the programs of SV-COMP, random ones of their
    shapes, which have no published figures."""
    folder = bench.folder("svcomp")
    if folder is None:
        yield from (
            (Subject(it.name, "", *[None] * 5), it.file)
            for it in cdse(bench.built, bench.pick(4, 8))
        )
        return
    for subject in subjects():
        found = [
            path
            for word in VERDICTS[subject.safe]
            for path in folder.rglob(f"*-simplified/{subject.file}_{word}[.-]*.c")
        ]
        if found:
            yield (
                subject,
                bench.compiled(
                    f"kite/{subject.name.replace(' ', '-')}", found[0], 0, ["-m32", "-std=gnu89"]
                ),
            )


def paper(bench):
    limit = bench.pick(5, 200)
    found = list(programs(bench))
    original = bench.folder("svcomp") is not None
    files = {subject.name: program for subject, program in found}
    measured = bench.measured(
        ["kite"],
        itertools.product(files, WAYS),
        lambda name, way: explored(files[name], COMMON + WAYS[way], limit),
    )
    rows = [(subject, {way: measured[subject.name, way] for way in WAYS}) for subject, _ in found]
    source = (
        "of the 2013 competition, in `svcomp`"
        if original
        else "of the same shapes, made from random numbers: there is no folder `svcomp`"
    )
    result = Paper(
        "kite",
        "Kite: conflict-driven symbolic execution",
        [
            f"{len(rows)} programs {source}, with `--property unreach-call --stop-after 1`, at most "
            f"{limit} s of user time for each run (200 s in the thesis), on "
            "32-bit bitcode that no optimisation has changed (KLEE and Kite had `--optimize`). "
            "Loops are bounded with `--unroll 50`, where the thesis edits "
            "the programs. `KB`, `KG` and `KM(k)` are `--explore cdse` with `--guide never`, "
            "`always` and `quality:k`; plain is `--strategy plain --search klee`. "
            "`unbounded` is `--explore cdse` without a bound: its `safe` holds for any number of "
            "iterations. A number with `>` was cut off.",
        ],
    )
    kinds = [("safe", True), ("unsafe", False)] if original else [("random", None)]
    parts = [
        (name, number, [pair for pair in rows if safe is None or pair[0].safe == safe])
        for number, (name, safe) in enumerate(kinds, 1)
    ]
    result.summary = [sentence(part, name) for name, _, part in parts]
    result.parts = [times(part, name, number) for name, number, part in parts]
    result.parts += [totals(rows)] if original else []
    for make, first in ((strategies, 3), (plot, 0), (instructions, 4)):
        result.parts += [make(part, name, number + first) for name, number, part in parts]
    return result


def times(part, name, number):
    """Tables 5.1 and 5.2."""
    columns = [
        "program",
        "CBMC",
        "KLEE",
        "Kite",
        "Sheaf plain",
        "Sheaf cdse",
        "unbounded",
        "default",
    ]
    table = Table(f"Table 5.{number}: seconds, {name} programs", columns, [])
    for subject, row in part:
        cells = [
            subject.name,
            subject.cbmc,
            subject.klee,
            subject.kite and subject.kite[STRATEGIES.index(OURS)],
        ]
        table.rows.append(cells + [seconds(row[way]) for way in SHOWN])
    published = [
        sum(values) if None not in values else None
        for values in zip(*(cells[1:4] for cells in table.rows))
    ]
    ours = [f"{total([row[way] for _, row in part], 'seconds'):.2f}" for way in SHOWN]
    table.rows.append(["all", *published, *ours])
    counts = ", ".join(f"{way} {sum(decided(row[way]) for _, row in part)}" for way in SHOWN)
    table.notes.append(
        f"Decided of {len(part)}: {counts}. No answer is wrong."
        if right(part)
        else f"Decided of {len(part)}: {counts}. AN ANSWER IS WRONG."
    )
    slower = [
        subject.name
        for subject, row in part
        if subject.kite and row[OURS]["seconds"] > subject.kite[STRATEGIES.index(OURS)]
    ]
    if part[0][0].kite:
        named = ", ".join(slower) or "none"
        table.notes.append(f"cdse takes longer than published of Kite on {named}.")
    return table


def right(part):
    """Whether all answers are what the names of the programs say; of others, each other."""
    for subject, rows in part:
        verdicts = {row["verdict"] for row in rows.values()} - {"incomplete"}
        known = {"safe" if subject.safe else "bug"} if subject.file else set()
        if len(verdicts | known) > 1:
            return False
    return True


def totals(rows):
    """Table 5.3."""

    def line(name, part):
        published = [
            sum(it.cbmc for it, _ in part),
            sum(it.klee for it, _ in part),
            sum(it.kite[STRATEGIES.index(OURS)] for it, _ in part),
        ]
        return [
            name,
            *published,
            *(total([row[way] for _, row in part], "seconds") for way in SHOWN),
        ]

    parts = {
        kind: [pair for pair in rows if pair[0].safe == safe]
        for kind, safe in (("safe", True), ("unsafe", False))
    }
    lines = [line(kind, part) for kind, part in parts.items()] + [line("all", rows)]
    return Table(
        "Table 5.3: seconds of all",
        ["programs", "CBMC", "KLEE", "Kite", "Sheaf plain", "Sheaf cdse", "unbounded", "default"],
        lines,
        ["What was cut off counts with its limit, so a sum of plain exploration is a lower bound."],
    )


def strategies(part, name, number):
    """Tables 5.4 and 5.5."""
    columns = ["program"] + [text for it in STRATEGIES for text in (f"Kite {it}", f"Sheaf {it}")]
    table = Table(
        f"Table 5.{number}: strategies for the next path, seconds, {name} programs", columns, []
    )
    for subject, row in part:
        published = (
            ["timeout" if it is None else it for it in subject.kite] if subject.kite else [None] * 5
        )
        table.rows.append(
            [subject.name]
            + [cell for it, way in zip(published, STRATEGIES) for cell in (it, seconds(row[way]))]
        )
    sums = [
        cell
        for at, way in enumerate(STRATEGIES)
        for cell in (
            sum(subject.kite[at] or 200 for subject, _ in part) if part[0][0].kite else None,
            total([row[way] for _, row in part], "seconds"),
        )
    ]
    table.rows.append(["all", *sums])
    return table


def instructions(part, name, number):
    """Tables A.5 and A.6."""
    columns = ["program", "KLEE", "Sheaf plain"] + [
        text for it in STRATEGIES for text in (f"Kite {it}", f"Sheaf {it}")
    ]
    table = Table(f"Table A.{number}: executed instructions, {name} programs", columns, [])
    for subject, row in part:
        published = subject.kite_instructions or [None] * 5
        cells = [
            cell
            for it, way in zip(published, STRATEGIES)
            for cell in (it, row[way]["instructions"])
        ]
        table.rows.append(
            [subject.name, subject.klee_instructions, row["plain"]["instructions"], *cells]
        )
    table.notes.append(
        "Kite slices and optimises the program before, so that nothing is left of two of them. "
        "Instructions of Sheaf are those of its "
        "representation, from unoptimised bitcode; where plain exploration is cut off, its count is "
        "what it did until then."
    )
    return table


def plot(part, name, letter):
    """Figure 5.1."""
    ours = [(row["plain"]["instructions"], row[OURS]["instructions"]) for _, row in part]
    theirs = [
        (it.klee_instructions, it.kite_instructions[STRATEGIES.index(OURS)] or 0)
        for it, _ in part
        if it.kite
    ]
    series = [("Kite, published", theirs), ("Sheaf", ours)]
    return Figure(
        f"Figure 5.1 ({'ab'[letter - 1]}): executed instructions, {name} programs",
        points(series, "KLEE, or plain exploration", "Kite, or --explore cdse"),
        ["A point below the line executes fewer instructions with learning."],
    )


def sentence(part, name):
    """What comes of it."""
    pairs = [(row["plain"], row[OURS]) for _, row in part if decided(row[OURS])]
    time = geometric_mean(a["seconds"] / b["seconds"] for a, b in pairs)
    work = geometric_mean(max(a["instructions"], 1) / max(b["instructions"], 1) for a, b in pairs)
    counts = [sum(decided(row[way]) for _, row in part) for way in SHOWN]
    ours = (
        f"{name}: of {len(part)} programs, plain exploration decides {counts[0]}, cdse {counts[1]}, "
        f"cdse without a bound {counts[2]}, the default {counts[3]}. On those that it decides, cdse "
        f"is {time:.2f} times as fast as plain exploration (a bound where that is cut off) and "
        f"executes {work:.1f} times fewer instructions, as geometric means."
    )
    at = STRATEGIES.index(OURS)
    theirs = [it for it, _ in part if it.kite and it.kite[at] and it.kite_instructions[at]]
    if not theirs:
        return ours
    time = geometric_mean(it.klee / it.kite[at] for it in theirs)
    work = geometric_mean(it.klee_instructions / it.kite_instructions[at] for it in theirs)
    return (
        f"{ours} Published: Kite is {time:.2f} times as fast as KLEE and executes {work:.1f} times "
        "fewer instructions."
    )
