"""The form for an operation: who and when, each field before and after, and Revert."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.model.operation import FieldChange
from engramma.ui.bridge.selection import Selection
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.inspector.form_pane import FormPane
from engramma.ui.inspector.forms.operation_values import SHOWN_COLUMNS, ShownOperation
from engramma.ui.inspector.link_row import LinkLine, LinkRow
from engramma.ui.inspector.words import actor_icon, actor_word, counted, operation_title, word
from engramma.ui.models.dates import age_text, exact_text, moment_text
from engramma.ui.theme import TextRole, icon, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import ElidedLabel, IconLabel, SectionHeader, StatusBadge
from engramma.ui.widgets.diff_text import DiffText

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

MOST_CHANGES, MOST_MEMORIES, MOST_LATER = 40, 8, 6
SHORT_LABEL = 28


class OperationForm(FormPane):
    """Shows a `ShownOperation`; Revert runs `edit.undo` with its number."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__("Operation", parent)
        metrics = theme().metrics
        self._context = context
        self._shown: ShownOperation | None = None
        self._title = ElidedLabel("", TextRole.TITLE)
        self._number = QLabel()
        set_text_role(self._number, TextRole.MONO, tone="muted")
        self.head.addWidget(IconLabel("clock-counter-clockwise", size=metrics.icon_large, role="accent"))
        self.head.addWidget(self._title, 1)
        self.head.addWidget(self._number)
        self.head.addSpacing(metrics.space_6)
        self._who_icon = IconLabel("user", size=metrics.icon)
        self._who, self._when = ElidedLabel("", TextRole.BODY), ElidedLabel("", TextRole.BODY)
        self._ago = ElidedLabel("", TextRole.CAPTION, tone="muted")
        self._label = QLabel()
        self._label.setWordWrap(True)
        set_text_role(self._label, TextRole.BODY)
        self.body.setSpacing(metrics.space_6)
        self.body.addWidget(self._label)
        for mark, lines in (
            (self._who_icon, (self._who,)),
            (IconLabel("calendar-blank", size=metrics.icon), (self._when, self._ago)),
        ):
            row = QHBoxLayout()
            row.setSpacing(metrics.space_8)
            row.addWidget(mark)
            words = QVBoxLayout()
            words.setSpacing(0)
            for line in lines:
                words.addWidget(line)
            row.addLayout(words, 1)
            self.body.addLayout(row)
        self._badge = StatusBadge("Taken back", "neutral", icon_name="arrow-counter-clockwise")
        self.body.addWidget(self._badge)
        self._changes_head = SectionHeader("Changed", foldable=False)
        self._changes = QWidget()
        set_surface(self._changes, "card")
        self._list = QVBoxLayout(self._changes)
        self._list.setContentsMargins(metrics.px(10), metrics.space_8, metrics.px(10), metrics.space_8)
        self._list.setSpacing(metrics.space_6)
        self._later_head = SectionHeader("Rests on it", foldable=False)
        self._later = QVBoxLayout()
        self._later.setSpacing(0)
        self._memories_head = SectionHeader("Memories", foldable=False)
        self._memories = QVBoxLayout()
        self._memories.setSpacing(0)
        self.body.addWidget(self._changes_head)
        self.body.addWidget(self._changes)
        self.body.addWidget(self._later_head)
        self.body.addLayout(self._later)
        self.body.addWidget(self._memories_head)
        self.body.addLayout(self._memories)
        self.body.addSpacing(metrics.space_8)
        self._warning = QLabel()
        self._warning.setWordWrap(True)
        set_text_role(self._warning, TextRole.SMALL, tone="warning")
        self._revert = QPushButton("Revert")
        self._revert.setAccessibleName("Revert this operation")
        self._revert.setIcon(icon("arrow-counter-clockwise", "on_accent"))
        self._revert.setIconSize(QSize(metrics.icon, metrics.icon))
        set_variant(self._revert, "primary")
        self._note = QLabel("A revert is an operation, too, and can be reverted.")
        self._note.setWordWrap(True)
        set_text_role(self._note, TextRole.CAPTION, tone="muted")
        self.body.addWidget(self._warning)
        row = QHBoxLayout()
        row.addWidget(self._revert)
        row.addStretch(1)
        self.body.addLayout(row)
        self.body.addWidget(self._note)
        self.finish()
        self._revert.clicked.connect(self._on_revert)

    @property
    def revert_button(self) -> QPushButton:
        """The button."""
        return self._revert

    def show_operation(self, shown: ShownOperation) -> None:
        """Show an operation, or fresh news of the one that shows."""
        self._shown = shown
        operation = shown.operation
        self._title.set_text(operation_title(operation))
        self._number.setText(f"op {operation.id}")
        self._label.setText(operation_title(operation))
        self._label.setVisible(len(operation.label) > SHORT_LABEL)
        self._who_icon.set_icon(actor_icon(operation.actor))
        agent = operation.actor.startswith("agent:")
        self._who.set_text(actor_word(operation.actor) + (", an agent" if agent else ""))
        self._when.set_text(moment_text(operation.at, shown.now))
        self._when.setToolTip(tooltip(exact_text(operation.at)))
        self._ago.set_text(
            f"{age_text(operation.at, shown.now)}, {counted(operation.changes, 'change', 'changes')}"
        )
        self._badge.setVisible(operation.undone)
        self._fill_changes(shown)
        self._fill_later(shown)
        self._fill_memories(shown)
        can = shown.writable and not operation.undone and operation.kind not in ("recall",)
        self._revert.setVisible(can)
        self._note.setVisible(can)
        later = shown.changed_since
        self._warning.setVisible(can and later > 0)
        one = later == 1
        self._warning.setText(
            f"{counted(later, 'field', 'fields')} changed since. You will be asked what happens to "
            f"{'it' if one else 'them'}; nothing is lost either way."
        )
        self.setAccessibleName(operation_title(operation))
        self.now_showing(operation.id)

    def _fill_changes(self, shown: ShownOperation) -> None:
        _empty(self._list)
        several = len({change.memory_id for change in shown.listed}) > 1
        memory_id: int | None = None
        for change in shown.listed[:MOST_CHANGES]:
            if several and change.memory_id != memory_id:
                memory_id = change.memory_id
                label = QLabel(f"M-{memory_id}")
                set_text_role(label, TextRole.MONO, tone="secondary")
                self._list.addWidget(label)
            self._list.addWidget(ChangeEntry(change))
        rest = len(shown.listed) - MOST_CHANGES
        if rest > 0:
            label = QLabel(f"and {rest:,} more")
            set_text_role(label, TextRole.CAPTION, tone="muted")
            self._list.addWidget(label)
        self._changes.setVisible(bool(shown.listed))
        self._changes_head.setVisible(bool(shown.listed))
        self._changes_head.set_detail(counted(len(shown.listed), "field", "fields"))

    def _fill_later(self, shown: ShownOperation) -> None:
        _empty(self._later)
        for other in shown.later[:MOST_LATER]:
            title = operation_title(other)
            tip = f"{title}\n{exact_text(other.at)}"
            row = LinkRow(
                LinkLine(title, icon=actor_icon(other.actor), detail=age_text(other.at, shown.now), tip=tip)
            )
            row.clicked.connect(partial(self._open_operation, other.id))
            self._later.addWidget(row)
        rest = len(shown.later) - MOST_LATER
        if rest > 0:
            self._later.addWidget(LinkRow(LinkLine(f"and {rest:,} more", icon="dots-three"), leads=False))
        self._later_head.setVisible(bool(shown.later))
        self._later_head.set_detail(counted(len(shown.later), "later operation", "later operations"))

    def _fill_memories(self, shown: ShownOperation) -> None:
        _empty(self._memories)
        for memory_id in shown.memory_ids[:MOST_MEMORIES]:
            row = LinkRow(LinkLine(f"Open M-{memory_id}", icon="arrow-square-out"))
            row.clicked.connect(partial(self._open, memory_id))
            self._memories.addWidget(row)
        rest = len(shown.memory_ids) - MOST_MEMORIES
        if rest > 0:
            self._memories.addWidget(LinkRow(LinkLine(f"and {rest:,} more", icon="dots-three"), leads=False))
        self._memories_head.setVisible(bool(shown.memory_ids))
        self._memories_head.set_detail(f"{len(shown.memory_ids):,}")

    def _open_operation(self, operation_id: int, _checked: bool = False) -> None:
        self._context.open_view("activity")
        self._context.select(Selection.one("operation", operation_id))

    def _open(self, memory_id: int, _checked: bool = False) -> None:
        self._context.show_memory(memory_id)

    def _on_revert(self) -> None:
        if self._shown is not None:
            self._context.run("edit.undo", operation_id=self._shown.operation.id)


class ChangeEntry(QWidget):
    """One field: its name, the value before and the value after."""

    def __init__(self, change: FieldChange, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        title = SHOWN_COLUMNS.get(change.column, word(change.column))
        before, after = value_text(change.column, change.before), value_text(change.column, change.after)
        head = QHBoxLayout()
        head.setSpacing(metrics.space_6)
        head.addWidget(ElidedLabel(title, TextRole.CAPTION, tone="muted"), 1)
        if change.changed_since:
            head.addWidget(IconLabel("warning", size=metrics.icon_small, role="warning"))
            head.addWidget(ElidedLabel("changed again", TextRole.CAPTION, tone="warning"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_2)
        column.addLayout(head)
        if change.column == "text" and before and after:
            column.addWidget(DiffText(before, after, role=TextRole.SMALL))
        else:
            row = QHBoxLayout()
            row.setSpacing(metrics.space_6)
            if before:
                row.addWidget(DiffText(before, "", role=TextRole.SMALL, side="before"), 1)
            row.addWidget(DiffText("", after or "none", role=TextRole.SMALL, side="after"), 1)
            column.addLayout(row)


def value_text(column: str, value: object) -> str:
    """A stored value as a person reads it; empty for none."""
    if value is None:
        return ""
    if column == "pinned":
        return "yes" if value else "no"
    if column in ("superseded_by", "merged_into"):
        return f"M-{value}"
    if column == "importance" and isinstance(value, int | float):
        return f"{value:.2f}"
    if column in ("kind", "tier", "category", "state"):
        return word(str(value))
    return str(value)


def _empty(layout: QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
