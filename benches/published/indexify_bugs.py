"""Indexify on four programs of BugBench."""

import dataclasses
import pathlib

from bench import runner
from page import Table

# Table 3: whether KLEE and Indexify reach the bug in five hours.
TABLE_3 = {
    "ncompress": ("no", "yes"),
    "gzip": ("no", "no"),
    "man": ("no", "yes"),
    "polymorph": ("yes", "yes"),
}


def add(bench, result):
    """Table 3."""
    script = runner("real/bugbench")
    limit = bench.pick(20, 300)
    script.BUILD.mkdir(parents=True, exist_ok=True)
    ways = {"plain": ["--strategy", "plain"], "index": ["--index", "strings"], "default": []}
    subjects = {it.name: it for it in script.subjects(bench.folder("bugbench"))}
    keys = [(name, way) for name in subjects for way in ways]
    rows = bench.measured(
        ["indexify", "bug"],
        keys,
        lambda name, way: looked_for(bench, script, subjects[name], way, ways[way], limit),
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
    result.parts.append(table)


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
