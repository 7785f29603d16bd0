"""Covered branches with and without `--index`: the tools of GNU coreutils, and the functions of
fdlibm."""

import collections
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import environment
from measure import ROOT, SHEAF, limited

sys.path.insert(0, str(ROOT / "benches/real"))
from coreutils import USUAL, build_coreutils  # noqa: E402

BUILD = ROOT / "target/real/build/coreutils"
# Without the wrappers that report errors, which are most of the branches; fdlibm.h does not know that x86-64 is little-endian.
BITCODE = "-D_IEEE_LIBM -D__LITTLE_ENDIAN -c -emit-llvm -g -O0 -Xclang -disable-O0-optnone -w".split()

# Tools that a run in an empty environment gets further in than an error message.
TOOLS = """
    base64 basename cat cksum comm cut date dd dirname echo env expand expr factor fmt fold head join ln mkdir mknod mktemp nl nohup numfmt od paste
    pathchk pr printenv printf readlink rm rmdir runcon seq shred sort split stat tac tail tee touch tr tsort unexpand uniq wc
""".split()


def ways(kinds, wanted):
    """The options of the ways to explore, by name; of those that are wanted, or of all."""
    index = ["--index", kinds]
    every = {
        "plain": ["--strategy", "plain"],
        "multise": ["--explore", "multise"],
        "index": index,
        "drop": [*index, "--index-outside", "drop"],
    }
    return {name: options for name, options in every.items() if not wanted or name in wanted}


def table(first, columns, rows):
    """Prints a row for each `(name, measure)`, where `measure(options)` is how many branches are
    covered and how many there are; then the sums. `columns` are the options of each way."""
    print(f"| {first} | " + " | ".join(columns) + " | branches |\n|---|" + "---:|" * (len(columns) + 1))
    sums = [0] * (len(columns) + 1)
    for name, measure in rows:
        counts = [measure(options) for options in columns.values()]
        row = [covered for covered, _ in counts] + [max(total for _, total in counts)]
        if row[-1] == 0:
            continue
        sums = [a + b for a, b in zip(sums, row)]
        print(f"| {name} | " + " | ".join(map(str, row)) + " |", flush=True)
    of_all = [f"{number} ({100 * number / max(sums[-1], 1):.1f} %)" for number in sums[:-1]]
    print("| all | " + " | ".join(of_all) + f" | {sums[-1]} |")


def run(words, limit):
    """What `sheaf` says within `limit` seconds of user time, and a 30th of that for a query; `None`
    if it had to be ended before it said anything. Then how many seconds it took."""
    ran = limited([SHEAF, *words, "--json", "--time", "10h", "--solver-time", f"{1000 * limit / 30:.0f}ms"], limit)
    if not ran.output and ran.interrupts < 2:
        sys.exit(f"bench: {shlex.join(map(str, words))}: {ran.errors.strip()}")
    return json.loads(ran.output) if ran.output else None, ran.seconds


def coreutils(source, tools, limit, wanted):
    """The branches of the tools' own files that suites cover, and which others the environment does
    not allow. `source` is an unpacked source package."""
    tools = tools or TOOLS
    BUILD.mkdir(parents=True, exist_ok=True)
    with open(BUILD / "sheaf.log", "a") as log:
        build_coreutils(source.resolve(), BUILD, tools, log)

    sources = environment.Sources()
    # For each tool, the way that covers most: its number of branches, and those that are not allowed.
    best = {}

    def measure(tool, options):
        with tempfile.TemporaryDirectory() as out:
            words = ["test", str(BUILD / f"src/{tool}"), *shlex.split(USUAL), "--out", out, "--explain", "missed", *options]
            outcome, _ = run(words, limit)
        if outcome is None:
            return 0, 0
        file = f"/src/{tool}.c"
        own = [it["branches"] for it in outcome["suite"]["files"] if it["file"].endswith(file)]
        covered, total = (sum(count[key] for count in own) for key in ("covered", "total"))
        if tool not in best or covered > best[tool][0]:
            best[tool] = covered, total, environment.not_allowed(outcome["missed"], file, sources)
        return covered, total

    table("tool", ways("strings", wanted), [(tool, lambda options, tool=tool: measure(tool, options)) for tool in tools])
    print("\nBy the best way, of the branches that the environment allows:")
    for tool, (covered, total, causes) in best.items():
        print(f"{tool} {covered} of {total - causes.total()}", end="; ")
    causes = sum((it for _, _, it in best.values()), collections.Counter())
    covered, total = (sum(numbers) for numbers in zip(*((it[0], it[1]) for it in best.values())))
    print(f"\nall {covered} of {total - causes.total()} ({100 * covered / max(total - causes.total(), 1):.1f} %)")
    print("Not allowed: " + ", ".join(f"{name} {count}" for name, count in causes.most_common()))


def lcov(coverage):
    """Of a file in lcov's format: the branches that are covered, all branches, and by file the
    numbers of covered and of all lines."""
    file, lines = None, {}
    total, covered = set(), set()
    for line in coverage.read_text().splitlines():
        if line.startswith("SF:"):
            file = pathlib.Path(line[3:]).name
        elif line.startswith("BRDA:"):
            at, block, branch, taken = line[5:].split(",")
            total.add((file, int(at), block, branch))
            if taken not in ("-", "0"):
                covered.add((file, int(at), block, branch))
        elif line.startswith("DA:"):
            before = lines.get(file, (0, 0))
            lines[file] = before[0] + (line.split(",")[1] != "0"), before[1] + 1
    return covered, total, lines


class Reached:
    """The branches of fdlibm's sources that one way to explore has covered, of all functions
    together."""

    def __init__(self):
        self.all, self.covered = set(), set()

    def add(self, coverage):
        """Adds a file of coverage in lcov's format; returns how many of its branches are covered,
        and how many there are."""
        covered, total, _ = lcov(coverage)
        self.all |= total
        self.covered |= covered
        return len(covered), len(total)


def fdlibm(source, functions, limit, wanted):
    """The branches of functions, and of what they call, on any arguments. `source` is the folder
    with their files, such as `e_acos.c`."""
    sources = callable_functions(source)
    if unknown := set(functions) - set(sources):
        sys.exit(f"bench: no such function: {', '.join(sorted(unknown))}")
    functions = functions or sorted(sources)
    reached = {}
    possible = {}
    with tempfile.TemporaryDirectory() as built:
        for file in sorted(source.glob("*.c")):
            subprocess.run(["clang-19", *BITCODE, "-o", f"{built}/{file.stem}.bc", str(file)], check=True)
        modules = sorted(map(str, pathlib.Path(built).glob("*.bc")))

        def measure(function, options):
            name = f"__ieee754_{function}" if sources[function].stem.startswith("e_") else function
            with tempfile.TemporaryDirectory() as out:
                outcome, _ = run(["check", "-j", "1", *modules, "--entry", name, "--out", out, *options], limit)
                files = [*pathlib.Path(out).glob("run-1/coverage.info")]
                way = reached.setdefault(tuple(options), Reached())
                covered, total = way.add(files[0]) if files else (0, 0)
            if outcome and not outcome["reasons"]:
                possible[function] = covered
            return covered, total

        table("function", ways("doubles", wanted), [(name, lambda options, name=name: measure(name, options)) for name in functions])
    print("\nExplored completely, so that no argument reaches more branches: " + ", ".join(f"{name} {count}" for name, count in sorted(possible.items())))
    everything = set().union(*(way.all for way in reached.values()))
    for options, way in reached.items():
        print(f"{shlex.join(options)}: {len(way.covered)} of {len(everything)} branches of the sources ({100 * len(way.covered) / max(len(everything), 1):.1f} %)")
    missed = sorted({branch[:2] for branch in everything.difference(*(way.covered for way in reached.values()))})
    print("never covered: " + ", ".join(f"{file}:{line}" for file, line in missed))


def callable_functions(source):
    """The functions that a program calls, by the file that defines them."""
    found = {}
    for path in sorted(source.glob("[es]_*.c")):
        if path.stem[2:] not in {"rem_pio2", "lib_version", "matherr", "signgam"}:
            names = re.findall(r"^\s*(?:double|int) (?:__ieee754_)?(\w+)\((?:double|int) ", path.read_text(errors="replace"), re.MULTILINE)
            found |= {name: path for name in [path.stem[2:], *names] if not name.startswith("_")}
    return found
