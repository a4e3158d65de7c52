"""The import page: files recognised, what would become of them, sample rows, and the button that imports.

Nothing is written before that button. Reading and importing are jobs; the page shows what they found.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from engramma.model.errors import EngrammaError
from engramma.model.import_choice import FileChoice
from engramma.model.progress import CancelToken, Report
from engramma.model.transfer import CollisionPolicy
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.folder_watch import FolderWatch
from engramma.ui.window.importing.page_layout import ImportLayout
from engramma.ui.window.importing.plan import ImportPlan, PlannedFile, counted
from engramma.ui.window.importing.secret_search import Searched, SecretSearch
from engramma.ui.window.importing.work import ImportOutcome, look_into

if TYPE_CHECKING:
    from engramma.ui.window.importing.found_panel import FoundPanel

JOB_KEY = "import preview"


class ImportPage(ImportLayout):
    """`import_wanted` carries the ImportPlan to carry out; `files_wanted` and `left` are for the window."""

    view_name = "import"
    import_wanted = Signal(object)
    files_wanted = Signal()
    left = Signal()

    def __init__(self, context: WindowContext, folders: FolderWatch) -> None:
        super().__init__(context)
        self._context, self._folders = context, folders
        self._panel: FoundPanel | None = None
        self._plan: ImportPlan | None = None
        self._before: tuple[int, FileChoice] | None = None
        self._asked: tuple[Path, ...] = ()
        self._at = 0
        self._search = SecretSearch(context)
        self._nothing.action_triggered.connect(self.files_wanted)
        self._nothing.find_wanted.connect(self.find_memories)
        self._add.clicked.connect(self.files_wanted)
        self._cancel.clicked.connect(self.leave)
        self._import.clicked.connect(self.carry_out)
        self.files.toggled.connect(self._on_choice)
        self.files.current_changed.connect(self._on_current)
        self._filter.changed.connect(self._show_samples)
        self._policy.changed.connect(self._on_policy)
        self.side.choice_changed.connect(self._on_choice_of_file)
        self.side.search_wanted.connect(self._on_search_wanted)
        self._search.found.connect(self._on_searched)
        context.store_changed.connect(self._on_store_changed)

    @property
    def plan(self) -> ImportPlan | None:
        """What would be imported, None before files were read."""
        return self._plan

    @property
    def import_button(self) -> QPushButton:
        """The primary button."""
        return self._import

    def find_memories(self) -> None:
        """Look for what the tools of this computer keep; what is ticked there is looked into."""
        panel = self.panel
        self._pages.setCurrentWidget(panel)
        panel.look()

    @property
    def panel(self) -> FoundPanel:
        """The panel that looks for memories, made when it is first wanted."""
        if self._panel is None:
            from engramma.ui.window.importing.found_panel import FoundPanel

            self._panel = FoundPanel(self._context, self._folders)
            self._panel.wanted.connect(self.look_into)
            self._panel.left.connect(self.leave)
            self._pages.addWidget(self._panel)
        return self._panel

    def look_into(self, paths: tuple[Path, ...], *, add: bool = False) -> None:
        """Read files and folders and show what is in them; `add` keeps those that are here."""
        known = self._asked if add else ()
        self._asked = (*known, *(path for path in dict.fromkeys(paths) if path not in known))
        count = len(self._asked)
        title = f"Look into {self._asked[0].name}" if count == 1 else f"Look into {count} files"
        choices = {**self._plan.choices} if add and self._plan is not None else {}
        work = functools.partial(look_into, self._context.store, self._asked, choices)
        self._show_reading(title)
        self._read(title, work, self._on_plan)

    def _on_choice_of_file(self, choice: FileChoice) -> None:
        """Kinds and tiers show at once; another column means that the files are read again."""
        plan, file = self._plan, self._file()
        if plan is None or file is None:
            return
        again = choice.format != file.choice.format
        self._plan = plan = plan.with_choice(self._at, choice)
        if not again:
            self._show_samples(self._filter.value)
            return
        work = functools.partial(look_into, self._context.store, self._asked, plan.choices)
        title = f"Read {file.path.name} again"
        self._before = self._before or (self._at, file.choice)
        self._read(title, work, self._on_plan_again)

    def _read(
        self,
        title: str,
        work: Callable[[Report, CancelToken], ImportPlan],
        done: Callable[[ImportPlan], None],
    ) -> None:
        self._context.jobs.read(
            title, work, done, failed=self._on_failed, ended=self._on_ended, quiet=False, key=JOB_KEY
        )

    def _on_plan_again(self, plan: ImportPlan) -> None:
        self._before = None
        left_out = self._plan.left_out if self._plan is not None else frozenset()
        self._take(plan.with_left_out(left_out))
        self._at = min(self._at, len(plan.files) - 1)
        self._show()

    def _take(self, plan: ImportPlan) -> None:
        """A plan that was just made; the search for secrets in it begins."""
        self._search.begin(plan)
        plan = plan.with_secrets(self._search.results, waiting=self._search.waiting)
        self._plan = plan.with_policy(CollisionPolicy(self._policy.value))

    def _on_search_wanted(self) -> None:
        file = self._file()
        if file is not None and self._plan is not None:
            self._search.search(file)
            self._plan = self._plan.with_secrets(self._search.results, waiting=self._search.waiting)
            self._show()

    def _on_searched(self, searched: Searched) -> None:
        if self._plan is None:
            return
        self._plan = self._plan.with_secrets(self._search.results, waiting=self._search.waiting)
        self.files.set_plan(self._plan)
        self._sums.tell(self._plan)
        file = self._file()
        if file is not None and file.report.path == searched.path:
            self._show_file()

    def _show_reading(self, title: str) -> None:
        self._plan = self._before = None
        self._nothing.say_reading(title)
        self._pages.setCurrentIndex(0)

    def _on_ended(self) -> None:
        """A cancelled look leaves nothing to show; a cancelled second look leaves what there was."""
        if self._before is not None and self._plan is not None:
            self._plan, self._before = self._plan.with_choice(*self._before), None
            self._show()
        elif self._plan is None and self._asked:
            self.reset()

    def _on_plan(self, plan: ImportPlan) -> None:
        self._take(plan)
        self._at = 0
        self._show()
        self._pages.setCurrentIndex(1)
        self.files.setFocus()

    def _on_failed(self, error: Exception) -> None:
        words = str(error) if isinstance(error, EngrammaError) else "The files could not be read."
        self._nothing.say_failed(words)
        self._pages.setCurrentIndex(0)
        self._asked = ()
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)

    def _show(self) -> None:
        plan = self._plan
        if plan is None:
            return
        self.files.set_plan(plan)
        self._title.setText(f"Import from “{plan.name}”")
        self._about.setText(
            f"{counted(len(plan.files), 'file')} read in {plan.seconds:.1f} s. Nothing has been written yet"
        )
        self._sums.tell(plan)
        self._notice.tell(plan, read_only=self._read_only())
        self._each.offer(tuple(file.report for file in plan.files))
        items = plan.to_write
        words = f"Import {items:,} item{'' if items == 1 else 's'}" if items else "Nothing to import"
        self._import.setText(words)
        self._import.setAccessibleName(words)
        self._import.setEnabled(items > 0 and not self._read_only())
        read, *_rest = plan.sums()
        self._context.set_results_text(f"{read:,} items read, {items:,} to import")
        self._show_file()

    def _read_only(self) -> bool:
        store = self._context.store
        return store is not None and store.read_only

    def _file(self) -> PlannedFile | None:
        plan = self._plan
        return plan.files[self._at] if plan is not None and self._at < len(plan.files) else None

    def _show_file(self) -> None:
        file = self._file()
        self.side.show_file(file)
        if file is None:
            self.samples.set_rows(())
            return
        report = file.report
        self._sample_name.set_text(file.path.name)
        secrets = file.secret_count
        self._filter.show_choices(
            (
                ("all", "All", report.read),
                ("new", "New", report.new),
                ("known", "Known", report.known),
                ("changed", "Changed", report.changed),
                ("skipped", "Skipped", len(report.skipped)),
                *((("secrets", "Secrets", secrets),) if secrets else ()),
            )
        )
        self._show_samples(self._filter.value)

    def _show_samples(self, wanted: str) -> None:
        file = self._file()
        if file is None:
            return
        rows = file.rows(wanted)
        self.samples.set_rows(rows, file.secrets.findings.hits if file.secrets is not None else ())
        what = "line" if wanted == "skipped" else "sample row"
        self._sample_count.set_text(f"{len(rows):,} {what}{'' if len(rows) == 1 else 's'}")

    def _on_choice(self, row: tuple[int]) -> None:
        if self._plan is not None:
            file = self._plan.files[row[0]]
            self._plan = self._plan.with_chosen(row[0], chosen=not file.chosen)
            self._show()

    def _on_current(self, row: tuple[int]) -> None:
        self._at = row[0]
        self._show_file()

    def _on_policy(self, value: str) -> None:
        if self._plan is not None:
            self._plan = self._plan.with_policy(CollisionPolicy(value))
            self._show()

    def carry_out(self) -> None:
        """Import what is chosen."""
        if not self._import.isEnabled():
            return
        if self._plan is not None and self._plan.to_write:
            self.import_wanted.emit(self._plan)

    def _on_store_changed(self) -> None:
        self._search.stop()
        if self._asked and self._plan is not None:
            self.look_into(self._asked)

    def leave(self) -> None:
        """Drop what was read and go back."""
        self.reset()
        self.left.emit()

    def show_done(self, outcome: ImportOutcome) -> None:
        """Say what an import brought, unless other files are being looked at by now."""
        if not self._asked:
            self._nothing.say_done(outcome)

    def reset(self) -> None:
        """Drop what was read."""
        self._context.jobs.drop(JOB_KEY)
        self._search.stop()
        self._plan, self._asked, self._at, self._before = None, (), 0, None
        self._nothing.begin()
        self._pages.setCurrentIndex(0)

    def activate(self) -> None:
        """Say what is read."""
        if self._plan is not None:
            self._show()
        else:
            self._context.set_results_text("")

    def save_state(self) -> dict[str, Any]:
        """The policy."""
        return {"policy": self._policy.value}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Choose the policy that was chosen."""
        if state.get("policy") in ("skip", "replace", "ask", "both"):
            self._policy.set_value(state["policy"])
