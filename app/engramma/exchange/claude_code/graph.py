"""The tree of a transcript in little memory: which turn continues which, and which ones were rewound.

A node is a line with an id, or an id that lines refer to; arrays hold them, so that half a gigabyte of
transcript fits. After compaction turns are written again with another parent: the last parent counts for what
is live, but what was ever an ancestor of a live turn stays live.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator

NONE = -1

SPEECH = 1
"""The node is a prompt or an answer, so that a dead end made of it is a rewound branch."""
SHOWN = 2
"""The node's line becomes an event."""
SIDE = 4
"""The node belongs to a sub-agent's chain inside the session."""
ACTIVE = 8

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Graph:
    """Nodes by number, in the order in which their ids were first met."""

    def __init__(self) -> None:
        self._ids: dict[int | str, int] = {}
        self._uuids = bytearray()
        self._names: dict[int, str] = {}
        self._parent = array("i")
        self._owner = array("i")
        self._last = array("i")
        self._leader = array("i")
        self._flags = bytearray()
        self._more: dict[int, tuple[int, ...]] = {}
        self._followers: dict[int, int] = {}
        self._shown_parent: array[int] = array("i")

    def __len__(self) -> int:
        return len(self._parent)

    def node(self, name: str) -> int:
        """The node of an id; made, without a line, when it is met for the first time."""
        is_uuid = UUID.fullmatch(name) is not None
        key = int(name.replace("-", ""), 16) if is_uuid else name
        found = self._ids.get(key)
        if found is None:
            found = self._ids[key] = len(self._parent)
            self._uuids += key.to_bytes(16, "big") if isinstance(key, int) else bytes(16)
            if not is_uuid:
                self._names[found] = name
            self._parent.append(NONE)
            self._owner.append(0)
            self._last.append(0)
            self._leader.append(found)
            self._flags.append(0)
        return found

    def find(self, name: str) -> int:
        """The node of an id that has been met, or NONE."""
        is_uuid = UUID.fullmatch(name) is not None
        return self._ids.get(int(name.replace("-", ""), 16) if is_uuid else name, NONE)

    def name(self, node: int) -> str:
        """The id of `node`."""
        if (name := self._names.get(node)) is not None:
            return name
        text = self._uuids[16 * node : 16 * node + 16].hex()
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    def owner(self, node: int) -> int:
        """The line that `node` is told by; 0 when it is only referred to."""
        return self._owner[node]

    def leader(self, node: int) -> int:
        """The node whose event `node` is part of: itself, or the first part of the same message."""
        return self._leader[node]

    def flag(self, node: int, flags: int) -> bool:
        """Whether `node` has any of `flags`."""
        return bool(self._flags[node] & flags)

    def mark(self, node: int, flags: int) -> None:
        """Add `flags` to `node`."""
        self._flags[node] |= flags

    def unmark(self, node: int, flags: int) -> None:
        """Take `flags` from `node`."""
        self._flags[node] &= ~flags

    def place(self, node: int, line: int, *, parent: int, flags: int, others: Iterable[int] = ()) -> None:
        """Say on which line `node` stands and what it continues; the first line stays its owner.

        `others` are further ancestors: across a compaction, and the turns that it preserved.
        """
        more = [*self._more.get(node, ()), *others]
        if self._owner[node] == 0:
            self._owner[node] = line
        elif parent != self._parent[node] and self._parent[node] != NONE:
            more.append(self._parent[node])
        self._last[node] = line
        self._parent[node] = parent if parent != NONE else self._parent[node]
        self._flags[node] |= flags
        if more:
            self._more[node] = tuple(dict.fromkeys(more))

    def own(self, node: int, line: int) -> None:
        """Let a later line tell what `node` says."""
        self._owner[node] = line

    def join(self, node: int, leader: int) -> None:
        """Make `node` a later part of the message that began with `leader`."""
        self._leader[node] = leader
        self._followers[leader] = self._owner[node]

    def end_of(self, leader: int) -> int:
        """The last line of the message that began with `leader`."""
        return self._followers.get(leader, self._owner[leader])

    def finish(self) -> None:
        """Settle which nodes are live and which event each one continues, now that all lines are known."""
        tops = self._components()
        newest: dict[int, int] = {}
        for node in range(len(self)):
            if self._flags[node] & SPEECH:
                best = newest.get(tops[node], NONE)
                if best == NONE or self._last[node] >= self._last[best]:
                    newest[tops[node]] = node
        waiting = list(newest.values())
        while waiting:
            node = waiting.pop()
            if not self._flags[node] & ACTIVE:
                self._flags[node] |= ACTIVE
                waiting.extend(self._near_ancestors(node))
        self._keep_side_effects()
        self._find_shown_parents()

    def shown_parent(self, node: int) -> int:
        """The nearest ancestor of `node` that is an event of an earlier line or of another file, or NONE."""
        return self._shown_parent[node]

    def _ancestors(self, node: int) -> Iterator[int]:
        if self._parent[node] != NONE:
            yield self._parent[node]
        yield from self._more.get(node, ())

    def _near_ancestors(self, node: int) -> Iterator[int]:
        """The ancestors on the same side: a sub-agent's chain is judged by itself."""
        side = self._flags[node] & SIDE
        for other in self._ancestors(node):
            if self._owner[other] == 0 or self._flags[other] & SIDE == side:
                yield other

    def _components(self) -> array[int]:
        """For each node a node that all of its tree share."""
        top = array("i", range(len(self)))

        def find(node: int) -> int:
            while top[node] != node:
                top[node] = top[top[node]]
                node = top[node]
            return node

        for node in range(len(self)):
            for other in self._near_ancestors(node):
                top[find(node)] = find(other)
        return array("i", (find(node) for node in range(len(self))))

    def _in_file_order(self) -> list[int]:
        return sorted(range(len(self)), key=self._owner.__getitem__)

    def _keep_side_effects(self) -> None:
        """Make live what hangs beside the live path without being a branch.

        Tools that run at the same time answer several parts of one message, of which the next turn continues
        only one; notes and attachments hang where they happened.
        """
        live = {self._leader[node] for node in range(len(self)) if self._flags[node] & ACTIVE}
        for node in self._in_file_order():
            if self._flags[node] & ACTIVE or self._owner[node] == 0:
                continue
            parents = list(self._near_ancestors(node))
            beside = any(self._flags[parent] & ACTIVE for parent in parents) or not parents
            if self._leader[node] in live or (beside and not self._flags[node] & SPEECH):
                self._flags[node] |= ACTIVE

    def _find_shown_parents(self) -> None:
        """Walk up past lines that are no events; earlier lines come first, so that one step is enough."""
        self._shown_parent = array("i", [NONE]) * len(self)
        for node in self._in_file_order():
            if self._owner[node] == 0:
                continue
            leader = self._leader[node]
            for other in self._ancestors(node):
                if self._owner[other] == 0:
                    found = other
                elif self._owner[other] >= self._owner[node]:
                    continue
                else:
                    found = self._leader[other]
                    if not self._flags[found] & SHOWN or found == leader:
                        found = self._shown_parent[other]
                if found not in (NONE, leader):
                    self._shown_parent[node] = found
                    break
