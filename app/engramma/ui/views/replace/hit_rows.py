"""The rows of find and replace: before and after, from a little before the first change on."""

from __future__ import annotations

from engramma.model.replacing import Hit
from engramma.ui.views.replace.tick_model import TickRow
from engramma.ui.widgets.word_diff import DiffPart, word_diff

LEAD, SHOWN = 80, 400


def hit_row(hit: Hit) -> TickRow:
    """Two lines with what differs marked."""
    before, after = excerpts(hit.before, hit.after)
    parts = word_diff(before, after)
    first = tuple(part for part in parts if part.op != "added")
    second = tuple(part for part in parts if part.op != "removed")
    badge, sign = _guard(hit)
    places = "" if hit.count == 1 else f"{hit.count:,} places"
    guard = f", {badge}" if badge else ""
    words = f"M-{hit.memory_id}{guard}, {places or '1 place'}: {before.strip()} becomes {after.strip()}"
    return TickRow(f"M-{hit.memory_id}", first, second, badge, sign, places, words)


def excerpts(before: str, after: str, *, lead: int = LEAD) -> tuple[str, str]:
    """What of two texts is shown: from a word at most `lead` characters before the first difference on."""
    same = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        same += 1
    start = max(0, same - lead)
    if start:
        blank = before.find(" ", start, same)
        start = blank + 1 if blank >= 0 else start
    sign = "…" if start else ""
    return sign + before[start : start + SHOWN], sign + after[start : start + SHOWN]


def _guard(hit: Hit) -> tuple[str, str]:
    if hit.pinned:
        return "pinned", "push-pin-fill"
    return ("edited by a person", "pencil-simple") if hit.person_edited else ("", "")


def plain(text: str) -> tuple[DiffPart, ...]:
    """A line without marks."""
    return (DiffPart("same", text),)
