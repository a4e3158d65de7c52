"""The icon of each facet row: tier glyphs, kinds in their colours, states and categories by meaning."""

from __future__ import annotations

from PySide6.QtGui import QIcon

from engramma.model.search import FacetCount
from engramma.ui.theme import icon, kind_icon, tier_icon

STATES = {
    "pinned": "push-pin",
    "dormant": "moon",
    "superseded": "arrow-bend-up-left",
    "trashed": "trash",
    "conflicted": "warning",
}
CATEGORIES = {
    "fact": "info",
    "preference": "heart",
    "decision": "check-square",
    "correction": "pencil-line",
    "error": "bug",
    "instruction": "terminal",
    "summary": "article",
    "other": "circle-dashed",
}


def facet_icon(facet: FacetCount) -> QIcon:
    """The icon of one row."""
    match facet.field:
        case "tier":
            return tier_icon(facet.value)
        case "kind":
            return kind_icon(facet.value)
        case "fades":
            return icon("hourglass-medium")
        case "is" | "state":
            return icon(STATES.get(facet.value, "circle-dashed"))
        case "category":
            return icon(CATEGORIES.get(facet.value, "circle-dashed"))
        case _:
            return icon("tag")
