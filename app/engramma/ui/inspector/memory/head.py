"""The head of the memory form: number, tier, kind, and the acts that are used most."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QWidget

from engramma.model.memory import Category, Kind, Memory, State, Tier
from engramma.ui.inspector.words import word
from engramma.ui.theme import TextRole, icon, kind_icon, set_text_role, theme, tier_icon
from engramma.ui.theme.icon_names import ACTION_ICONS
from engramma.ui.widgets import IconButton, KindLabel, TierBadge

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

TIERS = (Tier.SHORT_TERM, Tier.LONG_TERM)
IMPORTANCES = (0.2, 0.4, 0.6, 0.8, 1.0)


class MemoryHead(QWidget):
    """Shows one memory's badges; its buttons run commands. `edit_asked` begins editing the text."""

    edit_asked = Signal()

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._context = context
        self._memory: Memory | None = None
        self._label = QLabel()
        set_text_role(self._label, TextRole.MONO, tone="secondary")
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._tier, self._kind = TierBadge(), KindLabel()
        self._edit = IconButton(ACTION_ICONS["edit"], "Edit the text", keys="F2", size="small")
        self._pin = IconButton(ACTION_ICONS["pin"], "Pin", keys="Ctrl+P", size="small")
        self._trash = IconButton(ACTION_ICONS["trash"], "Move to Trash", keys="Del", size="small")
        self._more = IconButton(ACTION_ICONS["more"], "More", size="small")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_6)
        row.addWidget(self._label)
        row.addWidget(self._tier)
        row.addSpacing(metrics.space_2)
        row.addWidget(self._kind)
        # In a narrow pane the kind's word gives way; its icon stays.
        self._kind.setMinimumWidth(metrics.icon)
        self._kind.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(0)
        for button in (self._edit, self._pin, self._trash, self._more):
            buttons.addWidget(button)
        row.addLayout(buttons)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._edit.clicked.connect(self._on_edit)
        self._pin.clicked.connect(self._on_pin)
        self._trash.clicked.connect(self._on_trash)
        self._more.clicked.connect(self._on_more)

    def show_memory(self, memory: Memory, *, writable: bool) -> None:
        """Show the badges of a memory and what can be done with it."""
        self._memory = memory
        self._label.setText(memory.label)
        self._label.setToolTip(memory.uid)
        self._tier.set_tier(memory.tier.value)
        self._kind.set_kind(memory.kind.value)
        self._fit()
        self._pin.set_icon_name(ACTION_ICONS["unpin" if memory.pinned else "pin"])
        self._pin.set_name("Take the pin off" if memory.pinned else "Pin", keys="Ctrl+P")
        trashed = memory.state is State.TRASHED
        self._trash.set_icon_name(ACTION_ICONS["restore" if trashed else "trash"])
        self._trash.set_name("Restore" if trashed else "Move to Trash", keys="" if trashed else "Del")
        for button in (self._edit, self._pin, self._trash):
            button.setEnabled(writable)
        self._edit.setEnabled(writable and not trashed)
        self._pin.setEnabled(writable and not trashed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow pane the tier says less."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._tier.set_short(False)
        self._tier.set_short(self.sizeHint().width() > self.width())

    def make_menu(self) -> QMenu:
        """The menu of everything else that can be done with the memory."""
        menu = QMenu(self)
        menu.setAccessibleName("More")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        memory = self._memory
        if memory is None:
            return menu
        writable = self._trash.isEnabled()
        for title, command, name in (
            ("Correct…", "memory.correct", "correct"),
            ("Rehearse", "memory.rehearse", "rehearse"),
            ("Copy", "memory.copy", "copy"),
        ):
            action = menu.addAction(icon(ACTION_ICONS[name]), title)
            action.setEnabled(writable or command == "memory.copy")
            action.triggered.connect(partial(self._run, command))
        menu.addSeparator()
        self._add_choices(menu, "Tier", "memory.set_tier", TIERS, memory.tier)
        self._add_choices(menu, "Kind", "memory.set_kind", tuple(Kind), memory.kind)
        self._add_choices(menu, "Category", "memory.set_category", tuple(Category), memory.category)
        self._add_importance(menu, memory)
        for submenu in menu.findChildren(QMenu):
            submenu.setEnabled(writable)
        return menu

    def _add_choices(
        self,
        menu: QMenu,
        title: str,
        command: str,
        values: tuple[Tier, ...] | tuple[Kind, ...] | tuple[Category, ...],
        current: str,
    ) -> None:
        choices = menu.addMenu(title)
        for value in values:
            action = choices.addAction(word(value.value))
            if isinstance(value, Tier):
                action.setIcon(tier_icon(value.value))
            elif isinstance(value, Kind):
                action.setIcon(kind_icon(value.value))
            action.setCheckable(True)
            action.setChecked(value == current)
            action.triggered.connect(partial(self._run, command, value=value.value))

    def _add_importance(self, menu: QMenu, memory: Memory) -> None:
        choices = menu.addMenu("Importance")
        for importance in IMPORTANCES:
            action = choices.addAction(f"{importance:.2f}")
            action.setCheckable(True)
            action.setChecked(abs(importance - memory.importance) < 0.005)
            action.triggered.connect(partial(self._run, "memory.set_importance", value=importance))

    def _run(self, command: str, _checked: bool = False, *, value: object = None) -> None:
        if self._memory is None:
            return
        arguments = (
            {"ids": (self._memory.id,)} if value is None else {"ids": (self._memory.id,), "value": value}
        )
        self._context.run(command, **arguments)

    def _on_edit(self) -> None:
        self.edit_asked.emit()

    def _on_pin(self) -> None:
        if self._memory is not None:
            self._run("memory.unpin" if self._memory.pinned else "memory.pin")

    def _on_trash(self) -> None:
        if self._memory is not None:
            trashed = self._memory.state is State.TRASHED
            self._run("memory.restore" if trashed else "memory.trash")

    def _on_more(self) -> None:
        menu = self.make_menu()
        menu.popup(self._more.mapToGlobal(QPoint(0, self._more.height())))
