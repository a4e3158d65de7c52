"""Counts what goes out by what formats may lose of it."""

from __future__ import annotations

from engramma.exchange.writing.aspects import Aspect
from engramma.store.bundle_rows import Selection
from engramma.store.database import Reading
from engramma.store.outgoing import count_selected, count_traits

_TABLES = {
    Aspect.SESSIONS: "session",
    Aspect.EVENTS: "event",
    Aspect.QUOTES: "provenance",
    Aspect.STRENGTHS: "memory",
    Aspect.RECALLS: "recall",
    Aspect.KINDS: "memory",
    Aspect.TIERS: "memory",
    Aspect.CATEGORIES: "memory",
    Aspect.IMPORTANCE: "memory",
    Aspect.TAGS: "tag",
    Aspect.CREATED: "memory",
    Aspect.TIES: "association",
    Aspect.THINGS: "entity",
    Aspect.RELATIONS: "entity_relation",
    Aspect.VERDICTS: "gate_verdict",
    Aspect.CONFLICTS: "conflict",
    Aspect.PROPOSALS: "proposal",
    Aspect.CHECKS: "recall_check",
    Aspect.SAVED: "saved_search",
    Aspect.POLICY: "policy_setting",
}
_TRAITS = {
    Aspect.PINS: "pinned",
    Aspect.UPDATED: "updated",
    Aspect.QUALITIES: "inexact",
    Aspect.LINE_BREAKS: "broken",
    Aspect.SUPERSEDED: "superseded",
    Aspect.TRASHED: "trashed",
    Aspect.ABOUT: "about",
}


def contents_of(reading: Reading, selection: Selection) -> dict[Aspect, int]:
    """How much there is of each aspect."""
    rows = count_selected(selection)
    traits = count_traits(reading, selection)
    found = {aspect: rows.get(table, 0) for aspect, table in _TABLES.items()}
    found |= {aspect: traits[name] for aspect, name in _TRAITS.items()}
    found[Aspect.VERSIONS] = max(0, rows.get("version", 0) - rows.get("memory", 0))
    found[Aspect.MORE_ABOUT] = rows.get("mention", 0) - traits["about"]
    return found
