"""A pool on imagined workers, to predict what a cluster of any size would do.

Tasks are really explored, one after the other, and their lengths are measured; only the clock is
imagined. A task begins when a worker is free, and ends after its length and the delay of the
cluster. While the coordinator computes, the clock goes on as long as that takes. So its decisions
(what is divided, and how long tasks are) are those that it would take on such a cluster. Times are
processor times, on which other load has little influence; but budgets are not, so the machine should
have a core for it.

    python -m sheaf_ray.simulation --workers 1,2,4,8,16,32,64 file.c
"""

from __future__ import annotations

import argparse
import heapq
import resource
import sys
import tempfile
import time
from pathlib import Path

from sheaf_ray import task
from sheaf_ray.coordinator import Coordinator, Limits
from sheaf_ray.task import Order, Result

#: Seconds from submitting a task to its start, and from its end to its result: that of a Ray
#: cluster on one machine.
DELAY = 0.004


class SimulatedPool:
    """So many workers in imagined time."""

    def __init__(self, workers: int, sheaf: str, delay: float = DELAY) -> None:
        self._sheaf = sheaf
        self._delay = delay
        #: When each worker is free.
        self._free = [0.0] * workers
        #: Results with the moments at which they arrive.
        self._results: list[tuple[float, int, Result]] = []
        self._now = 0.0
        self._looked = time.process_time()
        #: Seconds of all tasks.
        self.work = 0.0
        #: Seconds of the coordinator.
        self.coordination = 0.0

    def now(self) -> float:
        self._compute()
        return self._now

    def slots(self) -> int:
        return len(self._free)

    def nodes(self) -> int:
        return 1

    def submit(self, order: Order) -> None:
        self._compute()
        begun = _seconds_of_children()
        result = task.run(order, self._sheaf)
        length = _seconds_of_children() - begun
        self.work += length
        start = max(heapq.heappop(self._free), self._now + self._delay)
        heapq.heappush(self._free, start + length)
        heapq.heappush(self._results, (start + length + self._delay, order.number, result))
        self._looked = time.process_time()

    def wait(self, timeout: float) -> list[tuple[int, Result]]:
        self._compute()
        end = self._now + timeout
        if self._results and self._results[0][0] <= end:
            self._now = max(self._now, self._results[0][0])
        else:
            self._now = end
        arrived = []
        while self._results and self._results[0][0] <= self._now:
            _, number, result = heapq.heappop(self._results)
            arrived.append((number, result))
        return arrived

    def stop(self) -> None:
        self._results.clear()

    def _compute(self) -> None:
        """The time that the coordinator has taken since the last call passes."""
        looked = time.process_time()
        self._now += looked - self._looked
        self.coordination += looked - self._looked
        self._looked = looked


def _seconds_of_children() -> float:
    """Processor time of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Prints, for each number of workers, the time that it would take."""
    parser = argparse.ArgumentParser(description="Predicts the time on a cluster.")
    parser.add_argument("--workers", default="1,2,4,8,16,32,64", metavar="N,...")
    parser.add_argument("--budget", type=float, default=5.0, metavar="SECONDS")
    parser.add_argument("--sheaf", default="sheaf", metavar="PATH")
    options, words = parser.parse_known_args()
    first = None
    print("workers   seconds  speedup  efficiency   tasks  in tasks  coordinator")
    for workers in map(int, options.workers.split(",")):
        pool = SimulatedPool(workers, options.sheaf)
        limits = Limits(time=1e6, budget=options.budget, failures=None)
        with tempfile.TemporaryDirectory() as folder:
            coordinator = Coordinator(pool, words, Path(folder), limits)
            elapsed = coordinator.explore().elapsed
        first = first or elapsed * workers
        speedup = first / elapsed
        print(
            f"{workers:7} {elapsed:9.2f} {speedup:8.2f} {speedup / workers:11.2f}"
            f" {coordinator.status.answers:7} {pool.work:9.1f} {pool.coordination:12.2f}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
