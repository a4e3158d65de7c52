"""In and out of a store: recognising files, previewing and running imports, and exports with their losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engramma.engine.bundles import ExportReport, export_bundle, import_bundles, preview_bundles
from engramma.engine.bundles.choices import MergeChoices
from engramma.engine.bundles.merging import merge, preview_merge
from engramma.engine.exporting.foreseeing import Foresight, Outlook, foresee, look_ahead
from engramma.engine.exporting.redacting import find_private
from engramma.engine.exporting.values import Findings, Redaction
from engramma.engine.exporting.writing import export_as
from engramma.engine.importing.run import import_files, preview
from engramma.engine.incoming_secrets import FileSecrets, find_incoming
from engramma.engine.workspace import Workspace
from engramma.exchange.bundle.manifest import FORMAT as BUNDLE
from engramma.exchange.sniffer import format_named, survey
from engramma.exchange.writing.formats import OutgoingFormat, outgoing_format
from engramma.model.errors import ImportFileError
from engramma.model.export_parts import WHOLE, LeftOut
from engramma.model.import_choice import FileChoice
from engramma.model.merging_stores import MergePreview
from engramma.model.progress import CancelToken, Report, silent
from engramma.model.transfer import CollisionPolicy, FileReport, ImportReport, Recognised

__all__ = ["BUNDLE", "Transfer"]


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
        choices: Mapping[str, FileChoice] | None = None,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> ImportReport:
        """What an import would do, with sample rows and kinds by path, as they are read; writes nothing.

        Of the `choices`, by path, only the format counts here.
        """
        cancel = cancel or CancelToken()
        found = _sorted_out(paths, format, choices or {})
        first = preview(self._workspace, found.records, policy=policy, report=report, cancel=cancel)
        second = preview_bundles(
            self._workspace, found.bundles, choices=MergeChoices(policy), report=report, cancel=cancel
        )
        return ImportReport(
            files=(*first.files, *second.files, *found.refused),
            samples={**first.samples, **second.samples},
            outlooks=first.outlooks,
        )

    def import_files(
        self,
        paths: Sequence[Path],
        *,
        format: str | None = None,
        policy: CollisionPolicy = CollisionPolicy.SKIP,
        choices: Mapping[str, FileChoice] | None = None,
        every: FileChoice | None = None,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> ImportReport:
        """Import files and folders as one operation; bundles are one each. Raises Cancelled, StoreBusyError.

        `choices` say by path how a file is read, and which kinds and tiers its memories get; of `every`, for all
        other files, only kinds and tiers count.
        """
        cancel = cancel or CancelToken()
        found = _sorted_out(paths, format, choices or {})
        if every is not None:
            choices = {str(item.path): every for item in found.records} | dict(choices or {})
        files: list[FileReport] = list(found.refused)
        operation_id = None
        if found.records:
            done = import_files(
                self._workspace,
                found.records,
                policy=policy,
                choices=choices or {},
                report=report,
                cancel=cancel,
            )
            files[:0] = done.files
            operation_id = done.operation_id
        if found.bundles:
            done = import_bundles(
                self._workspace, found.bundles, choices=MergeChoices(policy), report=report, cancel=cancel
            )
            files[:0] = done.files
            operation_id = done.operation_id or operation_id
        return ImportReport(files=tuple(files), operation_id=operation_id)

    def find_incoming_secrets(
        self, path: Path, format: str, *, report: Report = silent, cancel: CancelToken | None = None
    ) -> FileSecrets:
        """The secrets that the new items of one file, read as `format`, would bring. Writes nothing.

        Raises ImportFileError, Cancelled.
        """
        return find_incoming(self._workspace, path, format, report=report, cancel=cancel or CancelToken())

    def preview_merge(
        self, path: Path, *, report: Report = silent, cancel: CancelToken | None = None
    ) -> MergePreview:
        """What another store, or a bundle, would bring, and where the two disagree. Writes nothing, there and here.

        Raises ImportFileError, Cancelled.
        """
        return preview_merge(self._workspace, path, report=report, cancel=cancel or CancelToken())

    def merge(
        self,
        path: Path,
        choices: MergeChoices | None = None,
        *,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> ImportReport:
        """Take in another store, or a bundle, as one operation. Raises ImportFileError, StoreBusyError, Cancelled."""
        return merge(
            self._workspace, path, choices or MergeChoices(), report=report, cancel=cancel or CancelToken()
        )

    def export(
        self,
        path: Path,
        *,
        format: str = BUNDLE,
        query: str = "",
        ids: Sequence[int] | None = None,
        redaction: Redaction | None = None,
        left_out: LeftOut = WHOLE,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> ExportReport:
        """Write the whole store, what `query` finds, or `ids`, as a bundle or in the format of that name.

        `left_out` names parts that stay behind. With `redaction` what is private is masked, and the file read back
        before it takes its place. Raises QueryError, ExportFileError, Cancelled.
        """
        cancel = cancel or CancelToken()
        if format == BUNDLE:
            return export_bundle(
                self._workspace,
                path,
                query=query,
                ids=ids,
                redaction=redaction,
                left_out=left_out,
                report=report,
                cancel=cancel,
            )
        return export_as(
            self._workspace,
            path,
            outgoing_format(format),
            query=query,
            ids=ids,
            redaction=redaction,
            left_out=left_out,
            report=report,
            cancel=cancel,
        )

    def foresee(
        self,
        *,
        format: str = BUNDLE,
        query: str = "",
        ids: Sequence[int] | None = None,
        left_out: LeftOut = WHOLE,
    ) -> Foresight:
        """How many memories an export would hold, and what the format loses. Raises QueryError, ExportFileError."""
        return foresee(self._workspace, _format(format), query=query, ids=ids, left_out=left_out)

    def look_ahead(
        self, *, query: str = "", ids: Sequence[int] | None = None, left_out: LeftOut = WHOLE
    ) -> Outlook:
        """What there is to export, and what each format would lose of it. Raises QueryError."""
        return look_ahead(self._workspace, query=query, ids=ids, left_out=left_out)

    def find_private(
        self,
        *,
        format: str = BUNDLE,
        query: str = "",
        ids: Sequence[int] | None = None,
        redaction: Redaction | None = None,
        left_out: LeftOut = WHOLE,
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
            left_out=left_out,
            report=report,
            cancel=cancel or CancelToken(),
        )


def _format(name: str) -> OutgoingFormat | None:
    return None if name == BUNDLE else outgoing_format(name)


def _chosen(path: Path, choices: Mapping[str, FileChoice]) -> Recognised | None:
    choice = choices.get(str(path))
    if choice is None or not choice.format:
        return None
    known = format_named(choice.format)
    return Recognised(path=path, format=known.name, title=known.title, confidence=1.0)


def _sorted_out(paths: Sequence[Path], format: str | None, choices: Mapping[str, FileChoice]) -> _Found:
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
            taken.setdefault(item.path.resolve(), _chosen(item.path, choices) or item)
        for other in found.passed_over:
            if (told := _chosen(other.path, choices)) is not None:
                taken.setdefault(other.path.resolve(), told)
            else:
                refused.append(FileReport(path=str(other.path), format="", error=other.reason))
        if not found.found and not found.passed_over:
            refused.append(FileReport(path=str(path), format="", error="There is nothing in it to import."))
    items = tuple(taken.values())
    return _Found(
        records=tuple(item for item in items if item.format != BUNDLE),
        bundles=tuple(item for item in items if item.format == BUNDLE),
        refused=tuple(refused),
    )
