"""What the runners in Python share: building a program, running `sheaf check` on it, and summing
up."""

import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHEAF = os.environ.get("SHEAF", str(ROOT / "target/release/sheaf"))

# The shortest time that is told apart from none, in seconds.
SHORTEST = 0.01


@dataclass
class Run:
    """One run of `sheaf check`."""

    verdict: str
    seconds: float  # user time of the process
    paths: int
    instructions: int
    findings: list  # pairs of kind and line, sorted
    timeout: bool  # cut off, as a whole or in one query
    reasons: list  # kinds of reasons
    stats: dict = field(default_factory=dict)  # as JSON has them; empty if the process was ended

    def shown(self):
        """The time in words, with a mark where it is only a bound."""
        return (">" if self.timeout else "") + f"{self.seconds:.2f}"


def need_sheaf():
    """Ends the script if there is no program to measure."""
    if not os.access(SHEAF, os.X_OK):
        sys.exit(f"bench: {SHEAF} is missing: make build")


def build_c(source, target, size, more=()):
    """Compiles a C program for a size `N` to bitcode, so that clang's time is not measured."""
    flags = "-c -emit-llvm -g -O0 -Xclang -disable-O0-optnone -w".split()
    include = f"-I{ROOT / 'runtime/include'}"
    subprocess.run(["clang-19", *flags, *more, include, f"-DN={size}", "-o", str(target), str(source)], check=True)


def build_microc(source, target, size):
    """Copies a microc program with another result of its function `size`."""
    text, count = re.subn(r"size\(\) \{ return \d+; \}", f"size() {{ return {size}; }}", source.read_text())
    if count != 1:
        sys.exit(f"bench: {source} has no function of the form `size() {{ return 5; }}`")
    target.write_text(text)


def build_javascript(source, target, size):
    """Copies a JavaScript program with another value of its constant `N`."""
    text, count = re.subn(r"^const N = \d+;", f"const N = {size};", source.read_text(), flags=re.M)
    if count != 1:
        sys.exit(f"bench: {source} has no line of the form `const N = 5;`")
    target.write_text(text)


def user_time(process):
    """The user time that a process has had so far, in seconds."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


@dataclass
class Limited:
    """A process that had a limit."""

    output: str
    errors: str
    status: int
    seconds: float  # user time
    interrupts: int  # how often it was told to end


def limited(command, limit, folder=None):
    """Runs a command for at most `limit` seconds of user time: on a busy machine a clock on the
    wall says little."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=output, stderr=errors, cwd=folder)
        ended, interrupts = 0, 0
        while not ended:
            time.sleep(0.01)
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if not ended and user_time(process.pid) > limit * (1 + interrupts):
                # The first interrupt ends the search with what it has, a second one the process.
                os.kill(process.pid, signal.SIGINT)
                interrupts += 1
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return Limited(output.read(), errors.read(), process.returncode, usage.ru_utime, interrupts)


def check(program, options, limit):
    """Explores a program with these options for at most `limit` seconds of user time."""
    command = [SHEAF, "check", "--json", "-j", "1", "--time", "10h", "--solver-time", f"{limit}s", *options, str(program)]
    ran = limited(command, limit)
    try:
        outcome = json.loads(ran.output)
    except json.JSONDecodeError:
        if ran.interrupts > 1:
            return Run("incomplete", ran.seconds, 0, 0, [], True, ["interrupted"])
        sys.exit(f"bench: {' '.join(command)} ends with status {ran.status}: {ran.errors.strip()}")
    reasons = sorted({reason["kind"] for reason in outcome["reasons"]})
    stats = outcome["stats"]
    return Run(
        verdict=outcome["verdict"],
        seconds=max(ran.seconds, SHORTEST),
        paths=stats["paths"]["completed"],
        instructions=stats["instructions"],
        findings=sorted((finding["kind"], finding["line"]) for finding in outcome["findings"]),
        timeout=bool({"interrupted", "solver-unknown"} & set(reasons)),
        reasons=reasons,
        stats=stats,
    )


@dataclass
class Verdict:
    """What `sheaf check` says of a program, in short."""

    verdict: str  # or `refused`: bad input
    seconds: float  # user time
    detail: str  # kinds of findings or reasons, or why it was refused
    bounds: list = field(default_factory=list)  # inputs up to which `safe` holds


def verdict(words, limit):
    """The verdict of `sheaf check` on these options and files within `limit` seconds of user
    time."""
    ran = limited([SHEAF, "check", "--json", "-j", "1", "--time", f"{10 * limit:.0f}s", *words], limit)
    try:
        outcome = json.loads(ran.output)
    except json.JSONDecodeError:
        if ran.interrupts > 1:
            return Verdict("incomplete", ran.seconds, "interrupted")
        return Verdict("refused", ran.seconds, ran.errors.strip()[:300].replace("\n", " "))
    found = {entry["kind"] for entry in outcome["findings"] + outcome["reasons"]}
    return Verdict(outcome["verdict"], ran.seconds, ", ".join(sorted(found)), outcome["bounds"])


def geometric_mean(numbers):
    """The geometric mean of positive numbers; not a number if there are none."""
    numbers = list(numbers)
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan
