"""Find and replace: every place is shown before and after, ticked or not, and written by one button.

Pinned memories and those that a person edited are not ticked until somebody asks.
"""

from __future__ import annotations

import functools
from typing import Any

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from engramma.model.errors import EngrammaError
from engramma.model.replacing import HitsFound, Replaced
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import set_edge, set_surface, theme
from engramma.ui.views.merge.layout import PageHead
from engramma.ui.views.replace.form import ReplaceForm
from engramma.ui.views.replace.hit_rows import hit_row
from engramma.ui.views.replace.reading import HitsShown, find, replace
from engramma.ui.views.replace.tick_model import carried_ticks
from engramma.ui.views.replace.tick_page import TickPage
from engramma.ui.widgets import EmptyState
from engramma.ui.window.commands.targets import Targets, name_of


class ReplacePage(TickPage):
    """What is looked for stays in the fields from one time to the next."""

    view_name = "replace"
    find_key, write_key, written_icon = "find text", "replace text", "swap"
    look_after = 600

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(
            context,
            parent,
            head=PageHead("Find and replace", "Replace", keys="Ctrl+Return", icon_name="swap"),
            words="Places found",
            empty=EmptyState("swap", "Find and replace", sentence="Nothing is written yet."),
        )
        self.shown: HitsShown | None = None
        self.setAccessibleName("Find and replace")
        self.form = ReplaceForm()
        self.guarded = QCheckBox("")
        self._bar = self._make_bar()
        self.lay_out(form=self.form, bar=self._bar)
        self.form.changed.connect(self.look)
        self.form.wanted.connect(self._on_wanted)
        self.guarded.toggled.connect(self._on_guarded)
        self.list.ticks_changed.connect(self._offer)
        self.list.opened.connect(self._on_opened)

    def _make_bar(self) -> QWidget:
        metrics = theme().metrics
        bar = QWidget()
        set_surface(bar, "base")
        set_edge(bar, "bottom")
        row = QHBoxLayout(bar)
        row.setContentsMargins(metrics.space_14, metrics.space_6, metrics.space_14, metrics.space_6)
        row.addWidget(self.guarded)
        row.addStretch(1)
        return bar

    # What the window asks

    def fill(self, find_text: str, replacement: str) -> None:
        """Look for another text."""
        self.form.find_field.setText(find_text)
        self.form.replacement_field.setText(replacement)
        self.look()

    def activate(self) -> None:
        """It came to the front: the keys go to what is looked for."""
        if self._targets is None:
            self._targets = Targets(query=self._context.query, whole_query=True)
            self._nothing()
        self.form.find_field.setFocus()
        self.form.find_field.selectAll()

    def shown_ids(self) -> frozenset[int] | None:
        """The memories in which something was found."""
        return None if self.shown is None else self.shown.ids

    def clear(self) -> None:
        """Show nothing; a look that waits for the next key is dropped."""
        self.form.reset()
        self._nothing()

    # Looking

    def look(self) -> None:
        """Look for what the fields say."""
        store = self._context.store
        if store is None or self._targets is None or self._busy:
            return
        spec = self.form.spec
        if not spec.find:
            self._context.jobs.drop(self.find_key)
            self._nothing()
            return
        self.head.offer("Replace", enabled=False)
        work = functools.partial(find, store, self._targets, spec)
        self._context.jobs.read(
            "Find text", work, self._on_found, failed=self._on_failed, quiet=False, key=self.find_key
        )

    def _on_found(self, shown: HitsShown) -> None:
        before, ticks = self.shown, bytearray(shown.ticks)
        if before is not None and before.found.spec == shown.found.spec:
            now = self.list.rows.ticks
            ticks = carried_ticks(before.order, before.ticks, now, shown.order, shown.ticks)
        self.shown = shown
        found, guarded = shown.found, len(shown.guarded)
        self.list.show_rows(len(found.hits), functools.partial(_row, found), ticks, usual=shown.ticks)
        self.guarded.blockSignals(True)
        self.guarded.setChecked(guarded > 0 and all(ticks[place] for place in shown.guarded))
        self.guarded.blockSignals(False)
        which = "the one that is" if guarded == 1 else f"the {guarded:,} that are"
        words = f"Replace in {which} pinned or edited by a person, too"
        self.guarded.setText(words)
        self.guarded.setAccessibleName(words)
        self._bar.setVisible(guarded > 0)
        self._middle.setCurrentIndex(1 if found.hits else 0)
        if not found.hits:
            self.empty.set_texts("Not found", sentence=f"Looked at {found.looked:,} memories.")
        self.form.say(_found_words(shown))
        self._offer()

    def _on_failed(self, error: Exception) -> None:
        self._nothing()
        if isinstance(error, EngrammaError):
            self.form.say(str(error), wrong=True)
        else:
            self._context.report_error(error)

    def _nothing(self) -> None:
        self.shown = None
        self.list.show_rows(0, _none, bytearray())
        self._middle.setCurrentIndex(0)
        where = "the results of the search" if self._whole() else "the selected memories"
        self.empty.set_texts("Find and replace", sentence=f"It looks among {where}. Nothing is written yet.")
        self.form.say("")
        self.head.say(f"Among {where}")
        self.head.offer("Replace", enabled=False)

    def _whole(self) -> bool:
        return self._targets is None or self._targets.whole_query

    def _offer(self) -> None:
        if self.shown is None:
            return
        found = self.shown.found
        ticked = self.list.rows.ticked
        count = "1 memory" if ticked == 1 else f"{ticked:,} memories"
        may = ticked > 0 and not found.read_only and not self._busy
        self.head.offer(f"Replace in {count}" if ticked else "Replace", enabled=may)
        where = "all results" if self._whole() else "the selection"
        about = "This store is open read-only" if found.read_only else "Nothing has been written yet"
        self.head.say(f"Among {where}, {found.looked:,} memories. {about}")
        self._context.set_results_text(f"{len(found.hits):,} found, {ticked:,} ticked")

    # What a person did

    def _on_wanted(self) -> None:
        self.look()
        self.list.setFocus()

    def _on_guarded(self, on: bool) -> None:
        if self.shown is not None:
            self.list.tick_places(self.shown.guarded, on=on)

    def _on_opened(self, place: tuple[int]) -> None:
        if self.shown is not None:
            self._context.show_memory(self.shown.found.hits[place[0]].memory_id)

    def write(self) -> None:
        """Replace in what is ticked."""
        store, shown = self._context.store, self.shown
        if store is None or shown is None or self._busy or not self.list.rows.ticked:
            return
        if shown.found.read_only:
            return
        work = functools.partial(replace, store, shown.found, self.list.rows.ticks)
        self.start_writing("Replace text", work, replaced_words)
        self._offer()


def _row(found: HitsFound, place: int) -> Any:
    return hit_row(found.hits[place])


def _none(_place: int) -> Any:
    raise IndexError


def _found_words(shown: HitsShown) -> str:
    found = shown.found
    if not found.hits and not found.emptied and not found.too_long:
        return ""
    memories = "1 memory" if len(found.hits) == 1 else f"{len(found.hits):,} memories"
    parts = [f"{shown.places:,} {'place' if shown.places == 1 else 'places'} in {memories}"]
    if found.emptied:
        parts.append(f"{name_of(found.emptied)} would be empty and {_stay(found.emptied)} as before")
    if found.too_long:
        parts.append(f"{name_of(found.too_long)} {'is' if len(found.too_long) == 1 else 'are'} too long")
    return ". ".join(parts)


def _stay(ids: tuple[int, ...]) -> str:
    return "stays" if len(ids) == 1 else "stay"


def replaced_words(done: Replaced) -> str:
    """What replacing came to: "Replaced 14 places in 12 memories; M-3 changed meanwhile and stays"."""
    memories = "1 memory" if done.memories == 1 else f"{done.memories:,} memories"
    places = f"{done.places:,} {'place' if done.places == 1 else 'places'}"
    parts = [f"Replaced {places} in {memories}" if done.memories else "Nothing was replaced"]
    if done.changed:
        parts.append(f"{name_of(done.changed)} changed meanwhile and {_stay(done.changed)} as before")
    if done.guarded:
        parts.append(f"{name_of(done.guarded)} {'is' if len(done.guarded) == 1 else 'are'} pinned")
    return "; ".join(parts)
