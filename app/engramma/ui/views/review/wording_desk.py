"""Keeps the wording that is written in Review as a draft: a crash, or a card that goes meanwhile, takes none of it.

Knows which card and which choice it is for. What becomes of the text is decided by the view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from engramma.model.draft import REVIEW, Draft
from engramma.ui.views.review.cards import Card
from engramma.ui.views.review.choices import Choice, choices_of
from engramma.ui.views.review.wording import Wording

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext
    from engramma.ui.bridge.drafts import Sitting

CARD, CHOICE = "card", "choice"
KEPT = "The card went meanwhile; your wording is kept as a draft"
DECIDED = "The card of this draft was decided meanwhile; its wording is on the clipboard"


class WordingDesk(QObject):
    """One for a view. `card` and `choice` say what is being written for, None while nothing is."""

    def __init__(self, context: WindowContext, wording: Wording, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._wording = context, wording
        self._sitting: Sitting | None = None
        self._before = ""
        self._wanted: Draft | None = None
        self.card: Card | None = None
        self.choice: Choice | None = None
        wording.field.textChanged.connect(self._on_changed)
        wording.field.left.connect(context.drafts.write_soon)

    def begin(self, card: Card, choice: Choice, *, title: str, text: str) -> None:
        """Write for a card, beginning with `text` or with the draft that waits for it."""
        self.leave()
        drafts = self._context.drafts
        draft = next((found for found in drafts.waiting if _is_for(found, card, choice)), None)
        self._before = text
        self.card, self.choice = card, choice
        self._wording.ask(title, text if draft is None else draft.text)
        about = card.memories[0] if card.memories else None
        self._sitting = drafts.open(REVIEW, about, draft=draft)

    def done(self) -> None:
        """It was saved or dismissed: nothing waits."""
        sitting, self._sitting = self._sitting, None
        self.card = self.choice = None
        self._context.drafts.done(sitting)

    def leave(self, *, gone: bool = False) -> None:
        """The field closes by itself: what was written waits as a draft; said where its card is `gone`."""
        sitting, self._sitting = self._sitting, None
        self.card = self.choice = None
        if sitting is not None and sitting.wanted and gone:
            self._context.toast(KEPT, icon="pencil-simple")
        self._context.drafts.leave(sitting)

    def want(self, draft: Draft) -> None:
        """A person wants to go on with a draft; its card is looked for when the queue is there."""
        self._wanted = draft

    def wanted_among(self, cards: tuple[Card, ...]) -> tuple[Card, Choice] | None:
        """The card and choice of the draft that is wanted, once; None if nothing is, or its card is decided."""
        draft, self._wanted = self._wanted, None
        if draft is None:
            return None
        for card in cards:
            for choice in choices_of(card):
                if _is_for(draft, card, choice):
                    return card, choice
        QGuiApplication.clipboard().setText(draft.text)
        self._context.toast(DECIDED, icon="copy")
        return None

    def _on_changed(self) -> None:
        if self.card is None or self.choice is None:
            return
        text = self._wording.field.toPlainText()
        about = self.card.memories[0] if self.card.memories else None
        self._context.drafts.note(
            self._sitting,
            None if text == self._before else text,
            memory_id=about,
            fields=((CARD, self.card.key), (CHOICE, self.choice.key)),
        )


def _is_for(draft: Draft, card: Card, choice: Choice) -> bool:
    fields = dict(draft.fields)
    return (
        draft.editor == REVIEW
        and choice.opens_editor
        and fields.get(CARD) == card.key
        and fields.get(CHOICE) == choice.key
    )
