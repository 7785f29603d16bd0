"""What a program computes on all inputs, without Sheaf, and assertions whose truth is known."""

import json
import pathlib
import re
import subprocess
from dataclasses import dataclass

from grow import OBSERVED
from write import C, JavaScript, Microc, Wide

HERE = pathlib.Path(__file__).resolve().parent
LANGUAGES = {"c": C, "js": JavaScript, "uc": Microc}
# The kind of failure of an assertion.
ASSERTION = {"c": "assertion", "js": "assertion", "uc": "division-by-zero"}
CLANG = "clang-19 -O0 -w -fsanitize=signed-integer-overflow,integer-divide-by-zero,bounds -fsanitize-minimal-runtime -fno-sanitize-link-runtime".split()


@dataclass
class Exact:
    """What is observed: how often which values; and failures other than of the assertion."""

    times: dict
    failures: set


def exact(programs, language, folder):
    """Executes programs on all inputs. Of each, nothing if it takes too long."""
    if language == "js":
        texts = [f"{{\n{JavaScript(it, enumerates=True).text()}execute(run);\n}}\n" for it in programs]
        (folder / "all.js").write_text("\n".join(["'use strict';", f"require({json.dumps(str(HERE / 'enumerate.js'))});", *texts]))
        command = ["node", "all.js"]
    else:
        write = Wide if language == "uc" else C
        texts = [f"#define f f{at}\n#define run run{at}\n{write(it, enumerates=True).text()}#undef f\n#undef run\n" for at, it in enumerate(programs)]
        main = "".join(f"    execute(run{at});\n" for at in range(len(programs)))
        (folder / "all.c").write_text("\n".join(['#include "enumerate.c"', *texts, f"int main(void) {{\n{main}    return 0;\n}}\n"]))
        subprocess.run([*CLANG, f"-I{HERE}", "all.c", "-o", "all"], cwd=folder, check=True)
        command = ["./all"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    results, found = [], Exact({}, set())
    for line in ran.stdout.splitlines():
        words = line.split()
        if words[0] in ("end", "given-up"):
            results.append(found if words[0] == "end" else None)
            found = Exact({}, set())
        elif len(words) == 1:
            found.failures.add(words[0])
        elif all(re.fullmatch(r"-?\d+", word) for word in words):
            found.times[tuple(map(int, words[:-1]))] = int(words[-1])
        else:
            found.failures.add("no-integer")
    assert len(results) == len(programs)
    return results


def value(it, names):
    """The value of an assertion."""
    if it[0] == "n":
        return it[1]
    if it[0] == "wide":
        return names[it[1]]
    a, b = value(it[1], names), value(it[2], names)
    return {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "%": lambda: a - b * int(a / b),
        "<=": lambda: a <= b,
        ">=": lambda: a >= b,
        "==": lambda: a == b,
        "!=": lambda: a != b,
        "||": lambda: a or b,
    }[it[0]]()


def holds(program, found):
    """Whether the assertion of a program holds for all that is observed."""
    return all(value(program.assertion, dict(zip(OBSERVED, values))) for values in found.times)


def assertion(found, random):
    """An assertion at the edge of what is observed: it holds, or fails for little of it."""
    all_values = [dict(zip(OBSERVED, values)) for values in found.times]
    various = [name for name in OBSERVED if len({it[name] for it in all_values}) > 1] or list(OBSERVED)
    first, second = [("wide", random.choice(various)) for _ in range(2)]
    kind = random.randrange(8)
    if kind < 2 and first != second:
        # A pair of two values that occur, but not together; or together, and seldom.
        pairs = [(it[first[1]], it[second[1]]) for it in all_values]
        absent = {(a, b) for a in {a for a, _ in pairs} for b in {b for _, b in pairs}} - set(pairs) if len(pairs) < 300 else ()
        a, b = random.choice(sorted(absent)) if absent and kind else random.choice(pairs)
        return ("||", ("!=", first, ("n", a)), ("!=", second, ("n", b)))
    term = random.choice((first, first, ("+", first, second), ("-", first, second)))
    values = sorted({value(term, it) for it in all_values})
    by = random.choice((0, 0, 1))
    if kind < 4:
        return ("<=", term, ("n", values[-1] - by))
    if kind < 5:
        return (">=", term, ("n", values[0] + by))
    gaps = sorted({it + by for it in values for by in (-1, 1)} - set(values))
    if kind < 7:
        return ("!=", term, ("n", random.choice(values if by else gaps)))
    modulus = random.choice((2, 3, 4))
    remainders = {value(("%", term, ("n", modulus)), it) for it in all_values}
    rest = random.choice(sorted(set(range(modulus)) - remainders) or range(modulus))
    return ("!=", ("%", term, ("n", modulus)), ("n", rest))
