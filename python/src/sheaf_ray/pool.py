"""What runs tasks somewhere, and tells what became of them."""

from __future__ import annotations

from typing import Protocol

from sheaf_ray.task import Order, Result


class Pool(Protocol):
    """A number of workers, which may change."""

    def now(self) -> float:
        """Seconds since some moment, by the clock of the exploration."""

    def slots(self) -> int:
        """How many tasks can be explored at the same time now; 0 if there is no node."""

    def nodes(self) -> int:
        """The number of nodes."""

    def submit(self, order: Order) -> None:
        """Begins a task, now or when there is a worker for it."""

    def wait(self, timeout: float) -> list[tuple[int, Result]]:
        """Waits until at least one task has a result, but not for longer than so many seconds.

        Returns the results with the numbers of their orders. Each order has one result.
        """

    def stop(self) -> None:
        """Ends all tasks at once. No results follow."""
