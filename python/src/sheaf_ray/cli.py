"""The command `sheaf-ray`."""

from __future__ import annotations

import argparse
import math
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn, TypeVar

from sheaf_ray import units
from sheaf_ray.coordinator import Coordinator, Ending, Limits, Refusal
from sheaf_ray.progress import Progress
from sheaf_ray.task import seconds

#: The exit status for wrong usage and bad input, as that of `sheaf`.
BAD_INPUT = 2

_DESCRIPTION = """\
Explores a program on a Ray cluster, path by path, and reports as `sheaf check` does. All other
options are those of `sheaf check`."""

Value = TypeVar("Value", float, int)


class UserError(Exception):
    """Wrong usage or bad input."""


class _Parser(argparse.ArgumentParser):
    """Errors are those of this program, in one line."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}; see `sheaf-ray check --help`")


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command line without the program's name, and returns the exit status."""
    try:
        return _check(list(sys.argv[1:] if words is None else words))
    except UserError as error:
        print(f"sheaf-ray: error: {error}", file=sys.stderr)
        return BAD_INPUT


def _check(words: list[str]) -> int:
    if words[:1] == ["check"]:
        words = words[1:]
    elif not {"-h", "--help"} & set(words[:1]):
        raise UserError("the command is `check`; see `sheaf-ray --help`")
    options, program = _parse(words)
    with tempfile.TemporaryDirectory(prefix="sheaf-ray-") as temporary:
        folder = options.keep_answers or Path(temporary)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.glob("*.json")):
                raise UserError(f"{folder}: has answers of another exploration")
            with _output_for_errors():
                ending = _explore(options, program, folder)
        except OSError as error:
            raise UserError(f"{error.filename or folder}: {error.strerror}") from error
        return _conclude(options, program, folder, ending)


def _parse(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options of this command, and the words for `sheaf`."""
    parser = _Parser("sheaf-ray check", description=_DESCRIPTION, allow_abbrev=False)
    add = parser.add_argument
    add("--address", help="the Ray cluster: `auto` or HOST:PORT [default: a new one, local]")
    add("--cpus", type=_count, metavar="N", help="tasks at a time [default: all processors]")
    budget = "the longest time of one task [default: 5s]"
    add("--budget", type=_quantity(units.duration), default=5.0, metavar="TIME", help=budget)
    time = "total time [default: 60s]"
    add("--time", type=_quantity(units.duration), default=60.0, metavar="TIME", help=time)
    memory = "memory of one task [default: 1GiB]"
    add("--memory", type=_quantity(units.size), default=2**30, metavar="SIZE", help=memory)
    add("--stop-after", type=_count, metavar="N", help="stop after this number of failures")
    upload = "copy this folder to the nodes, and run tasks in it [default: all nodes have it]"
    add("--upload", type=Path, metavar="DIR", help=upload)
    add("--keep-answers", type=Path, metavar="DIR", help="keep the answers of tasks in DIR")
    add("--sheaf", default="sheaf", metavar="PATH", help="the program on each node")
    add("--json", action="store_true", help="print one JSON object and nothing else")
    add("--quiet", action="store_true", help="print the verdict only")
    # What follows `--` is for clang.
    end = words.index("--") if "--" in words else len(words)
    options, program = parser.parse_known_args(words[:end])
    program += words[end:]
    return options, program


def _explore(options: argparse.Namespace, program: list[str], folder: Path) -> Ending:
    # Ray takes a second to load, which mistakes on the command line should not.
    from sheaf_ray.cluster import RayPool

    try:
        pool = RayPool(
            options.address, options.sheaf, options.memory, options.cpus, options.upload
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UserError(f"Ray: {error}") from error
    try:
        # Ray has a handler of its own, which ends the process at once.
        signal.signal(signal.SIGTERM, _interrupt)
        if pool.slots() == 0:
            raise UserError("--memory: no node has so much for one task")
        words = [*_limits_of_tasks(options), *program]
        limits = Limits(options.time, options.budget, options.stop_after)
        progress = Progress(sys.stderr, not options.quiet and not options.json)
        coordinator = Coordinator(pool, words, folder, limits, progress.show)
        try:
            return coordinator.explore()
        except Refusal as refusal:
            raise UserError(str(refusal).removeprefix("sheaf: error: ")) from refusal
        finally:
            progress.clear()
    finally:
        # The result is there: another interrupt must not prevent the report.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        pool.close()


@contextmanager
def _output_for_errors() -> Iterator[None]:
    """What Ray prints goes to standard error: standard output is for the result."""
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(output, 1)
        os.close(output)


def _limits_of_tasks(options: argparse.Namespace) -> list[str]:
    words = ["--memory", str(options.memory)]
    return words + _stop_after(options)


def _stop_after(options: argparse.Namespace) -> list[str]:
    return [] if options.stop_after is None else ["--stop-after", str(options.stop_after)]


def _conclude(
    options: argparse.Namespace, program: list[str], folder: Path, ending: Ending
) -> int:
    """Has `sheaf` report what all answers say, and returns its exit status."""
    command = [options.sheaf, "conclude", "--answers", str(folder)]
    command += ["--elapsed", seconds(ending.elapsed), "--time", seconds(options.time)]
    command += _stop_after(options)
    if ending.because:
        command += ["--because", ",".join(ending.because)]
    command += ["--json"] if options.json else []
    command += ["--quiet"] if options.quiet else []
    try:
        return subprocess.run([*command, *program]).returncode
    except OSError as error:
        raise UserError(f"{options.sheaf}: {error.strerror}") from error


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not a positive number")
    return int(text)


def _quantity(parse: Callable[[str], Value]) -> Callable[[str], Value]:
    def quantity(text: str) -> Value:
        try:
            value = parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error
        if not math.isfinite(value):
            raise argparse.ArgumentTypeError(f"`{text}` is too large")
        return value

    return quantity
