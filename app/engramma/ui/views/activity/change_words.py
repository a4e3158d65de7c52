"""What an operation changed, in words: fields named as people know them, values as they read them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engramma.model.operation import FieldChange, UndoConflict

FIELDS = {
    ("memory", "text"): "Text",
    ("memory", "kind"): "Kind",
    ("memory", "tier"): "Tier",
    ("memory", "category"): "Category",
    ("memory", "state"): "State",
    ("memory", "pinned"): "Pinned",
    ("memory", "importance"): "Importance",
    ("memory", "session_id"): "Session",
    ("memory", "superseded_by"): "Superseded by",
    ("memory", "merged_into"): "Merged into",
    ("memory", "created_at"): "Created",
    ("tag", "removed"): "Tag",
    ("association", "weight"): "Link weight",
    ("session", "title"): "Session title",
    ("session", "summary"): "Session summary",
    ("session", "topics"): "Session topics",
    ("session", "is_open"): "Session open",
    ("event", "text"): "Turn text",
    ("event", "active"): "Turn counts",
    ("saved_search", "name"): "Search name",
    ("saved_search", "query"): "Search text",
}
WORDS = {
    "short_term": "Short-term",
    "long_term": "Long-term",
    "sensory": "Sensory",
}
LINKS = {"superseded_by", "merged_into"}
FLAGS = {"pinned", "is_open", "active"}
MOST_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """One line of the card. `prose` values are compared word by word, others as a whole."""

    memory_id: int | None
    field: str
    before: str
    after: str
    prose: bool
    changed_since: bool


def readable(changes: Sequence[FieldChange]) -> tuple[ChangeWords, ...]:
    """The changes that mean something to a person, in their order."""
    return tuple(
        ChangeWords(
            memory_id=item.memory_id,
            field=FIELDS[item.table, item.column],
            before=value_words(item.column, item.before),
            after=value_words(item.column, item.after),
            prose=isinstance(item.after, str) and item.column in ("text", "summary", "title", "query"),
            changed_since=item.changed_since,
        )
        for item in changes
        if (item.table, item.column) in FIELDS
    )


def value_words(column: str, value: object) -> str:
    """A value as people read it; an empty string for none."""
    if value is None or value == "":
        return ""
    if column == "removed":
        return "" if value else "there"
    if column in FLAGS:
        return "yes" if value else "no"
    if column in LINKS:
        return f"M-{value}"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, str) and column in ("tier", "kind", "category", "state"):
        return WORDS.get(value, value[:1].upper() + value[1:])
    text = str(value)
    return text if len(text) <= MOST_TEXT else text[:MOST_TEXT] + "…"


def conflict_words(conflicts: Sequence[UndoConflict]) -> str:
    """What changed since, in one sentence: "Text and Tier of M-12 changed since"."""
    fields = []
    for item in conflicts:
        name = FIELDS.get((item.table, item.field), item.field.replace("_", " ").capitalize())
        if name not in fields:
            fields.append(name)
    memories = sorted({item.memory_id for item in conflicts if item.memory_id is not None})
    whose = ", ".join(f"M-{item}" for item in memories[:3]) + (" and more" if len(memories) > 3 else "")
    what = " and ".join(fields[:3]) if len(fields) <= 3 else f"{len(fields)} fields"
    return f"{what}{f' of {whose}' if whose else ''} changed since."
