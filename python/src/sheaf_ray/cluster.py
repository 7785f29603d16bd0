"""A pool on Ray."""

from __future__ import annotations

import logging
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

# Nothing is reported to the makers of Ray unless the user wants it.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray  # noqa: E402
from ray.exceptions import RayError  # noqa: E402

from sheaf_ray import task  # noqa: E402
from sheaf_ray.task import Died, Order, Result  # noqa: E402

#: How long the list of nodes is believed, in seconds.
_NODES_LAST = 0.5


class RayPool:
    """The nodes of a Ray cluster. A task takes one processor, and memory up to a limit."""

    def __init__(
        self,
        address: str | None,
        sheaf: str,
        memory: int,
        cpus: int | None,
        upload: Path | None,
    ) -> None:
        """Connects to a cluster, or starts one on this machine if there is no address.

        `memory` is that of one task, in bytes. `cpus` limits the number of tasks at a time. The
        folder `upload` is copied to the nodes, and tasks run in it; otherwise they run where this
        process does.

        Raises ConnectionError or ValueError if that is not possible.
        """
        # Its notes are for people who start clusters.
        logging.getLogger("ray").setLevel(logging.ERROR)
        environment: dict[str, Any] = {}
        if upload is not None:
            environment["working_dir"] = str(upload)
        if address is None:
            # Only processes of this machine can connect.
            ray.init(
                num_cpus=cpus,
                include_dashboard=False,
                log_to_driver=False,
                logging_level=logging.ERROR,
                runtime_env=environment,
                _node_ip_address="127.0.0.1",
            )
        else:
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                runtime_env=environment,
            )
        self._sheaf = sheaf
        self._folder = None if upload is not None else os.getcwd()
        self._memory = memory
        self._cpus = cpus
        # What is explored again, and how often, is decided by the coordinator.
        remote = ray.remote(num_cpus=1, memory=memory, max_retries=0)
        self._run: Any = remote(_run)
        self._tasks: dict[Any, int] = {}
        #: The compiled program, and where it is in the object store.
        self._compiled: tuple[bytes, Any] | None = None
        self._looked = -_NODES_LAST
        self._slots = 0
        self._nodes = 0

    def now(self) -> float:
        return time.monotonic()

    def slots(self) -> int:
        self._look()
        return self._slots

    def nodes(self) -> int:
        self._look()
        return self._nodes

    def _look(self) -> None:
        if self.now() - self._looked < _NODES_LAST:
            return
        self._looked = self.now()
        nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
        alive = [node["Resources"] for node in nodes if node["Alive"]]
        each = [
            int(min(node.get("CPU", 0), node.get("memory", 0) // self._memory)) for node in alive
        ]
        self._slots = sum(each)
        if self._cpus is not None:
            self._slots = min(self._slots, self._cpus)
        self._nodes = sum(1 for slots in each if slots > 0)

    def submit(self, order: Order) -> None:
        # The compiled program goes to each node once.
        compiled = None if order.compiled is None else self._stored(order.compiled)
        order = replace(order, compiled=None)
        task = self._run.remote(order, compiled, self._sheaf, self._folder)
        self._tasks[task] = order.number

    def _stored(self, compiled: bytes) -> Any:
        if self._compiled is None or self._compiled[0] is not compiled:
            self._compiled = compiled, ray.put(compiled)
        return self._compiled[1]

    def wait(self, timeout: float) -> list[tuple[int, Result]]:
        if not self._tasks:
            time.sleep(timeout)
            return []
        ready, _ = ray.wait(list(self._tasks), num_returns=1, timeout=timeout)
        if ready:
            ready, _ = ray.wait(list(self._tasks), num_returns=len(self._tasks), timeout=0)
        return [(self._tasks.pop(task), _result(task)) for task in ready]

    def stop(self) -> None:
        for reference in self._tasks:
            try:
                ray.cancel(reference, force=True)
            except RayError:
                # It has ended by itself.
                pass
        self._tasks.clear()

    def close(self) -> None:
        """Leaves the cluster; one that was started for this pool ends."""
        ray.shutdown()


def _run(order: Order, compiled: bytes | None, sheaf: str, folder: str | None) -> Result:
    """Explores a task on a node."""
    if folder is not None:
        try:
            os.chdir(folder)
        except OSError as error:
            return task.Refused(f"{folder}: {error.strerror}", os.uname().nodename)
    return task.run(replace(order, compiled=compiled), sheaf)


def _result(reference: Any) -> Result:
    try:
        result: Result = ray.get(reference)
        return result
    except RayError as error:
        # The worker or its node has died, or was ended for lack of memory.
        return Died(type(error).__name__)
