"""The list of cards at the left of Review: icon, title, kind, and what is special about each."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engramma.ui.delegates.kit import CENTRE, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.review.cards import KINDS, Card, CardKind

CARD_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW = 46
OWN_KEYS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


class CardModel(QAbstractListModel):
    """The cards in their order."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.cards: tuple[Card, ...] = ()

    def show(self, cards: tuple[Card, ...]) -> None:
        """Show other cards."""
        self.beginResetModel()
        self.cards = cards
        self.endResetModel()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """One for each card."""
        return 0 if parent.isValid() else len(self.cards)

    def data(self, index: QModelIndex, role: int = 0) -> object:  # type: ignore[override]
        """The card, or its words."""
        if not index.isValid():
            return None
        card = self.cards[index.row()]
        if role == CARD_ROLE:
            return card
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{KINDS[card.kind].one}: {card.title}{', ' if card.badge else ''}{card.badge}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{card.title}\n{card.reason}")
        return None


class CardDelegate(QStyledItemDelegate):
    """46 high: title above the kind, a badge at the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one card."""
        kit, card = current_kit(), index.data(CARD_ROLE)
        tokens, box = kit.tokens, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        ground = tokens.selection if selected else tokens.hover if hovered else tokens.panel
        painter.fillRect(box, qcolor(ground))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
        words = KINDS[card.kind]
        size = kit.metrics.icon
        ink = tokens.warning if card.kind is CardKind.CONFLICT else tokens.text_secondary
        sign = pixmap(words.icon, size, ink, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(box.left() + kit.px(14), box.center().y() - size / 2), sign)
        right = box.right() - kit.px(14)
        if card.badge:
            pen = kit.pen(TextRole.CAPTION, tabular=True)
            width = min(float(kit.px(90)), pen.measures.horizontalAdvance(card.badge) + kit.px(14))
            badge = QRectF(right - width, box.center().y() - kit.px(10), width, kit.px(20))
            colour, tint = tokens.badge("warning" if card.high else "neutral")
            rounded(painter, badge, radius=kit.metrics.radius_badge, colour=qcolor(tint))
            inner = badge.adjusted(kit.px(6), 0, -kit.px(6) + 1, 0)
            kit.text(painter, card.badge, rect=inner, pen=pen, colour=colour, align=CENTRE)
            right = badge.left() - kit.px(8)
        left = box.left() + kit.px(38)
        title = QRectF(left, box.top() + kit.px(5), right - left, kit.px(18))
        below = QRectF(left, box.top() + kit.px(24), right - left, kit.px(15))
        strong = kit.pen(TextRole.STRONG if selected else TextRole.BODY)
        kit.text(painter, single_line(card.title), rect=title, pen=strong, colour=tokens.text)
        caption = kit.pen(TextRole.CAPTION)
        kit.text(painter, words.one, rect=below, pen=caption, colour=tokens.text_secondary)
        if selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(qcolor(tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -1.5))
        painter.restore()


class CardList(QTableView):
    """`current_card` carries the Card that the keys are on, or None. Letters are left to the view.

    A table of one column: unlike a list it does not ask the model about each of a hundred thousand rows.
    """

    current_card = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = CardModel(self)
        self._quiet = False
        self.setModel(self.cards)
        self.setItemDelegate(CardDelegate(self))
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()
        self.setAccessibleName("Waiting for a decision")
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._on_current)

    @property
    def card(self) -> Card | None:
        """The card that the keys are on."""
        place = self.currentIndex().row()
        return self.cards.cards[place] if 0 <= place < len(self.cards.cards) else None

    @property
    def place(self) -> int:
        """Its place from 0, -1 without one."""
        return self.currentIndex().row()

    @property
    def following(self) -> str:
        """The key of the card after the current one, or else before it; "" if there is none."""
        cards, place = self.cards.cards, self.place
        near = cards[place + 1 : place + 2] or cards[max(0, place - 1) : max(0, place)]
        return near[0].key if near else ""

    def show_cards(self, cards: tuple[Card, ...], *, key: str = "") -> None:
        """Show cards; the one of this key is current, or else what was current, or what came in its place."""
        before, place = self.card, self.place
        self._quiet = True
        wanted = key or (before.key if before is not None else "")
        found = next((number for number, card in enumerate(cards) if card.key == wanted), -1)
        if found < 0 and cards:
            found = min(max(place, 0), len(cards) - 1)
        self.cards.show(cards)
        # Else the scroll bar knows of the new rows only after the view was scrolled to one of them.
        self.updateGeometries()
        self._quiet = False
        if found != self.place:
            value = self.verticalScrollBar().value()
            self.go_to(found)
            if before is not None and cards[found].key == before.key:
                # The same card as before: others came or went, and nobody moved.
                self.verticalScrollBar().setValue(value)
        if self.card != before:
            self.current_card.emit(self.card)

    def go_to(self, place: int) -> None:
        """Make the card at a place current."""
        if 0 <= place < len(self.cards.cards):
            self.setCurrentIndex(self.cards.index(place))

    def step(self, by: int) -> None:
        """To the next card, or the one before."""
        self.go_to(self.place + by)

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._quiet:
            self.current_card.emit(self.card if current.isValid() else None)

    def _fit_rows(self) -> None:
        height = current_kit().px(ROW)
        if height != self.verticalHeader().defaultSectionSize():
            self.verticalHeader().setMinimumSectionSize(height)
            self.verticalHeader().setDefaultSectionSize(height)
            self.verticalScrollBar().setSingleStep(height)

    def changeEvent(self, event: QEvent) -> None:
        """Rows follow the scale."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._fit_rows()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk; everything else is the view's."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        elif event.key() == Qt.Key.Key_Home:
            self.go_to(0)
        elif event.key() == Qt.Key.Key_End:
            self.go_to(len(self.cards.cards) - 1)
        elif event.key() in OWN_KEYS:
            super().keyPressEvent(event)
        else:
            event.ignore()
