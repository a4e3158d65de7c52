"""What the members of a merge say differently about the same thing, shown before anything is merged."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.model.merging import Contradiction, MergeMember
from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.views.merge.chosen_merge import ChosenMerge
from engramma.ui.widgets import ElidedLabel, IconLabel
from engramma.ui.widgets.span_text import Span, SpanText
from engramma.ui.widgets.word_diff import DiffPart, word_diff

MOST_SHOWN = 6
WORDS = {
    "number": "another number",
    "date": "another date",
    "version": "another version",
    "name": "another name",
    "value": "another value",
    "polarity": "one says the opposite",
}


class Contradictions(QWidget):
    """A card in the warning tone; hidden when nothing contradicts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "card")
        self._shown: tuple[object, ...] = ()
        self._title = QLabel()
        set_text_role(self._title, TextRole.STRONG, tone="warning")
        head = QHBoxLayout()
        head.setSpacing(metrics.space_8)
        head.addWidget(IconLabel("warning", size=metrics.icon, role="warning"))
        head.addWidget(self._title, 1)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(metrics.space_8)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_12)
        column.setSpacing(metrics.space_8)
        column.addLayout(head)
        column.addLayout(self._rows)
        self.hide()

    def show_choice(self, chosen: ChosenMerge) -> None:
        """Those between members that take part, and what else to know."""
        found, warnings = chosen.contradictions, chosen.warnings()
        look = (found, warnings, tuple(memory.text for memory in chosen.memories))
        self.setVisible(bool(found or warnings))
        if look == self._shown:
            return
        self._shown = look
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        count = "1 contradiction" if len(found) == 1 else f"{len(found):,} contradictions"
        self._title.setText(count if found else "Before you merge")
        self.setAccessibleName(self._title.text())
        members = {one.memory.id: one for one in chosen.taking_part}
        for one in found[:MOST_SHOWN]:
            self._rows.addWidget(_pair(one, members[one.left], members[one.right]))
        lines = [*warnings]
        if len(found) > MOST_SHOWN:
            lines.insert(0, f"and {len(found) - MOST_SHOWN:,} more")
        for words in lines:
            line = SpanText(words, role=TextRole.SMALL)
            self._rows.addWidget(line)


def _pair(one: Contradiction, left: MergeMember, right: MergeMember) -> QWidget:
    metrics = theme().metrics
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(metrics.space_4)
    what = one.detail or WORDS.get(one.what, one.what)
    note = " An open conflict: merging settles it." if one.conflict is not None else ""
    words = ElidedLabel(
        f"{left.memory.label} against {right.memory.label}: {what}.{note}", TextRole.SMALL, tone="secondary"
    )
    column.addWidget(words)
    for member, spans in zip((left, right), _spans(one, left, right), strict=True):
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        label = ElidedLabel(member.memory.label, TextRole.MONO, tone="muted")
        label.setMinimumWidth(metrics.px(52))
        text = SpanText(
            member.memory.text,
            spans,
            role=TextRole.BODY,
        )
        row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(text, 1)
        column.addLayout(row)
    return box


def _spans(
    one: Contradiction, left: MergeMember, right: MergeMember
) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """What to mark: the values that differ, or else every word that does."""
    if one.left_spans or one.right_spans:
        return _marked(one.left_spans), _marked(one.right_spans)
    parts = word_diff(left.memory.text, right.memory.text)
    return _marked(_places(parts, "removed")), _marked(_places(parts, "added"))


def _places(parts: tuple[DiffPart, ...], op: str) -> tuple[tuple[int, int], ...]:
    found, at = [], 0
    for part in parts:
        if part.op == op:
            words = part.text.strip()
            start = at + part.text.find(words) if words else at
            found.append((start, start + len(words)))
        if part.op in ("same", op):
            at += len(part.text)
    return tuple(found)


def _marked(places: tuple[tuple[int, int], ...]) -> tuple[Span, ...]:
    return tuple(Span(start, end - start, "warning") for start, end in places if end > start)
