"""What a bundle from elsewhere may not decide in a store in use: it asks, and a person decides.

Its pins, procedural memories and high importance would outlast and outrank what is here, and its policy would change
how everything here fades, so they wait as proposals.
Who wrote it there is nobody here: its wordings and links count as the import's.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from engramma.model.asked import POLICY
from engramma.model.operation import IMPORT
from engramma.store.consolidation.asked import insert_asked, questions_asked
from engramma.store.handles import Connection, Table
from engramma.store.journal.step import Step
from engramma.store.tables import association, memory, segment, version

HIGH, TAMED = 0.8, 0.79
POLICY_STAYS = "the policy of a store in use stays as it is; this value waits in Review"
_AT_ONCE = 50


class Wishes:
    """Tames rows on their way in, and proposes what they asked for."""

    def __init__(self, *, source: str) -> None:
        self._source = source
        self._asked: dict[tuple[str, str], list[int]] = defaultdict(list)

    def tame(self, table: Table, values: dict[str, Any]) -> dict[str, object]:
        """Take out of a new row what a person has to agree to; returns what that was."""
        if table in (version, association) and values.get("actor"):
            values["actor"] = IMPORT
        if table is not memory:
            return {}
        wish: dict[str, object] = {}
        values["person_edited"] = 0
        if values["pinned"]:
            wish["pinned"], values["pinned"] = True, 0
        if values["kind"] == "procedural":
            wish["kind"], values["kind"] = "procedural", "semantic"
        if values["importance"] >= HIGH:
            wish["importance"], values["importance"] = values["importance"], TAMED
        return wish

    def note(self, step: Step, memory_id: int, wish: dict[str, object], *, half_life: float) -> None:
        """Remember what the new row with this id asked for; what did not fade there begins to fade (in days) now."""
        if "pinned" in wish or "kind" in wish:
            step.insert(
                segment, memory_id=memory_id, t0=step.at, s0=1.0, half_life=half_life, reason="imported"
            )
        if wish.get("pinned"):
            self._asked["pin", "{}"].append(memory_id)
        change = {name: wish[name] for name in ("kind", "importance") if name in wish}
        if change:
            self._asked["change", json.dumps(change, sort_keys=True)].append(memory_id)

    def propose_policy(
        self, settings: Mapping[str, float], *, connection: Connection, step: Step | None
    ) -> bool:
        """Ask for the settings there that are others here; False where there are none, or that was asked before."""
        payload = json.dumps({"settings": settings}, sort_keys=True)
        if not settings or questions_asked(connection, action=POLICY, payloads=[payload]):
            return False
        if step is not None:
            reason = f"The policy in {self._source}"
            insert_asked(step, action=POLICY, targets=(), payload=payload, reason=reason, actor=IMPORT)
        return True

    def propose(self, step: Step) -> None:
        """Keep what was asked for since the last time: few proposals, each of them about many memories."""
        for (action, payload), ids in sorted(self._asked.items()):
            for start in range(0, len(ids), _AT_ONCE):
                insert_asked(
                    step,
                    action=action,
                    targets=ids[start : start + _AT_ONCE],
                    payload=payload,
                    reason=f"{_words(action, payload)} in {self._source}",
                    actor=IMPORT,
                )
        self._asked.clear()


def _words(action: str, payload: str) -> str:
    if action == "pin":
        return "Pinned"
    change = json.loads(payload)
    parts: Sequence[str] = [
        *(["procedural"] if "kind" in change else []),
        *([f"of importance {change['importance']:.2f}"] if "importance" in change else []),
    ]
    return " and ".join(parts).capitalize()
