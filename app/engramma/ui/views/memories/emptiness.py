"""Why the table is empty, and the one action that helps; an error is never shown as an empty store."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.records import dataclass
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import EmptyState, IconLabel, Spinner


class Cause(StrEnum):
    """Why there are no rows."""

    NO_STORE = "no_store"
    LOADING = "loading"
    EMPTY_STORE = "empty_store"
    ONLY_SESSIONS = "only_sessions"
    NO_RESULTS = "no_results"
    HIDDEN_RESULTS = "hidden_results"
    ALL_PUT_AWAY = "all_put_away"
    TURNS = "turns"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Words:
    """What is said about a cause."""

    icon: str
    title: str
    sentence: str
    action: str


def words_for(cause: Cause, count: int = 0) -> Words:
    """The words about a cause; `count` is of the memories that are put away, or of the sessions that there are."""
    match cause:
        case Cause.NO_STORE:
            return Words(
                "database",
                "No store is open",
                "A store is one file that holds a project's memories. Open yours, or look at the sample.",
                "Go to the welcome page",
            )
        case Cause.HIDDEN_RESULTS:
            one = count == 1
            return Words(
                "trash",
                "Nothing active fits this search",
                f"{count:,} {'memory fits' if one else 'memories fit'}, superseded or in the Trash.",
                "Show it" if one else "Show them",
            )
        case Cause.ALL_PUT_AWAY:
            one = count == 1
            return Words(
                "trash",
                "No memory is active",
                f"{count:,} {'memory is' if one else 'memories are'} superseded or in the Trash.",
                "Show it" if one else "Show them",
            )
        case Cause.TURNS:
            return Words(
                "chats",
                "The sensory register holds no memories",
                "It is what was said: the turns of conversations, before any of it became a memory.",
                "Show the turns in Sessions",
            )
        case Cause.NO_RESULTS:
            return Words(
                "magnifying-glass",
                "No memory fits this search",
                "Take a word or a filter away, or look for a part of a word.",
                "Clear the search",
            )
        case Cause.ONLY_SESSIONS:
            return Words(
                "chats",
                "No memories yet, only conversations",
                f"This store holds {count:,} {'session' if count == 1 else 'sessions'}. Read what was said, and keep "
                "what matters.",
                "Open Sessions",
            )
        case _:
            return Words(
                "tray",
                "Nothing is remembered yet",
                "Agents fill this store as they work. To begin with what you have, import notes or transcripts.",
                "Import…",
            )


class Emptiness(QStackedWidget):
    """One page a cause; `acted` carries the `Cause` whose action was chosen."""

    acted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "base")
        self._cause = Cause.LOADING
        words = words_for(Cause.EMPTY_STORE)
        self._state = EmptyState(words.icon, words.title, sentence=words.sentence, action=words.action)
        self._waiting = _Waiting()
        self._failure = _Failure()
        for page in (self._waiting, self._state, self._failure):
            self.addWidget(page)
        self._state.action_triggered.connect(self._on_action)
        self._failure.retried.connect(self._on_action)

    @property
    def cause(self) -> Cause:
        """What is shown."""
        return self._cause

    def show_cause(self, cause: Cause, *, count: int = 0, error: str = "") -> None:
        """Say why there is nothing."""
        self._cause = cause
        if cause is Cause.LOADING:
            self.setCurrentWidget(self._waiting)
        elif cause is Cause.FAILED:
            self._failure.set_error(error)
            self.setCurrentWidget(self._failure)
        else:
            words = words_for(cause, count)
            self.removeWidget(self._state)
            self._state.deleteLater()
            self._state = EmptyState(words.icon, words.title, sentence=words.sentence, action=words.action)
            self._state.action_triggered.connect(self._on_action)
            self.setFocusProxy(self._state)
            self.addWidget(self._state)
            self.setCurrentWidget(self._state)

    def _on_action(self) -> None:
        self.acted.emit(self._cause)


class _Waiting(QWidget):
    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        label = QLabel("Searching…")
        set_text_role(label, TextRole.SMALL, tone="muted")
        row = QHBoxLayout(self)
        row.setSpacing(metrics.space_8)
        row.addStretch(1)
        row.addWidget(Spinner(size=metrics.icon_large))
        row.addWidget(label)
        row.addStretch(1)


class _Failure(QWidget):
    retried = Signal()

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        title = QLabel("The memories cannot be read")
        set_text_role(title, TextRole.TITLE, tone="danger")
        self._error = QLabel()
        self._error.setWordWrap(True)
        self._error.setFixedWidth(metrics.px(420))
        self._error.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._error.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_text_role(self._error, TextRole.SMALL, tone="secondary")
        self._again = QPushButton("Try again")
        self._again.setAccessibleName("Try again")
        set_variant(self._again, "plain")
        self._again.clicked.connect(self._on_again)
        column = QVBoxLayout(self)
        column.setSpacing(metrics.space_8)
        middle = Qt.AlignmentFlag.AlignHCenter
        column.addStretch(2)
        column.addWidget(IconLabel("warning", size=metrics.px(36), role="danger"), 0, middle)
        for widget in (title, self._error, self._again):
            column.addWidget(widget, 0, middle)
        column.addStretch(3)

    def set_error(self, error: str) -> None:
        self._error.setText(error)

    def _on_again(self) -> None:
        self.retried.emit()
