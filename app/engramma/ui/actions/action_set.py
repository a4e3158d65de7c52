"""Binds the command table to QActions of one window: titles, icons, keys and whether they are enabled.

Menus and tool bar take their actions from here; nothing else makes a QAction with a shortcut.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from engramma.ui.actions.command import MENUS, Command
from engramma.ui.actions.table import CommandTable
from engramma.ui.theme import icon

ESCAPE = "Esc"
"""No shortcut, since popups and editors must have it first: the window handles what is left of it."""

_Shown = tuple[str, str, tuple[str, ...]]


class ActionSet(QObject):
    """One QAction for each command, owned by the window; `triggered` carries the command's id. `refresh` it first."""

    triggered = Signal(object)

    def __init__(self, table: CommandTable, window: QWidget) -> None:
        super().__init__(window)
        self._table = table
        self._actions: dict[str, QAction] = {}
        self._shown: dict[str, _Shown] = {}
        for command in table:
            action = self._make(command, window)
            self._actions[command.id] = action
            window.addAction(action)

    def __getitem__(self, command_id: str) -> QAction:
        return self._actions[command_id]

    def __contains__(self, command_id: object) -> bool:
        return command_id in self._actions

    def _make(self, command: Command, window: QWidget) -> QAction:
        action = QAction(command.title, window)
        if command.icon:
            action.setIcon(icon(command.icon))
        action.setIconVisibleInMenu(bool(command.icon))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(command.checked is not None)
        action.setAutoRepeat(command.id in ("edit.undo", "edit.redo"))
        action.triggered.connect(partial(self._pass_on, command.id))
        return action

    def _pass_on(self, command_id: str, _checked: bool = False) -> None:
        self.triggered.emit(command_id)
        self.refresh()

    def refresh(self) -> None:
        """Bring titles, ticks, keys and availability up to the present situation."""
        situation = self._table.situation
        for command in self._table:
            action = self._actions[command.id]
            reason = command.when(situation)
            text = command.text(situation)
            keys = self._table.keys(command.id)
            if command.checked is not None:
                action.setChecked(command.checked(situation))
            shown = (text, reason, keys)
            if self._shown.get(command.id) == shown:
                continue
            self._shown[command.id] = shown
            action.setText(text.replace("&", "&&"))
            action.setEnabled(not reason)
            action.setStatusTip(reason)
            action.setToolTip(f"{text}: {reason}" if reason else text)
            action.setShortcuts([QKeySequence(key) for key in keys if key != ESCAPE])

    def fill_menu_bar(self, bar: QMenuBar) -> dict[str, QMenu]:
        """Make the menus; returns them by name, submenus as "Menu/Submenu"."""
        menus: dict[str, QMenu] = {}
        for name in MENUS:
            commands = [command for command in self._table if command.menu == name]
            if not commands:
                continue
            menu = bar.addMenu(f"&{name}")
            menu.setAccessibleName(name)
            menus[name] = menu
            self._fill(menu, sorted(commands, key=_group), menus, name)
        return menus

    def _fill(self, menu: QMenu, commands: list[Command], menus: dict[str, QMenu], name: str) -> None:
        group: int | None = None
        for command in commands:
            if group is not None and command.group != group:
                menu.addSeparator()
            group = command.group
            if not command.submenu:
                menu.addAction(self._actions[command.id])
                continue
            key = f"{name}/{command.submenu}"
            if key not in menus:
                menus[key] = menu.addMenu(command.submenu)
                menus[key].setAccessibleName(command.submenu)
            menus[key].addAction(self._actions[command.id])


def _group(command: Command) -> int:
    return command.group
