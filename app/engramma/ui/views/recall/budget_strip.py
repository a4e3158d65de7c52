"""How the token budget is filled: one block for each hit that fits, and what is left."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engramma.ui.delegates.kit import CENTRE, current_kit, rounded
from engramma.ui.theme import TextRole, qcolor, set_surface, theme
from engramma.ui.views.recall.reading import LabAnswer, sent
from engramma.ui.widgets import SectionHeader

BLOCK = 22


class BudgetBar(QWidget):
    """The blocks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._blocks: tuple[tuple[int, int], ...] = ()
        self._budget = 0
        self.setFixedHeight(theme().metrics.px(BLOCK))

    def show_blocks(self, blocks: tuple[tuple[int, int], ...], *, budget: int) -> None:
        """(place, tokens) of what fits `budget`."""
        self._blocks, self._budget = blocks, budget
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint blocks as wide as their tokens."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        kit = current_kit()
        whole = QRectF(self.rect())
        rounded(painter, whole, radius=kit.metrics.radius_badge, colour=qcolor(kit.tokens.fill))
        if self._budget <= 0:
            return
        left, pen = 0.0, kit.pen(TextRole.SMALL, tabular=True)
        for place, tokens in self._blocks:
            gap = kit.px(2)
            wide = max(2.0, whole.width() * tokens / self._budget - gap)
            block = QRectF(left, 0, wide, whole.height())
            rounded(painter, block, radius=2, colour=qcolor(kit.tokens.selection))
            words = f"{place}  {tokens}" if wide > kit.px(44) else f"{place}"
            if wide > kit.px(14):
                kit.text(painter, words, rect=block, pen=pen, colour=kit.tokens.text, align=CENTRE)
            left = block.right() + gap
        free = self._budget - sum(tokens for _place, tokens in self._blocks)
        rest = QRectF(left, 0, whole.width() - left, whole.height())
        if rest.width() > kit.px(56):
            ink = kit.tokens.text_secondary
            kit.text(painter, f"{free:,} free", rect=rest, pen=pen, colour=ink, align=CENTRE)
        painter.end()


class BudgetStrip(QWidget):
    """Title with figures, and the bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "base")
        self._title = SectionHeader("Token budget", foldable=False)
        self._bar = BudgetBar()
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_6, metrics.pane_padding, metrics.space_8
        )
        column.setSpacing(metrics.space_4)
        column.addWidget(self._title)
        column.addWidget(self._bar)

    def show_answer(self, answer: LabAnswer) -> None:
        """Show how the hits of A fill the budget."""
        fits = sent(answer.a.hits)
        used, budget = sum(hit.tokens for hit in fits), answer.question.budget
        about = "" if answer.a.tokens_exact else ", estimated"
        short = next((hit for hit in answer.a.hits if not hit.sent), None)
        needs = "" if short is None else f"; hit {short.place} needs {short.tokens:,}"
        self._title.set_detail(
            f"{len(fits)} of {len(answer.a.hits)} hits fit, {used:,} of {budget:,} tokens{about}{needs}"
        )
        self._bar.show_blocks(tuple((hit.place, hit.tokens) for hit in fits), budget=budget)
        self._bar.setAccessibleName(f"{used:,} of {budget:,} tokens used")
