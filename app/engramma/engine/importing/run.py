"""Runs an import: each recognised file through its reader into one operation, or through a dry run."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from engramma.engine.importing.batches import batched
from engramma.engine.importing.intake import Intake
from engramma.engine.importing.tally import Tally
from engramma.engine.workspace import Workspace
from engramma.exchange.sniffer import format_named, open_source
from engramma.model.errors import ImportFileError
from engramma.model.import_choice import FileChoice
from engramma.model.import_outlook import FileOutlook
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.transfer import (
    CollisionPolicy,
    FileReport,
    ImportReport,
    MemoryRecord,
    Recognised,
    Record,
    SampleRow,
)
from engramma.store.journal.journal import LongOperation
from engramma.store.journal.pace import Pace
from engramma.store.leases import held_lease
from engramma.store.tables import import_source

log = logging.getLogger(__name__)
_BLOCK = 1 << 20
_AS_READ = FileChoice()


def preview(
    workspace: Workspace,
    files: Sequence[Recognised],
    *,
    policy: CollisionPolicy,
    report: Report,
    cancel: CancelToken,
) -> ImportReport:
    """What an import would do; writes nothing."""
    reports: list[FileReport] = []
    samples: dict[str, tuple[SampleRow, ...]] = {}
    outlooks: dict[str, FileOutlook] = {}
    planned: dict[int, int] = {}
    for found in files:
        tally = Tally(str(found.path), found.format)
        intake = Intake(workspace, tally, policy, planned=planned)
        error = ""
        try:
            _read_dry(workspace, found, intake, report=report, cancel=cancel)
        except ImportFileError as problem:
            error = str(problem)
        reports.append(tally.report(error=error))
        samples[str(found.path)] = tally.samples()
        outlooks[str(found.path)] = tally.outlook()
    return ImportReport(files=tuple(reports), samples=samples, outlooks=outlooks)


def _read_dry(
    workspace: Workspace, found: Recognised, intake: Intake, *, report: Report, cancel: CancelToken
) -> None:
    source = open_source(found.path)
    size = Pace()
    records = format_named(found.format).read(source, cancel=cancel)
    for batch, position in batched(records, size):
        cancel.check()
        if batch:
            size.start()
            with workspace.database.read() as reading:
                intake.take(batch, connection=reading.connection, step=None)
            size.stop(len(batch))
        if position is not None:
            report(Progress(position.done, position.total, f"Reading {found.path.name}"))
    with workspace.database.read() as reading:
        intake.finish(connection=reading.connection, step=None)


def import_files(
    workspace: Workspace,
    files: Sequence[Recognised],
    *,
    policy: CollisionPolicy,
    choices: Mapping[str, FileChoice],
    report: Report,
    cancel: CancelToken,
) -> ImportReport:
    """Import all files as one operation. `choices` by path. Raises Cancelled (nothing stays) or StoreBusyError."""
    name = files[0].path.name if len(files) == 1 else f"{len(files)} files"
    with (
        held_lease(workspace.database, "import", at=workspace.clock.now(), what="Another import"),
        workspace.journal.long("import", f"import of {name}", actor=workspace.actor) as running,
    ):
        reports = [
            _import_file(
                workspace,
                found,
                running,
                policy=policy,
                choice=choices.get(str(found.path), _AS_READ),
                report=report,
                cancel=cancel,
            )
            for found in files
        ]
        running.note = json.dumps([_summary(item) for item in reports], ensure_ascii=False)
        running.label = _label(name, reports)
    return ImportReport(files=tuple(reports), operation_id=running.id if running.changes else None)


def _import_file(
    workspace: Workspace,
    found: Recognised,
    running: LongOperation,
    *,
    policy: CollisionPolicy,
    choice: FileChoice,
    report: Report,
    cancel: CancelToken,
) -> FileReport:
    tally = Tally(str(found.path), found.format)
    try:
        _read_in(
            workspace,
            found,
            running,
            tally=tally,
            policy=policy,
            choice=choice,
            report=report,
            cancel=cancel,
        )
    except ImportFileError as problem:
        log.info("import of %s stopped: %s", found.path.name, problem)
        return tally.report(error=str(problem))
    return tally.report()


def _read_in(
    workspace: Workspace,
    found: Recognised,
    running: LongOperation,
    *,
    tally: Tally,
    policy: CollisionPolicy,
    choice: FileChoice,
    report: Report,
    cancel: CancelToken,
) -> None:
    source = open_source(found.path)
    digest, length = _fingerprint(found.path, cancel=cancel)
    with running.step() as step:
        source_id = step.insert(
            import_source,
            name=source.name,
            format=found.format,
            sha256=digest,
            bytes=length,
            modified_at=source.mtime,
            imported_at=step.at,
        )
        step.changes = 0
    intake = Intake(workspace, tally, policy, source_id=source_id)
    size = Pace()
    records = _as_chosen(format_named(found.format).read(source, cancel=cancel), choice)
    for batch, position in batched(records, size):
        cancel.check()
        if batch:
            with running.step() as step:
                size.start()
                intake.take(batch, connection=step.connection, step=step)
            size.stop(len(batch))
        if position is not None:
            report(Progress(position.done, position.total, f"Importing {found.path.name}"))
    with running.step() as step:
        intake.finish(connection=step.connection, step=step)
        done = tally.report()
        step.complete(import_source, source_id, report=json.dumps(_summary(done)), cursor=length)


def _as_chosen(records: Iterable[Record], choice: FileChoice) -> Iterator[Record]:
    for record in records:
        yield choice.applied(record) if isinstance(record, MemoryRecord) else record


def _fingerprint(path: Path, *, cancel: CancelToken) -> tuple[str, int]:
    """SHA-256 and length of a file. Raises ImportFileError when it cannot be read."""
    digest = hashlib.sha256()
    length = 0
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                cancel.check()
                digest.update(block)
                length += len(block)
    except OSError as error:
        raise ImportFileError(f"{path} cannot be read.", hint="Check its permissions.") from error
    return digest.hexdigest(), length


def _summary(report: FileReport) -> dict[str, object]:
    plain = asdict(replace(report, skipped=()))
    plain["skipped"] = len(report.skipped)
    plain["path"] = Path(report.path).name
    return plain


def _label(name: str, reports: Sequence[FileReport]) -> str:
    parts = []
    for what, count in (
        ("session", sum(item.sessions for item in reports)),
        ("event", sum(item.events for item in reports)),
        ("memor", sum(item.memories for item in reports)),
    ):
        if count:
            ending = ("y" if count == 1 else "ies") if what == "memor" else ("" if count == 1 else "s")
            parts.append(f"{count:,} {what}{ending}")
    return f"import of {name}" + (f" ({', '.join(parts)})" if parts else "")
