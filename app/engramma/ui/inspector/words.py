"""How the inspector says things: actors, operations, associations, counts. Pure functions of values."""

from __future__ import annotations

from engramma.model.association import Association
from engramma.model.operation import CLI, IMPORT, PERSON, WORKER, Operation
from engramma.model.session import Role
from engramma.ui.theme.icon_names import ACTOR_ICONS

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
