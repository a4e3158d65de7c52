"""The keys of commands as a person changes them: conflicts told first, kept at once, in force at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence

from engramma.model.records import dataclass
from engramma.ui.actions.command import Command
from engramma.ui.actions.reserved_keys import reserved_for
from engramma.ui.actions.table import CommandTable

Keep = Callable[[Mapping[str, tuple[str, ...]]], None]


@dataclass(frozen=True, slots=True)
class KeyConflict:
    """Why keys are not free. `command` is the id of the other command, "" where they are `reserved` for good.

    `words` says it, e.g. "Pin (Memory)" or "pastes in fields".
    """

    keys: str
    command: str
    words: str

    @property
    def reserved(self) -> bool:
        """Whether no command may take these keys."""
        return not self.command


class Shortcuts(QObject):
    """One for a window. `changed`: some command has other keys now."""

    changed = Signal()

    def __init__(self, table: CommandTable, keep: Keep, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self._keep = keep

    def keys(self, command_id: str) -> tuple[str, ...]:
        """The keys of a command."""
        return self.table.keys(command_id)

    def is_fixed(self, command_id: str) -> bool:
        """Whether it has its key for good: Escape goes to popups and editors first, so it is no shortcut."""
        return "Esc" in self.table.get(command_id).keys

    def is_changed(self, command_id: str) -> bool:
        """Whether a person gave it other keys."""
        return command_id in self.table.own_keys

    @property
    def changed_count(self) -> int:
        """How many commands have other keys than they come with."""
        return sum(command.id in self.table.own_keys for command in self.table)

    def conflict(self, command_id: str, keys: str) -> KeyConflict | None:
        """What else has these keys, or begins with them; None when the command may have them."""
        reason = reserved_for(keys)
        if reason:
            return KeyConflict(keys, "", reason)
        wanted = QKeySequence(keys)
        for command in self.table:
            if command.id == command_id:
                continue
            if any(_meet(wanted, QKeySequence(other)) for other in self.table.keys(command.id)):
                return KeyConflict(keys, command.id, _place(command))
        return None

    def assign(self, command_id: str, keys: str, *, take: bool = False) -> None:
        """Give a command these keys, or with "" none. Others keep theirs unless `take`; raises ValueError if so."""
        written = QKeySequence(keys).toString(QKeySequence.SequenceFormat.PortableText)
        while written and (found := self.conflict(command_id, written)) is not None:
            if found.reserved or not take:
                raise ValueError(f"{written}: {found.words}")
            self._take_away(found.command, written)
        self.table.set_keys(command_id, (written,) if written else ())
        self._done()

    def settle(self) -> None:
        """Where a command comes with keys that a person gave to another, the person's choice counts."""
        own = self.table.own_keys
        for command_id, given in own.items():
            if command_id not in self.table:
                continue
            for keys in given:
                found = self.conflict(command_id, keys)
                if found is not None and found.command and found.command not in own:
                    self._take_away(found.command, keys)

    def _take_away(self, command_id: str, keys: str) -> None:
        taken = QKeySequence(keys)
        left = tuple(key for key in self.table.keys(command_id) if not _meet(taken, QKeySequence(key)))
        self.table.set_keys(command_id, left)

    def reset(self, command_id: str) -> None:
        """Give a command the keys that it comes with; who has them loses them."""
        for keys in self.table.get(command_id).keys:
            found = self.conflict(command_id, keys)
            if found is not None and found.command:
                self._take_away(found.command, keys)
        self.table.set_keys(command_id, None)
        self._done()

    def reset_all(self) -> None:
        """Give all commands the keys that they come with."""
        for command_id in self.table.own_keys:
            if command_id in self.table:
                self.table.set_keys(command_id, None)
        self._done()

    def _done(self) -> None:
        self._keep(self.table.own_keys)
        self.changed.emit()


def _meet(one: QKeySequence, other: QKeySequence) -> bool:
    """Whether both are the same, or one begins with the other."""
    none = QKeySequence.SequenceMatch.NoMatch
    return one.matches(other) != none or other.matches(one) != none


def _place(command: Command) -> str:
    title = command.title.removesuffix("…")
    return f"{title} ({command.submenu or command.menu})" if command.menu else title
