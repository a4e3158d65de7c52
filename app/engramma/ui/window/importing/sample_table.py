"""Sample rows of one file of an import: verdict, line, text as it will be kept, tier, kind, time."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engramma.model.transfer import SampleRow
from engramma.ui.delegates.badges import TIER_WORDS, kind_word
from engramma.ui.delegates.kit import RIGHT, Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, pixmap, qcolor, tier_pixmap
from engramma.ui.theme.icon_names import KIND_ICONS

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
COLUMNS = ("  Verdict", "Line", "As it will be kept", "Tier", "Kind", "Time")
WIDTHS = (100, 54, 300, 92, 100, 164)
ROW = 33
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


class SampleModel(QAbstractTableModel):
    """The rows, as they are."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: tuple[SampleRow, ...] = ()

    def set_rows(self, rows: tuple[SampleRow, ...]) -> None:
        """Show others."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """How many."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """Six."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Titles."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section == 1 else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: QModelIndex, role: int = 0) -> object:  # type: ignore[override]
        """The row, or a cell in words."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return sample_text(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() in (2, 5):
            return tooltip(row.text if index.column() == 2 else row.time_text)
        return None


def sample_text(row: SampleRow, column: int) -> str:
    """One cell in words."""
    if column == 0:
        return VERDICTS.get(row.verdict, (row.verdict, "", ""))[0]
    if column == 1:
        return "" if row.line is None else f"{row.line:,}"
    if column == 2:
        return single_line(row.text)
    if column == 3:
        return TIER_WORDS.get(row.tier, "")
    if column == 4:
        return kind_word(row.kind) if row.what == "memory" else WHAT.get(row.what, "")
    told = QUALITIES.get(row.time_quality, "") if row.what in ("memory", "event") else ""
    return "  ".join(part for part in (single_line(row.time_text), told) if part)


class SampleDelegate(QStyledItemDelegate):
    """Fixed height 33."""

    def sizeHint(self, option: QStyleOptionViewItem, index: object) -> QSize:
        """Fixed height."""
        return QSize(80, current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one cell."""
        kit, row = current_kit(), index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(box, qcolor(kit.tokens.selection if selected else kit.tokens.base))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(kit.tokens.grid))
        inner = box.adjusted(kit.px(7), 0, -kit.px(7), 0)
        column = index.column()
        if column == 0:
            _paint_verdict(painter, kit, inner.adjusted(kit.px(7), 0, 0, 0), row.verdict)
        elif column == 3 and row.tier:
            _paint_tier(painter, kit, inner, row.tier)
        elif column == 4 and row.kind in KIND_ICONS:
            _paint_kind(painter, kit, inner, row.kind)
        else:
            _paint_words(painter, kit, inner, row, column)
        painter.restore()


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
    skipped = row.verdict == "skipped" and column == 2
    quiet = row.verdict == "known" or column > 2
    colour = tokens.danger if skipped else tokens.text_secondary if quiet else tokens.text
    pen = kit.pen(TextRole.BODY if column == 2 else TextRole.SMALL)
    kit.text(painter, sample_text(row, column), rect=box, pen=pen, colour=colour)


class SampleTable(QTableView):
    """Read only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kit = current_kit()
        self._model = SampleModel(self)
        self.setModel(self._model)
        self.setItemDelegate(SampleDelegate(self))
        self.setAccessibleName("Sample rows")
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(kit.px(ROW))
        self.verticalHeader().setDefaultSectionSize(kit.px(ROW))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        for column, width in enumerate(WIDTHS):
            header.resizeSection(column, kit.px(width))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)

    def set_rows(self, rows: tuple[SampleRow, ...]) -> None:
        """Show others, from the top."""
        self._model.set_rows(rows)
        self.scrollToTop()
