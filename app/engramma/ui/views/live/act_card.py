"""What a write or a proposal is about, unfolded below its row: the memories, the wording, the agent's reason."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.model.watching import Touched
from engramma.ui.delegates.kit import Kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, qcolor, tier_pixmap
from engramma.ui.views.live.live_actions import ShowMemory
from engramma.ui.views.live.reading import ActLine
from engramma.ui.views.rows import RowState, Target

LINE = 28
GLYPH, LABEL, TEXT = 12, 34, 90


class ActCard:
    """A laid out card from the top of `area` on."""

    def __init__(self, kit: Kit, line: ActLine, *, area: QRectF) -> None:
        made = line.act.proposal
        self._words = [words for words in (made.text, made.reason) if words] if made is not None else []
        if not self._words and not line.act.touched:
            self._words = [line.act.operation.label]
        self._memories = line.act.touched
        count = len(self._words) + len(self._memories)
        self.area = QRectF(area.left(), area.top(), area.width(), kit.px(LINE) * count)
        self._boxes = [
            QRectF(area.left(), area.top() + kit.px(LINE) * n, area.width(), kit.px(LINE))
            for n in range(count)
        ]
        self.targets = tuple(
            Target(box, f"Show {memory.label}", ShowMemory(memory.id), memory.text)
            for memory, box in zip(self._memories, self._boxes[len(self._words) :], strict=True)
        )

    def paint(self, painter: QPainter, kit: Kit, state: RowState, *, lit: Target | None) -> None:
        """Paint it."""
        rounded(painter, self.area, radius=kit.metrics.radius_card, colour=qcolor(kit.tokens.raised))
        small = kit.pen(TextRole.SMALL)
        for number, (words, box) in enumerate(zip(self._words, self._boxes, strict=False)):
            inner = box.adjusted(kit.px(GLYPH), 0, -kit.px(12), 0)
            colour = kit.tokens.text if number == 0 else kit.tokens.text_secondary
            kit.text(painter, single_line(words), rect=inner, pen=small, colour=colour)
        for memory, box in zip(self._memories, self._boxes[len(self._words) :], strict=True):
            self._paint_memory(
                painter, kit, memory, box, lit=lit is not None and lit.rect == box, ratio=state.ratio
            )

    def _paint_memory(
        self, painter: QPainter, kit: Kit, memory: Touched, box: QRectF, *, lit: bool, ratio: float
    ) -> None:
        tokens, glyph = kit.tokens, kit.metrics.glyph
        if lit:
            painter.fillRect(box, qcolor(tokens.hover))
        middle = box.center().y()
        image = tier_pixmap(memory.tier, glyph, tokens.tier(memory.tier), ratio)
        painter.drawPixmap(QPointF(box.left() + kit.px(GLYPH), middle - glyph / 2), image)
        label = box.adjusted(kit.px(LABEL), 0, 0, 0)
        mono = kit.pen(TextRole.MONO)
        kit.text(
            painter, memory.label, rect=label, pen=mono, colour=tokens.accent if lit else tokens.text_muted
        )
        text = box.adjusted(kit.px(TEXT), 0, -kit.px(36), 0)
        gone = memory.state != "active"
        pen = kit.pen(TextRole.SMALL, struck=gone)
        kit.text(
            painter,
            single_line(memory.text),
            rect=text,
            pen=pen,
            colour=tokens.text_muted if gone else tokens.text,
        )
        if memory.pinned or memory.disputed:
            name, colour = ("push-pin-fill", tokens.accent) if memory.pinned else ("warning", tokens.warning)
            size = kit.metrics.icon_small
            at = QPointF(box.right() - kit.px(24), middle - size / 2)
            painter.drawPixmap(at, pixmap(name, size, colour, ratio))
