"""Who does things, in the groups that Activity filters and counts by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engramma.model.operation import CLI, IMPORT, PERSON, WORKER
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme.icon_names import ACTOR_ICONS

AGENTS = "agent:"


class Group(StrEnum):
    """A kind of actor."""

    ALL = "all"
    YOU = "you"
    AGENTS = "agents"
    WORKER = "worker"
    IMPORT = "import"
    SHELL = "cli"


@dataclass(frozen=True, slots=True)
class GroupWords:
    """How a group is called: on its segment, in a count ("by agents"), and by which icon."""

    title: str
    by: str
    icon: str
    actor: str | None


GROUPS: Mapping[Group, GroupWords] = {
    Group.ALL: GroupWords("All", "in all", "", None),
    Group.YOU: GroupWords("You", "by you", ACTOR_ICONS["person"], PERSON),
    Group.AGENTS: GroupWords("Agents", "by agents", ACTOR_ICONS["agent"], AGENTS),
    Group.WORKER: GroupWords("Worker", "by the worker", ACTOR_ICONS["worker"], WORKER),
    Group.IMPORT: GroupWords("Import", "by imports", ACTOR_ICONS["import"], IMPORT),
    Group.SHELL: GroupWords("Shell", "from the command line", ACTOR_ICONS["cli"], CLI),
}
BARS = (Group.YOU, Group.SHELL, Group.AGENTS, Group.WORKER)


def group_of(actor: str) -> Group:
    """The group of an actor; an unknown one counts as an agent."""
    named = {PERSON: Group.YOU, WORKER: Group.WORKER, IMPORT: Group.IMPORT, CLI: Group.SHELL}
    return named.get(actor, Group.AGENTS)


def actor_name(actor: str) -> str:
    """An actor as a person reads it: "You", "Worker", the agent's own name."""
    group = group_of(actor)
    if group is Group.AGENTS:
        return single_line(actor.removeprefix(AGENTS)) or "An agent"
    return "Command line" if group is Group.SHELL else GROUPS[group].title


def group_counts(counts: Mapping[str, int]) -> dict[Group, int]:
    """Operations by group, from operations by actor; `ALL` is their sum."""
    found = dict.fromkeys(Group, 0)
    for actor, count in counts.items():
        found[group_of(actor)] += count
        found[Group.ALL] += count
    return found


def counts_text(actors: list[str]) -> str:
    """ "2 by you, 3 by agents" for the actors of some operations."""
    counts = dict.fromkeys(Group, 0)
    for actor in actors:
        counts[group_of(actor)] += 1
    return ", ".join(f"{count:,} {GROUPS[group].by}" for group, count in counts.items() if count)
