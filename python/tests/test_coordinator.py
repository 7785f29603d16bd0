"""The coordinator, with workers that do not always do what they should."""

from __future__ import annotations

import json
import subprocess
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import FAILING, SHEAF, counting, plain, result, write

from sheaf_ray import task
from sheaf_ray.coordinator import Coordinator, Limits, Refusal
from sheaf_ray.simulation import SimulatedPool
from sheaf_ray.task import Answered, Died, Order, Refused, Result

#: What becomes of a result. It may be another one, or several, or none yet.
Change = Callable[[Order, Result], list[tuple[int, Result]]]


class UnreliablePool:
    """One worker, in front of whose results somebody stands."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._results: deque[tuple[int, Result]] = deque()
        self.orders: list[Order] = []
        self._time = 0.0

    def now(self) -> float:
        return self._time

    def slots(self) -> int:
        return 2

    def nodes(self) -> int:
        return 1

    def submit(self, order: Order) -> None:
        self.orders.append(order)
        # One turn of one state, so that there are many.
        short = replace(order, budget=0.0)
        self._results.extend(self._change(order, task.run(short, SHEAF)))

    def wait(self, timeout: float) -> list[tuple[int, Result]]:
        self._time += timeout
        return [self._results.popleft()] if self._results else []

    def stop(self) -> None:
        self._results.clear()


def explore(folder: Path, program: Path, change: Change) -> tuple[UnreliablePool, dict[str, Any]]:
    """Explores a program, and has the answers concluded."""
    answers = folder / "answers"
    answers.mkdir()
    pool = UnreliablePool(change)
    limits = Limits(time=3600.0, budget=5.0, failures=None)
    ending = Coordinator(pool, [str(program)], answers, limits).explore()
    command = [SHEAF, "conclude", "--json", "--answers", str(answers), str(program)]
    if ending.because:
        command += ["--because", ",".join(ending.because)]
    done = subprocess.run(command, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return pool, report


def faithful(order: Order, given: Result) -> list[tuple[int, Result]]:
    return [(order.number, given)]


@pytest.mark.parametrize("text", [counting(5), FAILING], ids=["safe", "bug"])
def test_the_result_is_that_of_one_process(tmp_path: Path, text: str) -> None:
    program = write(tmp_path, "a.uc", text)
    pool, report = explore(tmp_path, program, faithful)
    assert len(pool.orders) > 3
    expected = plain(str(program))
    assert result(report) == result(expected)
    if report["verdict"] == "safe":
        assert report["stats"]["paths"] == expected["stats"]["paths"]


def every(number: int, change: Callable[[Result], list[Result]]) -> Change:
    """Changes every so-manyth result; more tasks than are begun before one is repeated."""

    def changed(order: Order, given: Result) -> list[tuple[int, Result]]:
        results = change(given) if order.number % number == 0 else [given]
        return [(order.number, result) for result in results]

    return changed


def cut(given: Result) -> list[Result]:
    assert isinstance(given, Answered)
    return [Answered(given.answer[: len(given.answer) // 2], given.worker, given.seconds)]


def garbled(given: Result) -> list[Result]:
    assert isinstance(given, Answered)
    answer = given.answer.replace(b'\\"completed\\":', b'\\"completed\\":1')
    assert answer != given.answer
    return [Answered(answer, given.worker, given.seconds)]


@pytest.mark.parametrize(
    "change",
    [
        every(4, lambda given: [Died("killed")]),
        every(4, cut),
        every(4, garbled),
        every(2, lambda given: [given, given]),
        every(4, lambda given: [Died("killed"), given]),
    ],
    ids=["died", "cut", "garbled", "twice", "late"],
)
def test_nothing_is_lost(tmp_path: Path, change: Change) -> None:
    program = write(tmp_path, "a.uc", counting(5))
    _, report = explore(tmp_path, program, change)
    assert report["verdict"] == "safe"
    assert report["stats"]["paths"]["completed"] == 2**5


def test_the_answer_of_another_task_is_not_taken(tmp_path: Path) -> None:
    program = write(tmp_path, "a.uc", counting(5))
    answered: list[Result] = []

    def confused(order: Order, given: Result) -> list[tuple[int, Result]]:
        answered.append(given)
        return [(order.number, answered[0] if order.number % 4 == 0 else given)]

    _, report = explore(tmp_path, program, confused)
    assert report["verdict"] == "safe"
    assert report["stats"]["paths"]["completed"] == 2**5


def test_a_path_of_which_workers_die_is_left_out(tmp_path: Path) -> None:
    program = write(tmp_path, "a.uc", counting(5))
    deadly: list[int] = []

    def deaths(order: Order, given: Result) -> list[tuple[int, Result]]:
        if order.task is not None:
            ids = json.loads(order.task)["task"]["paths"]["ids"]
            deadly[:] = deadly or ids[:1]
            if deadly[0] in ids:
                return [(order.number, Died("killed"))]
        return [(order.number, given)]

    pool, report = explore(tmp_path, program, deaths)
    assert result(report) == ("incomplete", set(), {"worker-died"})
    assert report["stats"]["paths"]["set_aside"] == 1
    begun = [json.loads(it.task)["task"]["paths"]["ids"] for it in pool.orders if it.task]
    assert begun.count(deadly) == 2


def test_a_program_of_which_all_workers_die_is_not_safe(tmp_path: Path) -> None:
    program = write(tmp_path, "a.uc", counting(3))
    pool, report = explore(tmp_path, program, lambda order, given: [(order.number, Died("it"))])
    assert len(pool.orders) == 2
    assert result(report) == ("incomplete", set(), {"worker-died"})


def test_what_no_worker_accepts_ends_the_exploration(tmp_path: Path) -> None:
    program = write(tmp_path, "a.c", "int main(void) { return }\n")
    pool = UnreliablePool(faithful)
    coordinator = Coordinator(pool, [str(program)], tmp_path, Limits(9.0, 1.0, None))
    with pytest.raises(Refusal, match="sheaf: error: "):
        coordinator.explore()
    assert len(pool.orders) == 1


def test_a_node_with_another_version_ends_the_exploration(tmp_path: Path) -> None:
    program = write(tmp_path, "a.uc", counting(5))

    def other(order: Order, given: Result) -> list[tuple[int, Result]]:
        refused = Refused("it is of version 0.0.0 of Sheaf", "node")
        return [(order.number, refused if order.number == 3 else given)]

    pool = UnreliablePool(other)
    coordinator = Coordinator(pool, [str(program)], tmp_path, Limits(3600.0, 1.0, None))
    with pytest.raises(Refusal, match="0.0.0 of Sheaf .node."):
        coordinator.explore()


def test_the_time_limit_ends_the_exploration(tmp_path: Path) -> None:
    program = write(tmp_path, "a.uc", counting(5))
    pool = UnreliablePool(lambda order, given: [(order.number, given)] * (order.number < 4))
    ending = Coordinator(pool, [str(program)], tmp_path, Limits(5.0, 1.0, None)).explore()
    assert ending.because == ["time-limit"]


def test_a_program_that_takes_longer_to_load_than_there_is_time_is_not_refused(
    tmp_path: Path,
) -> None:
    program = write(tmp_path, "a.c", "int main(void) { return 0; }\n")
    pool = UnreliablePool(faithful)
    ending = Coordinator(pool, [str(program)], tmp_path, Limits(0.001, 1.0, None)).explore()
    assert ending.because in ([], ["time-limit"])
    assert len(pool.orders) == 1


def test_enough_failures_end_the_exploration(tmp_path: Path) -> None:
    program = write(tmp_path, "a.uc", FAILING)
    pool = UnreliablePool(faithful)
    words = [str(program), "--stop-after", "1"]
    coordinator = Coordinator(pool, words, tmp_path, Limits(3600.0, 1.0, 1))
    assert coordinator.explore().because == []
    assert coordinator.status.findings == 1


@pytest.mark.parametrize("workers", [1, 3])
def test_a_simulation_explores_everything(tmp_path: Path, workers: int) -> None:
    program = write(tmp_path, "a.uc", counting(5))
    pool = SimulatedPool(workers, SHEAF)
    coordinator = Coordinator(pool, [str(program)], tmp_path, Limits(60.0, 5.0, None))
    ending = coordinator.explore()
    assert ending.because == []
    assert coordinator.status.paths == 2**5
    assert ending.elapsed >= pool.work / workers
