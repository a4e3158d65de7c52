"""A plan as a person looks at it: its items with their words, by step, and which of them are accepted. Free of Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engramma.model.memory import Memory
from engramma.model.plan import NEVER_AUTO, Plan, PlanItem, PlanStep, StepMode
from engramma.model.records import dataclass

MOST_NAMED = 3
ACTIONS = {
    "gate": ("read by the gate", "funnel"),
    "promote": ("to long-term", "arrow-up"),
    "summarise": ("a summary of its session", "note"),
    "confirm": ("asks whether it still holds", "question"),
    "trash": ("to Trash, if you agree", "trash"),
    "erase_events": ("lets its turns go, if you agree", "hourglass-low"),
    "purge": ("erased for good, if you agree", "trash"),
    "associate": ("entities and links found in texts", "link"),
    "merge": ("merges with {}", "git-merge"),
    "conflict": ("marked as contradicting {}, both stay", "warning"),
    "supersede": ("gives way to {}", "arrow-bend-up-left"),
    "withdraw": ("its proposal no longer holds", "arrow-bend-up-left"),
}


@dataclass(frozen=True, slots=True)
class PlanLine:
    """An item in words: `mark` names it ("M-12", "S-3"), `action` says what would happen to it."""

    item: PlanItem
    mark: str
    text: str
    action: str
    icon: str
    memories: tuple[Memory, ...] = ()

    @property
    def number(self) -> int:
        """The item's number in the plan."""
        return self.item.number

    @property
    def kept_from_pass(self) -> bool:
        """Whether it can only ever wait in Review."""
        return self.item.step in NEVER_AUTO and self.item.action != "withdraw"


@dataclass(frozen=True, slots=True)
class StepGroup:
    """The items of one step, with the mode the store gives it."""

    step: PlanStep
    mode: StepMode
    lines: tuple[PlanLine, ...]


@dataclass(frozen=True, slots=True)
class ChosenPlan:
    """A plan with what a person ticked, by number."""

    plan: Plan
    groups: tuple[StepGroup, ...]
    ticked: frozenset[int]

    @property
    def lines(self) -> tuple[PlanLine, ...]:
        """All lines in the order of the steps."""
        return tuple(line for group in self.groups for line in group.lines)

    def ticked_in(self, step: PlanStep) -> int:
        """How many items of a step are ticked."""
        return sum(1 for line in self._of(step) if line.number in self.ticked)

    def with_ticks(self, numbers: Iterable[int], *, on: bool) -> ChosenPlan:
        """The same plan with these items ticked or not."""
        given = frozenset(numbers)
        return ChosenPlan(self.plan, self.groups, self.ticked | given if on else self.ticked - given)

    def with_step(self, step: PlanStep, *, on: bool) -> ChosenPlan:
        """The same plan with all items of a step ticked or not."""
        return self.with_ticks((line.number for line in self._of(step)), on=on)

    def carried_out(self) -> tuple[PlanLine, ...]:
        """What applying would do."""
        return tuple(line for line in self.lines if line.number in self.ticked and not line.kept_from_pass)

    def to_review(self) -> tuple[PlanLine, ...]:
        """What applying would propose: ticked items that only ever wait, and unticked ones of steps that ask."""
        return tuple(line for line in self.lines if self._waits(line))

    def left_out(self) -> tuple[PlanLine, ...]:
        """What applying would not touch; the next pass finds it again."""
        return tuple(line for line in self.lines if line.number not in self.ticked and not self._waits(line))

    def to_apply(self) -> tuple[Plan, tuple[int, ...]]:
        """The plan without what is left out, and the numbers that are accepted."""
        out = self.left_out()
        dropped = frozenset(line.number for line in out)
        untouched = frozenset(target for line in out for target in line.item.targets)
        looked = {
            step: tuple(seen for seen in found if seen.memory_id not in untouched)
            for step, found in self.plan.looked.items()
        }
        items = tuple(item for item in self.plan.items if item.number not in dropped)
        accepted = tuple(line.number for line in self.carried_out())
        return replace(self.plan, items=items, looked=looked), accepted

    def _of(self, step: PlanStep) -> tuple[PlanLine, ...]:
        return next((group.lines for group in self.groups if group.step is step), ())

    def _waits(self, line: PlanLine) -> bool:
        if line.kept_from_pass:
            return line.number in self.ticked
        return line.item.mode is StepMode.PROPOSE and line.number not in self.ticked


def chosen(
    plan: Plan,
    *,
    modes: Mapping[PlanStep, StepMode],
    memories: Mapping[int, Memory],
    sessions: Mapping[int, str],
) -> ChosenPlan:
    """A plan as it is first shown: what runs by itself is ticked, what asks is not; the rest goes to Review."""
    lines = [line_of(item, memories=memories, sessions=sessions) for item in plan.items]
    groups = tuple(
        StepGroup(
            step, modes.get(step, StepMode.OFF), tuple(line for line in lines if line.item.step is step)
        )
        for step in PlanStep
    )
    ticked = frozenset(
        line.number for line in lines if line.kept_from_pass or line.item.mode is StepMode.AUTO
    )
    return ChosenPlan(plan, groups, ticked)


def line_of(item: PlanItem, *, memories: Mapping[int, Memory], sessions: Mapping[int, str]) -> PlanLine:
    """An item in words."""
    found = tuple(memories[target] for target in item.targets if target in memories)
    mark, text = "", item.text
    if item.action == "associate":
        mark, found = "links", ()
    elif item.targets:
        mark = f"M-{item.targets[0]}"
        text = found[0].text if found else ""
    elif item.sessions:
        mark = f"S-{item.sessions[0]}"
        text = item.text or sessions.get(item.sessions[0], "")
    action, icon = ACTIONS.get(item.action, (item.action, "arrow-right"))
    if "{}" in action:
        action = action.format(_others(item.targets[1:]))
    return PlanLine(item, mark, text or item.reason, action, icon, found)


def _others(ids: tuple[int, ...]) -> str:
    named = ", ".join(f"M-{target}" for target in ids[:MOST_NAMED])
    rest = len(ids) - MOST_NAMED
    return f"{named} and {rest} more" if rest > 0 else named


def carried_over(before: ChosenPlan, now: ChosenPlan) -> tuple[ChosenPlan, int]:
    """A plan made again, with the ticks that a person gave the same items; and how many items are gone."""
    # A step that was given another mode meanwhile has other items, and other ticks, for that reason.
    same = {group.step for group in before.groups if group.mode is _mode(now, group.step)}
    kept = [line for line in before.lines if line.item.step in same]
    was = {_key(line): line.number in before.ticked for line in kept}
    here = {_key(line): line.number for line in now.lines}
    on = [number for key, number in here.items() if was.get(key) is True]
    off = [number for key, number in here.items() if was.get(key) is False]
    return now.with_ticks(on, on=True).with_ticks(off, on=False), len(was.keys() - here.keys())


def _mode(chosen_plan: ChosenPlan, step: PlanStep) -> StepMode | None:
    return next((group.mode for group in chosen_plan.groups if group.step is step), None)


def _key(line: PlanLine) -> tuple[object, ...]:
    item = line.item
    return (item.step, item.action, item.targets, item.sessions, item.at)
