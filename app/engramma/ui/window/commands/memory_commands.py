"""The commands on memories: new, edit, correct, pin, tag, importance, kind, category, tier, trash, restore.

Every one acts on the selection, or on the `ids` it is given; writes are jobs, with a toast and Undo afterwards.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QMenu, QWidget
from shiboken6 import isValid

from engramma.model.bulk import BulkAction, BulkChange
from engramma.model.draft import CORRECTION, NEW, Draft
from engramma.model.memory import Category, Kind, Tier
from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.dialogs.drafts import MemoryDraft, TagChange
from engramma.ui.theme import icon, kind_icon, tier_icon
from engramma.ui.window.commands import memory_work as work
from engramma.ui.window.commands.bulk_commands import BulkChanges, Wording
from engramma.ui.window.commands.copy_commands import CopyCommands
from engramma.ui.window.commands.moving import move_words, read_moves
from engramma.ui.window.commands.purge_commands import PurgeCommands
from engramma.ui.window.commands.targets import Targets
from engramma.ui.window.sidebar.facet_icons import CATEGORIES

if TYPE_CHECKING:
    from engramma.model.flow import MovePreview
    from engramma.ui.dialogs.memory_dialog import MemoryDialog
    from engramma.ui.inspector.editing import EditTarget

Ids = Sequence[int] | None
TIER_WORDS = {Tier.SHORT_TERM: "Short-term", Tier.LONG_TERM: "Long-term"}


class MemoryCommands(QObject):
    """`edit_in_view` opens the editor of the view in front; popups stand over `view`."""

    def __init__(self, context: WindowContext, view: QWidget, *, edit_in_view: Callable[[int], None]) -> None:
        super().__init__(view)
        self._context = context
        self._view = view
        self._edit_in_view = edit_in_view
        self._purging = PurgeCommands(context, view)
        self._bulk = BulkChanges(context, view)
        self._copying = CopyCommands(context)
        context.drafts.resume_asked.connect(self.resume)

    def commands(self) -> tuple[Command, ...]:
        """The menu Memory."""
        c = functools.partial(Command, menu="Memory")
        return (
            c("memory.new", "New memory…", self.new, keys=("Ctrl+N",), icon="plus", when=may.writable),
            c("memory.edit", "Edit text", self.edit, keys=("F2",), icon="pencil-simple", when=may.write_one),
            c(
                "memory.correct",
                "Correct…",
                self.correct,
                keys=("Ctrl+Shift+C",),
                icon="pencil-line",
                when=may.write_one,
            ),
            c(
                "memory.rehearse",
                "Rehearse",
                self.rehearse,
                keys=("Ctrl+R",),
                icon="lightning",
                when=may.write_some,
                group=1,
            ),
            c("memory.pin", "Pin", self.pin, keys=("Ctrl+P",), icon="push-pin", when=may.can_pin, group=1),
            c(
                "memory.unpin",
                "Unpin",
                self.unpin,
                keys=("Ctrl+Shift+P",),
                icon="push-pin-slash",
                when=may.can_unpin,
                group=1,
            ),
            c("memory.tag", "Tags…", self.tag, keys=("Ctrl+T",), icon="tag", when=may.write_some, group=1),
            c(
                "memory.set_importance",
                "Importance…",
                self.set_importance,
                icon="chart-bar-horizontal",
                when=may.write_some,
                group=2,
            ),
            c("memory.set_kind", "Kind…", self.set_kind, icon="lightbulb", when=may.write_some, group=2),
            c(
                "memory.set_category",
                "Category…",
                self.set_category,
                icon="info",
                when=may.write_some,
                group=2,
            ),
            c("memory.set_tier", "Tier…", self.set_tier, icon="stack", when=may.write_some, group=2),
            c(
                "memory.copy",
                "Copy text",
                self.copy,
                keys=("Ctrl+C",),
                icon="copy",
                when=may.some_memories,
                group=3,
            ),
            *self._copying.commands(),
            c(
                "memory.trash",
                "Move to Trash",
                self.trash,
                keys=("Del",),
                icon="trash",
                when=may.can_trash,
                group=4,
            ),
            c(
                "memory.restore",
                "Restore from Trash",
                self.restore,
                icon="arrow-counter-clockwise",
                when=may.can_restore,
                group=4,
            ),
            self._purging.command(),
        )

    def _targets(self, ids: Ids) -> Targets:
        return Targets.of(self._context.selection, self._context.query, ids)

    def _with_one(self, ids: Ids, act: Callable[[int], None]) -> None:
        """Act on the one memory that is meant; on none where several are, or none."""
        targets, store = self._targets(ids), self._context.store
        if len(targets.ids) == 1:
            act(targets.ids[0])
        elif targets.whole_query and store is not None:
            look = functools.partial(work.read_ids, store, targets)
            found = functools.partial(self._on_found, act)
            self._context.jobs.read("Look which memory is meant", look, found, key="one memory")

    def _on_found(self, act: Callable[[int], None], ids: tuple[int, ...]) -> None:
        if len(ids) == 1:
            act(ids[0])

    def _change(self, change: BulkChange, wording: Wording, ids: Ids) -> None:
        self._bulk.ask(change, wording, self._targets(ids))

    def pin(self, ids: Ids = None) -> None:
        """Pin."""
        self._change(BulkChange(BulkAction.PIN), Wording("Pin", "Pinned {}", "push-pin"), ids)

    def unpin(self, ids: Ids = None) -> None:
        """Take the pin off."""
        self._change(BulkChange(BulkAction.UNPIN), Wording("Unpin", "Unpinned {}", "push-pin-slash"), ids)

    def rehearse(self, ids: Ids = None) -> None:
        """Strengthen."""
        wording = Wording("Rehearse", "Rehearsed {}", "lightning")
        self._change(BulkChange(BulkAction.REHEARSE), wording, ids)

    def trash(self, ids: Ids = None) -> None:
        """Put away."""
        wording = Wording("Move to Trash", "Moved {} to the Trash", "trash")
        self._change(BulkChange(BulkAction.TRASH), wording, ids)

    def restore(self, ids: Ids = None) -> None:
        """Bring back."""
        wording = Wording("Restore", "Restored {}", "arrow-counter-clockwise")
        self._change(BulkChange(BulkAction.RESTORE), wording, ids)

    def set_importance(self, value: float | None = None, ids: Ids = None) -> None:
        """Set the importance, or ask for it."""
        if value is not None:
            wording = Wording("Importance", f"Importance of {{}} is now {value:.2f}", "chart-bar-horizontal")
            self._change(BulkChange(BulkAction.IMPORTANCE, value), wording, ids)
            return
        self._look(ids, self._ask_importance)

    def _ask_importance(self, ids: Ids, facts: work.Facts) -> None:
        from engramma.ui.dialogs.importance_popup import ImportancePopup

        popup = ImportancePopup(self._view, count=facts.count, value=round(facts.importance, 2))
        popup.chosen.connect(functools.partial(self._on_importance, ids))
        popup.open_over(self._view)

    def _on_importance(self, ids: Ids, value: tuple[float]) -> None:
        self.set_importance(value[0], ids)

    def set_kind(self, value: str | None = None, ids: Ids = None) -> None:
        """Set the kind, or ask for it."""
        if value is None:
            choices = [(kind.value.capitalize(), kind.value, kind_icon(kind.value)) for kind in Kind]
            self._choose("Kind", choices, functools.partial(self.set_kind, ids=ids))
            return
        wording = Wording("Kind", f"{{}}: now {value}", "lightbulb")
        self._change(BulkChange(BulkAction.KIND, value), wording, ids)

    def set_category(self, value: str | None = None, ids: Ids = None) -> None:
        """Set the category, or ask for it."""
        if value is None:
            choices = [(c.value.capitalize(), c.value, icon(CATEGORIES[c.value])) for c in Category]
            self._choose("Category", choices, functools.partial(self.set_category, ids=ids))
            return
        wording = Wording("Category", f"{{}}: now a {value}", CATEGORIES.get(value, "info"))
        self._change(BulkChange(BulkAction.CATEGORY, value), wording, ids)

    def set_tier(self, value: str | None = None, ids: Ids = None) -> None:
        """Move to another tier, or ask for it."""
        store = self._context.store
        if value is not None:
            wording = Wording("Tier", f"Moved {{}} to {TIER_WORDS.get(Tier(value), value)}", "stack")
            self._change(BulkChange(BulkAction.TIER, value), wording, ids)
        elif store is not None:
            look = functools.partial(read_moves, store, self._targets(ids))
            ask = functools.partial(self._ask_tier, ids)
            self._context.jobs.read("Look what a move would change", look, ask, key="tier asked")

    def _ask_tier(self, ids: Ids, moves: tuple[MovePreview, ...]) -> None:
        now = self._context.store.clock.now() if self._context.store is not None else 0
        choices = [
            (
                f"{TIER_WORDS[Tier(move.target)]}: {move_words(move, now=now)}",
                move.target,
                tier_icon(move.target),
            )
            for move in moves
        ]
        self._choose("Tier", choices, functools.partial(self.set_tier, ids=ids))

    def _choose(
        self, title: str, choices: list[tuple[str, str, QIcon]], chosen: Callable[[str], None]
    ) -> None:
        menu = QMenu(self._view)
        menu.setAccessibleName(title)
        menu.aboutToHide.connect(menu.deleteLater)
        for words, value, picture in choices:
            action = menu.addAction(picture, words)
            action.triggered.connect(functools.partial(_pass_value, chosen, value))
        place = QPoint((self._view.width() - menu.sizeHint().width()) // 2, self._view.height() // 5)
        menu.popup(self._view.mapToGlobal(place))
        menu.setActiveAction(menu.actions()[0])

    def tag(self, add: Sequence[str] = (), remove: Sequence[str] = (), ids: Ids = None) -> None:
        """Change tags, or ask which."""
        if add or remove:
            self._on_tags(ids, TagChange(tuple(add), tuple(remove)))
        else:
            self._look(ids, self._ask_tags)

    def _ask_tags(self, ids: Ids, facts: work.Facts) -> None:
        from engramma.ui.dialogs.tag_popup import TagPopup

        popup = TagPopup(self._view, self._context, count=facts.count, tags=facts.tags)
        popup.chosen.connect(functools.partial(self._on_tags, ids))
        popup.open_over(self._view)

    def _on_tags(self, ids: Ids, change: TagChange) -> None:
        wanted = BulkChange(BulkAction.TAG, add=change.add, remove=change.remove)
        self._change(wanted, Wording("Tags", "Changed tags of {}", "tag"), ids)

    def _look(self, ids: Ids, then: Callable[[Ids, work.Facts], None]) -> None:
        store = self._context.store
        if store is not None:
            targets = self._targets(ids)
            job = functools.partial(work.read_facts, store, targets)
            self._context.jobs.read("Look", job, functools.partial(then, ids), key="facts asked")

    def new(self) -> None:
        """Write a new memory."""
        self._show(None)

    def correct(self, ids: Ids = None, text: str | None = None) -> None:
        """Supersede a memory by a better one: by the given text, or ask for it."""
        self._with_one(ids, functools.partial(self._correct, text))

    def _correct(self, text: str | None, memory_id: int) -> None:
        store = self._context.store
        if store is not None and text is not None:
            job = functools.partial(work.remember, store, MemoryDraft(text, "", "", 0.5, (), memory_id))
            self._context.jobs.write("Remember", job, self._on_remembered)
            return
        draft = self._context.drafts.of_memory(memory_id, editor=CORRECTION)
        self._ask_correction(memory_id, draft)

    def _ask_correction(self, memory_id: int, draft: Draft | None) -> None:
        store = self._context.store
        if store is not None:
            from engramma.ui.inspector.editing import read_target

            job = functools.partial(read_target, store, memory_id)
            done = functools.partial(self._show_correction, draft)
            self._context.jobs.read("Read a text", job, done, key="correct")

    def _show_correction(self, draft: Draft | None, target: EditTarget) -> None:
        self._show(target, draft)

    def resume(self, draft: Draft) -> None:
        """Go on with an unsaved draft of a new memory, or of a correction."""
        if draft.editor == CORRECTION and draft.memory_id is not None:
            self._ask_correction(draft.memory_id, draft)
        elif draft.editor == NEW:
            self._show(None, draft)

    def _show(self, corrects: EditTarget | None, draft: Draft | None = None) -> None:
        from engramma.ui.dialogs.memory_dialog import MemoryDialog

        dialog = MemoryDialog(self._view, self._context, corrects=corrects, draft=draft)
        dialog.finished.connect(dialog.deleteLater)
        dialog.written.connect(functools.partial(self._on_written_draft, dialog))
        dialog.show()

    def _on_written_draft(self, dialog: MemoryDialog, draft: MemoryDraft) -> None:
        store = self._context.store
        if store is not None:
            job = functools.partial(work.remember, store, draft)
            done = functools.partial(self._on_kept, dialog)
            self._context.jobs.write("Remember", job, done, failed=dialog.refuse)

    def _on_kept(self, dialog: MemoryDialog, done: work.Written) -> None:
        if isValid(dialog):
            dialog.settle()
        self._on_remembered(done)

    def _on_remembered(self, done: work.Written) -> None:
        self._context.toast(done.words, icon=done.icon, undo=True)
        if done.memory_id is not None:
            self._context.show_memory(done.memory_id)

    def edit(self, ids: Ids = None) -> None:
        """Edit the text where it stands."""
        self._with_one(ids, self._edit_in_view)

    def copy(self, ids: Ids = None) -> None:
        """Put the texts on the clipboard."""
        store = self._context.store
        if store is not None:
            job = functools.partial(work.read_texts, store, self._targets(ids))
            self._context.jobs.read("Copy texts", job, self._on_texts, key="copy")

    def _on_texts(self, texts: tuple[str, ...]) -> None:
        QGuiApplication.clipboard().setText("\n".join(texts))
        count = "the text" if len(texts) == 1 else f"{len(texts):,} texts"
        self._context.toast(f"Copied {count}", icon="copy")


def _pass_value(chosen: Callable[[str], None], value: str, _checked: bool = False) -> None:
    chosen(value)
