"""The turns of one session as a list model: ids in order, events read by pages when they are first looked at.

Holds at most a few thousand events. Asks for pages by a signal and never reads by itself.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from engramma.model.session import Event
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.views.sessions.loading import EventsRead
from engramma.ui.views.sessions.turn_words import spoken_turn

PAGE, KEPT = 64, 2048
EVENT_ROLE = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class PageWanted:
    """Events that somebody looked at and that are not here yet."""

    generation: int
    number: int
    ids: tuple[int, ...]


class TranscriptModel(QAbstractListModel):
    """One column of turns. `page_wanted` carries a PageWanted; answer with `take`."""

    page_wanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids: tuple[int, ...] = ()
        self._rows: dict[int, int] = {}
        self._events: OrderedDict[int, Event] = OrderedDict()
        self._outdated: set[int] = set()
        self._asked: set[int] = set()
        self._generation = 0

    @property
    def ids(self) -> tuple[int, ...]:
        """Ids of the events, in order."""
        return self._ids

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Number of turns that are shown."""
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The event, or its text in one line; what is not loaded yet says so."""
        if not index.isValid() or not 0 <= index.row() < len(self._ids):
            return None
        event = self._events.get(self._ids[index.row()])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return single_line(event.text) if event is not None else "Loading…"
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken_turn(event) if event is not None else "Loading this turn"
            case _:
                return event if role == EVENT_ROLE else None

    def key(self, row: int) -> int:
        """The event's id."""
        return self._ids[row]

    def row_of(self, event_id: object) -> int:
        """The row of an event; -1 if it is not shown."""
        return self._rows.get(event_id, -1) if isinstance(event_id, int) else -1

    def show(self, ids: Sequence[int], *, other_session: bool) -> None:
        """Show these events. Ones that only continue those shown before are added, all else is a reset."""
        ids = tuple(ids)
        if other_session:
            self._generation += 1
            self._events.clear()
            self._outdated.clear()
        self._asked.clear()
        if ids == self._ids:
            return
        old = len(self._ids)
        if not other_session and old and ids[:old] == self._ids:
            self.beginInsertRows(QModelIndex(), old, len(ids) - 1)
            self._set_ids(ids)
            self.endInsertRows()
            return
        self.beginResetModel()
        self._set_ids(ids)
        self.endResetModel()

    def _set_ids(self, ids: tuple[int, ...]) -> None:
        self._ids = ids
        self._rows = {event_id: row for row, event_id in enumerate(ids)}

    def outdate(self) -> None:
        """What is loaded may have changed: it is shown on until it was read again."""
        self._outdated.update(self._events)
        self._asked.clear()
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, 0))

    def event_at(self, row: int) -> Event | None:
        """The event of a row; asks for its page when it is missing or outdated."""
        event_id = self._ids[row]
        found = self._events.get(event_id)
        if found is None or event_id in self._outdated:
            self._ask(row // PAGE)
        else:
            self._events.move_to_end(event_id)
        return found

    def _ask(self, number: int) -> None:
        if number in self._asked:
            return
        self._asked.add(number)
        ids = self._ids[number * PAGE : (number + 1) * PAGE]
        wanted = tuple(item for item in ids if item not in self._events or item in self._outdated)
        if wanted:
            self.page_wanted.emit(PageWanted(self._generation, number, wanted))

    def take(self, read: EventsRead) -> None:
        """Take events that were asked for; late ones of another session are dropped."""
        if read.generation != self._generation:
            return
        for event in read.events:
            self._events[event.id] = event
            self._events.move_to_end(event.id)
        self._outdated.difference_update(read.wanted)
        while len(self._events) > KEPT:
            gone, _event = self._events.popitem(last=False)
            self._outdated.discard(gone)
            self._asked.discard(self._rows.get(gone, -PAGE) // PAGE)
        rows = [self._rows[event.id] for event in read.events if event.id in self._rows]
        if rows:
            self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), 0))

    def failed(self, wanted: PageWanted) -> None:
        """A page could not be read: it is asked for again when it is looked at again."""
        if wanted.generation == self._generation:
            self._asked.discard(wanted.number)
