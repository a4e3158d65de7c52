"""Sample rows of one file of an import: verdict, line, text as it will be kept, tier, kind, time."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView

from engramma.engine.exporting.values import Hit
from engramma.model.transfer import SampleRow
from engramma.ui.delegates.badges import TIER_WORDS, kind_word
from engramma.ui.delegates.kit import RIGHT, Kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, qcolor, tier_pixmap
from engramma.ui.theme.icon_names import KIND_ICONS
from engramma.ui.views.export.hit_delegate import paint_words
from engramma.ui.window.importing.row_table import Columns, RowDelegate, RowModel, RowTable
from engramma.ui.window.importing.veiled_text import TextPart, veiled

COLUMNS = Columns(
    titles=("  Verdict", "Line", "As it will be kept", "Tier", "Kind", "Time"),
    widths=(100, 54, 300, 92, 100, 164),
    right=frozenset({1}),
    stretch=2,
    height=33,
)
TEXT, TIME = 2, 5
Parts = tuple[TextPart, ...]
VERDICTS = {
    "new": ("new", "ok", "plus"),
    "known": ("known", "neutral", "equals"),
    "deleted": ("deleted", "neutral", "trash"),
    "changed": ("changed", "warning", "pencil-simple"),
    "skipped": ("skipped", "danger", "x"),
}
QUALITIES = {"month": "month", "inferred": "guessed", "none": "no time"}
WHAT = {
    "session": "Session",
    "event": "Turn",
    "entity": "Entity",
    "relation": "Relation",
    "association": "Link",
}


def sample_text(row: SampleRow, column: int) -> str:
    """One cell in words, but for the text itself."""
    if column == 0:
        return VERDICTS.get(row.verdict, (row.verdict, "", ""))[0]
    if column == 1:
        return "" if row.line is None else f"{row.line:,}"
    if column == 3:
        return TIER_WORDS.get(row.tier, "")
    if column == 4:
        return kind_word(row.kind) if row.what == "memory" else WHAT.get(row.what, "")
    told = QUALITIES.get(row.time_quality, "") if row.what in ("memory", "event") else ""
    return "  ".join(part for part in (single_line(row.time_text), told) if part)


class SampleDelegate(RowDelegate):
    """One line; of a secret only so much shows as tells which one it is."""

    height = COLUMNS.height

    def __init__(self, parent: QObject, veil: Callable[[SampleRow], Parts]) -> None:
        super().__init__(parent)
        self._veil = veil

    def paint_cell(self, painter: QPainter, kit: Kit, box: QRectF, row: object, *, column: int) -> None:
        """Paint what stands in a cell."""
        if not isinstance(row, SampleRow):
            return
        inner = box.adjusted(kit.px(7), 0, -kit.px(7), 0)
        if column == 0:
            _paint_verdict(painter, kit, inner.adjusted(kit.px(7), 0, 0, 0), row.verdict)
        elif column == 3 and row.tier:
            _paint_tier(painter, kit, inner, row.tier)
        elif column == 4 and row.kind in KIND_ICONS:
            _paint_kind(painter, kit, inner, row.kind)
        elif column == TEXT:
            _paint_text(painter, kit, inner, row, self._veil(row))
        else:
            _paint_words(painter, kit, inner, row, column)


def _paint_verdict(painter: QPainter, kit: Kit, box: QRectF, verdict: str) -> None:
    words, badge, icon_name = VERDICTS.get(verdict, (verdict, "neutral", "circle-dashed"))
    colour, tint = kit.tokens.badge(badge)
    pen, size = kit.pen(TextRole.BADGE), kit.metrics.icon_small
    width = pen.measures.horizontalAdvance(words) + size + kit.px(4) + 2 * kit.px(6)
    frame = QRectF(box.left(), box.center().y() - kit.metrics.badge / 2, width, kit.metrics.badge)
    rounded(painter, frame, radius=kit.metrics.radius_badge, colour=qcolor(tint))
    at = QPointF(frame.left() + kit.px(6), frame.center().y() - size / 2)
    painter.drawPixmap(at, pixmap(icon_name, size, colour, painter.device().devicePixelRatioF()))
    rest = frame.adjusted(kit.px(6) + size + kit.px(4), 0, 0, 0)
    kit.text(painter, words, rect=rest, pen=pen, colour=colour)


def _paint_tier(painter: QPainter, kit: Kit, box: QRectF, tier: str) -> None:
    size = kit.metrics.glyph
    at = QPointF(box.left(), box.center().y() - size / 2)
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(at, tier_pixmap(tier, size, kit.tokens.tier(tier), ratio))
    rest = box.adjusted(size + kit.px(5), 0, 0, 0)
    words = TIER_WORDS.get(tier, tier)
    kit.text(painter, words, rect=rest, pen=kit.pen(TextRole.SMALL), colour=kit.tokens.text)


def _paint_kind(painter: QPainter, kit: Kit, box: QRectF, kind: str) -> None:
    size = kit.metrics.icon_small
    at = QPointF(box.left(), box.center().y() - size / 2)
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(at, pixmap(KIND_ICONS[kind], size, kit.tokens.kind(kind), ratio))
    rest = box.adjusted(size + kit.px(5), 0, 0, 0)
    kit.text(painter, kind_word(kind), rect=rest, pen=kit.pen(TextRole.SMALL), colour=kit.tokens.text)


def _paint_words(painter: QPainter, kit: Kit, box: QRectF, row: SampleRow, column: int) -> None:
    tokens = kit.tokens
    if column == 1:
        pen = kit.pen(TextRole.SMALL, tabular=True)
        text = sample_text(row, column)
        kit.text(painter, text, rect=box, pen=pen, colour=tokens.text_muted, align=RIGHT)
        return
    kit.text(
        painter,
        sample_text(row, column),
        rect=box,
        pen=kit.pen(TextRole.SMALL),
        colour=tokens.text_secondary,
    )


def _paint_text(painter: QPainter, kit: Kit, box: QRectF, row: SampleRow, parts: Parts) -> None:
    tokens = kit.tokens
    ink = tokens.text_secondary if row.verdict == "known" else tokens.text
    ink = tokens.danger if row.verdict == "skipped" else ink
    danger, tint = tokens.badge("danger")
    room, pen = (
        QRectF(box.left(), box.center().y() - kit.px(10), box.width(), kit.px(19)),
        kit.pen(TextRole.BODY),
    )
    for part in parts:
        paint_words(
            painter,
            kit,
            room,
            part.text,
            pen=pen,
            ink=danger if part.secret else ink,
            back=tint if part.secret else "",
        )


class SampleTable(RowTable):
    """Read only."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, "Sample rows")
        self._hits: tuple[Hit, ...] = ()
        self._veil = lru_cache(maxsize=512)(self._veiled)
        self._rows = RowModel[SampleRow](COLUMNS, self._words, self._tip, parent=self)
        self.start(self._rows, SampleDelegate(self, self._veil))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def set_rows(self, rows: tuple[SampleRow, ...], hits: tuple[Hit, ...] = ()) -> None:
        """Show rows in which `hits` are secrets: others from the top, the same ones where they stand."""
        if hits != self._hits:
            self._hits = hits
            self._veil.cache_clear()
        same = rows == self._rows.rows
        self._rows.set_rows(rows, same=same)
        if not same:
            self.scrollToTop()

    def _veiled(self, row: SampleRow) -> Parts:
        return veiled(row.text, self._hits)

    def _words(self, row: SampleRow, column: int) -> str:
        return self._text(row) if column == TEXT else sample_text(row, column)

    def _tip(self, row: SampleRow, column: int) -> str:
        return self._text(row) if column == TEXT else row.time_text if column == TIME else ""

    def _text(self, row: SampleRow) -> str:
        return "".join(part.text for part in self._veil(row))
