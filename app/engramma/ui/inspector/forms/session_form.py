"""The form for a session: when it was, what it was about, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QWidget

from engramma.model.session import Session
from engramma.ui.inspector.form_pane import FormPane
from engramma.ui.inspector.forms.event_values import ShownSession
from engramma.ui.inspector.forms.session_parts import GateSection, SessionMemories
from engramma.ui.inspector.words import counted
from engramma.ui.models.dates import day_text, moment_text, time_text
from engramma.ui.theme import TextRole, set_text_role, theme
from engramma.ui.widgets import ElidedLabel, FlowLayout, IconButton, IconLabel, Tag

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext


class SessionForm(FormPane):
    """Shows a `ShownSession`."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__("Session", parent)
        metrics = theme().metrics
        self._context = context
        self._session_id: int | None = None
        self._shown: tuple[object, ...] = ()
        self._title = ElidedLabel("", TextRole.TITLE)
        self.head.addWidget(IconLabel("chats", size=metrics.icon_large, role="accent"))
        self.head.addWidget(self._title, 1)
        self._close = IconButton("check-circle", "Close this session", size="small")
        self._close.clicked.connect(self._on_close)
        self.head.addWidget(self._close)
        self._delete = IconButton("trash", "Delete this session", size="small")
        self._delete.clicked.connect(self._on_delete)
        self.head.addWidget(self._delete)
        self._about, self._summary = QLabel(), QLabel()
        for label, tone in ((self._about, "secondary"), (self._summary, "primary")):
            set_text_role(label, TextRole.SMALL, tone="secondary" if tone == "secondary" else "primary")
            label.setWordWrap(True)
        topics = QWidget()
        self._topics = FlowLayout(topics, gap=metrics.space_6, line_gap=metrics.space_4)
        self._memories = SessionMemories(context, "Memories")
        self._gate = GateSection()
        self.body.setSpacing(metrics.space_8)
        for widget in (self._about, topics, self._summary, self._memories, self._gate):
            self.body.addWidget(widget)
        self.finish()

    def show_session(self, shown: ShownSession) -> None:
        """Show a session."""
        session = shown.session
        store = self._context.store
        self._session_id = session.id
        writable = store is not None and not store.read_only
        self._close.setVisible(writable and session.is_open)
        self._delete.setVisible(writable)
        self._delete.setEnabled(not session.is_open)
        self._title.set_text(session.title or "Untitled session")
        self._about.setText(about_session(session, shown.now))
        self._summary.setText(session.summary)
        self._summary.setVisible(bool(session.summary))
        if session.topics != self._shown:
            self._shown = session.topics
            self._topics.clear()
            for topic in session.topics:
                self._topics.addWidget(Tag(topic))
        self._memories.show_lines(shown.memories, shown.total)
        self._gate.show_counts(shown.counts)
        self.setAccessibleName(f"Session {session.title}")
        self.now_showing(session.id)

    def _on_close(self) -> None:
        if self._session_id is not None:
            self._context.run("session.close", session_id=self._session_id)

    def _on_delete(self) -> None:
        if self._session_id is not None:
            self._context.run("session.delete", session_id=self._session_id)


def about_session(session: Session, now: int) -> str:
    """When, by whom, how long: "28 May 2026, 09:31 – 11:20, shop-agent, 64 turns, closed"."""
    parts = []
    if session.started_at is not None:
        parts.append(f"{day_text(session.started_at)}, {time_text(session.started_at)}")
        if session.ended_at is not None:
            same = day_text(session.ended_at) == day_text(session.started_at)
            ended = time_text(session.ended_at) if same else moment_text(session.ended_at, now)
            parts[-1] += f" – {ended}"
    parts += [part for part in (session.agent, session.project, session.source) if part]
    parts += [counted(session.events, "turn", "turns"), "open" if session.is_open else "closed"]
    return ", ".join(parts)
