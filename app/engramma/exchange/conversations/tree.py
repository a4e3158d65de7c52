"""Messages that hang on one another, from files that may hold circles and ends that lead nowhere.

Every message comes out once, after the one that it hangs on, and otherwise in the order of time: so that what is said
later in an old branch comes last, and what was told before keeps its place.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence

_EARLIEST = -(2**63)


class Tree:
    """The order of messages by their ids.

    `parents` names for each id the one before ("" for none), `times` its UTC microseconds (None: unknown), `ranks`
    which comes first of those that have no times.
    """

    def __init__(
        self,
        parents: Mapping[str, str],
        *,
        times: Mapping[str, int | None] | None = None,
        ranks: Mapping[str, int] | None = None,
    ) -> None:
        self._parents = {
            node: parent if parent in parents and parent != node else "" for node, parent in parents.items()
        }
        self._children: dict[str, list[str]] = {}
        for node, parent in self._parents.items():
            self._children.setdefault(parent, []).append(node)
        self._times = times or {}
        self._ranks = {node: number for number, node in enumerate(self._parents)} | dict(ranks or {})
        self.cut: list[str] = []

    def order(self) -> Iterator[str]:
        """All ids, a parent before its children. Circles are cut; where, stands in `cut` afterwards."""
        seen: set[str] = set()
        yield from self._below(self._children.get("", ()), seen)
        for node in self._parents:
            if node not in seen:
                self.cut.append(node)
                self._parents[node] = ""
                yield from self._below((node,), seen)

    def _below(self, first: Sequence[str], seen: set[str]) -> Iterator[str]:
        waiting = [self._turn(node, _EARLIEST) for node in first]
        heapq.heapify(waiting)
        while waiting:
            at, _rank, node = heapq.heappop(waiting)
            if node in seen:
                continue
            seen.add(node)
            yield node
            for child in self._children.get(node, ()):
                heapq.heappush(waiting, self._turn(child, at))

    def _turn(self, node: str, earliest: int) -> tuple[int, int, str]:
        """When a message has its turn: never before the one that it hangs on."""
        at = self._times.get(node)
        return (earliest if at is None else max(at, earliest)), self._ranks.get(node, 0), node

    def path(self, leaf: str) -> set[str]:
        """The ids from `leaf` up to its root."""
        found: set[str] = set()
        while leaf and leaf not in found and leaf in self._parents:
            found.add(leaf)
            leaf = self._parents[leaf]
        return found

    def shown_parent(self, node: str, shown: Mapping[str, str]) -> str:
        """What `shown` says about the nearest ancestor that it knows; empty when it knows none."""
        seen: set[str] = set()
        at = self._parents.get(node, "")
        while at and at not in seen:
            if at in shown:
                return shown[at]
            seen.add(at)
            at = self._parents.get(at, "")
        return ""
