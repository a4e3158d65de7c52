"""Says in the notice, the header, the empty state and the status bar what is drawn and what is not."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engramma.ui.bridge import WindowContext
from engramma.ui.views.graph.desk import GraphDesk
from engramma.ui.views.graph.head import GraphHead
from engramma.ui.views.graph.notice import Notice
from engramma.ui.views.graph.words import about_words, nothing_words, notice_words, whole_words
from engramma.ui.widgets import EmptyState


class Telling(QObject):
    """`tell` after anything was drawn; `tell_results` when the view is in front."""

    def __init__(
        self,
        context: WindowContext,
        desk: GraphDesk,
        *,
        head: GraphHead,
        notice: Notice,
        empty: EmptyState,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context, self._desk = context, desk
        self._head, self._notice, self._empty = head, notice, empty
        self._command = ""
        empty.action_triggered.connect(self._on_action)

    def tell(self) -> None:
        """Say everything anew."""
        drawing = self._desk.drawing
        if drawing.whole is not None:
            shown, rest = whole_words(drawing.whole)
            self._notice.tell(
                shown, rest, back=self._desk.wish is not None, whole=False, alone=bool(drawing.whole.orphans)
            )
            self._head.tell("the whole store as communities")
        elif drawing.read is not None:
            told = notice_words(drawing, drawing.read, matches=self._desk.matches)
            self._notice.tell(
                told.shown,
                told.rest,
                more=told.more,
                room=told.room,
                hidden=len(drawing.hidden),
                alone=len(drawing.read.orphans) > 1,
            )
            self._head.tell(about_words(drawing.read))
        nothing = nothing_words(drawing, self._context.query)
        self._empty.setVisible(nothing is not None)
        if nothing is not None:
            self._empty.set_texts(nothing.title, sentence=nothing.sentence, action=nothing.action)
            self._command = nothing.command
            self._notice.tell("", "")

    def tell_results(self) -> None:
        """Say in the status bar how much is drawn."""
        drawing = self._desk.drawing
        if drawing.whole is not None:
            words = f"{len(drawing.whole.groups):,} communities"
        else:
            chosen = len(self._context.selection.memory_ids)
            words = f"{len(drawing.nodes):,} nodes, {len(drawing.edges):,} links"
            words += f", {chosen:,} selected" if chosen else ""
        self._context.set_results_text(words)

    def _on_action(self) -> None:
        if self._command:
            self._context.run(self._command)
