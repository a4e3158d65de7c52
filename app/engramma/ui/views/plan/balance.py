"""How many there are of what before a plan and after it. Free of Qt; only what the items say for certain."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engramma.model.records import dataclass
from engramma.ui.views.plan.chosen_plan import ChosenPlan, PlanLine

if TYPE_CHECKING:
    from engramma.store.statistics import Statistics

NAMES = ("short_term", "long_term", "superseded", "trashed", "waiting")


@dataclass(frozen=True, slots=True)
class Balance:
    """Counts of the store, by the names above; `waiting` are proposals in Review."""

    before: tuple[tuple[str, int], ...]

    def after(self, chosen: ChosenPlan) -> tuple[tuple[str, int, int], ...]:
        """(name, before, after) if the ticked items were carried out."""
        change: Counter[str] = Counter()
        for line in chosen.carried_out():
            _add(line, change)
        change["waiting"] += len(chosen.to_review())
        return tuple((name, count, count + change[name]) for name, count in self.before)


def balance(statistics: Statistics, *, waiting: int) -> Balance:
    """The counts before."""
    counts = {
        **{tier: statistics.by_tier.get(tier, 0) for tier in ("short_term", "long_term")},
        **{state: statistics.by_state.get(state, 0) for state in ("superseded", "trashed")},
        "waiting": waiting,
    }
    return Balance(tuple((name, counts[name]) for name in NAMES))


def _add(line: PlanLine, change: Counter[str]) -> None:
    match line.item.action:
        case "promote":
            if line.memories and line.memories[0].tier == "long_term":
                return
            change["short_term"] -= 1
            change["long_term"] += 1
            return
        case "summarise":
            change["short_term"] += 1
            return
        case "withdraw":
            change["waiting"] -= 1
            return
        case "conflict":
            change["waiting"] += 1
            return
    # Of a merge the first survives; of a contradiction the later one, which is the second.
    gone = line.memories[1:] if line.item.action == "merge" else ()
    if line.item.action == "supersede":
        gone = line.memories[:1]
    for member in gone:
        change[str(member.tier)] -= 1
        change["superseded"] += 1
