"""The microc thesis: its experiments on random programs (section 6.3)."""

import subprocess

import thesis_figures as published
from bench import explored, runner, said, total
from charts import bars
from measure import SHEAF
from page import Figure, Paper, Table

# The sets of tables 6.1, and of 6.7 to 6.15: parameters of the generator.
SHAPES = {
    "small": ["--max-depth", "3", "--max-top-statements", "10", "--max-block-statements", "5"],
    "medium": ["--max-depth", "4", "--max-top-statements", "10", "--max-block-statements", "10"],
    "large": ["--max-depth", "5", "--max-top-statements", "20", "--max-block-statements", "10"],
}
FIRST = [
    "--while-loop-probability",
    "0.15",
    "--for-loop-probability",
    "0.10",
    "--divisions",
    "false",
]
SECOND = [
    "--for-loop-probability",
    "0.15",
    "--while-loop-probability",
    "0.10",
    "--divisions",
    "true",
]
# What the thesis leaves to future work: several techniques at once.
COMBINED = {
    "summaries, subsume": ["--summarize-loops", "--subsume"],
    "summaries, lattice": ["--summarize-loops", "--merge", "lattice"],
    "subsume, lattice": ["--subsume", "--merge", "lattice"],
    "summaries, cdse": ["--summarize-loops", "--explore", "cdse"],
    "summaries, multise": ["--summarize-loops", "--explore", "multise"],
    "default": [],
}


def paper(bench):
    limit = bench.pick(1, 10)
    result = Paper(
        "thesis",
        "Microc thesis: searchers, merging, subsumption, loop summaries",
        [
            "Random microc programs of `sheaf generate` with the thesis' parameters; the thesis' "
            f"own programs are not published. At most {limit} s of user time for each program, "
            "where the thesis "
            "has 30 s. "
            f"{bench.pick(f'A set has {sizes(bench)} programs, where the thesis has 50. ', '')}Exploration "
            "stops at the first failure. Path coverage is the number of completed paths; what a "
            "merged state stands for is not counted. Published figures are for all programs of a "
            "set.",
        ],
    )
    result.parts += [
        *estimates(bench, limit),
        *limits(bench, limit),
        *searches(bench, limit, "small", published.SMALLER_POLICIES, published.SMALLER, 7),
    ]
    result.parts += searches(bench, limit, "large", published.LARGER_POLICIES, published.LARGER, 11)
    final(bench, limit, result)
    return result


def sizes(bench):
    return bench.pick(4, 50)


def programs(bench, shape, options, count, label):
    """Random programs of a shape."""

    def write(target, seed):
        text = subprocess.run(
            [SHEAF, "generate", *SHAPES[shape], *options, "--seed", str(seed)],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        target.write_text(text)

    return [
        bench.made(
            f"thesis/{label}-{shape}-{seed}.uc", lambda target, seed=seed: write(target, seed)
        )
        for seed in range(count)
    ]


def estimates(bench, limit):
    """Tables 6.2 and 6.3."""
    count = sizes(bench)
    late, time = (
        Table(
            f"Table 6.{number}: {what}",
            [
                "programs",
                *(
                    f"{it}, {whose}"
                    for it in ("recursive", "lattice")
                    for whose in ("thesis", "Sheaf")
                ),
            ],
            [],
        )
        for number, what in (
            (2, "timeouts of the estimates of later queries"),
            (3, "milliseconds of the estimates, for one program"),
        )
    )
    for shape in SHAPES:
        files = programs(bench, shape, FIRST, count, "first")
        cells, times = [shape], [shape]
        for kind in ("recursive", "lattice"):
            rows = of_files(
                bench,
                files,
                ["thesis", "estimate", shape, kind],
                lambda file, kind=kind: estimate(file, kind, limit),
            )
            theirs = published.ESTIMATES[shape][kind]
            cells += [f"{theirs[0]} of 50", f"{sum(row['cut'] for row in rows)} of {count}"]
            times += [theirs[1] / 50, 1000 * total(rows, "seconds") / count]
        late.rows.append(cells)
        time.rows.append(times)
    time.notes.append(
        "Sheaf's times are those of `sheaf show --query-costs`, with the start of the process (some "
        "30 ms)."
    )
    return [late, time]


def estimate(file, kind, limit):
    outcome, seconds = said(
        ["show", "--query-costs", "--estimate", kind, "--format", "json", file], limit
    )
    return {"seconds": seconds, "cut": outcome is None}


def paths(bench, files, options, limit, key):
    """The rows of some programs explored in one way."""
    return of_files(
        bench, files, key, lambda file: explored(file, ["--stop-after", "1", *options], limit)
    )


def of_files(bench, files, key, measure):
    """The rows of some programs, by their names."""
    by_name = {file.name: file for file in files}
    names = [(name,) for name in by_name]
    return list(bench.measured(key, names, lambda name: measure(by_name[name])).values())


def limits(bench, limit):
    """Tables 6.4 to 6.6."""
    count, some = sizes(bench), bench.pick(2, 20)
    files = {shape: programs(bench, shape, FIRST, count, "first") for shape in ("medium", "large")}

    def lattice(shape, figures, number):
        table = Table(
            f"Table 6.{number}: paths by `--limit-cost`, lattice, breadth first, {shape} programs",
            ["limit", "thesis, 50 programs", f"Sheaf, {count} programs", "undecided"],
            [],
        )
        for cost, theirs in figures.items():
            rows = paths(
                bench,
                files[shape],
                ["--merge", "lattice", "--search", "bfs", "--limit-cost", str(cost)],
                limit,
                ["thesis", "lattice", shape, cost],
            )
            table.rows.append(
                [
                    str(cost),
                    theirs,
                    total(rows, "paths"),
                    sum(row["verdict"] == "incomplete" for row in rows),
                ]
            )
        return table

    table = Table(
        "Table 6.5: paths by `--limit-cost` and `--kappa`, recursive, breadth first, medium "
        f"programs: thesis (50 programs) / Sheaf ({some})",
        ["limit", *(f"kappa {kappa}" for kappa in published.KAPPAS)],
        [],
    )
    for cost, figures in published.RECURSIVE_PATHS.items():
        cells = [str(cost)]
        for kappa, theirs in zip(published.KAPPAS, figures):
            options = [
                "--merge",
                "recursive",
                "--search",
                "bfs",
                "--limit-cost",
                str(cost),
                "--kappa",
                str(kappa),
            ]
            rows = paths(
                bench,
                files["medium"][:some],
                options,
                limit / 2,
                ["thesis", "recursive", cost, kappa],
            )
            cells.append(f"{theirs:,} / {total(rows, 'paths'):,}")
        table.rows.append(cells)
    table.notes.append(
        f"Half the time for each program ({limit / 2} s). The thesis does not say which of its sets "
        "tables 6.4 and 6.5 are about; here they are the medium programs."
    )
    return [
        lattice("medium", published.LATTICE_PATHS, 4),
        table,
        lattice("large", published.LATTICE_PATHS_LARGE, 6),
    ]


def searches(bench, limit, shape, policies, figures, number):
    """Tables 6.7 to 6.10, and 6.11 to 6.15: searchers and policies of merging."""
    count = bench.pick(3, 50 if shape == "small" else 20)
    files = programs(bench, shape, SECOND, count, "second")
    found = {}
    for search in published.SEARCHES:
        for policy in policies:
            # `--limit-cost 2` and `--kappa 10`, as in the thesis, are the defaults.
            options = ["--search", search, "--merge", policy, "--strategy", "plain"]
            found[search, policy] = paths(
                bench, files, options, limit / 2, ["thesis", shape, search, policy]
            )
    whole = f"thesis (50 programs) / Sheaf ({count})"
    measures = {
        "paths": ("path coverage", lambda rows: total(rows, "paths")),
        "errors": (
            "programs with a failure",
            lambda rows: sum(row["verdict"] == "bug" for row in rows),
        ),
        "ms": ("milliseconds", lambda rows: round(1000 * total(rows, "seconds"))),
        "timeouts": (
            "undecided programs",
            lambda rows: sum(row["verdict"] == "incomplete" for row in rows),
        ),
    }
    tables = []
    for at, (name, (title, measure)) in enumerate(measures.items()):
        rows = [
            [
                search,
                *(
                    f"{theirs:,} / {measure(found[search, policy]):,}"
                    for policy, theirs in zip(policies, figures[name][search])
                ),
            ]
            for search in published.SEARCHES
        ]
        tables.append(
            Table(
                f"Table 6.{number + at}: {title}, {'smaller' if shape == 'small' else 'larger'} "
                f"programs: {whole}",
                ["search", *policies],
                rows,
            )
        )
    if shape == "large":
        rows = []
        for search in published.SEARCHES:
            sums = [
                theirs + more
                for theirs, more in zip(figures["errors"][search], figures["timeouts"][search])
            ]
            ours = [
                sum(row["verdict"] != "safe" for row in found[search, policy])
                for policy in policies
            ]
            rows.append([search, *(f"{theirs} / {it}" for theirs, it in zip(sums, ours))])
        tables.append(
            Table(
                f"Table 6.15: undecided, or with a failure: {whole}",
                ["search", *policies],
                rows,
                [
                    "The thesis' text has 20 larger programs, its tables up to 44 that were "
                    "undecided or failed, so there must be 50. Its table 6.15 leaves out `random`."
                ],
            )
        )
    tables[-1].notes.append(f"{limit / 2} s for each program, `--strategy plain`.")
    return tables


def final(bench, limit, result):
    """Tables 6.17 to 6.20, and combinations of techniques."""
    script = runner("thesis/run")
    count = bench.pick(4, 50)
    folder = bench.made(
        "thesis/sets",
        lambda target: subprocess.run(
            [SHEAF, "generate", "--sets", target], check=True, stdout=subprocess.DEVNULL
        ),
    )
    kinds = [f"{kind}-{group}" for group in script.GROUPS for kind in script.SETS]
    ways = script.WAYS | COMBINED
    found = {}
    for way, options in ways.items():
        for kind in kinds:
            found[way, kind] = paths(
                bench,
                [folder / kind / f"{number:02}.uc" for number in range(count)],
                options,
                limit,
                ["thesis", "final", way, kind],
            )
    for number, way in ((17, "plain"), (18, "merge"), (19, "subsume"), (20, "summaries")):
        result.parts.append(final_table(script, found, kinds, way, number, count))
    result.parts.append(combinations(script, found, ways, count, kinds))
    result.parts.append(undecided_plot(script, found, count))
    result.summary = sentences(script, found, count, contradictions(found, ways, kinds))


def final_table(script, found, kinds, way, number, count):
    columns = [
        "set",
        "paths, thesis",
        "Sheaf",
        "seconds each, thesis",
        "Sheaf",
        "undecided of 50, thesis",
        f"of {count}, Sheaf",
        "failures of 50, thesis",
        f"of {count}, Sheaf",
    ]
    table = Table(f"Table 6.{number}: `{' '.join(script.WAYS[way])}`", columns, [])
    coverage, times = published.FINAL[way]
    undecided, failures = script.PUBLISHED[way]
    for at, kind in enumerate(kinds):
        rows = found[way, kind]
        table.rows.append(
            [
                kind,
                coverage[at],
                total(rows, "paths"),
                times[at] / 50000,
                total(rows, "seconds") / count,
                undecided[at],
                sum(row["verdict"] == "incomplete" for row in rows),
                failures[at],
                sum(row["verdict"] == "bug" for row in rows),
            ]
        )
    return table


def share(script, found, way, group, verdict):
    """How many of a hundred programs of a group have a verdict."""
    rows = [row for kind in script.SETS for row in found[way, f"{kind}-{group}"]]
    return 100 * sum(row["verdict"] == verdict for row in rows) / len(rows)


def combinations(script, found, ways, count, kinds):
    columns = [
        "way",
        *(f"undecided %, {group}" for group in script.GROUPS),
        "failures %, t-t",
        "seconds of all",
    ]
    table = Table("Combinations of techniques, which the thesis leaves to future work", columns, [])
    for way in ways:
        time = sum(total(found[way, kind], "seconds") for kind in kinds)
        table.rows.append(
            [
                way,
                *(share(script, found, way, group, "incomplete") for group in script.GROUPS),
                share(script, found, way, "t-t", "bug"),
                time,
            ]
        )
    table.notes.append(
        "Groups by whether errors are injected (`t-`), and whether there are divisions (`-t`)."
    )
    return table


def undecided_plot(script, found, count):
    rows = []
    for way in ("plain", "merge", "subsume", "summaries"):
        for at, group in enumerate(script.GROUPS):
            theirs = sum(script.PUBLISHED[way][0][6 * at : 6 * at + 6]) / 3
            rows.append(
                (f"{way}, {group}", [theirs, share(script, found, way, group, "incomplete")])
            )
    return Figure(
        "Undecided programs in percent",
        bars(["thesis", "Sheaf"], rows, "percent of the programs, logarithmic; no bar is none"),
    )


def contradictions(found, ways, kinds):
    """Programs on which two ways contradict each other."""
    wrong = []
    for kind in kinds:
        for at, rows in enumerate(zip(*(found[way, kind] for way in ways))):
            if len({row["verdict"] for row in rows} - {"incomplete"}) > 1:
                wrong.append(f"{kind}/{at:02}")
    return wrong


def sentences(script, found, count, wrong):
    def line(way, title):
        ours = [share(script, found, way, group, "incomplete") for group in script.GROUPS]
        theirs = [sum(script.PUBLISHED[way][0][6 * at : 6 * at + 6]) / 3 for at in range(3)]
        pairs = ", ".join(f"{it:.0f} % ({other:.0f} %)" for it, other in zip(ours, theirs))
        return (
            f"{title}: undecided of the sets without errors, with errors, and with divisions only "
            f"{pairs}; in brackets the thesis, after 30 s."
        )

    titles = {
        "plain": "Plain exploration",
        "merge": "Merging",
        "subsume": "Subsumption",
        "summaries": "Loop summaries",
    }
    default = ", ".join(
        f"{share(script, found, 'default', group, 'incomplete'):.0f} %" for group in script.GROUPS
    )
    verdict = (
        f"THE VERDICTS DIFFER on {', '.join(wrong)}."
        if wrong
        else f"No two of the ways contradict each other on any of the {18 * count} programs."
    )
    return [
        *(line(way, title) for way, title in titles.items()),
        f"The default leaves {default} undecided.",
        verdict,
    ]
