"""What each cell says in words: for tooltips, screen readers and copying. Pure functions of a row."""

from __future__ import annotations

from engramma.ui.delegates.badges import TIER_FULL_WORDS, kind_word
from engramma.ui.delegates.roles import COLUMN_TITLES, Column
from engramma.ui.delegates.row import MemoryRow


def cell_text(row: MemoryRow, column: Column) -> str:
    """The plain content of a cell, as it is copied; never elided."""
    match column:
        case Column.GUTTER:
            return ", ".join(row_marks(row))
        case Column.MEMORY:
            return row.text
        case Column.TIER:
            return TIER_FULL_WORDS.get(row.tier, row.tier)
        case Column.STRENGTH | Column.SPARK:
            return f"{row.strength:.2f}"
        case Column.FADES:
            return row.fades_text
        case Column.RECALLS:
            return str(row.recalls)
        case Column.IMPORTANCE:
            return f"{row.importance:.2f}"
        case Column.TAGS:
            return ", ".join(row.tags)
        case Column.SESSION:
            return row.session_title
        case Column.CREATED:
            return row.created_text


def row_marks(row: MemoryRow) -> list[str]:
    """The states that a row shows by icon or style, in words."""
    marks = []
    if row.draft:
        marks.append("unsaved draft")
    if row.conflict:
        marks.append("open conflict")
    if row.pinned:
        marks.append("pinned")
    if row.dormant:
        marks.append("dormant")
    if row.state == "superseded":
        marks.append("superseded")
    if row.state == "trashed":
        marks.append("in Trash")
    return marks


def cell_accessible_text(row: MemoryRow, column: Column) -> str:
    """What a screen reader says of a cell: its title and content; the memory cell tells the whole row."""
    if column is Column.MEMORY:
        marks = row_marks(row)
        details = [kind_word(row.kind), TIER_FULL_WORDS.get(row.tier, row.tier), *marks, *row.tags]
        return f"{row.label}: {row.text}. {', '.join(details)}"
    title = COLUMN_TITLES[column] or "Marks"
    return f"{title}: {cell_text(row, column) or 'none'}"


def cell_tooltip_text(row: MemoryRow, column: Column) -> str:
    """The full plain text behind a cell, for its tooltip; empty where the cell already says all."""
    match column:
        case Column.MEMORY:
            details = ", ".join(
                part for part in (kind_word(row.kind), row.category, *row.tags, row.session_title) if part
            )
            return f"{row.text}\n\n{row.label}: {details}"
        case Column.GUTTER | Column.TAGS | Column.SESSION | Column.TIER:
            return cell_text(row, column)
        case Column.CREATED:
            return _lines(cell_text(row, column), row.created_exact)
        case Column.STRENGTH | Column.SPARK:
            return f"Strength {row.strength:.4f}, dormant below {row.threshold:g}"
        case Column.FADES:
            return _lines(fades_sentence(row), row.fades_exact if row.fades_text else "")
        case Column.RECALLS:
            times = f"Recalled {row.recalls:,} time{'' if row.recalls == 1 else 's'} by agents"
            return _lines(times, f"Last {row.recalled_exact}" if row.recalled_exact else "")
        case Column.IMPORTANCE:
            return f"Importance {row.importance:.4g}"


def fades_sentence(row: MemoryRow) -> str:
    """`fades_text` as a sentence."""
    match row.fades_text:
        case "never":
            return "Never fades"
        case "pinned":
            return "Pinned: does not fade"
        case "dormant":
            return "Dormant: already below the threshold"
        case text:
            return f"Falls below the threshold in {text}" if text else ""


def _lines(*parts: str) -> str:
    """What there is to say, each on a line."""
    return "\n".join(part for part in parts if part)
