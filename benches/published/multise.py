"""MultiSE: table 1 of Sen, Necula, Gong, Choi ("MultiSE: Multi-Path Symbolic Execution using Value
Summaries", 2015)."""

import itertools
from dataclasses import dataclass

from bench import decided, explored, runner, seconds
from charts import bars
from measure import SHORTEST, geometric_mean
from page import Figure, Paper, Table

WAYS = {
    "plain": ["--explore", "worklist", "--merge", "none"],
    "multise": ["--explore", "multise"],
    "kept": ["--explore", "multise", "--keep-summaries"],
}


@dataclass
class Figures:
    """What is published of one way to explore a subject."""

    seconds: float
    operations: int
    calls: int  # of the solver
    size: float  # of value summaries
    sharing: float


# Subject -> its file in the authors' repository, conventional execution, MultiSE. The figures are
# those of the file `result.csv` beside the authors' scripts, of which table 1 is made.
PUBLISHED = {
    "find_maximum": (
        "compos/findMax",
        Figures(49.51, 17646, 2044, 40.72, 22.99),
        Figures(4.96, 614, 180, 1.88, 1),
    ),
    "red_black_tree": (
        "compos/rbTree",
        Figures(240.95, 114952, 9924, 132.12, 43.55),
        Figures(37.14, 12936, 980, 3.53, 1),
    ),
    "calculator": (
        "compos/parser",
        Figures(55, 23758, 3010, 216.11, 9.78),
        Figures(35.45, 8240, 1826, 20.43, 1),
    ),
    "pl0_parser": (
        "compos/parser2",
        Figures(312.15, 195080, 13580, 1334.9, 45.79),
        Figures(246.37, 71364, 10462, 29.34, 1),
    ),
    "binary_search_tree": (
        "compos/bst",
        Figures(47.41, 7930, 2160, 28.82, 9.37),
        Figures(6.52, 1398, 288, 2.36, 1),
    ),
    "array_index": (
        "compos/symbolicArrayIndex",
        Figures(43.41, 12304, 2640, 95.16, 9.09),
        Figures(11.7, 3656, 660, 9.13, 1),
    ),
    "priority_queue": (
        "multiex/datastructures/PriorityQueue",
        Figures(80.54, 26084, 4092, 41.82, 31.54),
        Figures(0.91, 548, 60, 1.2, 1),
    ),
    "queue": (
        "multiex/datastructures/Queue",
        Figures(2, 1158, 124, 5.41, 5.41),
        Figures(0.29, 274, 20, 1, 1),
    ),
    "stack": (
        "multiex/datastructures/stack",
        Figures(16.82, 5764, 968, 29.91, 7.73),
        Figures(0.64, 628, 40, 2.41, 1),
    ),
    "linked_list": (
        "multiex/datastructures/DoubleLinkedList",
        Figures(27.34, 4538, 1454, 19.55, 5.28),
        Figures(2.45, 878, 114, 2.78, 1),
    ),
    "heap_sort": (
        "multiex/algorithms/heapSort",
        Figures(10.07, 20652, 552, 11.03, 5.6),
        Figures(3.99, 2412, 224, 1.72, 1),
    ),
    "maximum_subarray": (
        "multiex/algorithms/maxsubarray",
        Figures(17.49, 3730, 826, 19, 3.2),
        Figures(6.51, 536, 290, 2.43, 1),
    ),
    "bdd": (
        "compos/BDD",
        Figures(46.48, 661700, 2044, 17.32, 6.42),
        Figures(6.17, 120334, 84, 2.45, 1),
    ),
    "quick_sort": (
        "compos/qsort",
        Figures(39.89, 24672, 1916, 32.79, 7.09),
        Figures(15.14, 6528, 624, 3.63, 1),
    ),
    "symbolic_arithmetic": (
        "compos/SymbolicArithmetic",
        Figures(75.41, 363504, 3640, 76.29, 39.3),
        Figures(1.53, 10684, 90, 1.82, 1),
    ),
}


def originals(folder):
    """The authors' programs, by subject."""
    return {
        name: path
        for name, (file, *_) in PUBLISHED.items()
        if (path := folder / f"tests/{file}.js").exists()
    }


def rewritten(bench, language, smaller):
    """Our own programs of the same names, at the sizes of `benches/multise/sizes` less some."""
    script = runner("multise/run")
    found = {}
    for name, sizes in script.sizes().items():
        size, suffix = max(1, sizes[language] - smaller), script.SUFFIX[language]
        source = script.HERE / language / f"{name}.{language}"
        found[name] = bench.made(
            f"multise/{name}-{size}.{suffix}",
            lambda target, source=source, size=size: script.BUILD[language](source, target, size),
        )
    return found


# What a program of each language begins with is loaded before anything of it is executed.
EMPTY = {".js": "", ".uc": "main() { return 0; }\n", ".bc": None}


def start(bench, programs):
    """The seconds that an empty program takes, in the language of these."""
    suffix = next(iter(programs.values())).suffix
    if EMPTY[suffix] is None:
        source = bench.made(
            "multise/empty.c", lambda target: target.write_text("int main(void) { return 0; }\n")
        )
        program = bench.compiled("multise/empty", source)
    else:
        program = bench.made(
            f"multise/empty{suffix}", lambda target: target.write_text(EMPTY[suffix])
        )
    turns = [(turn,) for turn in range(3)]
    rows = bench.measured(
        ["multise", "empty", suffix], turns, lambda _: explored(program, [], 10)
    ).values()
    return min(row["seconds"] for row in rows)


def measured(bench, label, programs, limit):
    rows = bench.measured(
        ["multise", label],
        itertools.product(programs, WAYS),
        lambda name, way: explored(programs[name], WAYS[way], limit),
    )
    found = {name: {way: rows[name, way] for way in WAYS} for name in programs}
    begin = start(bench, programs)
    for row in (row for ways in found.values() for row in ways.values()):
        row["own"] = max(row["seconds"] - begin, SHORTEST)
    return found, begin


def paper(bench):
    limit = bench.pick(5, 600)
    result = Paper(
        "multise",
        "MultiSE: value summaries",
        [
            "Plain exploration (`--explore worklist --merge none`) against value summaries "
            f"(`--explore multise`), at most {limit} s of user time for each run; operations are "
            "executed "
            "instructions. Sheaf gives summaries up where plain exploration seems to cost less; "
            "`kept` is with `--keep-summaries`, as in the paper. Published: the authors' tool on "
            "their "
            "machine, from the table in their repository.",
        ],
    )
    folder = bench.folder("jalangi")
    if folder:
        add(result, bench, "the authors' programs", originals(folder), limit)
    smaller = bench.pick(2, 0)
    languages = {"c": "C", "uc": "microc", "js": "JavaScript"}
    if bench.quick and folder:
        languages = {"c": "C"}
    for language, name in languages.items():
        sizes = f" less {smaller}" if smaller else ""
        add(
            result,
            bench,
            f"our programs of the same names in {name}, sizes of `benches/multise/sizes`{sizes}",
            rewritten(bench, language, smaller),
            limit,
        )
    return result


def add(result, bench, label, programs, limit):
    rows, begin = measured(bench, label, programs, limit)
    result.parts += [table(label, rows, begin), plot(label, rows)]
    result.summary.append(sentence(label, rows))


def ratio(rows, measure, way="multise"):
    return measure(rows["plain"]) / max(measure(rows[way]), 1e-9)


def table(label, rows, begin):
    """Table 1."""
    columns = [
        "program",
        "plain",
        "multise",
        "kept",
        "faster",
        "published",
        "operations: plain",
        "multise",
        "fewer",
        "published",
        "solver: plain",
        "multise",
        "fewer",
        "published",
        "size of summaries",
        "published",
        "paths",
        "given up",
    ]
    result = Table(f"Table 1: {label}", columns, [])
    for name, ways in rows.items():
        _, theirs, multi = PUBLISHED[name]
        plain, merged, kept = (ways[way] for way in WAYS)
        size = kept.get("members", 0) / max(kept.get("joined", 0), 1) or None
        result.rows.append(
            [
                name.replace("_", " "),
                seconds(plain),
                seconds(merged),
                seconds(kept),
                ratio(ways, lambda row: row["own"]),
                theirs.seconds / multi.seconds,
                plain["instructions"],
                merged["instructions"],
                ratio(ways, lambda row: row["instructions"]),
                theirs.operations / multi.operations,
                plain.get("asked", 0),
                merged.get("asked", 0),
                ratio(ways, lambda row: max(row.get("asked", 0), 1)),
                theirs.calls / multi.calls,
                size,
                multi.size,
                plain["paths"],
                "yes" if merged.get("given_up") else "",
            ]
        )
    means = [geometric_mean(row[at] for row in result.rows) for at in (4, 5, 8, 9, 12, 13)]
    cells = [""] * len(columns)
    cells[0] = "geometric mean"
    for at, value in zip((4, 5, 8, 9, 12, 13), means):
        cells[at] = value
    result.rows.append(cells)
    result.notes = [
        "Seconds, executed instructions and queries; a ratio above 1 is a gain of value summaries, "
        f"and a bound where a run was cut off. Of each time, {begin:.2f} s are what an empty "
        "program "
        f"takes; `faster` is without them, where {SHORTEST} s is the least that counts. Queries of "
        "Sheaf are all that it asks, most of which no solver sees. `paths` are those of plain "
        "exploration.",
        disagreements(rows),
    ]
    return result


def disagreements(rows):
    wrong = [
        name
        for name, ways in rows.items()
        if len({row["verdict"] for row in ways.values() if decided(row)}) > 1
    ]
    return (
        f"THE VERDICTS DIFFER on {', '.join(wrong)}."
        if wrong
        else "No two ways contradict each other."
    )


def plot(label, rows):
    """How many times faster value summaries are."""
    pairs = [
        (
            name.replace("_", " "),
            [
                ratio(ways, lambda row: row["own"]),
                PUBLISHED[name][1].seconds / PUBLISHED[name][2].seconds,
            ],
        )
        for name, ways in rows.items()
    ]
    # Bars begin below 1, so that losses show.
    return Figure(
        f"Times as fast as plain exploration: {label}",
        bars(["Sheaf", "MultiSE, published"], pairs, "times as fast, logarithmic"),
    )


def sentence(label, rows):
    faster = [ratio(ways, lambda row: row["own"]) for ways in rows.values()]
    fewer = [ratio(ways, lambda row: row["instructions"]) for ways in rows.values()]
    published = geometric_mean(
        PUBLISHED[name][1].seconds / PUBLISHED[name][2].seconds for name in rows
    )
    losing = [name.replace("_", " ") for name, value in zip(rows, faster) if value < 0.9]
    cut = sum(row["plain"]["cut"] for row in rows.values())
    return (
        f"{label}: value summaries are {geometric_mean(faster):.2f} times as fast as plain "
        f"exploration and execute {geometric_mean(fewer):.1f} times fewer instructions, as "
        "geometric means "
        f"of {len(rows)} (published: {published:.1f} times as fast); plain exploration is cut off "
        f"on {cut}. Slower than plain exploration: {', '.join(losing) or 'none'}."
    )
