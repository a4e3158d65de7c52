"""The section of the embedding model: which one, whether it may be loaded, how many vectors there are, another one.

A change is one job that can be cancelled and goes on where it stopped; recall goes by the old vectors until its end.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit

from engramma.model.changes import ChangeNotice
from engramma.model.embedding import EmbeddingStatus, EmbedReport
from engramma.model.progress import CancelToken, Report
from engramma.ui.bridge import WindowContext
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, set_field_size, set_text_role, theme
from engramma.ui.theme.properties import Tone
from engramma.ui.views.settings.meaning.reading import (
    ModelCheck,
    ModelRead,
    check_model,
    embed,
    read_model,
    use_model,
)
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.setting_row import SettingRow, small_button
from engramma.ui.widgets import ElidedLabel

READ, CHECK, EMBED = "model status", "model check", "settings embedding"
DEFAULT_MODEL = "all-MiniLM-L6-v2"
LABEL = 300


class ModelSection(SettingsSection):
    """Starts jobs and says how they stand."""

    key = "model"
    title = "Model"
    icon_name = "cube"

    def __init__(self, context: WindowContext) -> None:
        super().__init__("that gives texts their vectors, on this computer, without a network")
        self._context = context
        self._status: EmbeddingStatus | None = None
        self._running = False
        self.name = QLineEdit()
        self.name.setAccessibleName("Name or folder of the embedding model")
        self.name.setPlaceholderText(DEFAULT_MODEL)
        self.name.setMinimumWidth(theme().metrics.px(190))
        set_field_size(self.name, "small")
        self.choose = small_button("Folder…", "Choose the folder of an embedding model")
        self.use = small_button("Use it", "Use this embedding model")
        self.check_label = ElidedLabel("", TextRole.BODY, tone="secondary", right=True)
        self.check_label.setMinimumWidth(theme().metrics.px(LABEL))
        self.vectors_label, self.failed_label = QLabel(), QLabel()
        self.run = small_button("Embed now", "Embed what waits")
        self.cancel = small_button("Cancel", "Cancel the embedding")
        self.retry = small_button("Try again", "Try the texts again that failed")
        for label in (self.vectors_label, self.failed_label):
            set_text_role(label, TextRole.BODY, tone="secondary", tabular=True)
        self.add_group(
            "",
            "",
            (
                SettingRow(
                    "Embedding model",
                    "A name, or a folder; weights as safetensors only",
                    full="Nothing is downloaded, and code that comes with a model never runs. Empty is the default.",
                    terms="minilm sentence transformers change meaning",
                    controls=(self.name, self.choose, self.use),
                    wide=True,
                ),
                SettingRow(
                    "On this computer",
                    "The hash of its weights is checked before it is loaded",
                    terms="sha256 hash dimensions safetensors",
                    controls=(self.check_label,),
                    wide=True,
                ),
                SettingRow(
                    "Vectors",
                    "Of memories and turns; search goes on meanwhile",
                    terms="embedding embed waiting done",
                    controls=(self.vectors_label, self.cancel, self.run),
                    wide=True,
                ),
                SettingRow(
                    "Failed",
                    "Texts that got no vector; recall finds them by words",
                    terms="embedding error retry",
                    controls=(self.failed_label, self.retry),
                    wide=True,
                ),
            ),
        )
        self.choose.clicked.connect(self._on_choose)
        self.use.clicked.connect(self._on_use)
        self.name.returnPressed.connect(self._on_use)
        self.run.clicked.connect(functools.partial(self._start, retry=False))
        self.retry.clicked.connect(functools.partial(self._start, retry=True))
        self.cancel.clicked.connect(functools.partial(context.jobs.cancel_key, EMBED))
        context.data_changed.connect(self._on_data)
        self._show()

    def activate(self) -> None:
        """Read how it stands."""
        store = self._context.store
        self._show()
        if store is not None:
            self._context.jobs.read(
                "Read the vectors", functools.partial(read_model, store), self._on_read, key=READ
            )

    def store_changed(self) -> None:
        """Of another store nothing is known."""
        self._status, self._running = None, False
        self._show()

    def _on_read(self, read: ModelRead) -> None:
        known = self._status
        self._status = read.status
        self.failed_label.setToolTip(tooltip("\n".join(failure.error for failure in read.failures)))
        self._show()
        if known is None or known.wanted_model != read.status.wanted_model:
            self.name.setText(read.status.wanted_model)
            self._check(read.status.wanted_model, self._on_checked)

    def _show(self) -> None:
        status, store = self._status, self._context.store
        able = store is not None and not store.read_only and status is not None and status.kind == "host"
        for widget in (self.name, self.choose, self.use):
            widget.setEnabled(able and not self._running)
        self.run.setVisible(not self._running)
        self.cancel.setVisible(self._running)
        waiting = 0 if status is None else status.waiting
        self.run.setEnabled(able and (bool(waiting) or (status is not None and status.changed)))
        self.retry.setEnabled(able and not self._running and status is not None and status.failed > 0)
        if status is None:
            self.vectors_label.setText("" if store is not None else "No store is open")
            self.failed_label.setText("")
            return
        told = f"{status.embedded:,} done, {waiting:,} waiting"
        self.vectors_label.setText(f"{told}, damaged {status.damaged:,}" if status.damaged else told)
        self.vectors_label.setToolTip(tooltip(status.notice))
        self.failed_label.setText(f"{status.failed:,}" if status.failed else "none")
        if status.kind == "off":
            self.check_label.set_text("Switched off by ENGRAMMA_EMBEDDER; recall goes by words")
        elif status.kind != "host":
            self.check_label.set_text("Not a model: hashes, by ENGRAMMA_EMBEDDER")
        self.say(status.notice or "that gives texts their vectors, on this computer, without a network")

    # Which model

    def _check(self, name: str, then: Callable[[ModelCheck], None]) -> None:
        if self._status is None or self._status.kind != "host":
            return
        self.check_label.set_text("Checking…")
        self._context.jobs.read(
            "Check the model", functools.partial(check_model, name or DEFAULT_MODEL), then, key=CHECK
        )

    def _on_checked(self, check: ModelCheck) -> None:
        status = self._status
        if check.problem:
            self._tell(check.problem, tone="danger")
            return
        model = status.store_model if status is not None else None
        size = f"{model.dimensions} dimensions, " if model is not None and model.name == check.name else ""
        self._tell(f"{check.name}: {size}sha256 {check.sha256[:12]}…, fits", tone="ok")

    def _tell(self, words: str, *, tone: Tone) -> None:
        self.check_label.set_tone(tone)
        self.check_label.set_text(words)

    def _on_choose(self) -> None:
        dialog = QFileDialog(self.window(), "The folder of an embedding model")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(self._on_folder)
        dialog.open()

    def _on_folder(self, folder: str) -> None:
        self.name.setText(str(Path(folder)))
        self._on_use()

    def _on_use(self) -> None:
        name = self.name.text().strip()
        self._check(name, functools.partial(self._on_wanted, name))

    def _on_wanted(self, name: str, check: ModelCheck) -> None:
        self._on_checked(check)
        store = self._context.store
        if store is not None and not check.problem:
            self._run(f"Embed with {check.name}", functools.partial(use_model, store, name))

    # The job

    def _start(self, *, retry: bool) -> None:
        store = self._context.store
        if store is not None:
            self._run("Embed what waits", functools.partial(embed, store, retry))

    def _run(self, title: str, work: Callable[[Report, CancelToken], EmbedReport]) -> None:
        self._running = True
        self._show()
        self._context.jobs.work_beside(
            title, work, self._on_done, failed=self._on_failed, ended=self._on_ended, key=EMBED
        )

    def _on_done(self, report: EmbedReport) -> None:
        failed = f", {report.failed:,} failed" if report.failed else ""
        self._context.toast(f"{report.written:,} vectors made with {report.model.name}{failed}", icon="cube")

    def _on_failed(self, error: Exception) -> None:
        self._tell(str(error), tone="danger")
        self._context.report_error(error)

    def _on_ended(self) -> None:
        self._running = False
        self._status = None
        self.activate()

    def _on_data(self, _notice: ChangeNotice) -> None:
        if self.isVisible() and not self._running:
            self.activate()
