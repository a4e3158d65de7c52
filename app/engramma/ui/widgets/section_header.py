"""The head of a section in a side pane: caret, small title, detail at the right; folds its content away."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.widgets.elided_label import ElidedLabel


class FoldButton(QAbstractButton):
    """The caret and title themselves, checkable: checked is open."""

    def __init__(self, title: str, *, foldable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(title)
        self.setCheckable(True)
        self.setChecked(True)
        self._foldable = foldable
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if foldable else Qt.FocusPolicy.NoFocus)
        self.setEnabled(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    def sizeHint(self) -> QSize:
        """Caret and title, as high as a facet."""
        kit = current_kit()
        advance = kit.pen(TextRole.SECTION).measures.horizontalAdvance(self.text())
        return QSize(int(self._text_left(kit) + advance + kit.px(4) + 1), kit.metrics.facet)

    def minimumSizeHint(self) -> QSize:
        """Room for the caret and dots."""
        kit = current_kit()
        return QSize(kit.px(40), kit.metrics.facet)

    def nextCheckState(self) -> None:
        """Stay open if it cannot fold."""
        if self._foldable:
            super().nextCheckState()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint caret, title, and the focus frame."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._foldable:
            size = kit.px(11)
            name = "caret-down" if self.isChecked() else "caret-right"
            image = pixmap(name, size, kit.tokens.text_secondary, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(0, (self.height() - size) / 2), image)
        left = self._text_left(kit)
        area = QRectF(left, 0, self.width() - left, self.height())
        kit.text(
            painter, self.text(), rect=area, pen=kit.pen(TextRole.SECTION), colour=kit.tokens.text_secondary
        )
        if self.hasFocus():
            painter.setPen(QPen(qcolor(kit.tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _text_left(self, kit: Kit) -> float:
        return float(kit.px(16)) if self._foldable else 0.0


class SectionHeader(QWidget):
    """A section's head. `toggled` says whether it is open.

    `set_content` names the widget that it shows and hides.
    """

    toggled = Signal(bool)

    def __init__(
        self, title: str, *, detail: str = "", foldable: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._content: QWidget | None = None
        self._button = FoldButton(title, foldable=foldable, parent=self)
        self._detail = ElidedLabel(detail, TextRole.SMALL, tone="muted", tabular=True, right=True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(current_kit().px(6))
        self._row.addWidget(self._button)
        self._row.addStretch(1)
        self._row.addWidget(self._detail)
        self._detail.setVisible(bool(detail))
        self._button.toggled.connect(self._on_toggled)
        self._describe()

    @property
    def expanded(self) -> bool:
        """Whether the content shows."""
        return self._button.isChecked()

    def set_expanded(self, expanded: bool) -> None:
        """Open or fold."""
        self._button.setChecked(expanded)

    def set_content(self, content: QWidget) -> None:
        """The widget below that this head shows and hides."""
        self._content = content
        content.setVisible(self.expanded)

    def set_detail(self, detail: str) -> None:
        """Another text at the right, such as a count."""
        self._detail.set_text(detail)
        self._detail.setVisible(bool(detail))

    def set_title(self, title: str) -> None:
        """Another title."""
        self._button.setText(title)
        self._describe()
        self._button.updateGeometry()

    def add_action_widget(self, widget: QWidget) -> None:
        """Put a small button or link at the right."""
        self._row.addWidget(widget)

    def _on_toggled(self, expanded: bool) -> None:
        if self._content is not None:
            self._content.setVisible(expanded)
        self._describe()
        self.toggled.emit(expanded)

    def _describe(self) -> None:
        state = "open" if self.expanded else "folded"
        self._button.setAccessibleName(f"{self._button.text()}, {state}")
        self.setAccessibleName(self._button.text())
