"""Says in the banner, once a store was opened, that unsaved drafts were left there, and how to get at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.window.status.banner import Banner

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

ICON = "pencil-simple"
MOST_NAMED = 3


class DraftNotice(QObject):
    """Keeps the banner in step with the drafts that wait; another notice that shows there is left alone."""

    def __init__(self, context: WindowContext, banner: Banner) -> None:
        super().__init__(banner)
        self._context, self._banner = context, banner
        self._said = ""
        context.drafts.read.connect(self._tell)
        context.drafts.changed.connect(self._on_changed)
        banner.action_triggered.connect(self._on_action)

    def _tell(self) -> None:
        store, waiting = self._context.store, self._context.drafts.waiting
        free = not self._banner.text or self._banner.text == self._said
        if store is None or store.read_only or not waiting or not free:
            return
        if len(waiting) == 1:
            from engramma.ui.inspector.words import draft_sentence

            sentence = draft_sentence(waiting[0].updated_at, store.clock.now())
            text = f"{sentence}: {waiting[0].title}. It is kept, and not applied."
            action, key = "Resume", "draft.resume"
        else:
            named = ", ".join(draft.title for draft in waiting[:MOST_NAMED])
            more = len(waiting) - MOST_NAMED
            named += f" and {more} more" if more > 0 else ""
            text = f"{len(waiting)} unsaved drafts are kept, and not applied: {named}."
            action, key = "Show them", "draft.list"
        self._banner.tell(text, icon_name=ICON, action=action, key=key)
        self._said = text

    def _on_changed(self) -> None:
        if not self._said or self._banner.text != self._said:
            return
        if self._context.drafts.waiting:
            self._tell()
        else:
            self._banner.hide()
            self._said = ""

    def _on_action(self, key: str) -> None:
        if key.startswith("draft."):
            self._context.run(key)
