"""One task, run by the `sheaf` of this machine."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

#: The request to the kernel that a process ends with its parent; see prctl(2).
_PR_SET_PDEATHSIG = 1

#: Exit statuses of `sheaf`: there is an answer; the program, the task or an option was refused.
_DONE = 0
_REFUSED = 2


@dataclass(frozen=True)
class Order:
    """What to explore."""

    #: The number of the order; none is given twice.
    number: int
    #: The program and its options, for `sheaf task`.
    words: tuple[str, ...]
    #: The file of the task; None is the start of the program.
    task: bytes | None
    #: What clang makes of the program, if a task has compiled it.
    compiled: bytes | None
    #: Seconds to explore.
    budget: float
    #: Seconds after which even a turn of a state is cancelled; with those for loading the program.
    time: float


@dataclass(frozen=True)
class Answered:
    """A task has been explored."""

    #: The file of the answer.
    answer: bytes
    #: Who has explored it.
    worker: str
    #: Wall-clock seconds that it took, with loading the program.
    seconds: float
    #: What clang has made of the program, for other tasks; None if this one was given it, or if
    #: the program is not C.
    compiled: bytes | None = None


@dataclass(frozen=True)
class Refused:
    """The program, the task or an option is not accepted: trying again is of no use."""

    message: str
    worker: str


@dataclass(frozen=True)
class Died:
    """The process, its worker or its node has died."""

    how: str


Result = Answered | Refused | Died


def run(order: Order, sheaf: str) -> Result:
    """Runs `sheaf task`. It ends with this process."""
    worker = f"{socket.gethostname()}/{os.getpid()}"
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sheaf-") as folder:
        answer = Path(folder, "answer.json")
        command = [sheaf, "task", "--answer", str(answer)]
        command += ["--budget", seconds(order.budget), "--time", seconds(order.time)]
        compiled = Path(folder, "compiled")
        command += ["--compiled", str(compiled)]
        if order.compiled is not None:
            compiled.write_bytes(order.compiled)
        if order.task is not None:
            task = Path(folder, "task.json")
            task.write_bytes(order.task)
            command += ["--paths", str(task)]
        try:
            done = subprocess.run(
                [*command, *order.words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                preexec_fn=_end_with_parent,
            )
        except OSError as error:
            return Refused(f"{sheaf}: {error.strerror}", worker)
        message = done.stderr.decode(errors="replace").strip()
        if done.returncode == _REFUSED:
            return Refused(message, worker)
        if done.returncode != _DONE:
            return Died(f"status {done.returncode}: {message.splitlines()[-1:]}")
        try:
            content = answer.read_bytes()
        except OSError as error:
            return Died(f"its answer cannot be read: {error.strerror}")
        is_new = order.compiled is None and compiled.exists()
        new = compiled.read_bytes() if is_new else None
    return Answered(content, worker, time.monotonic() - start, new)


def seconds(time: float) -> str:
    """A duration for the command line of `sheaf`, which has none of 0."""
    return f"{max(time, 1e-6):.6f}s"


_libc = ctypes.CDLL(None)


def _end_with_parent() -> None:
    """In a new process: it is killed when the thread that has started it ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
