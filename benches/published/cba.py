"""Loop navigation: section 4 of Obdrzalek and Trtik ("Efficient loop navigation for symbolic
execution", ATVA 2011)."""

import itertools
import re

import klee
from bench import runner, said
from charts import bars
from measure import geometric_mean
from page import Figure, Paper, Table

# Table 2: timeout in seconds, Pex as recommended, Pex with adjusted parameters, KLEE, CBA; `None`
# is no answer.
TABLE_2 = {
    "hello": ("Hello", 1800, 3.234, 7.233, 0.093, 0.026),
    "hw": ("HW", 3600, 14.890, 11.107, 2220, 0.175),
    "hwm": ("HWM", 3600, None, 534, None, 1.997),
    "doif": ("DOIF", 1800, None, 1227, None, 0.388),
    "doif_extended": ("DOIFex", 3600, None, None, None, 1.745),
    "equal_count": ("EQCNT", 1800, 103, 11.592, None, 0.191),
    "equal_count_extended": ("EQCNTex", 3600, 2772, 2540, None, 2.458),
    "one_loop": ("OneLoop", 1800, 134, 267, None, 0.002),
    "two_loops": ("TwoLoops", 1800, 64, 57.426, None, 0.003),
}
# Table 3: root chains and all chains, root chains that are eliminated, constraints, states,
# calls of the constraint solver, of the SMT solver.
TABLE_3 = {
    "hello": ("3 / 6", 2, 5, 10, "8 / 36", 19),
    "hw": ("9 / 17", 8, 10, 44, "30 / 170", 92),
    "hwm": ("81 / 161", 80, 20, 174, "112 / 686", 376),
    "doif": ("1 / 5", 0, 3, 98, "97 / 349", 136),
    "doif_extended": ("1 / 9", 0, 4, 211, "209 / 728", 212),
    "equal_count": ("1 / 4", 0, 3, 45, "44 / 245", 45),
    "equal_count_extended": ("1 / 7", 0, 6, 1192, "1022 / 7286", 1233),
    "one_loop": ("1 / 2", 0, 2, 0, "1 / 0", 0),
    "two_loops": ("1 / 3", 0, 2, 0, "1 / 0", 0),
}
# Table 1: what two chains do with a variable, and the function of both counters; the last ones are
# not supported.
MERGES = [
    ("nothing", "nothing", "a", "", ""),
    ("a constant", "the same", "v", "v = 5;", "v = 5;"),
    ("sums", "sums", "v1·k1 + v2·k2 + a", "v = v + 2;", "v = v + 3;"),
    ("products", "products", "a·v1^k1·v2^k2", "v = v * 2;", "v = v * 3;"),
    ("sums", "products", "*", "v = v + 2;", "v = v * 3;"),
    ("a constant", "another", "*", "v = 5;", "v = 6;"),
    ("sums", "a constant", "*", "v = v + 2;", "v = 5;"),
]
SHORT = {"reached": "yes", "unreachable": "no"}
WAYS = {
    "default": [],
    "chains": ["--search", "chains"],
    "plain": ["--no-chains", "--strategy", "plain"],
    "without": ["--no-chains"],
}


def paper(bench):
    script = runner("reach/run")
    limit = bench.pick(5, 300)
    factors = bench.pick([1, 4], [1, 2, 4, 8])
    result = Paper(
        "cba",
        "CBA: loop navigation",
        [
            "The nine programs are written from the paper's descriptions (`benches/reach`), at the "
            "sizes for which the numbers of chains are the paper's. `default` is `sheaf reach`; "
            "`chains` "
            "is navigation alone (`--search chains`), `plain` exploration path by path, `without` "
            "all other techniques in turns (`--no-chains`). "
            f"At most {limit} s of user time each; the paper's limits are half an hour or an hour.",
        ],
    )
    rows = measured(bench, script, factors, limit)
    result.parts += [
        table_1(bench),
        table_2(bench, script, rows, limit),
        plot(rows),
        table_3(bench, script, rows),
        sizes(rows, factors),
    ]
    result.summary = sentences(rows, script)
    return result


def measured(bench, script, factors, limit):
    """Rows by program, factor of the size, and way."""

    def row(name, factor, way):
        return reached(compiled(bench, script, name, factor), WAYS[way], limit)

    return bench.measured(["cba"], itertools.product(TABLE_2, factors, WAYS), row)


def compiled(bench, script, name, factor):
    """The bitcode of a program at so many times its size."""
    return bench.made(
        f"cba/{name}-{factor}.bc",
        lambda target: script.build(target.parent, name, "c", factor).rename(target),
    )


def reached(program, options, limit):
    words = ["reach", "-j", "1", "--target", "target", "--json", "--time", "10h", *options, program]
    outcome, seconds = said(words, limit)
    if outcome is None:
        return {"answer": "unknown", "seconds": seconds}
    target, stats = outcome["target"], outcome["stats"]
    return {
        "answer": {True: "reached", False: "unreachable", None: "unknown"}[target["reached"]],
        "seconds": seconds,
        "instructions": stats["instructions"],
        "forks": stats["forks"],
        "asked": stats["queries"]["asked"],
        "sent": stats["queries"]["sent"],
        "chains": target["chains"],
        "path": len(target["path"]),
    }


def table_1(bench):
    """What `sheaf show --chains` says of a variable after a loop with two paths."""
    pairs = [(first, second) for *_, first, second in MERGES]
    found = bench.measured(
        ["cba", "merge"], pairs, lambda *pair: function(bench, *pair, pairs.index(pair))
    )
    rows = [
        [one, other, theirs, found[first, second]["function"]]
        for one, other, theirs, first, second in MERGES
    ]
    return Table(
        "Table 1: functions of two counters",
        ["first chain", "second chain", "published", "Sheaf"],
        rows,
        [
            "`*` is an unknown value, `a` the value before the loop, here 7. Each pair is a loop in "
            "microc, read off `sheaf show --chains`. A variable that some chains reset has "
            "a function of the counters since the last reset (`k1r`)."
        ],
    )


def function(bench, first, second, at):
    text = (
        "main() "
        f"{{\n  var n, i, v;\n  n = input; i = 0; v = 7;\n  while (i < n) {{\n    if (input > 0) {{ {first} }} else {{ {second} }}\n    i = i + 1;\n  }}\n"
        "  if (v == 12) { output v; }\n  return 0;\n}\n"
    )
    source = bench.made(f"cba/merge-{at}.uc", lambda target: target.write_text(text))
    shown, _ = said(
        ["show", "--chains", "--target", f"{source.name}:8", "--format", "json", source], 60
    )
    loop = next(step["loop"] for step in shown["root_chains"][0]["steps"] if "loop" in step)
    found = [re.sub(r"^v = ", "", it) for it in loop["functions"] if it.startswith("v = ")]
    return {"function": found[0] if found else "7" if not first + second else "*"}


def shown(row):
    return (
        f"{SHORT[row['answer']]} {row['seconds']:.2f}"
        if row["answer"] != "unknown"
        else f">{row['seconds']:.0f}"
    )


def table_2(bench, script, rows, limit):
    """Running times."""
    columns = ["program", "Pex", "Pex, adjusted", "KLEE", "CBA", *(f"Sheaf {way}" for way in WAYS)]
    here = {}
    if klee.version():
        columns.append("KLEE here")
        here = bench.measured(
            ["cba", "klee"],
            [(name,) for name in TABLE_2],
            lambda name: klee.reach(script.HERE / f"c/{name}.c", limit),
        )
    table = Table(
        "Table 2: seconds until the target is reached (yes), or shown to be out of reach (no)",
        columns,
        [],
    )
    for name, (title, limit, *published) in TABLE_2.items():
        cells = [f">{limit}" if it is None else it for it in published]
        table.rows.append(
            [title, *cells, *(shown(rows[name, 1, way]) for way in WAYS)]
            + ([shown(here[name,])] if here else [])
        )
    wrong = [
        f"{name}, {way}"
        for (name, _, way), row in rows.items()
        if row["answer"]
        not in ("unknown", "reached" if script.PROGRAMS[name][1] else "unreachable")
    ]
    table.notes.append(
        f"THE ANSWER IS WRONG for {'; '.join(wrong)}."
        if wrong
        else "No answer is wrong, at any size."
    )
    table.notes.append(
        "A run of Sheaf contains some 0.03 s in which the program and its library are loaded, so "
        "that the last two programs, which need no execution, take longer than published."
    )
    return table


def plot(rows):
    bar = lambda row: row["seconds"] if row["answer"] != "unknown" else None  # noqa: E731
    pairs = [
        (title, [published[-1], bar(rows[name, 1, "default"]), bar(rows[name, 1, "plain"])])
        for name, (title, _, *published) in TABLE_2.items()
    ]
    return Figure(
        "Seconds of table 2",
        bars(["CBA, published", "Sheaf", "Sheaf, path by path"], pairs, "seconds, logarithmic"),
        ["No bar is no answer."],
    )


def chains(bench, script):
    """What `sheaf show --chains` says of each program."""
    found = bench.measured(
        ["cba"],
        [(name, "chains") for name in TABLE_2],
        lambda name, _: counted(compiled(bench, script, name, 1)),
    )
    return {name: row for (name, _), row in found.items()}


def counted(program):
    outcome, seconds = said(
        ["show", "--chains", "--target", "target", "--format", "json", program], 600
    )
    roots = outcome["root_chains"]
    solvable = [root for root in roots if root["system"] != "unsolvable"]
    return {
        "roots": len(roots),
        "subchains": len(set(subchains(roots))),
        "eliminated": len(roots) - len(solvable),
        "seconds": seconds,
        "constraints": max((constraints(root["steps"]) for root in solvable), default=0),
    }


def loops(steps):
    """The loops of a chain, with those in their bodies."""
    for step in steps:
        if loop := step.get("loop"):
            yield loop
            for chain in loop["chains"]:
                yield from loops(chain["steps"])


def subchains(roots):
    return [
        chain["name"] for root in roots for loop in loops(root["steps"]) for chain in loop["chains"]
    ]


def constraints(steps):
    """Conditions of the chain itself, and those that its loops imply."""
    return sum(1 for step in steps if "condition" in step) + sum(
        len(loop["facts"]) for loop in loops(steps)
    )


def table_3(bench, script, rows):
    columns = [
        "program",
        "root / all chains, CBA",
        "Sheaf",
        "eliminated, CBA",
        "Sheaf",
        "constraints, CBA",
        "Sheaf",
        "states, CBA",
        "Sheaf forks",
        "constraint solver, CBA",
        "SMT solver, CBA",
        "Sheaf queries",
        "sent to a solver",
        "instructions",
        "seconds of the chains",
    ]
    table = Table("Table 3: what navigation does", columns, [])
    for name, found in chains(bench, script).items():
        theirs, row = TABLE_3[name], rows[name, 1, "default"]
        table.rows.append(
            [
                TABLE_2[name][0],
                theirs[0],
                f"{found['roots']} / {found['roots'] + found['subchains']}",
                theirs[1],
                found["eliminated"],
                theirs[2],
                found["constraints"],
                theirs[3],
                row.get("forks"),
                theirs[4],
                theirs[5],
                row.get("asked"),
                row.get("sent"),
                row.get("instructions"),
                found["seconds"],
            ]
        )
    table.notes = [
        "Constraints of Sheaf are those of the largest system that has a solution. There are more "
        "of them, because a system also says that conditions hold in the first and in the last "
        "iteration of each subchain, and in which range machine integers are. The paper's memory of "
        "each phase (1 to 369 kB) is not measured: Sheaf's process takes about 110 MB, most of "
        "which is the library models.",
    ]
    return table


def sizes(rows, factors):
    """Not in the paper: larger sizes."""
    table = Table(
        "Larger sizes, seconds",
        ["program", *(f"{way}, {factor}x" for way in ("default", "plain") for factor in factors)],
        [],
    )
    for name, (title, *_) in TABLE_2.items():
        table.rows.append(
            [
                title,
                *(
                    shown(rows[name, factor, way])
                    for way in ("default", "plain")
                    for factor in factors
                ),
            ]
        )
    table.notes.append(
        "`equal_count_extended` is about sums over pairs of elements, so that four times the size "
        "are sixteen times the pairs."
    )
    return table


def sentences(rows, script):
    at_one = {name: {way: rows[name, 1, way] for way in WAYS} for name in TABLE_2}
    count = lambda way: sum(row[way]["answer"] != "unknown" for row in at_one.values())  # noqa: E731
    pairs = [
        (TABLE_2[name][-1], row["default"]["seconds"])
        for name, row in at_one.items()
        if row["default"]["answer"] != "unknown"
    ]
    slower = [
        TABLE_2[name][0]
        for name, row in at_one.items()
        if row["default"]["seconds"] > TABLE_2[name][-1]
    ]
    return [
        f"Of nine targets, the default decides {count('default')}, chains alone {count('chains')}, "
        f"plain exploration {count('plain')} and all other techniques {count('without')} in the "
        "limit. "
        f"As published, CBA decides 9, Pex 6 (8 with adjusted parameters), KLEE 2.",
        "In the geometric mean the default takes "
        f"{geometric_mean(ours / theirs for theirs, ours in pairs):.2f} times the published seconds "
        "of CBA, on another machine; "
        f"it is slower on {', '.join(slower) or 'none'}.",
    ]
