"""Hands out tasks until nothing is left.

What a task leaves waits to be handed out again, in as many parts as there are workers for. A task
whose worker dies is handed out again in halves; a path whose worker dies twice is left out. Answers
are kept in a folder, for `sheaf conclude`, which accounts for all paths and gives the verdict: a
mistake made here can lose work, but makes no program safe.
"""

from __future__ import annotations

import json
import math
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sheaf_ray.paths import Paths
from sheaf_ray.pool import Pool
from sheaf_ray.task import Answered, Died, Order, Refused, Result

#: The shortest budget of a task, in seconds: loading a program takes about a tenth of a second.
LEAST_BUDGET = 0.4
#: The part of the time so far that a task takes, so that what is left is divided soon.
PART_OF_TIME = 0.25
#: How many parts wait for each worker, if there are as many paths.
PARTS_EACH = 2
#: The largest number of paths in one task.
MOST_PATHS = 1000
#: How many tasks are submitted ahead, for each worker, so that none waits for the next one.
AHEAD = 1 / 8
#: How often a path is begun before it is left out.
MOST_ATTEMPTS = 2
#: How long a task may take to load its program, in seconds. A task that has no time for that would
#: refuse the program, as if it were wrong.
LOADING = 60.0
#: How long tasks may take to answer after the time is over, in seconds.
GRACE = 3.0
#: The longest wait for results before progress is shown, in seconds.
PATIENCE = 0.2


class Refusal(Exception):
    """The program, a task or an option is not accepted."""


@dataclass(frozen=True)
class Limits:
    """When an exploration ends early."""

    #: Seconds in total.
    time: float
    #: Seconds of one task, at most.
    budget: float
    #: The number of failures.
    failures: int | None


@dataclass
class Status:
    """How an exploration stands."""

    elapsed: float = 0.0
    nodes: int = 0
    running: int = 0
    #: Paths that wait to be handed out.
    waiting: int = 0
    #: Paths that were completed.
    paths: int = 0
    findings: int = 0
    answers: int = 0
    #: Tasks whose worker has died.
    died: int = 0


@dataclass(frozen=True)
class Ending:
    """The end of an exploration."""

    #: Why paths were not explored, as `sheaf conclude --because` has it.
    because: list[str]
    #: Seconds.
    elapsed: float


@dataclass(frozen=True)
class _Batch:
    """Paths of one task; None is the start of the program."""

    paths: Paths | None
    #: How often workers have died of it, if it is a single path.
    attempts: int = 0

    def ids(self) -> list[int]:
        return [0] if self.paths is None else self.paths.ids


@dataclass(frozen=True)
class _Running:
    batch: _Batch
    #: Seconds since the start of the exploration.
    begun: float


@dataclass
class _News:
    """What was found so far, for further tasks."""

    failures: dict[str, Any] = field(default_factory=dict)
    executed: dict[str, Any] = field(default_factory=dict)

    def add(self, news: dict[str, Any]) -> None:
        for failure in news["failures"]:
            self.failures[json.dumps(failure)] = failure
        for mark in news["executed"]:
            self.executed[json.dumps(mark)] = mark

    def to_json(self) -> dict[str, Any]:
        return {
            "failures": list(self.failures.values()),
            "executed": list(self.executed.values()),
        }


class Coordinator:
    """One exploration."""

    def __init__(
        self,
        pool: Pool,
        words: list[str],
        folder: Path,
        limits: Limits,
        show: Callable[[Status], None] = lambda status: None,
    ) -> None:
        """`words` are the program and its options; answers are kept in `folder`."""
        self._pool = pool
        self._words = tuple(words)
        self._folder = folder
        self._limits = limits
        self._show = show
        self._queue: deque[_Batch] = deque([_Batch(None)])
        self._running: dict[int, _Running] = {}
        self._about: Any = None
        self._compiled: bytes | None = None
        self._news = _News()
        self._orders = 0
        self._lost = False
        self._start = pool.now()
        self.status = Status()

    def explore(self) -> Ending:
        """Explores until nothing is left, a limit is reached, or the user interrupts.

        Raises Refusal if the program, a task or an option is not accepted, and OSError if answers
        cannot be kept.
        """
        because: list[str] = []
        try:
            while self._queue or self._running:
                if self._elapsed() >= self._limits.time:
                    because.append("time-limit")
                    self._await_last()
                    break
                if self._is_enough():
                    break
                self._hand_out()
                left = self._limits.time - self._elapsed()
                self._listen(min(PATIENCE, max(left, 0.0)))
        except KeyboardInterrupt:
            because.append("interrupted")
        finally:
            self._pool.stop()
        if self._lost:
            because.append("worker-died")
        return Ending(because, self._elapsed())

    def _elapsed(self) -> float:
        return self._pool.now() - self._start

    def _is_enough(self) -> bool:
        most = self._limits.failures
        return most is not None and len(self._news.failures) >= most

    def _hand_out(self) -> None:
        slots = self._pool.slots()
        most = slots + math.ceil(slots * AHEAD)
        while self._queue and len(self._running) < most:
            budget = self._budget(slots)
            batch = self._queue.popleft()
            begun = self._elapsed()
            self._orders += 1
            order = Order(
                number=self._orders,
                words=self._words,
                task=self._task(batch),
                compiled=self._compiled,
                budget=min(budget, self._limits.time - begun),
                time=self._limits.time - begun + LOADING,
            )
            self._running[order.number] = _Running(batch, begun)
            self._pool.submit(order)

    def _budget(self, slots: int) -> float:
        """Seconds for the next task: few while there is not enough work for all workers."""
        is_poor = len(self._queue) + len(self._running) < slots
        longest = LEAST_BUDGET if is_poor else self._elapsed() * PART_OF_TIME
        return min(self._limits.budget, max(LEAST_BUDGET, longest))

    def _task(self, batch: _Batch) -> bytes | None:
        """The file of a task."""
        if batch.paths is None:
            return None
        task = {"paths": batch.paths.to_json(), "news": [self._news.to_json()]}
        return json.dumps({"about": self._about, "task": task}).encode()

    def _listen(self, timeout: float) -> None:
        for number, result in self._pool.wait(timeout):
            running = self._running.pop(number, None)
            # A second result of one order would be a mistake of the pool, and does not count.
            if running is not None:
                self._note(running, number, result)
        self.status.elapsed = self._elapsed()
        self.status.nodes = self._pool.nodes()
        self.status.running = len(self._running)
        self.status.waiting = sum(len(batch.ids()) for batch in self._queue)
        self.status.findings = len(self._news.failures)
        self._show(self.status)

    def _await_last(self) -> None:
        """The time is over: tasks answer soon."""
        end = self._elapsed() + GRACE
        while self._running and self._elapsed() < end:
            self._listen(PATIENCE)

    def _note(self, running: _Running, number: int, result: Result) -> None:
        match result:
            case Refused(message, worker):
                raise Refusal(f"{message} ({worker})" if self._about else message)
            case Died():
                self._begin_again(running.batch)
            case Answered():
                try:
                    self._enter(running, number, result)
                except (ValueError, KeyError, TypeError):
                    # Cut, or the answer of another task.
                    self._begin_again(running.batch)

    def _enter(self, running: _Running, number: int, result: Answered) -> None:
        """Keeps an answer, and what is left waits.

        Raises ValueError, KeyError or TypeError if it is not the answer of this task.
        """
        content = json.loads(result.answer)
        about, answer = content["about"], content["answer"]
        sealed = answer["result"]
        text = sealed["text"].encode()
        if zlib.crc32(text) != sealed["checksum"]:
            raise ValueError("a damaged result")
        found = json.loads(text)
        left = Paths.of_json(answer["left"])
        if found["given"] != running.batch.ids() or found["left"] != left.ids:
            raise ValueError("the answer of another task")
        if self._about is not None and about != self._about:
            raise ValueError("the answer of another exploration")
        progress = answer["progress"]
        paths = int(progress["paths"])
        run = {"worker": result.worker, "begun": running.begun, "seconds": result.seconds}
        kept = {"about": about, "answer": {"result": sealed}, "run": run}
        news = _News()
        news.add(answer["news"])
        self._keep(number, json.dumps(kept))
        self._about = about
        self._compiled = self._compiled or result.compiled
        self._news.add(answer["news"])
        self.status.answers += 1
        self.status.paths += paths
        self._divide(left)

    def _keep(self, number: int, text: str) -> None:
        """Writes an answer, which appears complete or not at all."""
        partial = self._folder / f"{number:08}.partial"
        partial.write_text(text)
        partial.rename(self._folder / f"{number:08}.json")

    def _divide(self, left: Paths) -> None:
        """What is left of a task waits, in parts."""
        wanted = PARTS_EACH * self._pool.slots() - len(self._queue)
        least = math.ceil(len(left) / MOST_PATHS)
        if len(left) > 0:
            self._queue.extend(map(_Batch, left.split(max(wanted, least, 1))))

    def _begin_again(self, batch: _Batch) -> None:
        """The worker of a task has died: perhaps of one of its paths, which halves will show."""
        self.status.died += 1
        if batch.paths is not None and len(batch.paths) > 1:
            self._queue.extendleft(map(_Batch, batch.paths.split(2)))
        elif batch.attempts + 1 >= MOST_ATTEMPTS:
            self._lost = True
        else:
            self._queue.appendleft(_Batch(batch.paths, batch.attempts + 1))
