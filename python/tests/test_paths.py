"""Parts of trees of paths."""

from __future__ import annotations

from typing import Any

import pytest

from sheaf_ray.paths import Paths

#: Paths a, ab, ac, acd and d, and the start of the program.
TREE: dict[str, Any] = {
    "nodes": [[1, "a"], [1, "b"], [2, "c"], [1, "d"], [5, "d"]],
    "waits": [1, 2, 3, 4, 5, 0],
    "ids": [10, 20, 30, 40, 50, 0],
}


def decisions(paths: Paths) -> dict[int, str]:
    """The decisions of each path, by its identity."""
    words = [""]
    for number, (back, decision) in enumerate(paths.nodes, 1):
        words.append(words[number - back] + decision)
    return {path: words[node] for path, node in zip(paths.ids, paths.waits, strict=True)}


def test_paths_are_read_as_written() -> None:
    paths = Paths.of_json(TREE)
    assert decisions(paths) == {10: "a", 20: "ab", 30: "ac", 40: "acd", 50: "d", 0: ""}
    assert Paths.of_json(paths.to_json()) == paths


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 9])
def test_parts_have_all_paths_once(count: int) -> None:
    paths = Paths.of_json(TREE)
    parts = paths.split(count)
    assert len(parts) == min(count, 6)
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    together = [item for part in parts for item in decisions(part).items()]
    assert sorted(together) == sorted(decisions(paths).items())


def test_a_part_has_no_other_decisions() -> None:
    parts = Paths.of_json(TREE).split(6)
    for part in parts:
        assert len(part.nodes) == len(decisions(part)[part.ids[0]])


@pytest.mark.parametrize(
    "damage",
    [
        {"waits": [1]},
        {"waits": [1, 2, 3, 4, 5, 9]},
        {"waits": [1, 2, 3, 4, 5, -1]},
        {"nodes": [[2, "a"]], "waits": [1], "ids": [1]},
        {"nodes": [[0, "a"]], "waits": [1], "ids": [1]},
        {"nodes": 3},
        {"ids": None},
    ],
)
def test_damage_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Paths.of_json(TREE | damage)
