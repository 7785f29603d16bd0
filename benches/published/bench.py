"""What measuring a paper needs: limits, folders, rows that are kept, and runs of Sheaf as rows."""

import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import threading
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import measure  # noqa: E402
from measure import ROOT, SHEAF  # noqa: E402
from store import Store  # noqa: E402


def runner(name):
    """A runner of `benches` as a module: its subjects, ways and published figures."""
    loader = importlib.machinery.SourceFileLoader(
        name.replace("/", "_"), str(ROOT / "benches" / name)
    )
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    module.__file__ = loader.path
    keep = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # the file beside it would have no ending either
    sys.modules[loader.name] = module
    loader.exec_module(module)
    sys.dont_write_bytecode = keep
    return module


@dataclass
class Bench:
    """One run of the script."""

    store: Store
    quick: bool
    jobs: int
    subjects: pathlib.Path  # folders with programs of others
    built: pathlib.Path  # programs that were compiled or generated
    lock: threading.Lock = field(default_factory=threading.Lock)

    def pick(self, quick, full):
        return quick if self.quick else full

    def folder(self, name):
        """A folder with programs of others, or `None`."""
        path = self.subjects / name
        return path.resolve() if path.is_dir() else None

    def measured(self, name, keys, measure):
        """Rows by key, a tuple: what `measure` returns for its members, kept below `name`."""
        keys = list(keys)
        wanted = [([*name, *key], lambda key=key: measure(*key)) for key in keys]
        return dict(zip(keys, self.store.all(wanted, self.jobs)))

    def made(self, name, make):
        """A program below `built`, which `make` writes if it is not there."""
        target = self.built / name
        with self.lock:
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                make(target)
        return target

    def compiled(self, name, source, size=0, flags=()):
        """The bitcode of a C program."""
        return self.made(f"{name}.bc", lambda target: measure.build_c(source, target, size, flags))


def explored(program, options, limit):
    """A row of `sheaf check`."""
    ran = measure.check(program, list(map(str, options)), limit)
    stats = ran.stats
    row = {
        "verdict": ran.verdict,
        "seconds": ran.seconds,
        "cut": ran.timeout,
        "paths": ran.paths,
        "instructions": ran.instructions,
    }
    row |= {"findings": ran.findings, "reasons": ran.reasons}
    if stats:
        merging, summaries = stats["merging"], stats["merging"]["summaries"]
        row |= {
            "represented": merging["represented"],
            "bound": merging["bound"],
            "sharing": summaries["sharing"],
            "joined": summaries["joined"],
            "members": summaries["members"],
            "given_up": summaries["given_up"],
            "asked": stats["queries"]["asked"],
            "sent": stats["queries"]["sent"],
            "unknown": unknown(stats),
            "solver": stats["seconds"]["solver"],
            "memory": stats["peak_memory_bytes"],
            "subsumed": stats["paths"]["subsumed"],
            "clauses": stats["learned_clauses"],
        }
    return row


def unknown(stats):
    """Queries that had no answer."""
    return sum(link["unknown"] for link in stats["queries"]["links"])


def decided(row):
    return row["verdict"] in ("safe", "bug")


def seconds(row):
    """The time of a row: as text with a mark if it is only a bound."""
    return (
        f">{row['seconds']:.2f}"
        if row["cut"] or not decided(row) and "time-limit" in row["reasons"]
        else row["seconds"]
    )


def said(words, limit):
    """What a command of Sheaf prints as JSON within a limit of user time, and that time; `None` if
    it was ended."""
    ran = measure.limited([SHEAF, *map(str, words)], limit)
    if not ran.output.strip() and ran.interrupts == 0:
        sys.exit(f"papers: sheaf {' '.join(map(str, words))}: {ran.errors.strip()}")
    try:
        return json.loads(ran.output), ran.seconds
    except json.JSONDecodeError:
        return None, ran.seconds


def total(rows, name):
    return sum(row[name] for row in rows)


def percent(part, whole):
    return 100 * part / max(whole, 1)


def of_lines(rows):
    """Covered lines of all rows in percent."""
    return percent(*(sum(row["lines"][at] for row in rows) for at in (0, 1)))
