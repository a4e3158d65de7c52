"""Plain text with tinted spans, wrapped to the width it gets: the base of quotes and differences.

Exists because rich text would read memories as HTML: this lays plain text out itself and colours ranges of
it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import clean
from engramma.ui.theme import TextRole, qcolor, theme

LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Span:
    """A range of the text in characters, its badge colours (see `theme.tokens.BADGES`) and its decoration."""

    start: int
    length: int
    badge: str
    struck: bool = False
    underlined: bool = False
    own_colour: bool = True


class SpanText(QWidget):
    """Shows plain text with spans. The height follows the width; nothing in the text is ever interpreted."""

    def __init__(
        self,
        text: str = "",
        spans: tuple[Span, ...] = (),
        *,
        role: TextRole = TextRole.BODY,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._role = role
        self._layout = QTextLayout()
        self._height = 0.0
        self._laid_out_for = -1
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._text = ""
        self._spans: tuple[Span, ...] = ()
        self.set_text(text, spans)

    @property
    def text(self) -> str:
        """The plain text shown (at most 20,000 characters)."""
        return self._text

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans shown."""
        return self._spans

    def set_text(self, text: str, spans: tuple[Span, ...] = ()) -> None:
        """Show another text; spans outside of it are cut to it."""
        self._text = clean(text[:LONGEST])
        self._spans = spans
        self.setAccessibleName(self._text)
        self._forget_layout()
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Text wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height in px of the wrapped text at `width` px."""
        return round(self._lay_out(width))

    def sizeHint(self) -> QSize:
        """A readable width and the height for it."""
        width = self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else theme().metrics.px(280)
        return QSize(width, round(self._lay_out(width)))

    def minimumSizeHint(self) -> QSize:
        """Narrow enough for any pane, one line high."""
        return QSize(theme().metrics.px(60), theme().metrics.line_px(self._role))

    def changeEvent(self, event: QEvent) -> None:
        """Colours and sizes are part of the layout: make it anew when the theme changes."""
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._forget_layout()
            self.update()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again."""
        super().resizeEvent(event)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines; span backgrounds are part of their formats."""
        self._lay_out(self.width())
        painter = QPainter(self)
        painter.setPen(theme().colour("text"))
        self._layout.draw(painter, QPointF(0, 0))

    def _forget_layout(self) -> None:
        self._laid_out_for = -1

    def _lay_out(self, width: int) -> float:
        if width == self._laid_out_for:
            return self._height
        now = theme()
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = QTextLayout(self._text.replace("\n", "\u2028"), now.font(self._role))
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        layout.beginLayout()
        height, pitch = 0.0, float(now.metrics.line_px(self._role))
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, width))
            line.setPosition(QPointF(0, height + max(0.0, (pitch - line.height()) / 2)))
            height += max(pitch, line.height())
        layout.endLayout()
        self._layout, self._height, self._laid_out_for = layout, height, width
        return height

    def _formats(self) -> list[QTextLayout.FormatRange]:
        tokens = theme().tokens
        ranges = []
        for span in self._spans:
            start = max(0, min(span.start, len(self._text)))
            end = max(start, min(span.start + span.length, len(self._text)))
            if start == end:
                continue
            colour, tint = tokens.badge(span.badge)
            style = QTextCharFormat()
            style.setBackground(qcolor(tint))
            if span.own_colour:
                style.setForeground(qcolor(colour))
            style.setFontStrikeOut(span.struck)
            style.setFontUnderline(span.underlined)
            piece = QTextLayout.FormatRange()
            piece.start = utf16_length(self._text[:start])
            piece.length = utf16_length(self._text[start:end])
            piece.format = style
            ranges.append(piece)
        return ranges


def utf16_length(text: str) -> int:
    """How many of Qt's characters a text takes: Qt counts UTF-16 units, Python code points."""
    return len(text) + sum(1 for character in text if ord(character) > 0xFFFF)
