"""Says which widget inside a container has the keys when the container is given them.

`QWidget.setFocusProxy` says so too, but is meant for one control that is made of several: Tab goes from what stands
before the container straight to its proxy, and never to what stands before the proxy in it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget


def lead_keys(container: QWidget, to: QWidget) -> None:
    """Let `to` have the keys when the container is given them, as by a click beside its controls."""
    known = _lead(container)
    if known is None:
        _Lead(container, to)
    else:
        known.to = to


def led_to(container: QWidget) -> QWidget | None:
    """Which widget in the container has the keys first; None if nobody said."""
    known = _lead(container)
    return None if known is None else known.to


def _lead(container: QWidget) -> _Lead | None:
    return next((child for child in container.children() if isinstance(child, _Lead)), None)


class _Lead(QObject):
    """Child of its container."""

    def __init__(self, container: QWidget, to: QWidget) -> None:
        super().__init__(container)
        self.to = to
        container.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    def _on_focus(self, _before: QWidget | None, focused: QWidget | None) -> None:
        if focused is not None and focused is self.parent():
            clicked = QApplication.mouseButtons() != Qt.MouseButton.NoButton
            reason = Qt.FocusReason.MouseFocusReason if clicked else Qt.FocusReason.OtherFocusReason
            self.to.setFocus(reason)
