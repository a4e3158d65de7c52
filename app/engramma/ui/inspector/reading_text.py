"""A memory's text to read and select: 14 px on lines of 20, plain, as high as it needs to be, or folded."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QMouseEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from engramma.ui.delegates.plain_text import clean
from engramma.ui.theme import TextRole, theme

LONGEST = 20_000
SPARED_LINES = 3
"""A fold that would hide no more lines than these is not worth a click."""


class ReadingText(QTextEdit):
    """Read-only. Only the first 20,000 characters of a text are laid out; `shortened` says whether that cut it."""

    fitted = Signal()

    def __init__(self, parent: QWidget | None = None, *, role: TextRole = TextRole.READING) -> None:
        super().__init__(parent)
        self._role = role
        self._most_lines: int | None = None
        self._needed = 0
        self._text = ""
        self._struck = False
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # The sheet's frame and fill for fields would make reading look like typing.
        self.setStyleSheet("QTextEdit { border: none; background: transparent; padding: 0; min-height: 0; }")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.setAccessibleName("Text of the memory")

    @property
    def text(self) -> str:
        """The whole text, however much of it is laid out."""
        return self._text

    @property
    def shortened(self) -> bool:
        """Whether only the beginning shows."""
        return len(self._text) > LONGEST

    @property
    def folded(self) -> bool:
        """Whether lines at the end do not show."""
        return self.height() < self._needed

    @property
    def unfolded(self) -> bool:
        """Whether a fold was taken away from this text, so that it can be folded again."""
        return self._most_lines is None and not self.folded

    def set_folded(self, lines: int | None) -> None:
        """Show at most so many lines, a text that is only little longer in full; None: show all."""
        self._most_lines = lines
        self._fit()

    def set_text(self, text: str, *, struck: bool = False) -> None:
        """Show another text; `struck` for superseded wording. The same text again keeps what is marked in it."""
        if text == self._text and struck == self._struck and not self.document().isEmpty():
            return
        self._text, self._struck = text, struck
        self.setPlainText(clean(text[:LONGEST]) + ("…" if self.shortened else ""))
        self._dress()

    def wheelEvent(self, event: object) -> None:
        """The pane scrolls, not the text."""
        event.ignore()  # type: ignore[attr-defined]

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click marks a word, as everywhere."""
        super().mouseDoubleClickEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and select all, without what only an editor can do."""
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:
        """Colours are part of the text: dress it anew after a switch of the theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and self._text:
            self._dress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap, and be as high as that needs."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """As high as the text."""
        return QSize(theme().metrics.px(240), self.height())

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(theme().metrics.px(60), theme().metrics.line_px(self._role))

    def _dress(self) -> None:
        now = theme()
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        block = QTextBlockFormat()
        fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
        block.setLineHeight(float(now.metrics.line_px(self._role)), fixed)
        cursor.mergeBlockFormat(block)
        letters = cursor.charFormat()
        letters.setFont(now.font(self._role, struck=self._struck))
        letters.setForeground(now.colour("text_muted" if self._struck else "text"))
        cursor.mergeCharFormat(letters)
        self._fit()

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        line = theme().metrics.line_px(self._role)
        height = self._needed = max(line, round(self.document().size().height()))
        if self._most_lines is not None and height > (self._most_lines + SPARED_LINES) * line:
            height = self._most_lines * line
        if height != self.height():
            self.setFixedHeight(height)
        self.fitted.emit()
