"""Indexify on the functions of fdlibm."""

import itertools
import pathlib
import subprocess
import tempfile

import coverage
from bench import of_lines, percent, unknown
from page import Table

# Table 4, as table 2. The text has seconds, the table minutes.
TABLE_4 = {"Indexify": (10.45, 71.98, 83.35, 71.56), "KLEE": (0.84, 6.85, 50.91, 34.45)}


def add(bench, result):
    """Table 4."""
    limit = bench.pick(1, 60)
    source = next(bench.folder("fdlibm").rglob("e_j0.c")).parent
    modules = []
    for file in sorted(source.glob("*.c")):

        def compile_it(target, file=file):
            return subprocess.run(
                ["clang-19", *coverage.BITCODE, "-o", str(target), str(file)], check=True
            )

        modules.append(bench.made(f"fdlibm/{file.stem}.bc", compile_it))
    functions = coverage.callable_functions(source)
    ways = {
        "plain": ["--strategy", "plain"],
        "index": ["--index", "doubles"],
        "drop": ["--index", "doubles", "--index-outside", "drop"],
    }
    rows = bench.measured(
        ["indexify"],
        itertools.product(sorted(functions), ways),
        lambda function, way: explored(modules, functions, function, ways[way], limit),
    )
    result.parts.append(table_4(rows, ways, sorted(functions), limit, result))


def explored(modules, functions, function, options, limit):
    """What one way covers of a function and of what it calls."""
    entry = f"__ieee754_{function}" if functions[function].stem.startswith("e_") else function
    with tempfile.TemporaryDirectory() as out:
        outcome, seconds = coverage.run(
            ["check", "-j", "1", *modules, "--entry", entry, "--out", out, *options], limit
        )
        found = [*pathlib.Path(out).glob("run-1/coverage.info")]
        covered, total, lines = coverage.lcov(found[0]) if found else (set(), set(), {})

    def full(branch):
        file, *place = branch
        return f"{file}:{'.'.join(map(str, place))}"

    row = {
        "seconds": seconds,
        "covered": sorted(map(full, covered)),
        "all": sorted(map(full, total)),
        "lines": [sum(it[at] for it in lines.values()) for at in (0, 1)],
    }
    if outcome:
        stats = outcome["stats"]
        row |= {
            "memory": stats["peak_memory_bytes"],
            "unknown": unknown(stats),
            "members": stats["index"]["members"],
        }
    return row


def table_4(rows, ways, functions, limit, result):
    ours = {way: [rows[function, way] for function in functions] for way in ways}
    everything = {branch for of in ours.values() for row in of for branch in row["all"]}
    union = {
        way: len({branch for row in of for branch in row["covered"]}) for way, of in ours.items()
    }

    def mean(key, part=1):
        return [sum(row.get(key, 0) for row in of) / len(of) / part for of in ours.values()]

    def own(of):
        return (
            100
            * sum(len(row["covered"]) for row in of)
            / max(sum(len(row["all"]) for row in of), 1)
        )

    at = lambda number: [figures[number] for figures in TABLE_4.values()]  # noqa: E731
    table = Table(
        "Table 4: fdlibm",
        ["metric", "Indexify", "KLEE", *(f"Sheaf {way}" for way in ways)],
        [
            ["seconds (minutes in the paper's table)", *at(0), *mean("seconds")],
            ["memory, MB", *at(1), *mean("memory", 1e6)],
            [
                "lines % (instructions in the paper)",
                *at(2),
                *(of_lines(of) for of in ours.values()),
            ],
            ["branches % of each function and what it calls", *at(3), *map(own, ours.values())],
            [
                "branches % of all sources together",
                None,
                None,
                *(percent(it, len(everything)) for it in union.values()),
            ],
        ],
    )
    table.notes.append(
        f"{len(functions)} functions with their own `--entry`, on any arguments, {limit} s of user "
        f"time each. {len(everything)} branches in all."
    )
    shares = ", ".join(f"{way} {percent(it, len(everything)):.1f} %" for way, it in union.items())
    result.summary.append(
        f"On {len(functions)} functions of fdlibm, {limit} s each, of the branches of all sources: "
        f"{shares}. Published, of each function: Indexify 71.6 %, KLEE 34.5 %."
    )
    return table
