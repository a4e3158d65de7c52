"""What a recall sent, unfolded below its row: each hit with the parts of its score, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.ui.delegates.kit import RIGHT, Kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, qcolor, tier_pixmap
from engramma.ui.views.live.live_actions import AskAgain, ChooseHit, Judge
from engramma.ui.views.live.painted_button import HEIGHT, Face, face_width, paint_face
from engramma.ui.views.live.reading import ActLine, HitLine
from engramma.ui.views.recall.part_bars import paint_stack
from engramma.ui.views.rows import RowState, Target

HEAD, LINE, FOOT = 26, 30, 38
MOST = 8
PLACE, SIGN, GLYPH, LABEL, TEXT = 12, 34, 56, 78, 130
TOKENS, SCORE = 44, 52
LAB = Face("Open in Recall Lab", icon="flask", key="L")
RIGHT_FACE = Face("Right", icon="thumbs-up", key="Y")
WRONG_FACE = Face("Wrong", icon="thumbs-down", key="N")


class HitCard:
    """A laid out card from `top` on. `place` is the hit that is looked at, `verdict` what was said of it."""

    def __init__(
        self, kit: Kit, line: ActLine, *, area: QRectF, place: int, verdict: bool | None, waits: bool = False
    ) -> None:
        self._line, self._place, self._verdict = line, place, verdict
        self._hits = line.hits[:MOST]
        height = kit.px(HEAD) + kit.px(LINE) * len(self._hits) + kit.px(FOOT)
        self.area = QRectF(area.left(), area.top(), area.width(), height)
        self._best = max((hit.score for hit in self._hits), default=0.0)
        self._bars = self._bar_width(kit)
        self._rows = [
            QRectF(
                self.area.left(),
                self.area.top() + kit.px(HEAD) + kit.px(LINE) * n,
                self.area.width(),
                kit.px(LINE),
            )
            for n in range(len(self._hits))
        ]
        self._buttons = self._lay_out_foot(kit)
        self.targets = self._find_targets()

    def _bar_width(self, kit: Kit) -> float:
        return min(float(kit.px(190)), max(float(kit.px(60)), self.area.width() * 0.24))

    def _lay_out_foot(self, kit: Kit) -> tuple[tuple[Face, QRectF], ...]:
        found = []
        right = self.area.right() - kit.px(10)
        top = self.area.bottom() - kit.px(FOOT) + (kit.px(FOOT) - kit.px(HEIGHT)) / 2
        faces = (WRONG_FACE, RIGHT_FACE, LAB) if self._hits else (LAB,)
        for face in faces:
            width = face_width(kit, face)
            found.append((face, QRectF(right - width, top, width, kit.px(HEIGHT))))
            right -= width + kit.px(8)
        return tuple(reversed(found))

    def _find_targets(self) -> tuple[Target, ...]:
        act_id = self._line.id
        targets = [
            Target(box, f"Look at hit {hit.place}, {hit.label}", ChooseHit(act_id, hit.place), hit.text)
            for hit, box in zip(self._hits, self._rows, strict=True)
        ]
        actions = {
            LAB.word: AskAgain(act_id),
            RIGHT_FACE.word: Judge(act_id, right=True),
            WRONG_FACE.word: Judge(act_id, right=False),
        }
        targets += [Target(box, face.word, actions[face.word]) for face, box in self._buttons]
        return tuple(targets)

    def paint(self, painter: QPainter, kit: Kit, state: RowState, *, lit: Target | None) -> None:
        """Paint it."""
        tokens = kit.tokens
        rounded(painter, self.area, radius=kit.metrics.radius_card, colour=qcolor(tokens.raised))
        self._paint_head(painter, kit)
        for hit, box in zip(self._hits, self._rows, strict=True):
            self._paint_hit(
                painter, kit, hit, box, lit=lit is not None and lit.rect == box, ratio=state.ratio
            )
        foot = QRectF(
            self.area.left() + kit.px(12), self.area.bottom() - kit.px(FOOT), self.area.width(), kit.px(FOOT)
        )
        small = kit.pen(TextRole.SMALL)
        kit.text(painter, self._rest(), rect=foot, pen=small, colour=tokens.text_secondary)
        for face, button in self._buttons:
            on = self._verdict is not None and face is (RIGHT_FACE if self._verdict else WRONG_FACE)
            is_lit = lit is not None and lit.rect == button
            paint_face(painter, kit, button, face=face, lit=is_lit, on=on, ratio=state.ratio)

    def _rest(self) -> str:
        hidden = len(self._line.hits) - len(self._hits)
        if not self._line.hits:
            return "Nothing in this store has to do with it."
        return f"and {hidden} more" if hidden else f"{self._line.tokens:,} tokens in all"

    def _paint_head(self, painter: QPainter, kit: Kit) -> None:
        head = QRectF(self.area.left(), self.area.top(), self.area.width(), kit.px(HEAD))
        colour, pen = kit.tokens.text_secondary, kit.pen(TextRole.CAPTION)
        words = "Sent to the agent, best first" if self._hits else "Nothing was sent"
        kit.text(painter, words, rect=head.adjusted(kit.px(PLACE), 0, 0, 0), pen=pen, colour=colour)
        if not self._hits:
            return
        bars, score, tokens = self._columns(kit, head)
        kit.text(painter, "Score parts", rect=bars, pen=pen, colour=colour)
        kit.text(painter, "Score", rect=score, pen=pen, colour=colour, align=RIGHT)
        kit.text(painter, "Tok.", rect=tokens, pen=pen, colour=colour, align=RIGHT)
        line = QRectF(self.area.left(), head.bottom() - 1, self.area.width(), 1)
        painter.fillRect(line, qcolor(kit.tokens.line))

    def _columns(self, kit: Kit, box: QRectF) -> tuple[QRectF, QRectF, QRectF]:
        right = box.right() - kit.px(12)
        tokens = QRectF(right - kit.px(TOKENS), box.top(), kit.px(TOKENS), box.height())
        score = QRectF(tokens.left() - kit.px(SCORE), box.top(), kit.px(SCORE), box.height())
        bars = QRectF(score.left() - kit.px(4) - self._bars, box.top(), self._bars, box.height())
        return bars, score, tokens

    def _paint_hit(
        self, painter: QPainter, kit: Kit, hit: HitLine, box: QRectF, *, lit: bool, ratio: float
    ) -> None:
        tokens = kit.tokens
        chosen = hit.place == self._place
        if chosen or lit:
            painter.fillRect(box, qcolor(tokens.selection if chosen else tokens.hover))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
        faint = tokens.text_secondary if chosen else tokens.text_muted
        left, middle = box.left(), box.center().y()
        strong = kit.pen(TextRole.SECTION, tabular=True)
        place = box.adjusted(kit.px(PLACE), 0, 0, 0)
        kit.text(painter, str(hit.place), rect=place, pen=strong, colour=tokens.text)
        size, memory = kit.metrics.icon, hit.memory
        if memory is not None and memory.disputed:
            sign = pixmap("warning", size, tokens.warning, ratio)
            painter.drawPixmap(QPointF(left + kit.px(SIGN), middle - size / 2), sign)
        glyph = kit.metrics.glyph
        tier = memory.tier if memory is not None else "sensory"
        image = tier_pixmap(tier, glyph, tokens.tier(tier), ratio)
        painter.drawPixmap(QPointF(left + kit.px(GLYPH), middle - glyph / 2), image)
        label = QRectF(left + kit.px(LABEL), box.top(), kit.px(TEXT - LABEL - 4), box.height())
        kit.text(painter, hit.label, rect=label, pen=kit.pen(TextRole.MONO), colour=faint)
        bars, score, count = self._columns(kit, box)
        text = QRectF(
            left + kit.px(TEXT), box.top(), bars.left() - kit.px(12) - left - kit.px(TEXT), box.height()
        )
        gone = memory is not None and memory.state != "active"
        words = single_line(hit.text) or "no longer there"
        pen = kit.pen(TextRole.SMALL, struck=gone)
        kit.text(painter, words, rect=text, pen=pen, colour=tokens.text_muted if gone else tokens.text)
        figures = kit.pen(TextRole.SMALL, tabular=True)
        if hit.explained:
            bar = QRectF(bars.left(), middle - kit.px(4), bars.width(), kit.px(8))
            paint_stack(painter, kit, bar, parts=hit.parts, scale=self._best)
        kit.text(painter, f"{hit.score:.2f}", rect=score, pen=figures, colour=tokens.text, align=RIGHT)
        kit.text(painter, f"{hit.tokens:,}", rect=count, pen=figures, colour=faint, align=RIGHT)
