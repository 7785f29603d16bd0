"""`sheaf-ray` on clusters of this machine. All addresses are 127.0.0.1."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import FAILING, ROOT, SHEAF, command, counting, plain, result, write

# Only who knows it can connect to the clusters of these tests.
os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}

#: Programs in tests/cases; they need no options.
CASES = [
    "c/array_bounds.c",
    "c/assume_contradiction.c",
    "c/branches.c",
    "c/division.c",
    "c/double_free.c",
    "c/float_symbolic.c",
    "microc/four-errors.uc",
    "microc/large-numbers.uc",
    "microc/symbolic-index.uc",
]

#: How long a cluster may take for anything, in seconds.
LONG = 240.0


class Cluster:
    """A head and some nodes, each with one processor."""

    def __init__(self) -> None:
        # The names of sockets in this folder must be short.
        self._folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")
        self._nodes: list[subprocess.Popen[bytes]] = []
        self.address = ""
        self._environment = os.environ | {"RAY_USAGE_STATS_ENABLED": "0"}

    def add_node(self, cpus: int) -> subprocess.Popen[bytes]:
        """Starts a node, the head if it is the first; returns its process, whose group it leads."""
        words = ["start", "--node-ip-address=127.0.0.1", f"--num-cpus={cpus}", "--block"]
        words += ["--memory=6000000000", "--object-store-memory=100000000"]
        if self.address:
            words.append(f"--address={self.address}")
        else:
            port = 20000 + os.getpid() % 10000
            self.address = f"127.0.0.1:{port}"
            words += ["--head", f"--port={port}", "--include-dashboard=false"]
            words.append(f"--temp-dir={self._folder}")
        ray = Path(sys.executable).parent / "ray"
        node = subprocess.Popen(
            [str(ray), *words],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._nodes.append(node)
        return node

    def kill(self, node: subprocess.Popen[bytes]) -> None:
        """Kills all processes of a node at once."""
        for process in [*descendants(node.pid), node.pid]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        node.wait()

    def stop(self) -> None:
        """Kills all nodes."""
        for node in reversed(self._nodes):
            if node.poll() is None:
                self.kill(node)
        shutil.rmtree(self._folder, ignore_errors=True)


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have, children first."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            children.setdefault(int(fields[1]), []).append(int(folder.name))
        except (OSError, ValueError, IndexError):
            continue
    found: list[int] = []
    pending = [process]
    while pending:
        begun = children.get(pending.pop(), [])
        found += begun
        pending += begun
    return found[::-1]


def tasks(among: list[int]) -> list[int]:
    """The processes of `sheaf task` among some."""

    def is_task(process: int) -> bool:
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return False
        return words[:2] == [SHEAF.encode(), b"task"]

    return [process for process in among if is_task(process)]


def eventually(what: Any) -> Any:
    """The first result of a function that is not empty."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.02)
    pytest.fail("it does not happen")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    cluster.add_node(1)
    cluster.add_node(1)
    try:
        # The head takes a while.
        eventually(lambda: connects(cluster.address))
        yield cluster
    finally:
        cluster.stop()


def connects(address: str) -> bool:
    ray = Path(sys.executable).parent / "ray"
    words = [str(ray), "status", f"--address={address}"]
    return subprocess.run(words, capture_output=True).returncode == 0


def check(cluster: Cluster, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs `sheaf-ray check` on a cluster."""
    line = command("--address", cluster.address, "--memory", "500MB", *words)
    return subprocess.run(line, capture_output=True, text=True, timeout=LONG)


def start(cluster: Cluster, *words: str) -> subprocess.Popen[str]:
    """Starts `sheaf-ray check` on a cluster."""
    line = command("--address", cluster.address, "--memory", "500MB", *words)
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def report(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What it says in the end."""
    out, error = process.communicate(timeout=LONG)
    assert out, error
    said: dict[str, Any] = json.loads(out)
    return said


@pytest.mark.parametrize("name", CASES)
def test_the_result_is_that_of_one_process(cluster: Cluster, name: str) -> None:
    program = str(ROOT / "tests" / "cases" / name)
    expected = plain(program)
    done = check(cluster, "--json", program)
    said = json.loads(done.stdout)
    assert result(said) == result(expected)
    assert said["coverage"] == expected["coverage"]
    assert done.returncode == {"safe": 0, "bug": 1, "incomplete": 3}[said["verdict"]]


def test_many_tasks_on_all_nodes(cluster: Cluster, tmp_path: Path) -> None:
    program = str(write(tmp_path, "a.uc", counting(18)))
    said = report(start(cluster, "--json", program, "--time", "10m"))
    assert said["verdict"] == "safe"
    assert said["stats"]["paths"]["completed"] == 2**18
    assert len(said["stats"]["workers"]) > 1


def test_failures_can_be_replayed(cluster: Cluster, tmp_path: Path) -> None:
    program = str(write(tmp_path, "a.uc", FAILING))
    out = tmp_path / "out"
    done = check(cluster, program, "--out", str(out))
    assert done.returncode == 1, done.stderr
    cases = sorted(out.glob("latest/finding-*.json"))
    assert len(cases) == 3
    replayed = subprocess.run([SHEAF, "replay", *map(str, cases)], capture_output=True, text=True)
    assert replayed.stdout.count("(as recorded)") == 3


def test_a_killed_worker_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    program = str(write(tmp_path, "a.uc", counting(20)))
    running = start(cluster, "--json", program, "--time", "10m")
    nodes = [node.pid for node in cluster._nodes if node.poll() is None]

    def all_tasks() -> list[int]:
        return tasks([process for node in nodes for process in descendants(node)])

    # The process of a task, and then the worker that has started one.
    os.kill(eventually(all_tasks)[0], signal.SIGKILL)
    time.sleep(1)
    status = Path(f"/proc/{eventually(all_tasks)[0]}/status").read_text()
    parent = re.search(r"PPid:\s*(\d+)", status)
    assert parent is not None
    os.kill(int(parent[1]), signal.SIGKILL)
    said = report(running)
    assert said["verdict"] == "safe"
    assert said["stats"]["paths"]["completed"] == 2**20


def test_a_killed_node_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    node = cluster.add_node(2)
    program = str(write(tmp_path, "a.uc", counting(20)))
    running = start(cluster, "--json", program, "--time", "10m")
    eventually(lambda: tasks(descendants(node.pid)))
    begun = descendants(node.pid)
    cluster.kill(node)
    said = report(running)
    assert said["verdict"] == "safe"
    assert said["stats"]["paths"]["completed"] == 2**20
    assert not tasks(begun)


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_all_tasks(cluster: Cluster, tmp_path: Path, kind: int) -> None:
    program = str(write(tmp_path, "a.uc", counting(40)))
    running = start(cluster, "--json", program, "--time", "10m")
    nodes = [node.pid for node in cluster._nodes if node.poll() is None]

    def all_tasks() -> list[int]:
        return tasks([process for node in nodes for process in descendants(node)])

    eventually(all_tasks)
    time.sleep(2)
    running.send_signal(kind)
    said = report(running)
    assert result(said) == ("incomplete", set(), {"interrupted"})
    assert running.returncode == 3
    eventually(lambda: not all_tasks())


def test_the_time_limit_ends_all_tasks(cluster: Cluster, tmp_path: Path) -> None:
    program = str(write(tmp_path, "a.uc", counting(40)))
    said = report(start(cluster, "--json", program, "--time", "4s"))
    assert result(said) == ("incomplete", set(), {"time-limit"})
    assert 4 <= said["stats"]["seconds"]["total"] < 20


def test_enough_failures_end_the_search(cluster: Cluster, tmp_path: Path) -> None:
    program = str(write(tmp_path, "a.uc", FAILING))
    said = report(start(cluster, "--json", program, "--stop-after", "1"))
    assert said["verdict"] == "bug"
    assert len(said["findings"]) == 1
    assert "failure-limit" in {it["kind"] for it in said["reasons"]}


def test_a_folder_is_copied_to_the_nodes(cluster: Cluster, tmp_path: Path) -> None:
    write(tmp_path, "a.c", '#include "b.h"\nint main(void) { return 1 / ZERO; }\n')
    write(tmp_path, "b.h", "#define ZERO 0\n")
    line = command("--address", cluster.address, "--memory", "500MB", "--upload", ".", "a.c")
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 1, done.stderr
    assert "division-by-zero" in done.stdout


def test_bad_input(cluster: Cluster, tmp_path: Path) -> None:
    broken = str(write(tmp_path, "broken.uc", "main( {"))
    program = str(write(tmp_path, "a.uc", counting(3)))
    answers = tmp_path / "answers"
    answers.mkdir()
    write(answers, "1.json", "{}")
    for words, message in [
        ([broken], f"{broken}:1"),
        (["nowhere.c"], "nowhere.c: no such file"),
        ([program, "--explore", "multise"], "tasks explore path by path"),
        ([program, "--explore", "best"], "invalid value 'best'"),
        ([program, "-j", "2"], "one process"),
        ([program, "--memory", "100000GiB"], "--memory: "),
        ([program, "--keep-answers", str(answers)], "has answers of another exploration"),
    ]:
        done = check(cluster, *words)
        assert done.returncode == 2, (words, done)
        assert done.stdout == ""
        assert done.stderr.startswith("sheaf-ray: error: "), done.stderr
        assert message in done.stderr.splitlines()[0], done.stderr
