"""Notices what changed in a store, by this process or any other, at the cost of one pragma a look."""

from __future__ import annotations

import threading

from engramma.engine.workspace import Workspace
from engramma.model.changes import ChangeNotice
from engramma.store.history import newest_sequence, read_notice


class ChangeFeed:
    """Gives each finished operation once, in order, to one listener. Ask a few times a second."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lock = threading.Lock()
        self._version: int | None = None
        self._sequence: int | None = None

    def poll(self) -> ChangeNotice | None:
        """What was finished since the last look; None when nothing was. The first look only takes its bearings."""
        database = self._workspace.database
        with self._lock:
            version = database.data_version()
            if version == self._version:
                return None
            with database.read() as reading:
                if self._sequence is None:
                    self._sequence = newest_sequence(reading)
                    notice = None
                else:
                    notice = read_notice(reading, after=self._sequence)
            self._version = version
            if notice is not None:
                self._sequence = notice.last_seq
            return notice
