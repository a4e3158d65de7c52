"""The merge workbench: members in and out, who stays, which text, what goes with it, and one button that merges.

Nothing is written before that button. What others change meanwhile is read again and said, never merged unseen.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.errors import EngrammaError
from engramma.model.merging import MergeDone, MergeMember, MergePreview, StaleMergeError
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.merge.chosen_merge import ChosenMerge, changed_since
from engramma.ui.views.merge.layout import NOTHING, MergeLayout
from engramma.ui.views.merge.member_card import CardAct, CardAsked, MemberCard
from engramma.ui.views.merge.reading import merge, read_preview
from engramma.ui.views.merge.result_panel import Carry
from engramma.ui.window.commands.targets import Targets, name_of

READ_KEY = "merge preview"
LOOK_AFTER, DIFF_AFTER = 300, 120


class MergePage(MergeLayout):
    """`left` carries the view that one came from. `begin` says what is to be merged."""

    view_name = "merge"
    left = Signal(str)

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._targets: Targets | None = None
        self._came_from = ""
        self.chosen: ChosenMerge | None = None
        self._cards: dict[int, MemberCard] = {}
        self._made: tuple[MergeMember, ...] = ()
        self._busy = False
        self._tight = False
        self._look = _timer(self, LOOK_AFTER, self._read)
        self._differ = _timer(self, DIFF_AFTER, self._show_cards)
        self.head.left.connect(self.leave)
        self.head.done.connect(self.merge)
        self.result.written.connect(self._on_written)
        self.result.carried.connect(self._on_carried)
        self.result.save_pressed.connect(self.merge)
        self.result.cancel_pressed.connect(self._focus_cards)
        self.even_pinned.toggled.connect(self._on_even_pinned)
        self.empty.action_triggered.connect(self._on_duplicates)
        context.data_changed.connect(self._on_data)
        context.store_changed.connect(self._on_store)

    # What the window asks

    def begin(self, targets: Targets, *, came_from: str = "") -> None:
        """Look at what is to be merged."""
        self._forget()
        self._targets = targets
        self._came_from = came_from if came_from != self.view_name else self._came_from
        self.empty.set_texts("Looking at the memories…", sentence="Nothing is written.")
        self._read()

    def activate(self) -> None:
        """It came to the front."""
        self._focus_cards()
        if self.chosen is None and self._targets is None:
            self.empty.set_texts("Nothing to merge", sentence=NOTHING)
            self.head.offer("Merge", enabled=False)

    def save_state(self) -> dict[str, Any]:
        """Nothing: a merge is of the moment."""
        return {}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Nothing."""

    def refresh(self) -> None:
        """Look again."""
        self._read()

    def leave(self) -> None:
        """Drop it and go back."""
        self._forget()
        self.left.emit(self._came_from)

    # Reading

    def _read(self) -> None:
        store = self._context.store
        if store is None or self._targets is None or self._busy:
            return
        targets = self._targets
        if self.chosen is not None:
            targets = Targets(tuple(one.memory.id for one in self.chosen.preview.members))
        work = functools.partial(read_preview, store, targets)
        self._context.jobs.read(
            "Look at a merge", work, self._on_preview, failed=self._on_failed, key=READ_KEY
        )

    def _on_preview(self, preview: MergePreview) -> None:
        before = self.chosen
        if before is not None:
            changed, gone = changed_since(before.preview, preview)
            if changed or gone:
                self.notice.tell(_changed_words(changed, gone))
            self.chosen = before.with_preview(preview)
        else:
            self.chosen = ChosenMerge(preview)
        self._show()
        if before is None and self.isVisible():
            self._focus_cards()

    def _on_failed(self, error: Exception) -> None:
        self.chosen = None
        words = str(error) if isinstance(error, EngrammaError) else "The log has the details."
        offer = "Look for exact duplicates" if isinstance(error, EngrammaError) else ""
        self.empty.set_texts("These cannot be merged here", sentence=words, action=offer)
        self.show_filled(filled=False)
        self.head.say("")
        self.head.offer("Merge", enabled=False)
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)

    # Showing

    def _show(self) -> None:
        chosen = self.chosen
        if chosen is None:
            return
        members = chosen.preview.members
        if len(members) < 2:
            self.empty.set_texts("Nothing to merge", sentence="A merge needs at least two active memories.")
        self.show_filled(filled=len(members) > 1)
        self._make_cards(chosen)
        self._show_cards()
        self.contradictions.show_choice(chosen)
        self.even_pinned.setVisible(bool(chosen.pinned_losers))
        self._tick(chosen)
        self.result.show_choice(chosen, chosen.preview.made_at)
        self._offer(chosen)
        self.area.fit()
        count = len(chosen.memories)
        self._context.set_results_text(f"{count:,} of {len(members):,} memories take part")

    def _tick(self, chosen: ChosenMerge) -> None:
        self.even_pinned.blockSignals(True)
        self.even_pinned.setChecked(chosen.even_pinned)
        self.even_pinned.blockSignals(False)
        self.even_pinned.setAccessibleName("Merge pinned memories, too")

    def _offer(self, chosen: ChosenMerge) -> None:
        problem = chosen.problem()
        survivor = chosen.survivor_id
        losers = len(chosen.losers)
        words = f"Merge {losers:,} into M-{survivor}" if losers and survivor is not None else "Merge"
        self.head.offer(words, enabled=not problem and not self._busy)
        stays = f"M-{survivor} stays, {chosen.why_survivor}" if survivor is not None else ""
        self.head.say(problem or f"{stays}. Nothing has been written yet")

    def _make_cards(self, chosen: ChosenMerge) -> None:
        members = chosen.preview.members
        if members == self._made:
            return
        self._made = members
        current = next((one for one, card in self._cards.items() if card.hasFocus()), None)
        for card in self._cards.values():
            card.hide()
            card.deleteLater()
        self._cards = {}
        while self.cards.takeAt(0) is not None:
            continue
        for member in members:
            card = MemberCard(member, chosen.preview.threshold)
            card.asked.connect(self._on_asked)
            card.stepped.connect(self._on_step)
            self._cards[member.memory.id] = card
            self.cards.addWidget(card)
            card.set_tight(self._tight)
            card.show()  # what is not shown yet would not take the keys
        chain: list[QWidget] = [self.even_pinned, *self._cards.values(), self.result.field]
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)
        if current is not None:
            self._focus_cards(current)

    def _show_cards(self) -> None:
        chosen = self.chosen
        if chosen is None:
            return
        for memory_id, card in self._cards.items():
            used = chosen.survivor_id if chosen.text_from is None else chosen.text_from
            card.show_state(
                taking_part=memory_id not in chosen.out,
                stays=memory_id == chosen.survivor_id,
                result=chosen.text,
                text_used=chosen.written is None and used == memory_id,
            )
        self.area.fit()

    def _choose(self, chosen: ChosenMerge) -> None:
        """Another choice about the same members."""
        self.chosen = chosen
        self._show_cards()
        self.contradictions.show_choice(chosen)
        self.even_pinned.setVisible(bool(chosen.pinned_losers))
        self._tick(chosen)
        self.result.show_choice(chosen, chosen.preview.made_at)
        self._offer(chosen)
        self.area.fit()

    # What a person did

    def _on_asked(self, asked: CardAsked) -> None:
        chosen = self.chosen
        if chosen is None:
            return
        one = asked.memory_id
        match asked.act:
            case CardAct.TOGGLE:
                self._choose(chosen.toggled(one))
            case CardAct.STAY:
                self._choose(replace(chosen, survivor=one, out=chosen.out - {one}))
            case CardAct.TEXT:
                self._choose(replace(chosen, text_from=one, written=None, out=chosen.out - {one}))
            case CardAct.OPEN:
                self._context.show_memory(one)

    def _on_step(self, by: tuple[int]) -> None:
        ids = list(self._cards)
        current = next((place for place, one in enumerate(ids) if self._cards[one].hasFocus()), 0)
        place = min(max(0, current + by[0]), len(ids) - 1)
        self._focus_cards(ids[place])

    def _focus_cards(self, memory_id: int | None = None) -> None:
        card = self._cards.get(memory_id) if memory_id is not None else next(iter(self._cards.values()), None)
        if card is None:
            self.setFocus()
        else:
            card.setFocus(Qt.FocusReason.OtherFocusReason)
            self.area.ensureWidgetVisible(card)

    def _on_written(self, text: tuple[str]) -> None:
        if self.chosen is not None:
            self.chosen = replace(self.chosen, written=text[0])
            self._differ.start()
            self.result.show_choice(self.chosen, self.chosen.preview.made_at)
            self._offer(self.chosen)

    def _on_carried(self, carry: Carry) -> None:
        chosen = self.chosen
        if chosen is None:
            return
        if carry.link is not None:
            links = chosen.without_links
            links = links - {carry.link} if carry.kept else links | {carry.link}
            self._choose(replace(chosen, without_links=links))
        else:
            tags = chosen.without_tags
            tags = tags - {carry.tag} if carry.kept else tags | {carry.tag}
            self._choose(replace(chosen, without_tags=tags))

    def _on_duplicates(self) -> None:
        self._context.run("memory.merge_equals")

    def _on_even_pinned(self, on: bool) -> None:
        if self.chosen is not None:
            self._choose(replace(self.chosen, even_pinned=on))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter merges, Escape leaves; E writes, R lets the rule choose."""
        key, control = event.key(), event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_Escape:
            self.leave()
        elif control and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.merge()
        elif key == Qt.Key.Key_E and not control and self.chosen is not None:
            self.result.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif key == Qt.Key.Key_R and not control and self.chosen is not None:
            self._choose(replace(self.chosen, survivor=None))
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width."""
        super().resizeEvent(event)
        self._tight = self.fit(self.width())
        for card in self._cards.values():
            card.set_tight(self._tight)

    # Merging

    def merge(self) -> None:
        """Carry out what was chosen, as one operation."""
        store, chosen = self._context.store, self.chosen
        if store is None or chosen is None or self._busy:
            return
        choice = chosen.choice()
        if choice is None or chosen.problem():
            self._context.toast(chosen.problem() or "A merge needs at least two memories", icon="info")
            return
        self._busy = True
        self._look.stop()
        self._context.jobs.drop(READ_KEY)
        self._offer(chosen)
        work = functools.partial(merge, store, choice)
        done = functools.partial(self._on_merged, chosen.preview)
        self._context.jobs.write("Merge", work, done, failed=self._on_merge_failed)

    def _on_merged(self, seen: MergePreview, done: MergeDone) -> None:
        self._busy = False
        words = f"Merged {name_of(done.member_ids)} into M-{done.survivor_id}"
        if self.chosen is not None and self.chosen.preview is seen:
            self.leave()
            self._context.select(Selection.one("memory", done.survivor_id))
        else:
            # It was left meanwhile: nobody is taken away from what came after.
            self._read()
        self._context.toast(words, icon="git-merge", operations=(done.operation_id,))

    def _on_merge_failed(self, error: Exception) -> None:
        self._busy = False
        if isinstance(error, StaleMergeError) and self.chosen is not None:
            self.notice.tell(_changed_words(error.changed, ()))
        else:
            self._context.report_error(error)
        self._read()

    # Following the store

    def _on_data(self, notice: ChangeNotice) -> None:
        if self.chosen is None or self._busy:
            return
        ids = {one.memory.id for one in self.chosen.preview.members}
        if (notice.wide or not ids.isdisjoint(notice.memory_ids)) and not self._look.isActive():
            self._look.start()

    def _on_store(self) -> None:
        """What was being merged is not heard of again."""
        self._busy = False
        self._forget()

    def _forget(self) -> None:
        self._context.jobs.drop(READ_KEY)
        self._look.stop()
        self._differ.stop()
        self.chosen = None
        self._targets = None
        self.notice.hide()
        self.show_filled(filled=False)
        self.head.say("")
        self.head.offer("Merge", enabled=False)


def _changed_words(changed: tuple[int, ...], gone: tuple[int, ...]) -> str:
    parts = []
    if changed:
        parts.append(f"{name_of(changed)} changed while you looked; this is how it stands now")
    if gone:
        parts.append(f"{name_of(gone)} {'is' if len(gone) == 1 else 'are'} no longer active")
    return f"{'. '.join(parts)}. Nothing was merged."


def _timer(parent: QWidget, milliseconds: int, slot: Any) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(slot)
    return timer
