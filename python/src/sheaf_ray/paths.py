"""Waiting paths as a tree of decisions: see `docs/cluster.md` for the form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Paths:
    """Some waiting paths. A decision is never looked at here."""

    #: For each node, numbered from 1 on: how far before it the node is that it follows, and the
    #: decision. The node 0 is the start of the program.
    nodes: list[tuple[int, Any]]
    #: The nodes at which paths wait.
    waits: list[int]
    #: The identity of each of these paths.
    ids: list[int]

    @staticmethod
    def of_json(value: Any) -> Paths:
        """Reads paths.

        Raises ValueError if they are not in the form that they should have.
        """
        try:
            nodes = [(int(back), decision) for back, decision in value["nodes"]]
            waits = [int(node) for node in value["waits"]]
            ids = [int(path) for path in value["ids"]]
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a list of paths: {error}") from error
        if len(waits) != len(ids):
            raise ValueError("paths without an identity")
        if any(not 0 <= node <= len(nodes) for node in waits):
            raise ValueError("a path that is not in the tree")
        if any(not 1 <= back <= number for number, (back, _) in enumerate(nodes, 1)):
            raise ValueError("a decision that follows none")
        return Paths(nodes, waits, ids)

    def to_json(self) -> dict[str, Any]:
        """The form that `of_json` reads."""
        return {"nodes": self.nodes, "waits": self.waits, "ids": self.ids}

    def __len__(self) -> int:
        return len(self.waits)

    def split(self, count: int) -> list[Paths]:
        """All of them in so many parts of equal size, or fewer if there are not so many paths.

        Short paths, which leave most to explore, are dealt out evenly.
        """
        depths = [0]
        for number, (back, _) in enumerate(self.nodes, 1):
            depths.append(depths[number - back] + 1)
        order = sorted(range(len(self)), key=lambda at: depths[self.waits[at]])
        count = min(count, len(self))
        return [self._part(order[first::count]) for first in range(count)]

    def _part(self, positions: list[int]) -> Paths:
        """The paths at these positions, with the nodes that lead to them."""
        needed: set[int] = set()
        for position in positions:
            node = self.waits[position]
            while node != 0 and node not in needed:
                needed.add(node)
                node -= self.nodes[node - 1][0]
        renumbered = {0: 0}
        nodes: list[tuple[int, Any]] = []
        for number, node in enumerate(sorted(needed), 1):
            back, decision = self.nodes[node - 1]
            nodes.append((number - renumbered[node - back], decision))
            renumbered[node] = number
        waits = [renumbered[self.waits[position]] for position in positions]
        return Paths(nodes, waits, [self.ids[position] for position in positions])
