"""The fields of the search language: names, listed values, and words for help and completion.

The one list that parser, completion, chips and help read; the store's compiler has a rule for each name.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from engramma.model.records import dataclass


class FieldKind(StrEnum):
    """What sort of value a field takes."""

    CHOICE = "choice"
    TEXT = "text"
    NUMBER = "number"
    MOMENT = "moment"
    IDS = "ids"


@dataclass(frozen=True, slots=True)
class ListedValue:
    """A value that a choice field takes; `label` is how a person reads it."""

    value: str
    label: str
    help: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """One field. `suggested` are example values for completion; `future`: its moments lie ahead."""

    name: str
    title: str
    kind: FieldKind
    help: str
    example: str
    choices: tuple[ListedValue, ...] = ()
    aliases: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    future: bool = False

    @property
    def open_ended(self) -> bool:
        """Whether its values come from the store."""
        return self.kind is FieldKind.TEXT and self.name != "text"

    def choice(self, text: str) -> ListedValue | None:
        """The listed value that `text` names, in any case or by an alias."""
        wanted = text.casefold().replace("-", "_")
        for listed in self.choices:
            if wanted == listed.value or wanted in listed.aliases:
                return listed
        return None


def _choice(name: str, help_text: str, example: str, *choices: ListedValue, title: str = "") -> Field:
    return Field(name, title or name, FieldKind.CHOICE, help_text, example, choices=choices)


def _text(name: str, help_text: str, example: str, *aliases: str) -> Field:
    return Field(name, name, FieldKind.TEXT, help_text, example, aliases=aliases)


_PAST = ("today", "yesterday", "7d", "30d", "<24h", ">90d")

_ALL = (
    _choice(
        "tier",
        "Where the memory is kept.",
        "tier:short",
        ListedValue("sensory", "Sensory", "Events of sessions", ("events",)),
        ListedValue("short_term", "Short-term", "Fades within weeks", ("short",)),
        ListedValue("long_term", "Long-term", "Fades within months", ("long",)),
    ),
    _choice(
        "kind",
        "What the memory is about.",
        "kind:semantic",
        ListedValue("episodic", "Episodic", "What happened"),
        ListedValue("semantic", "Semantic", "What is known"),
        ListedValue("procedural", "Procedural", "How to do things"),
    ),
    _choice(
        "category",
        "What sort of statement it is.",
        "category:decision",
        ListedValue("fact", "Fact"),
        ListedValue("preference", "Preference"),
        ListedValue("decision", "Decision"),
        ListedValue("correction", "Correction"),
        ListedValue("error", "Error"),
        ListedValue("instruction", "Instruction"),
        ListedValue("summary", "Summary"),
        ListedValue("other", "Other"),
    ),
    _choice(
        "state",
        "Whether the memory counts; only active ones are found unless a state is named.",
        "state:superseded",
        ListedValue("active", "Active"),
        ListedValue("superseded", "Superseded"),
        ListedValue("trashed", "In the Trash", aliases=("trash",)),
        ListedValue("any", "Any state", aliases=("all",)),
    ),
    _choice(
        "is",
        "A property of the memory.",
        "is:pinned",
        ListedValue("pinned", "Pinned", "Never fades"),
        ListedValue("dormant", "Dormant", "Active, but below the retrieval threshold"),
        ListedValue("stale", "Stale", "Semantic, without a rehearsal for two half-lives"),
        ListedValue("due", "Due", "Dormant or superseded for so long that the Trash is proposed"),
        ListedValue("active", "Active"),
        ListedValue("superseded", "Superseded", "Replaced by a later memory"),
        ListedValue("trashed", "In the Trash", "", ("trash", "deleted")),
        ListedValue("conflicted", "Conflicted", "In an open conflict", ("conflict",)),
        ListedValue("edited", "Edited by a person"),
        ListedValue("promoted", "Promoted", "Rose from short-term to long-term"),
        ListedValue("orphan", "Orphan", "Has no associations"),
    ),
    _choice(
        "has",
        "A part that the memory has.",
        "has:quote",
        ListedValue("provenance", "Provenance", "A known source", ("source",)),
        ListedValue("quote", "Quote", "The quoted turn"),
        ListedValue("session", "Session"),
        ListedValue("tag", "Tag", "", ("tags",)),
        ListedValue("association", "Association", "", ("associations",)),
        ListedValue("entity", "Entity", "Something that it is about", ("about", "entities")),
    ),
    _text("tag", "A tag; * stands for anything.", "tag:pay*", "tags"),
    _text("session", "The session: part of its title, its number or id.", 'session:"Webhook retries"'),
    _text("agent", "The agent of the session.", "agent:shop-agent"),
    _text("source", "What the session or import came from.", "source:claude-code"),
    _text("project", "The project of the session.", "project:larkspur"),
    _text("about", "What the memory is about, by name.", "about:checkout", "entity"),
    _text("actor", "Who made the memory.", "actor:agent:*", "by"),
    _text("speaker", "Who said it.", "speaker:Ada"),
    _choice(
        "role",
        "What sort of turn it came from.",
        "role:user",
        ListedValue("user", "User"),
        ListedValue("agent", "Agent", "", ("assistant",)),
        ListedValue("tool", "Tool"),
        ListedValue("decision", "Decision"),
        ListedValue("error", "Error"),
        ListedValue("note", "Note"),
    ),
    _text("text", "The text alone, without tags.", 'text:"raw body"'),
    Field(
        "importance",
        "importance",
        FieldKind.NUMBER,
        "How much it matters, 0 to 1.",
        "importance:>0.7",
        suggested=(">0.7", ">=0.5", "<0.3", "0.2..0.4"),
    ),
    Field(
        "strength",
        "strength",
        FieldKind.NUMBER,
        "How well it can be retrieved now, 0 to 1.",
        "strength:<0.3",
        suggested=(">0.5", "<0.3", "<0.1", "0.1..0.3"),
    ),
    Field(
        "recalls",
        "recalls",
        FieldKind.NUMBER,
        "How often it was recalled.",
        "recalls:>3",
        suggested=(">3", "0", ">=1", "1..3"),
    ),
    Field(
        "recalled",
        "recalled",
        FieldKind.MOMENT,
        "When it was last recalled; a plain number counts recalls.",
        "recalled:<7d",
        suggested=("<7d", "today", ">30d", "never"),
    ),
    Field(
        "fades",
        "fades",
        FieldKind.MOMENT,
        "When it becomes dormant.",
        "fades:<7d",
        suggested=("<7d", "<30d", ">90d", "today", "tomorrow", "never"),
        future=True,
    ),
    Field(
        "created",
        "created",
        FieldKind.MOMENT,
        "When it was made.",
        "created:2026-03..2026-04",
        suggested=_PAST,
    ),
    Field(
        "updated",
        "updated",
        FieldKind.MOMENT,
        "When it was last changed.",
        "updated:7d",
        suggested=_PAST,
    ),
    Field(
        "started",
        "session started",
        FieldKind.MOMENT,
        "When its session began.",
        "started:2026-05-15..2026-06-19",
        aliases=("session_date",),
        suggested=_PAST,
    ),
    Field("id", "id", FieldKind.IDS, "Memories by number or id.", "id:M-12,M-14"),
)

FIELDS: Mapping[str, Field] = MappingProxyType({item.name: item for item in _ALL})
_BY_ALIAS = {alias: item for item in _ALL for alias in (item.name, *item.aliases)}


def find_field(name: str) -> Field | None:
    """The field of that name or alias, in any case."""
    return _BY_ALIAS.get(name.casefold())


def field_names() -> tuple[str, ...]:
    """All names and aliases, for suggestions."""
    return tuple(_BY_ALIAS)
