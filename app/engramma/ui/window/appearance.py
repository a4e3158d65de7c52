"""How the window looks, as a person chose it: size of text, movement, height of rows. Kept in the settings."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engramma.ui.theme import ThemeSource, motion
from engramma.ui.window.settings import Settings

NAME = "looks"
MOTIONS: dict[str, bool | None] = {"system": None, "reduced": True, "full": False}


class Appearance(QObject):
    """Puts what was kept in force when it is made. `changed`: something looks different now."""

    changed = Signal()

    def __init__(self, settings: Settings, source: ThemeSource, window: QWidget | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._settings, self._source = settings, source
        self._own_scale = source.theme.metrics.scale
        if self.scale is not None:
            source.set_scale(self.scale)
        if self.motion != "system":
            motion.set_reduced_motion(MOTIONS[self.motion])

    @property
    def scale(self) -> float | None:
        """The size of all text that was chosen; None for the platform's."""
        found = self._values().get("scale")
        return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None

    def set_scale(self, scale: float | None) -> None:
        """Choose it; None goes back to the platform's."""
        self._put("scale", scale)
        wanted = self._own_scale if scale is None else scale
        factor = wanted / self._source.theme.metrics.scale
        if self._window is None or factor == 1.0:
            self._source.set_scale(wanted)
        else:
            from engramma.ui.window.rescaling import rescale

            rescale(self._window, factor, functools.partial(self._source.set_scale, wanted))
        self.changed.emit()

    @property
    def motion(self) -> str:
        """ "system", "reduced" or "full"."""
        found = self._values().get("motion")
        return found if found in MOTIONS else "system"

    def set_motion(self, wanted: str) -> None:
        """Choose it. Raises KeyError for another word."""
        motion.set_reduced_motion(MOTIONS[wanted])
        self._put("motion", None if wanted == "system" else wanted)
        self.changed.emit()

    @property
    def compact(self) -> bool:
        """Whether rows are compact where nothing else was chosen for a store."""
        return self._values().get("compact") is True

    def set_compact(self, *, compact: bool) -> None:
        """Choose it."""
        self._put("compact", compact or None)
        self.changed.emit()

    def _values(self) -> dict[str, object]:
        return dict(self._settings.get(NAME, {}))

    def _put(self, name: str, value: object) -> None:
        values = self._values()
        if value is None:
            values.pop(name, None)
        else:
            values[name] = value
        self._settings.put(NAME, values or None)
        self._settings.save()
