"""The desk of the memory policy: keeps the draft, has its effect computed while it changes, and applies it.

Nothing is written before `apply`. What others change meanwhile is noticed: the draft stays, on what is in force now.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.changes import ChangeNotice
from engramma.model.errors import InvalidValueError
from engramma.model.policy import Policy
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.inspector.words import actor_word
from engramma.ui.views.settings.policy.draft import PolicyDraft
from engramma.ui.views.settings.policy.fields import PROMOTING
from engramma.ui.views.settings.policy.policy_row import FieldEdited
from engramma.ui.views.settings.policy.policy_section import PolicySection
from engramma.ui.views.settings.policy.preview_pane import PreviewPane
from engramma.ui.views.settings.policy.preview_words import applied_words, change_words
from engramma.ui.views.settings.policy.reading import (
    EffectShown,
    PolicyLook,
    apply_draft,
    read_effect,
    read_other,
    read_policy,
    read_preview,
    read_promotions,
)

if TYPE_CHECKING:
    from engramma.engine.policy_preview import PolicyPreview

LOOK, PICTURE, EFFECT, RISE = "policy look", "policy picture", "policy effect", "policy promotions"
EFFECT_AFTER, LOOK_AFTER, LOOK_GAP = 30, 600, 5_000


class PolicyDesk(QObject):
    """`noticed` carries a sentence: somebody else changed the policy meanwhile."""

    noticed = Signal(object)

    def __init__(self, context: WindowContext, section: PolicySection, pane: PreviewPane) -> None:
        super().__init__(section)
        self._context, self._section, self._pane = context, section, pane
        self._draft: PolicyDraft | None = None
        self._preview: PolicyPreview | None = None
        self._effect: EffectShown | None = None
        self._effect_of: PolicyDraft | None = None
        self._promotions: tuple[int, int] | None = None
        self._applying = False
        self._shown = False
        self._stale = True
        self._soon = _timer(self, EFFECT_AFTER, self._ask)
        self._look_soon = PacedTimer(self, soon=LOOK_AFTER, gap=LOOK_GAP)
        self._look_soon.timeout.connect(self.look)
        section.edited.connect(self._on_edited)
        section.reset_wanted.connect(self._on_reset_all)
        section.undo_wanted.connect(self._on_undo)
        pane.day_changed.connect(self._ask)
        pane.apply_wanted.connect(self.apply)
        pane.discard_wanted.connect(self.discard)
        pane.show_wanted.connect(self._on_show_all)
        pane.memory_wanted.connect(context.show_memory)
        context.data_changed.connect(self._on_data)

    @property
    def draft(self) -> PolicyDraft | None:
        """What is set and not applied; None without a store."""
        return self._draft

    def show(self) -> None:
        """The section came to the front."""
        self._shown = True
        if self._stale:
            self.look()
        self._tell()

    def hide(self) -> None:
        """Another section, or another view; the picture of a large store is let go of."""
        self._shown = False
        self._preview, self._stale = None, True
        for key in (PICTURE, EFFECT, RISE):
            self._context.jobs.drop(key)

    def forget(self) -> None:
        """Another store: the draft was of the old one."""
        self._draft, self._preview, self._effect, self._promotions = None, None, None, None
        self._stale = True
        self._section.show_history(None)
        self._show()
        if self._shown:
            self.look()

    def look(self) -> None:
        """Read the policy, and what previews are asked of."""
        store = self._context.store
        if store is None:
            self._show()
            return
        self._stale = False
        self._look_soon.stop()
        read = self._context.jobs.read
        read("Read the policy", functools.partial(read_policy, store), self._on_look, key=LOOK)
        read("Look how memories fade", functools.partial(read_preview, store), self._on_picture, key=PICTURE)

    def apply(self) -> None:
        """Put the draft in force."""
        store, draft = self._context.store, self._draft
        if store is None or draft is None or not draft.changed or self._applying:
            return
        self._applying = True
        self._show()
        self._context.jobs.write(
            "Apply the policy",
            functools.partial(apply_draft, store, draft),
            functools.partial(self._on_applied, draft),
            failed=self._on_failed,
            quiet=False,
        )

    def discard(self) -> None:
        """Drop what is not applied."""
        if self._draft is not None:
            self._take(PolicyDraft(self._draft.current))

    def propose(self, name: str, value: float) -> None:
        """Set a field in the draft. Raises InvalidValueError for a value out of range."""
        if self._draft is not None:
            self._take(self._draft.with_value(name, value))

    def take_from(self, path: Path) -> None:
        """Take the values of another store into the draft."""
        work = functools.partial(read_other, path)
        self._context.jobs.read("Read another policy", work, self._on_other, quiet=False)

    # What a person did

    def _on_edited(self, edited: FieldEdited) -> None:
        try:
            self.propose(edited.name, edited.value)
        except InvalidValueError as error:
            self._context.report_error(error)

    def _on_reset_all(self) -> None:
        if self._draft is not None:
            self._take(self._draft.with_defaults())

    def _on_other(self, policy: Policy) -> None:
        if self._draft is not None:
            self._take(self._draft.with_values_of(policy))

    def _on_undo(self, operation_id: int) -> None:
        self._context.run("edit.undo", operation_id=operation_id)

    def _on_show_all(self) -> None:
        draft = self._draft
        if draft is not None:
            self._context.set_query(moved_query(draft.changed))
            self._context.open_view("memories")

    def _take(self, draft: PolicyDraft) -> None:
        self._draft = draft
        self._show()
        self._soon.start()

    # What came back

    def _on_look(self, look: PolicyLook) -> None:
        before = self._draft
        self._draft = PolicyDraft(look.policy) if before is None else before.on(look.policy)
        self._section.show_history(look)
        if before is not None and before.current != look.policy and look.history:
            newest = look.history[0]
            if newest.actor != "person" and not newest.undone:
                told = ", ".join(change_words(part.field, part.before, part.after) for part in newest.changes)
                self.noticed.emit(f"{actor_word(newest.actor)} changed the policy meanwhile: {told}.")
        self._show()
        self._soon.start()

    def _on_picture(self, preview: PolicyPreview) -> None:
        self._preview = preview
        self._ask()

    def _on_applied(self, draft: PolicyDraft, policy: Policy) -> None:
        self._applying = False
        effect = self._effect if self._effect_of == draft else None
        moved = 0 if effect is None else effect.effect.moved
        if self._draft is not None:
            self._draft = PolicyDraft(policy)
        self._context.toast(applied_words(draft, moved), icon="check", undo=True)
        self._show()
        self.look()

    def _on_failed(self, error: Exception) -> None:
        self._applying = False
        self._show()
        self._context.report_error(error)

    def _on_data(self, _notice: ChangeNotice) -> None:
        if self._shown:
            self._look_soon.start()
        else:
            self._stale = True

    # The effect

    def _ask(self) -> None:
        store, draft, preview = self._context.store, self._draft, self._preview
        if store is None or draft is None or preview is None or not self._shown:
            return
        work = functools.partial(read_effect, store, preview, draft, self._pane.ahead)
        self._context.jobs.read(
            "Preview the policy", work, functools.partial(self._on_effect, draft), key=EFFECT
        )
        self._promotions = None
        if PROMOTING & set(draft.changed):
            rise = functools.partial(read_promotions, store, draft, self._pane.ahead)
            self._context.jobs.read("Count promotions", rise, self._on_promotions, key=RISE)
        else:
            self._context.jobs.drop(RISE)

    def _on_effect(self, draft: PolicyDraft, shown: EffectShown) -> None:
        if draft == self._draft:
            self._effect, self._effect_of = shown, draft
            self._show_effect()

    def _on_promotions(self, counts: tuple[int, int]) -> None:
        self._promotions = counts
        self._show_effect()

    def _show_effect(self) -> None:
        draft, shown = self._draft, self._effect
        if draft is not None and shown is not None:
            counting = self._promotions is None and bool(PROMOTING & set(draft.changed))
            self._pane.show_effect(draft, shown, promotions=self._promotions, counting=counting)

    def _show(self) -> None:
        store, draft = self._context.store, self._draft
        read_only = store is not None and store.read_only
        name = store.name if store is not None else ""
        self._section.show_draft(draft, store=name, read_only=read_only)
        self._pane.show_draft(draft, may_apply=not read_only and not self._applying)
        if store is None:
            self._pane.clear("No store is open", "The policy belongs to a store.")
        elif self._effect is None:
            self._pane.clear("Looking…")
        self._tell()

    def _tell(self) -> None:
        if self._shown:
            count = len(self._draft.changed) if self._draft is not None else 0
            words = (
                "1 setting changed, not applied" if count == 1 else f"{count} settings changed, not applied"
            )
            self._context.set_results_text(words if count else "")


def moved_query(changed: tuple[str, ...]) -> str:
    """The memories whose fading dates move with these fields."""
    tiers = {"short_term_half_life": "tier:short_term", "long_term_half_life": "tier:long_term"}
    named = [words for name, words in tiers.items() if name in changed]
    tier = "" if "retrieval_threshold" in changed or len(named) != 1 else f"{named[0]} "
    return f"{tier}-is:pinned -kind:procedural"


def _timer(owner: PolicyDesk, after: int, then: object) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(after)
    timer.timeout.connect(then)
    return timer
