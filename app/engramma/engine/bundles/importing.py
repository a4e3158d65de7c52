"""Reads bundles into a store: what it knows by id or content stays, everything else comes with its history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from engramma.engine.bundles.choices import MergeChoices
from engramma.engine.bundles.intake import BundleIntake, Watch
from engramma.engine.bundles.wishes import Wishes
from engramma.engine.importing.tally import Tally
from engramma.engine.workspace import Workspace
from engramma.exchange.bundle.manifest import FORMAT
from engramma.exchange.bundle.reader import BundleReader
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.transfer import FileReport, ImportReport, Recognised, SampleRow
from engramma.store.bundle_rows import BUNDLED
from engramma.store.in_use import is_in_use
from engramma.store.journal.pace import Pace
from engramma.store.leases import held_lease


def preview_bundles(
    workspace: Workspace,
    files: Sequence[Recognised],
    *,
    choices: MergeChoices,
    report: Report,
    cancel: CancelToken,
    watch: Watch | None = None,
) -> ImportReport:
    """What importing these bundles would do; writes nothing."""
    with workspace.database.read() as reading:
        in_use = is_in_use(reading)
    reports: list[FileReport] = []
    samples: dict[str, tuple[SampleRow, ...]] = {}
    for found in files:
        tally = Tally(str(found.path), FORMAT)
        error = ""
        try:
            with BundleReader(found.path) as bundle:
                bundle.verify(cancel=cancel)
                intake = BundleIntake(
                    workspace,
                    tally,
                    choices,
                    redacted=bundle.manifest.redacted,
                    wishes=Wishes(source=found.path.name) if in_use else None,
                    watch=watch,
                )
                for table, rows in _batches(bundle, Pace(), found.path, report=report, cancel=cancel):
                    with workspace.database.read() as reading:
                        intake.take(BUNDLED[table], rows, connection=reading.connection, step=None)
                for part in intake.late_links():
                    intake.link(part, step=None)
        except ImportFileError as problem:
            error = str(problem)
        reports.append(tally.report(error=error))
        samples[str(found.path)] = tally.samples()
    return ImportReport(files=tuple(reports), samples=samples)


def import_bundles(
    workspace: Workspace,
    files: Sequence[Recognised],
    *,
    choices: MergeChoices,
    report: Report,
    cancel: CancelToken,
) -> ImportReport:
    """Import bundles as one operation, by a policy for all, and others for single memories.

    A bundle that does not verify is not imported at all.

    Raises ImportFileError when one that did verify cannot be read on: then nothing of any of them stays.
    """
    with workspace.database.read() as reading:
        in_use = is_in_use(reading)
    reports: list[FileReport] = []
    name = files[0].path.name if len(files) == 1 else f"{len(files)} bundles"
    with (
        held_lease(workspace.database, "import", at=workspace.clock.now(), what="Another import"),
        workspace.journal.long("import", f"import of {name}", actor=workspace.actor) as running,
    ):
        written = 0
        for found in files:
            tally = Tally(str(found.path), FORMAT)
            try:
                bundle = BundleReader(found.path)
            except ImportFileError as problem:
                reports.append(tally.report(error=str(problem)))
                continue
            with bundle:
                try:
                    bundle.verify(cancel=cancel)
                except ImportFileError as problem:
                    reports.append(tally.report(error=str(problem)))
                    continue
                intake = BundleIntake(
                    workspace,
                    tally,
                    choices,
                    redacted=bundle.manifest.redacted,
                    wishes=Wishes(source=found.path.name) if in_use else None,
                )
                size = Pace()
                for table, rows in _batches(bundle, size, found.path, report=report, cancel=cancel):
                    with running.step() as step:
                        size.start()
                        intake.take(BUNDLED[table], rows, connection=step.connection, step=step)
                    size.stop(len(rows))
                for part in intake.late_links():
                    with running.step() as step:
                        intake.link(part, step=step)
            written += intake.written
            reports.append(tally.report())
        if not written:
            running.changes = 0
    return ImportReport(files=tuple(reports), operation_id=running.id if written else None)


def _batches(
    bundle: BundleReader, size: Pace, path: Path, *, report: Report, cancel: CancelToken
) -> Iterator[tuple[int, list[dict[str, object]]]]:
    total = sum(part.rows for part in bundle.manifest.files)
    done = 0
    for number, table in enumerate(BUNDLED):
        if table.name not in bundle.tables:
            continue
        batch: list[dict[str, object]] = []
        for row in bundle.rows(table.name):
            batch.append(row)
            if len(batch) >= size.rows:
                cancel.check()
                yield number, batch
                done += len(batch)
                report(Progress(done, total, f"Importing {path.name}"))
                batch = []
        if batch:
            yield number, batch
            done += len(batch)
            report(Progress(done, total, f"Importing {path.name}"))
