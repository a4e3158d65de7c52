"""How the inspector says things: actors, operations, associations, counts. Pure functions of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.association import Association
from engramma.model.clock import DAY
from engramma.model.operation import CLI, IMPORT, PERSON, WORKER, Operation
from engramma.model.session import Role
from engramma.ui.models.dates import moment_text, short_day_text, time_text
from engramma.ui.theme.icon_names import ACTOR_ICONS

if TYPE_CHECKING:
    from engramma.ui.inspector.editing import Meanwhile

VERBS = {
    "remember": "remembered it",
    "edit": "edited the text",
    "change": "changed its facts",
    "pin": "pinned it",
    "unpin": "took the pin off",
    "tag": "changed its tags",
    "trash": "moved it to the Trash",
    "restore": "restored it",
    "correct": "corrected it",
    "rehearse": "rehearsed it",
    "recall": "recalled it",
    "promote": "moved it to long-term",
    "merge": "merged it",
    "split": "split it",
    "import": "imported it",
    "gate": "kept it from a session",
    "conflict": "marked a conflict",
    "proposal": "proposed a change",
    "link": "linked it",
    "consolidation": "tended to it in a pass",
    "policy": "changed how it fades",
    "repair": "mended it",
    "undo": "undid a change",
    "redo": "redid a change",
}

ASSOCIATIONS = {
    "follows": ("follows", "precedes", "clock"),
    "same_session": ("same session", "same session", "chats"),
    "similar": ("similar", "similar", "intersect"),
    "co_recalled": ("recalled with", "recalled with", "link"),
    "about": ("about", "about", "hash"),
    "derived_from": ("derived from", "source of", "tree-structure"),
    "corrects": ("corrects", "corrected by", "arrow-bend-up-left"),
    "contradicts": ("contradicts", "contradicts", "warning"),
    "related": ("related", "related", "link"),
}


RECALL_OF = "recall of "
LONGEST_RELATION = 14


def actor_word(actor: str) -> str:
    """Who did something, at the beginning of a sentence."""
    if actor.startswith("agent:"):
        return actor.removeprefix("agent:") or "An agent"
    return {PERSON: "You", CLI: "The command line", WORKER: "Worker", IMPORT: "An import"}.get(actor, actor)


def actor_icon(actor: str) -> str:
    """The icon of an actor."""
    return ACTOR_ICONS.get("agent" if actor.startswith("agent:") else actor, ACTOR_ICONS["worker"])


def operation_sentence(operation: Operation) -> str:
    """What happened to a memory, as a sentence: "You edited the text"."""
    if operation.kind == "recall" and operation.label.startswith(RECALL_OF):
        return f"{actor_word(operation.actor)}: {operation.label.removeprefix(RECALL_OF)}"
    verb = VERBS.get(operation.kind)
    if verb is None:
        return f"{actor_word(operation.actor)}: {operation.label}"
    taken_back = ", taken back" if operation.undone else ""
    return f"{actor_word(operation.actor)} {verb}{taken_back}"


def operation_title(operation: Operation) -> str:
    """An operation by itself, first letter large: "Edit of M-961"."""
    return operation.label[:1].upper() + operation.label[1:]


def association_words(association: Association) -> tuple[str, str]:
    """(word, icon) of an association as seen from the memory that is shown."""
    there, back, icon = ASSOCIATIONS.get(association.type, (association.type, association.type, "link"))
    if 0 < len(association.relation) <= LONGEST_RELATION:
        return association.relation, icon
    return (there if association.outgoing else back), icon


def role_word(role: str, speaker: str) -> str:
    """Who said a turn."""
    if speaker and speaker.lower() not in ("user", role):
        return speaker
    words = {
        Role.USER: "User",
        Role.AGENT: "Agent",
        Role.TOOL: "Tool result",
        Role.DECISION: "Decision",
        Role.ERROR: "Error",
        Role.NOTE: "Note",
    }
    return words.get(Role(role), role) if role in set(Role) else role


def role_icon(role: str) -> str:
    """The icon of a role."""
    icons = {
        "user": "user",
        "agent": "robot",
        "tool": "terminal",
        "decision": "check-circle",
        "error": "warning",
    }
    return icons.get(role, "note")


def counted(count: int, one: str, many: str) -> str:
    """ "1 memory", "1,284 memories"."""
    return f"{count:,} {one if count == 1 else many}"


def word(value: str) -> str:
    """A value of the model as a word: "long_term" as "Long-term"."""
    text = value.replace("_", "-")
    return text[:1].upper() + text[1:]


FATES = {
    "changed": "{who} changed the text of {label}{when}, while you edited it.",
    "trashed": "{who} moved {label} to the Trash{when}, while you edited it.",
    "superseded": "{who} put another memory in the place of {label}{when}, while you edited it.",
    "merged": "{who} merged {label} into another memory{when}, while you edited it.",
    "erased": "{label} was erased for good{when}, while you edited it.",
    "same": "{label} is as it was when you began.",
}


def fate_sentence(meanwhile: Meanwhile) -> str:
    """What became of a memory: "claude changed the text of M-12 at 14:02, while you edited it."."""
    day = meanwhile.now - meanwhile.at < DAY
    moment = f"at {time_text(meanwhile.at)}" if day else f"on {short_day_text(meanwhile.at, meanwhile.now)}"
    who = actor_word(meanwhile.actor) if meanwhile.actor else "Somebody"
    sentence = FATES[meanwhile.fate.value]
    if meanwhile.successor is not None:
        sentence = sentence.replace("another memory", meanwhile.successor.label)
    return sentence.format(who=who, label=meanwhile.label, when=f" {moment}" if meanwhile.at else "")


def draft_sentence(updated_at: int, now: int, *, resumed: bool = False) -> str:
    """Whose text it is that shows: "Unsaved draft from 14:02"."""
    whose = "Your unsaved draft" if resumed else "Unsaved draft"
    return f"{whose} from {clock_text(updated_at, now)}"


def clock_text(instant: int, now: int) -> str:
    """The time of day, and the day before it unless it was within the last one."""
    return time_text(instant) if now - instant < DAY else moment_text(instant, now)
