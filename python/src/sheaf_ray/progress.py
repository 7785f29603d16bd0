"""The progress line."""

from __future__ import annotations

import time
from typing import TextIO

from sheaf_ray.coordinator import Status

#: Seconds between two lines.
_INTERVAL = 0.2
#: Returns to the start of the line, and erases it.
_ERASE = "\r\x1b[K"


class Progress:
    """A line that shows how an exploration stands, on a terminal."""

    def __init__(self, out: TextIO, wanted: bool) -> None:
        self._out = out
        self._wanted = wanted and out.isatty()
        self._shown = 0.0
        self._is_there = False

    def show(self, status: Status) -> None:
        """Replaces the line, but not too often."""
        now = time.monotonic()
        if self._wanted and now - self._shown >= _INTERVAL:
            self._shown = now
            self._is_there = True
            self._out.write(_ERASE + line(status))
            self._out.flush()

    def clear(self) -> None:
        """Removes the line."""
        if self._is_there:
            self._out.write(_ERASE)
            self._out.flush()


def line(status: Status) -> str:
    """How an exploration stands."""
    nodes = _number(status.nodes, "node")
    parts = [
        f"{status.elapsed:.0f} s",
        f"{_number(status.running, 'task')} on {nodes}",
        f"{_number(status.answers, 'answer')}",
        _number(status.paths, "path"),
        f"{status.waiting} waiting",
    ]
    if status.findings:
        parts.append(_number(status.findings, "failure"))
    if status.died:
        parts.append(f"{_number(status.died, 'task')} died")
    return ", ".join(parts)


def _number(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
