"""Indexify: Barr, Clark, Harman, Marginean ("Indexing Operators to Extend the Reach of Symbolic
Execution"), on coreutils, BugBench and fdlibm."""

import collections
import dataclasses
import itertools
import pathlib
import re
import shlex
import statistics
import subprocess
import tempfile

import coverage
from bench import runner, unknown
from charts import bars
from coreutils import USUAL, build_coreutils
from page import Figure, Paper, Table

# The ten programs that section 5.1 of the paper draws.
TEN = "cat expand fold mknod mktemp runcon shred tsort unexpand wc".split()
DROP = ["--index-outside", "drop"]
WAYS = {
    "plain": ["--strategy", "plain"],
    "drop": ["--index", "strings", *DROP],
    "index": ["--index", "strings"],
}
# Table 1: seconds, size of the garden, instructions and branches covered in percent, by k, for both
# builders.
TABLE_1 = {
    "*": {
        1: (324, 10792, 26.22, 21.93),
        2: (544, 78920, 34.09, 39.98),
        3: (1008, 356760, 55.32, 69.73),
    },
    "o": {
        1: (123, 69068, 52.21, 59.74),
        2: (263, 163378, 55.65, 62.37),
        3: (363, 263616, 57.67, 66.83),
    },
}
# Table 2: minutes, MB, instructions and branches covered in percent.
TABLE_2 = {
    "Indexify": (6.05, 900.45, 57.67, 66.83),
    "KLEE": (49.52, 241.16, 41.24, 30.10),
    "Zesti": (22.70, 3000.00, 20.60, 14.79),
}
# Table 3: whether KLEE and Indexify reach the bug in five hours.
TABLE_3 = {
    "ncompress": ("no", "yes"),
    "gzip": ("no", "no"),
    "man": ("no", "yes"),
    "polymorph": ("yes", "yes"),
}
# Table 4, as table 2. The text has seconds, the table minutes.
TABLE_4 = {"Indexify": (10.45, 71.98, 83.35, 71.56), "KLEE": (0.84, 6.85, 50.91, 34.45)}
# Strings of the Kleene closure are at most this long, as in section 5.3, and a garden has at most so
# many.
LONGEST, MOST = 8, 256


def paper(bench):
    result = Paper(
        "indexify",
        "Indexify: indexed operators",
        [
            "`drop` is the paper's semantics: `--index strings --index-outside drop`, a path ends "
            "where a value is outside of the index. `index` goes on with general values there. "
            "Coverage is "
            "that of the suites of `sheaf test`, of branches and lines in the tool's own file; the "
            "paper counts branches and instructions of LLVM's code, with the library's.",
        ],
    )
    if bench.folder("coreutils"):
        of_coreutils(bench, result)
    else:
        result.about.append(
            "There is no folder `coreutils`, so tables 1 and 2 and figures 7 and 8 are left out."
        )
    if bench.folder("bugbench"):
        result.parts.append(table_3(bench, result))
    else:
        result.about.append("There is no folder `bugbench`, so table 3 is left out.")
    if bench.folder("fdlibm"):
        of_fdlibm(bench, result)
    else:
        result.about.append("There is no folder `fdlibm`, so table 4 is left out.")
    return result


# Coreutils


def of_coreutils(bench, result):
    limit = bench.pick(5, 60)
    tools = TEN if bench.quick else coverage.TOOLS
    coverage.BUILD.mkdir(parents=True, exist_ok=True)
    with open(coverage.BUILD / "sheaf.log", "a") as log:
        build_coreutils(bench.folder("coreutils"), coverage.BUILD, tools, log)
    rows = dict(
        zip(
            itertools.product(tools, WAYS),
            bench.rows(
                [
                    (
                        ["indexify", tool, way],
                        lambda tool=tool, way=way: tested(tool, WAYS[way], limit),
                    )
                    for tool in tools
                    for way in WAYS
                ]
            ),
        )
    )
    sample = TEN[: bench.pick(5, 10)]
    gardens = {
        tool: row
        for tool, row in zip(
            sample,
            bench.rows(
                [
                    (["indexify", tool, "members"], lambda tool=tool: members(tool, limit))
                    for tool in sample
                ]
            ),
        )
    }
    # The closure of three rounds takes the place of the paper's second builder in figure 8.
    grown = builders(bench, sample, gardens, limit)
    result.parts += [
        figure_7(gardens),
        table_1(sample, grown),
        table_2(tools, rows, limit),
        figure_8(sample, rows, grown),
        each(tools, rows),
    ]
    result.summary.append(on_coreutils(tools, rows, limit))


def tested(tool, options, limit):
    """The coverage of a tool by the suite of one way."""
    with tempfile.TemporaryDirectory() as out:
        outcome, seconds = coverage.run(
            [
                "test",
                str(coverage.BUILD / f"src/{tool}"),
                *shlex.split(USUAL),
                "--out",
                out,
                *options,
            ],
            limit,
        )
        found = [*pathlib.Path(out).glob("run-1/coverage.info")]
        covered, total, lines = coverage.lcov(found[0]) if found else (set(), set(), {})
    own = f"{tool}.c"
    row = {
        "seconds": seconds,
        "covered": sorted(name(it) for it in covered if it[0] == own),
        "branches": sum(it[0] == own for it in total),
        "lines": lines.get(own, (0, 0)),
    }
    if outcome:
        stats = outcome["stats"]
        row |= {
            "memory": stats["peak_memory_bytes"],
            "unknown": unknown(stats),
            "sent": stats["queries"]["sent"],
            "asked": stats["queries"]["asked"],
            "members": stats["index"]["members"],
            "ended": not {"time-limit", "interrupted"} & {it["kind"] for it in outcome["reasons"]},
        }
    return row


def name(branch):
    return ".".join(map(str, branch[1:]))


def members(tool, limit):
    """The strings of a tool's index with where they come from, and the constants among them."""
    outcome, _ = coverage.run(
        [
            "check",
            str(coverage.BUILD / f"src/{tool}"),
            *shlex.split(USUAL),
            "-j",
            "1",
            *WAYS["drop"],
            "--explain",
            "index",
        ],
        limit,
    )
    found = outcome["explain"]["index"]["members"] if outcome else []
    return {"members": [[it["value"], it["origin"]] for it in found if it["kind"] == "strings"]}


def lengths(found):
    """The number of operators behind each member."""
    depths = {}
    for value, origin in found:
        parent = re.search(r'` of (".*") at ', origin)
        depths[value] = depths.get(parent[1], 0) + 1 if parent else 0
    return list(depths.values())


def figure_7(gardens):
    """How many operators are behind the members of the index."""
    chains = [length for row in gardens.values() for length in lengths(row["members"]) if length]
    counts = collections.Counter(chains)
    rows = [
        (f"{length} operator{'s' * (length > 1)}", [counts[length]])
        for length in range(1, max(counts, default=1) + 1)
    ]
    third = statistics.quantiles(chains, n=4)[2] if len(chains) > 1 else 0
    return Figure(
        "Figure 7: length of operator chains",
        bars(["members"], rows, "members of the indices of the tools, logarithmic"),
        [
            f"For the {len(gardens)} tools {', '.join(gardens)}: "
            f"{sum(len(row['members']) for row in gardens.values())} members, of which "
            f"{len(chains)} are made by operators on strings; the median chain "
            f"has {statistics.median(chains or [0]):g} operators, the third quartile is {third:g}. "
            "The paper measures chains in symbolic values (median 2 for strings, 1 for floats) and "
            "takes "
            "k = 3 from the third quartile; Sheaf has no rounds beyond the last one that finds "
            "something new.",
        ],
    )


def closure(constants, rounds):
    """The paper's builder by concatenation: so many constants, at most `LONGEST` characters."""
    short = sorted({it for it in constants if len(it) <= LONGEST}, key=lambda it: (len(it), it))
    found, last = dict.fromkeys(["", *short]), short
    for _ in range(rounds - 1):
        last = [one + other for one in last for other in short if 0 < len(one + other) <= LONGEST]
        found |= dict.fromkeys(sorted(set(last), key=lambda it: (len(it), it)))
    return list(found)


def builders(bench, tools, gardens, limit):
    """Rows by builder, rounds, and tool."""
    keys = [
        (builder, rounds, tool) for builder in TABLE_1 for rounds in (1, 2, 3) for tool in tools
    ]
    wanted = [
        (
            ["indexify", "builder", *key],
            lambda key=key: built_by(bench, *key, gardens[key[2]]["members"], limit / 2),
        )
        for key in keys
    ]
    return dict(zip(keys, bench.rows(wanted)))


def built_by(bench, builder, rounds, tool, found, limit):
    if builder == "o":
        return tested(tool, [*WAYS["drop"], "--index-rounds", rounds], limit)
    constants = [
        text
        for value, origin in found
        if "` of " not in origin and (text := plain_text(value)) is not None
    ]
    strings = closure(constants, rounds)
    seeds = bench.made(
        f"indexify/{tool}-{rounds}.txt",
        lambda target: target.write_text("\n".join(it for it in strings[:MOST] if it) + "\n"),
    )
    row = tested(
        tool,
        [
            *WAYS["drop"],
            "--index-only-seeds",
            "--index-seeds",
            seeds,
            "--index-seed",
            "",
            "--index-size",
            MOST,
        ],
        limit,
    )
    return row | {"closure": len(strings)}


def plain_text(value):
    """The text of a quoted string, if a file of seeds can hold it: without escapes."""
    text = value[1:-1]
    return text if text.isprintable() and "\\" not in text and text.strip() == text else None


def percent(rows, what):
    """Covered branches or lines of all rows in percent."""
    if what == "branches":
        part, whole = sum(len(row["covered"]) for row in rows), most(rows)
    else:
        part, whole = (sum(row["lines"][at] for row in rows) for at in (0, 1))
    return 100 * part / max(whole, 1)


def most(rows):
    return sum(row["branches"] for row in rows)


def table_1(tools, grown):
    columns = [
        "builder",
        "k",
        "members, paper",
        "Sheaf",
        "of the closure",
        "lines %",
        "instructions %, paper",
        "branches %",
        "branches %, paper",
        "seconds",
        "seconds, paper",
    ]
    table = Table("Table 1: builders of the garden", columns, [])
    for builder, by_rounds in TABLE_1.items():
        for rounds, (seconds, size, instructions, branches) in by_rounds.items():
            rows = [grown[builder, rounds, tool] for tool in tools]
            table.rows.append(
                [
                    {"*": "closure", "o": "operators"}[builder],
                    rounds,
                    size,
                    sum(row.get("members", 0) for row in rows),
                    sum(row.get("closure", 0) for row in rows) or None,
                    percent(rows, "lines"),
                    instructions,
                    percent(rows, "branches"),
                    branches,
                    sum(row.get("seconds", 0) for row in rows),
                    seconds,
                ]
            )
    table.notes = [
        f"Of {', '.join(tools)}; the paper's figures are of 89 tools. `operators`: the program's "
        "own, `--index-rounds k`. `closure`: concatenations of up to k constants of at most "
        f"{LONGEST} characters, "
        f"given as seeds (`--index-only-seeds`), of which at most {MOST}, the shortest, are "
        "members; `of the closure` is how many there would be.",
    ]
    return table


def table_2(tools, rows, limit):
    columns = ["metric", "Indexify", "KLEE", "Zesti", "Sheaf drop", "Sheaf index", "Sheaf plain"]
    ours = {way: [rows[tool, way] for tool in tools] for way in ("drop", "index", "plain")}
    at = lambda number: [figures[number] for figures in TABLE_2.values()]  # noqa: E731

    def mean(key, part=1):
        return [sum(row.get(key, 0) for row in of) / len(of) / part for of in ours.values()]

    table = Table(
        "Table 2: coreutils",
        columns,
        [
            ["minutes", *at(0), *(value / 60 for value in mean("seconds"))],
            ["memory, MB", *at(1), *mean("memory", 1e6)],
            [
                "lines % (instructions in the paper)",
                *at(2),
                *(percent(of, "lines") for of in ours.values()),
            ],
            ["branches %", *at(3), *(percent(of, "branches") for of in ours.values())],
            [
                "tools that end before the limit",
                "83 of 89",
                "36 of 89",
                "",
                *(
                    f"{sum(row.get('ended', False) for row in of)} of {len(of)}"
                    for of in ours.values()
                ),
            ],
            [
                "queries without an answer (section 6.4)",
                0,
                354,
                None,
                *(sum(row.get("unknown", 0) for row in of) for of in ours.values()),
            ],
            [
                "queries that reach a solver",
                None,
                None,
                None,
                *(sum(row.get("sent", 0) for row in of) for of in ours.values()),
            ],
        ],
    )
    table.notes = [
        f"{len(tools)} tools of coreutils 9.1, {limit} s of user time each (an hour in the paper, "
        f"on coreutils of its time), a query a 30th of that. With `{USUAL}`. Time and memory are "
        "means.",
        "Sections 6.6 and 6.7 have no counterpart: Sheaf's tables are not part of the program, "
        "whose size stays as it is, and a condition on an index is one on the bytes of the string.",
    ]
    return table


def figure_8(tools, rows, grown):
    """Branches that only one way covers."""
    ways = {
        "plain": {tool: set(rows[tool, "plain"]["covered"]) for tool in tools},
        "closure": {tool: set(grown["*", 3, tool]["covered"]) for tool in tools},
        "operators": {tool: set(rows[tool, "drop"]["covered"]) for tool in tools},
        "index": {tool: set(rows[tool, "index"]["covered"]) for tool in tools},
    }
    whole = sum(max(rows[tool, way]["branches"] for way in WAYS) for tool in tools)
    lines = []
    for way in ways:
        only = sum(
            len(ways[way][tool].difference(*(ways[other][tool] for other in ways if other != way)))
            for tool in tools
        )
        lines.append(
            [way, sum(len(it) for it in ways[way].values()), only, 100 * only / max(whole, 1)]
        )
    lines.append(
        [
            "all together",
            sum(len(set().union(*(ways[way][tool] for way in ways))) for tool in tools),
            None,
            None,
        ]
    )
    return Table(
        "Figure 8: branches that only one way covers",
        ["way", "covered", "only by it", "% of all"],
        lines,
        [
            f"Of {', '.join(tools)}, {whole} branches. Published, of all branches: 3.02 % only by "
            "KLEE, 13 % only with the closure, 3.68 % only with operators. `closure` is that of "
            "three rounds, in half the time.",
        ],
    )


def each(tools, rows):
    table = Table("Covered branches of each tool", ["tool", *WAYS, "branches"], [])
    for tool in tools:
        table.rows.append(
            [
                tool,
                *(len(rows[tool, way]["covered"]) for way in WAYS),
                max(rows[tool, way]["branches"] for way in WAYS),
            ]
        )
    table.rows.append(
        ["all", *(sum(row[at] for row in table.rows) for at in range(1, len(WAYS) + 2))]
    )
    return table


def on_coreutils(tools, rows, limit):
    shares = {way: percent([rows[tool, way] for tool in tools], "branches") for way in WAYS}
    return (
        f"On {len(tools)} tools of coreutils, plain exploration covers {shares['plain']:.1f} % of "
        f"the branches in {limit} s each, with the index {shares['index']:.1f} %, with the paper's "
        "semantics (`drop`) "
        f"{shares['drop']:.1f} %. Published: Indexify 66.8 % in six minutes, KLEE 30.1 % in fifty."
    )


# BugBench


def table_3(bench, result):
    script = runner("real/bugbench")
    limit = bench.pick(20, 300)
    script.BUILD.mkdir(parents=True, exist_ok=True)
    ways = {"plain": ["--strategy", "plain"], "index": ["--index", "strings"], "default": []}
    subjects = {it.name: it for it in script.subjects(bench.folder("bugbench"))}
    keys = [(name, way) for name in subjects for way in ways]
    rows = dict(
        zip(
            keys,
            bench.rows(
                [
                    (
                        ["indexify", "bug", name, way],
                        lambda name=name, way=way: looked_for(
                            bench, script, subjects[name], way, ways[way], limit
                        ),
                    )
                    for name, way in keys
                ]
            ),
        )
    )
    table = Table(
        "Table 3: bugs of BugBench",
        [
            "program",
            "KLEE, published",
            "Indexify, published",
            *(f"Sheaf {way}" for way in ways),
            "natively",
        ],
        [],
    )
    for program, theirs in TABLE_3.items():
        found = [rows[program, way] for way in ways]
        cells = [f"yes, {row['seconds']:.1f} s" if row["found"] else "no" for row in found]
        table.rows.append(
            [program, *theirs, *cells, next((row["natively"] for row in found if row["found"]), "")]
        )
    table.notes.append(
        f"At most {limit} s of wall-clock time for each search (five hours in the paper), with the "
        "options of `benches/real/bugbench`; `natively` is what the finding does on the real "
        "machine."
    )
    ours = {way: sum(rows[name, way]["found"] for name in subjects) for way in ways}
    result.summary.append(
        f"Of four bugs of BugBench, plain exploration finds {ours['plain']}, with the index "
        f"{ours['index']}, the default {ours['default']}, in {limit} s each. Published: KLEE 1, "
        "Indexify 3, in five hours."
    )
    return table


def looked_for(bench, script, subject, way, options, limit):
    """Whether the bug is found. Each way has files of its own, since several run at a time."""
    apart = dataclasses.replace(
        subject, name=f"{subject.name}-{way}", words=[*subject.words, *options]
    )
    program = script.build(bench.folder("bugbench"), apart)
    outcome, seconds, written = script.search(program, apart, limit)
    places = [
        (finding["function"], pathlib.Path(finding["file"]).name) for finding in outcome["findings"]
    ]
    return {
        "found": subject.bug in places,
        "seconds": seconds,
        "natively": script.natively(written) if places else "",
        "paths": outcome["stats"]["paths"]["completed"],
    }


# fdlibm


def of_fdlibm(bench, result):
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
        "plain": WAYS["plain"],
        "index": ["--index", "doubles"],
        "drop": ["--index", "doubles", *DROP],
    }
    keys = [(function, way) for function in sorted(functions) for way in ways]
    rows = dict(
        zip(
            keys,
            bench.rows(
                [
                    (
                        ["indexify", function, way],
                        lambda function=function, way=way: explored(
                            modules, functions, function, ways[way], limit
                        ),
                    )
                    for function, way in keys
                ]
            ),
        )
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
    full = lambda branch: f"{branch[0]}:{name(branch)}"  # noqa: E731
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
                *(percent(of, "lines") for of in ours.values()),
            ],
            ["branches % of each function and what it calls", *at(3), *map(own, ours.values())],
            [
                "branches % of all sources together",
                None,
                None,
                *(100 * it / max(len(everything), 1) for it in union.values()),
            ],
        ],
    )
    table.notes.append(
        f"{len(functions)} functions with their own `--entry`, on any arguments, {limit} s of user "
        f"time each. {len(everything)} branches in all."
    )
    shares = ", ".join(
        f"{way} {100 * it / max(len(everything), 1):.1f} %" for way, it in union.items()
    )
    result.summary.append(
        f"On {len(functions)} functions of fdlibm, {limit} s each, of the branches of all sources: "
        f"{shares}. Published, of each function: Indexify 71.6 %, KLEE 34.5 %."
    )
    return table
