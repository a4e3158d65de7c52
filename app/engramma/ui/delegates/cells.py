"""One paint function a column of the memories table, each of the same form: painter, kit, and what the cell
shows.

Exists apart from the delegate so that the inspector, cards and lists paint the same parts without a model.
"""

from __future__ import annotations

from collections.abc import Callable
from re import Pattern

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.model.records import dataclass
from engramma.ui.delegates.badges import TIER_WORDS, paint_kind, paint_tags, paint_tier_badge
from engramma.ui.delegates.kit import LEFT, RIGHT, Kit, Pen, rounded
from engramma.ui.delegates.look import RowLook
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.delegates.roles import Column
from engramma.ui.delegates.row import MemoryRow
from engramma.ui.delegates.searched_words import spans_of
from engramma.ui.delegates.strength import paint_sparkline, paint_strength
from engramma.ui.theme import TextRole, pixmap, qcolor

CATEGORY_AT = 92
"""Where the category begins on line 2, in px from the text's left edge: categories stand in a column."""
LEAST_DETAIL = 24
MOST_MARKS, MARKED_AS_FAR_AS = 12, 300


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell is painted from.

    Inner rectangle (padding taken off), row, look, pixel ratio, one line or two, columns that show in the table, the
    words that are searched for.
    """

    rect: QRectF
    row: MemoryRow
    look: RowLook
    ratio: float
    compact: bool
    columns: frozenset[Column] = frozenset()
    searched: Pattern[str] | None = None


def paint_gutter(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """One mark: an unsaved draft, else the warning of an open conflict, a pin, the sign of supersession or Trash."""
    row, tokens = cell.row, kit.tokens
    if row.draft:
        name, colour = "pencil-simple", tokens.warning
    elif row.conflict:
        name, colour = "warning", tokens.warning
    elif row.pinned:
        name, colour = "push-pin-fill", tokens.accent
    elif row.state == "superseded":
        name, colour = "arrow-bend-up-left", tokens.text_muted
    elif row.state == "trashed":
        name, colour = "trash", tokens.text_muted
    else:
        return
    size = kit.metrics.icon
    centre = cell.rect.center()
    painter.drawPixmap(
        QPointF(centre.x() - size / 2 + kit.px(2), centre.y() - size / 2),
        pixmap(name, size, colour, cell.ratio),
    )


def paint_memory(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """Line 1 the text, elided; line 2 kind, category, and tags and session unless they have a column of their own.

    Compact rows have line 1 only.
    """
    rect, row, look = cell.rect, cell.row, cell.look
    first = kit.pen(TextRole.BODY, struck=look.struck)
    text = single_line(row.text) or "(empty)"
    if cell.compact:
        _paint_first_line(painter, kit, cell, text=text, rect=rect, pen=first)
        return
    upper, lower = kit.metrics.line_px(TextRole.BODY), kit.metrics.tag
    top = rect.top() + (rect.height() - upper - kit.px(1) - lower) / 2
    _paint_first_line(
        painter, kit, cell, text=text, rect=QRectF(rect.left(), top, rect.width(), upper), pen=first
    )
    line = QRectF(rect.left(), top + upper + kit.px(1), rect.width(), lower)
    _paint_details(painter, kit, cell=cell, line=line)


def _paint_first_line(painter: QPainter, kit: Kit, cell: Cell, *, text: str, rect: QRectF, pen: Pen) -> None:
    """The text, with the searched words on a tint and underlined, as far as it can be read."""
    colour, tint = kit.tokens.badge("warning")
    spans = spans_of(cell.searched, text[:MARKED_AS_FAR_AS], most=MOST_MARKS)
    boxes = []
    for start, end in spans:
        left = rect.left() + pen.measures.horizontalAdvance(text[:start])
        right = min(rect.left() + pen.measures.horizontalAdvance(text[:end]), rect.right())
        if left < right:
            boxes.append(QRectF(left, rect.top(), right - left, rect.height()))
    for box in boxes:
        rounded(painter, box, radius=kit.px(2), colour=qcolor(tint))
    kit.text(painter, text, rect=rect, pen=pen, colour=cell.look.text)
    for box in boxes:
        under = round(rect.center().y() - pen.height / 2 + pen.measures.ascent() + kit.px(2))
        painter.fillRect(QRectF(box.left(), under, box.width(), 1), qcolor(colour))


def _paint_details(painter: QPainter, kit: Kit, *, cell: Cell, line: QRectF) -> None:
    row, look = cell.row, cell.look
    gap, least = kit.px(8), kit.px(LEAST_DETAIL)
    pen = kit.pen(TextRole.CAPTION)
    kind_end = paint_kind(painter, kit, rect=line, kind=row.kind, colour=look.detail, ratio=cell.ratio)
    left = line.left() + max(kit.px(CATEGORY_AT), kind_end + gap)
    category = single_line(row.category)
    if line.right() - left < least:
        return
    word = category[:1].upper() + category[1:]
    box = QRectF(left, line.top(), line.right() - left, line.height())
    left += kit.text(painter, word, rect=box, pen=pen, colour=look.muted) + gap
    session = "" if Column.SESSION in cell.columns else single_line(row.session_title)
    tags = () if Column.TAGS in cell.columns else row.tags
    wanted = min(pen.measures.horizontalAdvance(session), kit.px(90)) + gap if session else 0.0
    if tags and line.right() - left > least:
        room = QRectF(left, line.top(), max(least, line.right() - left - wanted), line.height())
        left += paint_tags(painter, kit, rect=room, tags=tags, fill=look.fill, colour=look.detail)
    if session and line.right() - left > least:
        box = QRectF(left, line.top(), line.right() - left, line.height())
        kit.text(painter, session, rect=box, pen=pen, colour=look.muted)


def paint_tier(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """The tier badge with the short word."""
    at = QPointF(cell.rect.left(), cell.rect.center().y())
    word = TIER_WORDS.get(cell.row.tier, cell.row.tier)
    paint_tier_badge(painter, kit, at=at, tier=cell.row.tier, word=word, ratio=cell.ratio)


def paint_strength_cell(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """Bar, threshold tick and number."""
    row, look = cell.row, cell.look
    paint_strength(painter, kit, rect=cell.rect, strength=row.strength, threshold=row.threshold,
                   colour=look.tier, track=look.fill, number=look.text)  # fmt: skip


def paint_spark(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """The last 90 days."""
    row = cell.row
    paint_sparkline(
        painter, kit, rect=cell.rect, points=row.spark, threshold=row.threshold, colour=cell.look.tier
    )


def paint_fades(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """When it falls below the threshold.

    Tier colour when soon, secondary for words, a pin beside "pinned".
    """
    row, look = cell.row, cell.look
    timed = row.fades_text[:1].isdigit()
    colour = look.tier if row.fades_soon else look.text if timed else look.detail
    pen = kit.pen(TextRole.BODY, tabular=True)
    text = single_line(row.fades_text)
    width = kit.text(painter, text, rect=cell.rect, pen=pen, colour=colour, align=RIGHT)
    if row.pinned and text == "pinned":
        size = kit.metrics.icon_small
        at = QPointF(cell.rect.right() - width - size - kit.px(4), cell.rect.center().y() - size / 2)
        painter.drawPixmap(at, pixmap("push-pin-fill", size, kit.tokens.accent, cell.ratio))


def _number(painter: QPainter, kit: Kit, *, cell: Cell, text: str) -> None:
    kit.text(
        painter,
        text,
        rect=cell.rect,
        pen=kit.pen(TextRole.BODY, tabular=True),
        colour=cell.look.text,
        align=RIGHT,
    )


def _words(painter: QPainter, kit: Kit, *, cell: Cell, text: str) -> None:
    kit.text(
        painter,
        single_line(text),
        rect=cell.rect,
        pen=kit.pen(TextRole.SMALL),
        colour=cell.look.detail,
        align=LEFT,
    )


def paint_recalls(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """How often agents recalled it."""
    _number(painter, kit, cell=cell, text=f"{cell.row.recalls:,}")


def paint_importance(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """Importance, two decimals."""
    _number(painter, kit, cell=cell, text=f"{cell.row.importance:.2f}")


def paint_tags_cell(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """All tags that fit, as chips."""
    paint_tags(painter, kit, rect=cell.rect, tags=cell.row.tags, fill=cell.look.fill, colour=cell.look.detail)


def paint_session(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """The title of the session it comes from."""
    _words(painter, kit, cell=cell, text=cell.row.session_title)


def paint_created(painter: QPainter, kit: Kit, cell: Cell) -> None:
    """When it was created, in the local form."""
    _words(painter, kit, cell=cell, text=cell.row.created_text)


PAINTERS: dict[Column, Callable[[QPainter, Kit, Cell], None]] = {
    Column.GUTTER: paint_gutter,
    Column.MEMORY: paint_memory,
    Column.TIER: paint_tier,
    Column.STRENGTH: paint_strength_cell,
    Column.SPARK: paint_spark,
    Column.FADES: paint_fades,
    Column.RECALLS: paint_recalls,
    Column.IMPORTANCE: paint_importance,
    Column.TAGS: paint_tags_cell,
    Column.SESSION: paint_session,
    Column.CREATED: paint_created,
}
