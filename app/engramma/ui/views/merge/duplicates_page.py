"""Exact duplicates among a selection or all results: the groups, who stays of each, and one button that merges."""

from __future__ import annotations

import functools
from itertools import compress
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from engramma.model.equals import EqualsFound, EqualsMerged
from engramma.model.errors import EngrammaError
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext
from engramma.ui.views.merge.layout import PageHead
from engramma.ui.views.replace.hit_rows import plain
from engramma.ui.views.replace.tick_model import TickRow, carried_ticks
from engramma.ui.views.replace.tick_page import TickPage
from engramma.ui.widgets import EmptyState
from engramma.ui.window.commands.targets import Targets, name_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

WHAT_IT_IS = (
    "Memories are exact duplicates when their texts agree but for case, spaces and a final full stop."
)
MOST_NAMED = 6


class DuplicatesPage(TickPage):
    """A row a group; all are ticked."""

    view_name = "duplicates"
    find_key, write_key, written_icon = "find duplicates", "merge duplicates", "git-merge"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(
            context,
            parent,
            head=PageHead("Exact duplicates", "Merge", keys="Ctrl+Return", icon_name="git-merge"),
            words="Groups of duplicates",
            empty=EmptyState("copy", "Exact duplicates", sentence=WHAT_IT_IS),
        )
        self._shown: EqualsShown | None = None
        self.setAccessibleName("Merge exact duplicates")
        self.lay_out()
        self.list.ticks_changed.connect(self._offer)
        self.list.opened.connect(self._on_opened)

    @property
    def found(self) -> EqualsFound | None:
        """The groups that are shown."""
        return None if self._shown is None else self._shown.found

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        if self._targets is None:
            self.begin(Targets(query=self._context.query, whole_query=True))
        self.list.setFocus()

    def shown_ids(self) -> frozenset[int] | None:
        """The memories of all groups."""
        return None if self._shown is None else self._shown.ids

    def clear(self) -> None:
        """Show no group."""
        self._shown = None
        self.list.show_rows(0, _none, bytearray())
        self._middle.setCurrentIndex(0)
        self.head.say("")
        self.head.offer("Merge", enabled=False)

    # Looking

    def look(self) -> None:
        """Look for groups of equal memories."""
        store = self._context.store
        if store is None or self._targets is None or self._busy:
            return
        if self.found is None:
            self.empty.set_texts("Looking for exact duplicates…", sentence=WHAT_IT_IS)
        work = functools.partial(find, store, self._targets)
        self._context.jobs.read(
            "Find duplicates", work, self._on_found, failed=self._on_failed, quiet=False, key=self.find_key
        )

    def _on_found(self, shown: EqualsShown) -> None:
        before, found = self._shown, shown.found
        usual = b"\x01" * len(found.groups)
        ticks = bytearray(usual)
        if before is not None:
            all_on = b"\x01" * len(before.found.groups)
            ticks = carried_ticks(before.keys, all_on, self.list.rows.ticks, shown.keys, usual)
        self._shown = shown
        self.list.show_rows(len(found.groups), functools.partial(_row, found), ticks, usual=usual)
        self._middle.setCurrentIndex(1 if found.groups else 0)
        if not found.groups:
            sentence = f"Looked at {found.looked:,} memories. {WHAT_IT_IS}"
            self.empty.set_texts("No exact duplicates", sentence=sentence)
        elif self.isVisible():
            self.list.setFocus()
        self._offer()

    def _on_failed(self, error: Exception) -> None:
        words = str(error) if isinstance(error, EngrammaError) else "The log has the details."
        self.empty.set_texts("They could not be looked for", sentence=words)
        self._middle.setCurrentIndex(0)
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)

    def _offer(self) -> None:
        found = self.found
        if found is None:
            return
        groups = self.list.rows.ticked
        count = sum(compress(self._shown.sizes, self.list.rows.ticks)) if self._shown else 0
        into = "1 memory" if groups == 1 else f"{groups:,} memories"
        may = groups > 0 and not found.read_only and not self._busy
        self.head.offer(f"Merge {count:,} into {into}" if groups else "Merge", enabled=may)
        left_out = self._shown.left_out if self._shown else 0
        pins = f" {left_out:,} further pinned ones are left alone." if left_out else ""
        about = "This store is open read-only" if found.read_only else "Nothing has been written yet"
        total = "1 group" if len(found.groups) == 1 else f"{len(found.groups):,} groups"
        self.head.say(f"{total} among {found.looked:,} memories.{pins} {about}")
        self._context.set_results_text(f"{total}, {groups:,} ticked")

    # What a person did

    def _on_opened(self, place: tuple[int]) -> None:
        if self.found is not None:
            self._context.run("memory.merge", ids=self.found.groups[place[0]].ids)

    def write(self) -> None:
        """Merge the ticked groups."""
        store, found = self._context.store, self.found
        if store is None or found is None or found.read_only or self._busy or not self.list.rows.ticked:
            return
        work = functools.partial(merge, store, found, self.list.rows.ticks)
        self.start_writing("Merge duplicates", work, merged_words)
        self._offer()


@dataclass(frozen=True, slots=True)
class EqualsShown:
    """The groups, with what takes long to count: members of each, further pinned ones, what tells them, all ids."""

    found: EqualsFound
    sizes: tuple[int, ...]
    left_out: int
    keys: tuple[tuple[int, ...], ...]
    ids: frozenset[int]


def find(store: MemoryStore, targets: Targets, report: Report, cancel: CancelToken) -> EqualsShown:
    """The groups among the targets, whose ids are fixed here. Raises Cancelled."""
    ids = targets.resolve(store)
    cancel.check()
    found = store.curation.find_equals(ids, report=report, cancel=cancel)
    return EqualsShown(
        found,
        tuple(len(group.member_ids) for group in found.groups),
        sum(len(group.left_out) for group in found.groups),
        tuple(tuple(sorted(group.ids)) for group in found.groups),
        frozenset(one for group in found.groups for one in group.ids),
    )


def merge(
    store: MemoryStore, found: EqualsFound, ticks: bytes, report: Report, cancel: CancelToken
) -> EqualsMerged:
    """Merge what is ticked. Raises Cancelled, after which nothing was merged."""
    groups = tuple(compress(found.groups, ticks))
    return store.curation.merge_equals(groups, report=report, cancel=cancel)


def merged_words(done: EqualsMerged) -> str:
    """What it came to."""
    into = "1 memory" if done.groups == 1 else f"{done.groups:,} memories"
    words = f"Merged {done.superseded:,} duplicates into {into}" if done.groups else "Nothing was merged"
    if done.skipped:
        words += f"; {name_of(done.skipped)} changed meanwhile and {_stay(done.skipped)} as before"
    return words


def _stay(ids: tuple[int, ...]) -> str:
    return "stays" if len(ids) == 1 else "stay"


def _row(found: EqualsFound, place: int) -> TickRow:
    group = found.groups[place]
    named = ", ".join(f"M-{one}" for one in group.member_ids[:MOST_NAMED])
    more = len(group.member_ids) - MOST_NAMED
    rest = f" and {more:,} more" if more > 0 else ""
    why = ", ".join(group.rules)
    stays = f"M-{group.survivor_id} stays" + (f" ({why})" if why else "")
    second = f"{stays}. Superseded: {named}{rest}"
    badge = f"{len(group.left_out):,} pinned left out" if group.left_out else ""
    count = f"{len(group.ids):,} equal"
    return TickRow(
        f"M-{group.survivor_id}",
        plain(group.text),
        plain(second),
        badge or count,
        "push-pin-fill" if badge else "",
        count if badge else "",
        f"{count}: {group.text}. {second}",
    )


def _none(_place: int) -> TickRow:
    raise IndexError
