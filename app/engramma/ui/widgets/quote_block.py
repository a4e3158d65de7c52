"""The quote a memory comes from.

Tier-coloured rule, the words with the remembered span tinted, the source below.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import current_kit, rounded
from engramma.ui.theme import TextRole, qcolor, set_variant, theme
from engramma.ui.widgets.elided_label import ElidedLabel
from engramma.ui.widgets.icon_label import IconLabel
from engramma.ui.widgets.span_text import Span, SpanText

RULE = 3


@dataclass(frozen=True, slots=True)
class Quote:
    """Words from an event. `start` and `length` (characters) mark what was remembered.

    `source` says who, where, when.
    """

    text: str
    start: int
    length: int
    tier: str
    source: str
    source_icon: str = "user"


class QuoteBlock(QWidget):
    """Shows a quote as plain text. `open_requested` comes from its link, if it has one."""

    open_requested = Signal()

    def __init__(
        self, quote: Quote, *, link: str = "", surface: str = "base", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._quote = quote
        self._surface = surface
        self._words = SpanText(role=TextRole.SMALL)
        self._source = ElidedLabel("", TextRole.CAPTION, tone="muted")
        self._icon = IconLabel(quote.source_icon, size=metrics.icon_small, role="text_muted")
        self._link = QPushButton(link)
        set_variant(self._link, "link")
        if not link:  # `setVisible(True)` before it has a parent would show a window that takes the keys
            self._link.hide()
        self._link.setAccessibleName(link)
        self._link.clicked.connect(self._on_link)
        below = QHBoxLayout()
        below.setSpacing(metrics.space_4)
        below.addWidget(self._icon)
        below.addWidget(self._source, 1)
        below.addWidget(self._link)
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.px(RULE) + metrics.px(10), metrics.space_6, metrics.px(10), metrics.space_6
        )
        column.setSpacing(metrics.space_4)
        column.addWidget(self._words)
        column.addLayout(below)
        self.set_quote(quote)

    def set_quote(self, quote: Quote) -> None:
        """Show another quote."""
        self._quote = quote
        opening = "“"
        tier = quote.tier if quote.tier in ("sensory", "short_term", "long_term") else "sensory"
        span = Span(quote.start + len(opening), quote.length, tier, own_colour=False)
        self._words.set_text(f"{opening}{quote.text}”", (span,))
        self._source.set_text(quote.source)
        self._icon.set_icon(quote.source_icon)
        self.setAccessibleName(f"Quote: {self._words.text} {quote.source}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the surface and the rule at the left."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, radius = QRectF(self.rect()), kit.metrics.radius_badge
        rounded(painter, box, radius=radius, colour=kit.theme.colour(self._surface))
        painter.fillRect(QRectF(0, 0, box.width() / 2, box.height()), kit.theme.colour(self._surface))
        tier = self._quote.tier
        colour = (
            kit.tokens.tier(tier) if tier in ("sensory", "short_term", "long_term") else kit.tokens.sensory
        )
        painter.fillRect(QRectF(0, 0, kit.px(RULE), box.height()), qcolor(colour))

    def _on_link(self) -> None:
        self.open_requested.emit()
