"""The facts of a merge's result, each with where it comes from, in words. Pure functions of values."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.model.merging import CarriedLink, MergeResult
from engramma.model.records import dataclass
from engramma.ui.inspector.words import ASSOCIATIONS, word
from engramma.ui.models.dates import day_text, short_day_text


@dataclass(frozen=True, slots=True)
class FactLine:
    """A value of the result and where it comes from."""

    name: str
    value: str
    source: str


def fact_lines(result: MergeResult, now: int) -> tuple[FactLine, ...]:
    """Everything that the survivor takes over but for tags and links."""
    survivor = result.survivor
    pin = "yes" if survivor.pinned else "no"
    last = result.last_recalled_at
    return (
        FactLine("Tier", word(result.tier), _of(result.tier_source)),
        FactLine("Kind", word(str(survivor.kind)), _of(survivor.id)),
        FactLine("Category", word(str(survivor.category)), _of(survivor.id)),
        FactLine("Pinned", pin, _of(survivor.id)),
        FactLine("Importance", f"{result.importance.value:.2f}", _of(result.importance.source)),
        FactLine(
            "Strength",
            f"{result.strength.value:.2f}",
            "written anew" if result.written else _of(result.strength.source),
        ),
        FactLine("Created", day_text(int(result.created_at.value)), _of(result.created_at.source)),
        FactLine("Recalls", *_sum(result.recalls)),
        FactLine(
            "Last recall", short_day_text(int(last.value), now) if last.source else "never", _of(last.source)
        ),
        FactLine("Sources", *_sum(result.evidence)),
    )


def link_words(link: CarriedLink) -> tuple[str, str]:
    """(what it is, the text it leads to)."""
    there, back, _icon = ASSOCIATIONS.get(link.key.type, (link.key.type, link.key.type, "link"))
    kind = link.relation or (there if link.key.outgoing else back)
    return kind, f"M-{link.key.other_id}  {link.other_text}"


def sources_words(sources: Sequence[int]) -> str:
    """ "M-206, M-871"."""
    return ", ".join(f"M-{one}" for one in sources)


def _of(source: int | None) -> str:
    return "" if source is None else f"M-{source}"


def _sum(parts: Sequence[tuple[int, int]]) -> tuple[str, str]:
    total = sum(count for _id, count in parts)
    if len(parts) == 1:
        return f"{total:,}", _of(parts[0][0])
    return f"{total:,}", " + ".join(f"{count:,} of M-{one}" for one, count in parts)
