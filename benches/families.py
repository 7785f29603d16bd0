"""Programs of the folders, by family: what the runners that compare options explore."""

import pathlib
import subprocess
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "cdse"))
from measure import ROOT, SHEAF, build_c  # noqa: E402
from programs import driver, machine  # noqa: E402

# The sizes of the programs that have one and no table of sizes.
MERGE_SIZE = 10


@dataclass
class Program:
    """A program, and how it is explored."""

    name: str
    file: pathlib.Path
    options: list
    goal: bool = False  # look for the function `target`


def compiled(folder, source, size=0):
    target = folder / f"{source.parent.parent.name}-{source.stem}.bc"
    build_c(source, target, size)
    return target


def plain(folder, _count):
    for source in sorted((ROOT / "benches/plain").glob("*.c")):
        yield Program(source.stem, compiled(folder, source), [])


def merge(folder, _count):
    for source in sorted((ROOT / "benches/merge").glob("*.c")):
        yield Program(source.stem, compiled(folder, source, MERGE_SIZE), [])


def multise(folder, _count):
    """At one input fewer than what plain exploration finishes in 20 s."""
    for line in (ROOT / "benches/multise/sizes").read_text().splitlines():
        if line and not line.startswith("#"):
            name, size, *_ = line.split()
            source = ROOT / f"benches/multise/c/{name}.c"
            yield Program(name, compiled(folder, source, int(size) - 1), [])


def cdse(folder, count):
    """Until the first failure."""
    for shape, size in ((machine, 24), (driver, 30)):
        for seed in range(count):
            source = folder / f"{shape.__name__}-{seed}.c"
            source.write_text(shape(seed, size))
            yield Program(source.stem, compiled(folder, source), ["--property", "unreach-call", "--stop-after", "1"])


def thesis(folder, count):
    subprocess.run([SHEAF, "generate", "--sets", str(folder / "sets")], check=True, stdout=subprocess.DEVNULL)
    for number in range((count + 2) // 3):
        for kind in sorted((folder / "sets").iterdir()):
            yield Program(f"{kind.name}/{number}", kind / f"{number:02}.uc", ["--stop-after", "1"])


def reach(folder, _count):
    for source in sorted((ROOT / "benches/reach/c").glob("*.c")):
        yield Program(source.stem, compiled(folder, source), ["--target", "target"], goal=True)


FAMILIES = {family.__name__: family for family in (plain, merge, multise, cdse, thesis, reach)}
