"""The export page: what goes out, its losses, every private value with its mask, and one button that writes.

Nothing is written before that button. Counting, searching and writing are jobs; what was begun is written to its
end, also when the page was left meanwhile.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from engramma.engine.exporting.values import Findings, Hit
from engramma.model.errors import EngrammaError
from engramma.ui.bridge import WindowContext
from engramma.ui.views.export.decisions import Verdict
from engramma.ui.views.export.format_list import SUFFIXES
from engramma.ui.views.export.hit_model import HitRow
from engramma.ui.views.export.names_bar import PrivateWords
from engramma.ui.views.export.page_layout import ExportLayout
from engramma.ui.views.export.page_words import about, results_words, to_offer, written_words
from engramma.ui.views.export.private_search import PrivateSearch
from engramma.ui.views.export.scope import Choices, Scope
from engramma.ui.views.export.target import proposed
from engramma.ui.views.export.work import Looked, Order, Written, look, write

if TYPE_CHECKING:
    from engramma.model.changes import ChangeNotice

LOOK_KEY, WRITE_KEY = "export look", "export write"
LOOK_AGAIN = 1_500


class ExportPage(ExportLayout):
    """`left` carries the view that one came from. `begin` opens it for a scope."""

    view_name = "export"
    left = Signal(str)

    def __init__(self, context: WindowContext, words: PrivateWords | None = None) -> None:
        super().__init__()
        self._context, self._words = context, words
        if words is not None:
            self.hits.names.set_names(words.names)
        self._choices = Choices()
        self._came_from = ""
        self._folder: Path | None = None
        self._looked: Looked | None = None
        self._begun = self._busy = False
        self._private = PrivateSearch(context)
        self._written: Written | None = None
        self._sitting = 0
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(LOOK_AGAIN)
        self._again.timeout.connect(self._look)
        self.head.left.connect(self.leave)
        self.head.done.connect(self.carry_out)
        self.content.scope_changed.connect(self._on_scope)
        self.content.parts_changed.connect(self._on_parts)
        self.content.format_changed.connect(self._on_format)
        self._private.done.connect(self._on_found)
        self._private.failed.connect(self._on_search_failed)
        self._private.stopped.connect(self._on_search_stopped)
        self._private.ended.connect(self._offer)
        self.hits.switched.connect(self._search)
        self.hits.names_changed.connect(self._on_names)
        self.hits.list.decided.connect(self._on_decided)
        self.hits.list.current_changed.connect(self._on_current)
        self.hits.list.opened.connect(self._on_opened)
        self.side.decide_wanted.connect(self._on_decide)
        self.side.target.changed.connect(self._on_target)
        self.side.key.changed.connect(self._on_key)
        self.notice.first.connect(self._open_folder)
        context.data_changed.connect(self._on_data)
        context.query_changed.connect(self._on_query)
        context.store_changed.connect(self._on_store)
        self.side.show_masking(masking=True)

    # What the window asks

    def begin(self, choices: Choices, scope: Scope, *, came_from: str = "") -> None:
        """Show what an export of a scope would be."""
        self._forget()
        self._begun = True
        self._came_from = came_from if came_from != self.view_name else self._came_from
        self._choices = choices
        self.content.along.take_all()
        self.content.offer(choices, scope if scope in choices.scopes else Scope.ALL)
        self._propose_target()
        self.refresh()

    def activate(self) -> None:
        """It came to the front."""
        if not self._begun and self._context.store is not None:
            self.begin(Choices.of(self._context.selection, self._context.query), Scope.ALL)
        self._on_query()
        self.hits.list.setFocus()
        self._tell_results()

    def refresh(self) -> None:
        """Count and search again."""
        self._look()
        self._search()

    def save_state(self) -> dict[str, Any]:
        """The format, whether private words are masked, and the folder."""
        folder = {} if self._folder is None else {"folder": str(self._folder)}
        return {"format": self.content.formats.value, "masking": self.hits.masking, **folder}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take what was kept."""
        if isinstance(state.get("format"), str):
            self.content.formats.choose(state["format"])
        if isinstance(state.get("masking"), bool):
            self.hits.switch.setChecked(state["masking"])
        if isinstance(state.get("folder"), str):
            self._folder = Path(state["folder"])

    def leave(self) -> None:
        """Stop the writing if it runs, else drop everything and go back."""
        if self._busy:
            self._context.jobs.cancel_key(WRITE_KEY)
            return
        self._forget()
        self.left.emit(self._came_from)

    # Counting and searching

    def _look(self) -> None:
        store = self._context.store
        if store is None:
            return
        work = functools.partial(look, store, self._choices, self.content.scope, self.content.along.left_out)
        self._context.jobs.read("Count what goes out", work, self._on_looked, key=LOOK_KEY)
        self._offer()

    def _on_looked(self, looked: Looked) -> None:
        self._looked = looked
        self.content.show_counts(looked.counts)
        self.content.show_outlook(looked.outlook)
        self._offer()

    def _search(self) -> None:
        """Look for what is private; the same value keeps its verdict."""
        self._private.forget()
        self._changed()
        if self._context.store is None or not self.hits.masking:
            self.hits.show_off()
            self._show_sums()
            return
        self.hits.show_searching()
        part = self._choices.part(self.content.scope)
        redaction = self.decisions.redaction(self.hits.names.names)
        self._private.begin(part, self.content.formats.value, redaction, left_out=self.content.along.left_out)
        self._offer()

    def _on_found(self, found: Findings) -> None:
        self.hits.show_findings(found)
        self._show_sums()

    def _on_search_failed(self, error: Exception) -> None:
        self.hits.show_failed(self._sentence(error))

    def _on_search_stopped(self) -> None:
        self.hits.show_failed("An export searches again and masks what it finds. F5 shows it here.")

    def _show_sums(self) -> None:
        self.side.show_masking(masking=self.hits.masking)
        found = self._private.found
        self.side.show_hits(() if found is None else found.hits)
        self._on_current(self.hits.list.row)
        self._offer()

    # What a person did

    def _on_scope(self) -> None:
        self._propose_target()
        self._looked = None
        self.content.show_outlook(None)
        self.refresh()

    def _on_parts(self) -> None:
        self._looked = None
        self.refresh()

    def _on_key(self) -> None:
        self._changed()
        self._offer()

    def _on_format(self) -> None:
        if self._looked is not None:
            self.content.show_outlook(self._looked.outlook)
        if self.side.target.own:
            formats = self.content.formats
            self.side.target.fit_format(SUFFIXES, formats.suffix, is_folder=formats.is_folder)
        else:
            self._propose_target()
        self._search()

    def _on_names(self) -> None:
        if self._words is not None:
            self._words.keep(self.hits.names.names)
        self._search()

    def _on_decided(self) -> None:
        self._changed()
        self.side.show_hits(self.hits.list.rows.hits)
        self._offer()

    def _on_current(self, row: HitRow | None) -> None:
        if row is None or self._private.found is None:
            self.side.show_row(None)
        else:
            self.side.show_row(row, self.hits.list.rows.as_written(row))

    def _on_decide(self, wanted: tuple[Verdict, bool]) -> None:
        verdict, alike = wanted
        self.hits.list.decide(verdict, alike=alike)

    def _on_opened(self, hit: Hit) -> None:
        place = hit.places[0]
        if place.memory_id is not None:
            self._context.show_memory(place.memory_id)
        elif place.event_id is not None:
            self._context.show_event(place.event_id)
        else:
            self._context.toast(f"It stands in: {place.where}", icon="info")

    def _on_target(self) -> None:
        if self.side.target.own:
            self._folder = self.side.target.path.parent
        self._changed()
        self._offer()

    def _propose_target(self) -> None:
        store, formats = self._context.store, self.content.formats
        if store is None:
            return
        folder = self._folder if self._folder is not None and self._folder.is_dir() else store.path.parent
        stem = store.name if formats.suffix else f"{store.name}-{formats.value}"
        path = proposed(folder, stem, self.content.scope, self._choices.query, formats.suffix)
        self.side.target.propose(path, is_folder=formats.is_folder)

    # Writing

    def _count(self) -> int | None:
        if self._looked is None:
            return None
        return self._looked.outlook.of(self.content.formats.value).memories

    def _offer(self) -> None:
        count, masking, name = self._count(), self.hits.masking, self.content.formats.value
        self._tell_results()
        self.side.fit()
        self.head.call_leaving("Cancel" if self._written is None else "Close")
        if self._busy:
            self.head.offer("Writing…", enabled=False)
            return
        if self._written is not None:
            self.head.offer("Exported", enabled=False)
            self.head.say(f"Written to {self._written.order.path}")
            return
        self.head.say(about(count, name, masking=masking))
        words, there = to_offer(
            count, masking=masking, searching=self._private.running, undecided=self._undecided()
        )
        can_write = self.side.target.is_right and self._context.store is not None
        self.head.offer(words, enabled=there and can_write)

    def _undecided(self) -> int:
        found = self._private.found
        return 0 if found is None else self.decisions.sum(found.hits).open

    def carry_out(self) -> None:
        """Write it, once: what is undecided is masked."""
        store = self._context.store
        self.side.target.check()
        self._offer()
        if store is None or self._busy or not self.head.primary.isEnabled():
            return
        redaction = None
        if self.hits.masking:
            redaction = self.decisions.redaction(self.hits.names.names, keep_key=self.side.key.wanted)
        target = self.side.target
        order = Order(
            target.path,
            self.content.formats.value,
            self._choices.part(self.content.scope),
            redaction,
            replace=target.may_replace,
            left_out=self.content.along.left_out,
        )
        self._busy = True
        self.notice.hide()
        self._context.jobs.work_beside(
            f"Export to {order.path.name}",
            functools.partial(write, store, order),
            functools.partial(self._on_written, self._sitting),
            failed=self._on_failed,
            ended=self._on_write_ended,
            key=WRITE_KEY,
        )
        self._offer()

    def _on_written(self, sitting: int, done: Written) -> None:
        words = written_words(done)
        if sitting != self._sitting or not self.isVisible():
            self._context.toast(words, icon="export")
            return
        self._written = done
        self.side.target.settle()
        self.notice.tell(words, first="Open folder")

    def _on_failed(self, error: Exception) -> None:
        self.notice.tell(self._sentence(error))

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, EngrammaError):
            return str(error)
        self._context.report_error(error)
        return "It met an unexpected error."

    def _on_write_ended(self) -> None:
        self._busy = False
        if self._written is None:
            self.side.target.check()
        self._offer()

    def _open_folder(self) -> None:
        if self._written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written.order.path.parent)))

    # Following the store

    def _on_data(self, _notice: ChangeNotice) -> None:
        # Not put off again and again while agents write without a pause.
        if self._looked is not None and not self._busy and not self._again.isActive():
            self._again.start()

    def _on_query(self) -> None:
        """What the search shows is what it shows now; without a search, everything is left to choose."""
        query = self._context.query
        if not self._begun or self._busy or not self.isVisible() or query == self._choices.query:
            return
        self._choices = replace(self._choices, query=query)
        scope = self.content.scope
        self.content.offer(self._choices, scope if scope in self._choices.scopes else Scope.ALL)
        self._looked = None
        if not self.side.target.own:
            self._propose_target()
        self.refresh()

    def _on_store(self) -> None:
        """What was being written is not heard of again."""
        self._busy = False
        self._forget()
        self.decisions.forget()

    def _changed(self) -> None:
        """Something else would be written than before."""
        if self._written is not None:
            self._written = None
            self.notice.hide()
            self.side.target.check()

    def _forget(self) -> None:
        self._context.jobs.drop(LOOK_KEY)
        self._private.forget()
        self._again.stop()
        self._begun = False
        self._sitting += 1
        self._looked = self._written = None
        self._choices = Choices()
        self.notice.hide()
        self.content.show_outlook(None)
        self.hits.list.show_hits(())
        self.side.show_hits(())

    def _tell_results(self) -> None:
        count = self._count()
        if count is not None and self.isVisible():
            self._context.set_results_text(results_words(count, self._undecided()))
