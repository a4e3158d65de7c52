"""Edits the tags of the selected memories: what all of them share is shown, what is added goes to each."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.ui.bridge import WindowContext
from engramma.ui.dialogs.drafts import TagChange
from engramma.ui.dialogs.tag_field import TagField
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme

WIDTH = 340


class TagPopup(QWidget):
    """`chosen` carries the TagChange."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, context: WindowContext, *, count: int, tags: tuple[str, ...]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._before = tags
        title = "Tags" if count == 1 else f"Tags of {count:,} memories"
        self.setAccessibleName(title)
        set_surface(self, "card")
        metrics = theme().metrics
        label = QLabel(title)
        set_text_role(label, TextRole.SECTION, tone="secondary")
        self.field = TagField(context, tags)
        button = QPushButton("Done")
        button.setAccessibleName("Done with tags")
        set_variant(button, "primary")
        button.clicked.connect(self._accept)
        hint = QLabel("Enter adds, Enter again is done")
        set_text_role(hint, TextRole.CAPTION, tone="muted")
        row = QHBoxLayout()
        row.addWidget(hint, 1)
        row.addWidget(button)
        column = QVBoxLayout(self)
        margin = metrics.space_12
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(metrics.space_8)
        column.addWidget(label)
        column.addWidget(self.field)
        column.addLayout(row)
        self.setFixedWidth(metrics.px(WIDTH))
        self.field.changed.connect(self.adjustSize)
        self.field.submitted.connect(self._accept)

    def _accept(self) -> None:
        after = self.field.tags
        self.close()
        add = tuple(tag for tag in after if tag not in self._before)
        remove = tuple(tag for tag in self._before if tag not in after)
        if add or remove:
            self.chosen.emit(TagChange(add, remove))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape changes nothing."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def open_over(self, view: QWidget) -> None:
        """Show it in the upper middle of a view."""
        self.adjustSize()
        place = QPoint((view.width() - self.width()) // 2, view.height() // 6)
        self.move(view.mapToGlobal(place))
        self.show()
        self.field.line.setFocus(Qt.FocusReason.PopupFocusReason)
