"""Indexify: Barr, Clark, Harman, Marginean ("Indexing Operators to Extend the Reach of Symbolic
Execution"), on coreutils, BugBench and fdlibm."""

import indexify_bugs
import indexify_coreutils
import indexify_fdlibm
from page import Paper

PARTS = {
    "coreutils": (indexify_coreutils, "tables 1 and 2 and figures 7 and 8 are"),
    "bugbench": (indexify_bugs, "table 3 is"),
    "fdlibm": (indexify_fdlibm, "table 4 is"),
}


def paper(bench):
    result = Paper(
        "indexify",
        "Indexify: indexed operators",
        [
            "`drop` is the paper's semantics: `--index strings --index-outside drop`, a path ends "
            "where a value is outside of the index. `index` goes on with general values there. "
            "Coverage is that of the suites of `sheaf test`, of branches and lines in the tool's own "
            "file; the paper counts branches and instructions of LLVM's code, with the library's.",
        ],
    )
    for folder, (part, what) in PARTS.items():
        if bench.folder(folder):
            part.add(bench, result)
        else:
            result.about.append(f"There is no folder `{folder}`, so {what} left out.")
    return result
