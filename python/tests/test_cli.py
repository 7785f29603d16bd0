"""The command line, without a cluster."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import SHEAF, command, counting, write

from sheaf_ray import units
from sheaf_ray.cli import main
from sheaf_ray.coordinator import Status
from sheaf_ray.progress import line


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "the command is `check`"),
        (["test", "a.c"], "the command is `check`"),
        (["check", "a.c", "--time", "never"], "argument --time: `never` is not a quantity"),
        (["check", "a.c", "--budget", "0s"], "argument --budget: `0s`"),
        (["check", "a.c", "--memory", "1PiB"], "argument --memory: `1PiB`"),
        (["check", "a.c", "--cpus", "0"], "argument --cpus: `0` is not a positive number"),
        (["check", "a.c", "--time"], "argument --time: expected one argument"),
    ],
)
def test_wrong_usage(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("sheaf-ray: error: " + message), said.err
    assert len(said.err.splitlines()) == 1


def test_a_cluster_of_its_own(tmp_path: Path) -> None:
    program = str(write(tmp_path, "a.uc", counting(4)))
    done = subprocess.run(command("--cpus", "2", program), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("safe: no input makes the program fail (16 paths")


def test_without_sheaf(tmp_path: Path) -> None:
    program = str(write(tmp_path, "a.uc", counting(4)))
    words = command("--cpus", "1", "--sheaf", f"{SHEAF}-missing", program)
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 2
    assert "-missing: No such file" in done.stderr


def test_units() -> None:
    assert units.duration("500ms") == 0.5
    assert units.duration("1.5h") == 5400
    assert units.size("512MiB") == 512 * 2**20
    for text in ["", "s", "-1s", "1x", "0", "1.2.3s", "inf"]:
        with pytest.raises(ValueError):
            units.duration(text)


def test_the_progress_line() -> None:
    assert line(Status()) == "0 s, 0 tasks on 0 nodes, 0 answers, 0 paths, 0 waiting"
    status = Status(elapsed=9.8, nodes=1, running=1, waiting=7, paths=1, findings=1, died=2)
    expected = "10 s, 1 task on 1 node, 0 answers, 1 path, 7 waiting, 1 failure, 2 tasks died"
    assert line(status) == expected
