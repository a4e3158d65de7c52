"""In and out of a store: recognising files, previewing and running imports, and exports with their losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engramma.engine.bundles import ExportReport, export_bundle, import_bundles, preview_bundles
from engramma.engine.exporting.redacting import find_private
from engramma.engine.exporting.values import Findings, Redaction
from engramma.engine.exporting.writing import Foresight, export_as, foresee
from engramma.engine.importing.run import import_files, preview
from engramma.engine.workspace import Workspace
from engramma.exchange.sniffer import format_named, survey
from engramma.exchange.writing.formats import OutgoingFormat, outgoing_format
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken, Report, silent
from engramma.model.transfer import CollisionPolicy, FileReport, ImportReport, Recognised

BUNDLE = "engramma-bundle"


@dataclass(frozen=True, slots=True)
class _Found:
    records: tuple[Recognised, ...]
    bundles: tuple[Recognised, ...]
    refused: tuple[FileReport, ...]


class Transfer:
    """Imports are one operation each; sources are never written to."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def recognise(self, path: Path) -> list[Recognised]:
        """What `path`, a file or folder, holds. Raises ImportFileError when it is nothing that can be read."""
        found = survey(path)
        if not found.found:
            reason = found.passed_over[0].reason if found.passed_over else "there is nothing in it to import"
            raise ImportFileError(f"{path.name}: {reason}")
        return list(found.found)

    def preview(
        self,
        paths: Sequence[Path],
        *,
        format: str | None = None,
        policy: CollisionPolicy = CollisionPolicy.SKIP,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> ImportReport:
        """What an import would do, with sample rows by path; writes nothing."""
        cancel = cancel or CancelToken()
        found = _sorted_out(paths, format)
        first = preview(self._workspace, found.records, policy=policy, report=report, cancel=cancel)
        second = preview_bundles(self._workspace, found.bundles, policy=policy, report=report, cancel=cancel)
        return ImportReport(
            files=(*first.files, *second.files, *found.refused), samples={**first.samples, **second.samples}
        )

    def import_files(
        self,
        paths: Sequence[Path],
        *,
        format: str | None = None,
        policy: CollisionPolicy = CollisionPolicy.SKIP,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> ImportReport:
        """Import files and folders as one operation; bundles are one each. Raises Cancelled, StoreBusyError."""
        cancel = cancel or CancelToken()
        found = _sorted_out(paths, format)
        files: list[FileReport] = list(found.refused)
        operation_id = None
        if found.records:
            done = import_files(self._workspace, found.records, policy=policy, report=report, cancel=cancel)
            files[:0] = done.files
            operation_id = done.operation_id
        if found.bundles:
            done = import_bundles(self._workspace, found.bundles, policy=policy, report=report, cancel=cancel)
            files[:0] = done.files
            operation_id = done.operation_id or operation_id
        return ImportReport(files=tuple(files), operation_id=operation_id)

    def export(
        self,
        path: Path,
        *,
        format: str = BUNDLE,
        query: str = "",
        ids: Sequence[int] | None = None,
        redaction: Redaction | None = None,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> ExportReport:
        """Write the whole store, what `query` finds, or `ids`, as a bundle or in the format of that name.

        With `redaction` what is private is masked, and the file read back before it takes its place. Raises
        QueryError, ExportFileError, Cancelled.
        """
        cancel = cancel or CancelToken()
        if format == BUNDLE:
            return export_bundle(
                self._workspace, path, query=query, ids=ids, redaction=redaction, report=report, cancel=cancel
            )
        return export_as(
            self._workspace,
            path,
            outgoing_format(format),
            query=query,
            ids=ids,
            redaction=redaction,
            report=report,
            cancel=cancel,
        )

    def foresee(
        self, *, format: str = BUNDLE, query: str = "", ids: Sequence[int] | None = None
    ) -> Foresight:
        """How many memories an export would hold, and what the format loses. Raises QueryError, ExportFileError."""
        return foresee(self._workspace, _format(format), query=query, ids=ids)

    def find_private(
        self,
        *,
        format: str = BUNDLE,
        query: str = "",
        ids: Sequence[int] | None = None,
        redaction: Redaction | None = None,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> Findings:
        """What an export would mask, with what stands around it; writes nothing. Raises QueryError, Cancelled."""
        return find_private(
            self._workspace,
            _format(format),
            redaction or Redaction(),
            query=query,
            ids=ids,
            report=report,
            cancel=cancel or CancelToken(),
        )


def _format(name: str) -> OutgoingFormat | None:
    return None if name == BUNDLE else outgoing_format(name)


def _sorted_out(paths: Sequence[Path], format: str | None) -> _Found:
    taken: dict[Path, Recognised] = {}
    refused: list[FileReport] = []
    for path in paths:
        if format is not None:
            known = format_named(format)
            taken[path.resolve()] = Recognised(
                path=path, format=known.name, title=known.title, confidence=1.0
            )
            continue
        try:
            found = survey(path)
        except ImportFileError as error:
            refused.append(FileReport(path=str(path), format="", error=str(error)))
            continue
        for item in found.found:
            taken.setdefault(item.path.resolve(), item)
        refused.extend(
            FileReport(path=str(item.path), format="", error=item.reason) for item in found.passed_over
        )
        if not found.found and not found.passed_over:
            refused.append(FileReport(path=str(path), format="", error="There is nothing in it to import."))
    items = tuple(taken.values())
    return _Found(
        records=tuple(item for item in items if item.format != BUNDLE),
        bundles=tuple(item for item in items if item.format == BUNDLE),
        refused=tuple(refused),
    )
