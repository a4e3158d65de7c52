"""The hits of a question, one row each: places in A and B, text, score parts as bars, score, tokens."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engramma.model.recall import ItemType, RecallHit
from engramma.model.recall_check import RecallCheck
from engramma.ui.delegates.kit import CENTRE, RIGHT, Kit, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, pixmap, qcolor, set_edge, set_surface, theme, tier_pixmap
from engramma.ui.theme.icon_names import KIND_ICONS
from engramma.ui.views.recall.comparing import LabRow, Move
from engramma.ui.views.recall.part_bars import paint_stack
from engramma.ui.views.recall.reading import LabAnswer

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW = 42
THIRD, PLACES, SCORE, TOKENS, EDGE = 20, 70, 50, 56, 14
NARROW_BARS, WIDE_BARS, BARS_SHARE = 170, 460, 0.34
MOVES = {Move.UP: "↑", Move.DOWN: "↓", Move.NEW: "↑", Move.GONE: "↓", Move.SAME: ""}


def bars_width(kit: Kit, width: float) -> float:
    """How wide the score parts are in a list of this width: enough to compare, never more than the words."""
    return max(float(kit.px(NARROW_BARS)), min(float(kit.px(WIDE_BARS)), width * BARS_SHARE))


class HitModel(QAbstractListModel):
    """The rows of an answer."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.answer: LabAnswer | None = None
        self.check: RecallCheck | None = None

    def show(self, answer: LabAnswer | None) -> None:
        """Show another answer, or none."""
        self.beginResetModel()
        self.answer = answer
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """One for each hit."""
        return 0 if parent.isValid() or self.answer is None else len(self.answer.rows)

    def data(self, index: QModelIndex, role: int = 0) -> object:  # type: ignore[override]
        """The row, or its words."""
        if not index.isValid() or self.answer is None:
            return None
        row = self.answer.rows[index.row()]
        hit = row.hit
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            said = {True: ", right", False: ", wrong", None: ""}[self.verdict(row)]
            words = f"{hit.label}{said}, score {hit.score:.2f}: {single_line(hit.text)}"
            return f"Hit {index.row() + 1}, {words}{_moved(row) if self.answer.b is not None else ''}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(hit.text)
        return None

    def verdict(self, row: LabRow) -> bool | None:
        """What the person said of a hit for this question."""
        return None if self.check is None else self.check.verdict(row.key)


class HitDelegate(QStyledItemDelegate):
    """Two lines at the left, a bar or two at the right."""

    def __init__(self, model: HitModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """Fixed."""
        return QSize(300, current_kit().px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one hit."""
        kit, row, answer = current_kit(), index.data(ROW_ROLE), self._model.answer
        if answer is None:
            return
        tokens, box = kit.tokens, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        ground = tokens.selection if selected else tokens.hover if hovered else tokens.base
        painter.fillRect(box, qcolor(ground))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
        right = box.right() - kit.px(EDGE)
        self._places(painter, kit, box, row=row, two=answer.b is not None)
        tokens_box = QRectF(right - kit.px(TOKENS), box.top(), kit.px(TOKENS), box.height())
        self._tokens(painter, kit, tokens_box, hit=row.hit)
        scores = QRectF(tokens_box.left() - kit.px(SCORE), box.top(), kit.px(SCORE), box.height())
        wide = bars_width(kit, box.width())
        bars = QRectF(scores.left() - wide, box.top(), wide, box.height())
        self._bars(painter, kit, bars, row=row, answer=answer, scores=scores)
        left = box.left() + kit.px(PLACES) + kit.px(EDGE)
        words = QRectF(left, box.top(), bars.left() - left - kit.px(16), box.height())
        verdict = self._model.verdict(row)
        if verdict is not None:
            self._verdict(painter, kit, words, right=verdict)
            words.setRight(words.right() - kit.px(22))
        self._words(painter, kit, words, hit=row.hit, created=answer.created)
        painter.restore()

    def _places(self, painter: QPainter, kit: Kit, box: QRectF, *, row: LabRow, two: bool) -> None:
        pen = kit.pen(TextRole.STRONG, tabular=True)
        third = kit.px(THIRD)
        first = QRectF(box.left() + kit.px(10), box.top(), third, box.height())
        if row.a is None:
            new = first.adjusted(-kit.px(8), 0, kit.px(8), 0)
            ink, small = kit.tokens.ok, kit.pen(TextRole.CAPTION)
            kit.text(painter, "new", rect=new, pen=small, colour=ink, align=CENTRE)
        else:
            place = str(row.a.place)
            kit.text(painter, place, rect=first, pen=pen, colour=kit.tokens.text, align=CENTRE)
        if not two:
            return
        up = row.move in (Move.UP, Move.NEW)
        arrow, ink = first.translated(third, 0), kit.tokens.ok if up else kit.tokens.danger
        kit.text(painter, MOVES[row.move], rect=arrow, pen=kit.pen(TextRole.STRONG), colour=ink, align=CENTRE)
        b = "–" if row.b is None else str(row.b.place)
        ink = kit.tokens.danger if row.b is None else kit.tokens.text
        kit.text(painter, b, rect=first.translated(2 * third, 0), pen=pen, colour=ink, align=CENTRE)

    def _verdict(self, painter: QPainter, kit: Kit, box: QRectF, *, right: bool) -> None:
        size, ratio = kit.px(14), painter.device().devicePixelRatioF()
        ink = kit.tokens.ok if right else kit.tokens.danger
        mark = pixmap("thumbs-up" if right else "thumbs-down", size, ink, ratio)
        painter.drawPixmap(QPointF(box.right() - size, box.top() + kit.px(6)), mark)

    def _words(
        self, painter: QPainter, kit: Kit, box: QRectF, *, hit: RecallHit, created: tuple[int, ...]
    ) -> None:
        ratio = painter.device().devicePixelRatioF()
        line = QRectF(box.left(), box.top() + kit.px(4), box.width(), kit.px(18))
        if hit.conflicts:
            size = kit.px(14)
            sign = pixmap("warning", size, kit.tokens.warning, ratio)
            painter.drawPixmap(QPointF(line.left(), line.center().y() - size / 2), sign)
            line.setLeft(line.left() + kit.px(20))
        ink = kit.tokens.text_secondary if hit.dormant else kit.tokens.text
        kit.text(painter, single_line(hit.text), rect=line, pen=kit.pen(TextRole.BODY), colour=ink)
        size, top = kit.px(12), box.top() + kit.px(29)
        left = box.left()
        marks = [tier_pixmap(hit.tier, size, kit.tokens.tier(hit.tier), ratio)]
        if hit.type is ItemType.MEMORY:
            marks.append(pixmap(KIND_ICONS[hit.kind], size, kit.tokens.kind(hit.kind), ratio))
        for mark in marks:
            painter.drawPixmap(QPointF(left, top - size / 2), mark)
            left += size + kit.px(5)
        below = QRectF(left + kit.px(2), box.top() + kit.px(21), box.right() - left, kit.px(16))
        caption, mono = kit.pen(TextRole.CAPTION), kit.pen(TextRole.MONO)
        muted = kit.tokens.text_secondary
        taken = kit.text(painter, hit.label, rect=below, pen=mono, colour=muted)
        below.setLeft(below.left() + taken + kit.px(8))
        about = "not made yet" if hit.type is ItemType.MEMORY and hit.id in created else _about(hit)
        kit.text(painter, about, rect=below, pen=caption, colour=muted)

    def _bars(
        self, painter: QPainter, kit: Kit, box: QRectF, *, row: LabRow, answer: LabAnswer, scores: QRectF
    ) -> None:
        two = answer.b is not None
        small, strong = kit.pen(TextRole.CAPTION, tabular=True), kit.pen(TextRole.STRONG, tabular=True)
        lines = [("A", row.a, 0.0)] + ([("B", row.b, 1.0)] if two else [])
        height = box.height() / (2 if two else 1)
        for name, hit, place in lines:
            line = QRectF(box.left(), box.top() + place * height, box.width(), height)
            line.adjust(0, kit.px(3) * (1 - place) if two else 0, 0, -kit.px(3) * place if two else 0)
            bar = QRectF(line)
            if two:
                kit.text(painter, name, rect=line, pen=small, colour=kit.tokens.text_muted)
                bar.setLeft(line.left() + kit.px(14))
            bar.setRight(bar.right() - kit.px(8))
            thick = kit.px(8 if place == 0 else 6)
            score = QRectF(scores.left(), line.top(), scores.width(), line.height())
            if hit is None:
                kit.text(
                    painter, row.absent, rect=bar, pen=kit.pen(TextRole.CAPTION), colour=kit.tokens.danger
                )
                kit.text(painter, "0", rect=score, pen=small, colour=kit.tokens.text_muted, align=RIGHT)
                continue
            stack = QRectF(bar.left(), bar.center().y() - thick / 2, bar.width(), thick)
            paint_stack(painter, kit, stack, parts=hit.parts, scale=answer.scale, faded=place > 0)
            pen, ink = (strong, kit.tokens.text) if place == 0 else (small, kit.tokens.text_secondary)
            kit.text(painter, f"{hit.score:.2f}", rect=score, pen=pen, colour=ink, align=RIGHT)

    def _tokens(self, painter: QPainter, kit: Kit, box: QRectF, *, hit: RecallHit) -> None:
        words = f"{hit.tokens}" if hit.sent else f"{hit.tokens} out"
        ink = kit.tokens.text if hit.sent else kit.tokens.text_muted
        kit.text(painter, words, rect=box, pen=kit.pen(TextRole.SMALL, tabular=True), colour=ink, align=RIGHT)


def _moved(row: LabRow) -> str:
    if row.move is Move.GONE:
        return f"; gone in B, {row.absent}"
    if row.move is Move.NEW:
        return "; new in B"
    return "" if row.move is Move.SAME or row.b is None else f"; hit {row.b.place} in B"


def _about(hit: RecallHit) -> str:
    where = hit.session_title or ("no session" if hit.type is ItemType.MEMORY else "")
    said = f"{hit.role} {hit.speaker}" if hit.role == "tool" else hit.speaker or hit.role
    what = hit.kind if hit.type is ItemType.MEMORY else said
    parts = [what.replace("_", " ").capitalize(), where]
    if hit.dormant:
        parts.append("dormant")
    if hit.count > 1:
        parts.append(f"{hit.count} alike")
    if hit.supersedes:
        parts.append(f"corrects M-{hit.supersedes[0].id}")
    return ", ".join(part for part in parts if part)


class HitHeader(QWidget):
    """The titles above the list's columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._two = False
        self._room = 0
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setFixedHeight(theme().metrics.px(28))

    def show_two(self, two: bool) -> None:
        """Whether there is a B."""
        self._two = two
        self.update()

    def set_room(self, width: int) -> None:
        """How wide the rows below are, without a scroll bar."""
        self._room = width
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the titles where the rows have their columns."""
        painter = QPainter(self)
        kit = current_kit()
        painter.fillRect(self.rect(), qcolor(kit.tokens.panel))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), qcolor(kit.tokens.grid))
        pen, ink = kit.pen(TextRole.SMALL), kit.tokens.text_secondary
        third = kit.px(THIRD)
        first = QRectF(kit.px(10), 0, third, self.height())
        kit.text(painter, "A" if self._two else "#", rect=first, pen=pen, colour=ink, align=CENTRE)
        if self._two:
            kit.text(painter, "B", rect=first.translated(2 * third, 0), pen=pen, colour=ink, align=CENTRE)
        room = self._room or self.width()
        right = room - kit.px(EDGE)
        tokens = QRectF(right - kit.px(TOKENS), 0, kit.px(TOKENS), self.height())
        scores = QRectF(tokens.left() - kit.px(SCORE), 0, kit.px(SCORE), self.height())
        wide = bars_width(kit, room)
        bars = QRectF(scores.left() - wide, 0, wide, self.height())
        words = QRectF(kit.px(PLACES + EDGE), 0, kit.px(120), self.height())
        kit.text(painter, "Hit", rect=words, pen=pen, colour=ink)
        kit.text(painter, "Score parts", rect=bars, pen=pen, colour=ink)
        kit.text(painter, "Score", rect=scores, pen=pen, colour=ink, align=RIGHT)
        kit.text(painter, "Tokens", rect=tokens, pen=pen, colour=ink, align=RIGHT)
        painter.end()


class HitList(QListView):
    """`current_row` carries the LabRow that the keys are on, or None; `opened` the one to go to."""

    current_row = Signal(object)
    opened = Signal(object)
    room_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hits = HitModel(self)
        self.setModel(self.hits)
        self.setItemDelegate(HitDelegate(self.hits, self))
        self.setUniformItemSizes(True)
        self.setAccessibleName("Hits")
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self._on_opened)

    @property
    def row(self) -> LabRow | None:
        """The row that the keys are on."""
        found = self.currentIndex().data(ROW_ROLE)
        return found if isinstance(found, LabRow) else None

    def show_check(self, check: RecallCheck | None) -> None:
        """Mark the hits that were judged for this question."""
        self.hits.check = check
        self.viewport().update()

    def show_answer(self, answer: LabAnswer | None) -> None:
        """Show another answer; the hit that was current stays so, or else the first is."""
        before = self.row
        self.hits.show(answer)
        rows = answer.rows if answer is not None else ()
        keys = [(row.hit.type, row.hit.id) for row in rows]
        wanted = (before.hit.type, before.hit.id) if before is not None else None
        place = keys.index(wanted) if wanted in keys else 0
        if rows:
            self.setCurrentIndex(self.hits.index(place))
        self.current_row.emit(self.row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The titles stand over the columns, whether there is a scroll bar or not."""
        super().resizeEvent(event)
        self.room_changed.emit(self.viewport().width())

    def _on_current(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self.current_row.emit(self.row)

    def _on_opened(self, _index: QModelIndex) -> None:
        if self.row is not None:
            self.opened.emit(self.row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; letters are left to the view."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.row is not None:
            self.opened.emit(self.row)
        elif event.text().isprintable() and event.text().strip():
            event.ignore()
        else:
            super().keyPressEvent(event)
