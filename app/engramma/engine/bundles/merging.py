"""Merges another store, or a bundle, into this one: first what would come and what is in conflict, then by choices.

Both keep their histories: what comes brings its own, what is here keeps its own, and nothing is mixed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engramma.engine.bundles.choices import MergeChoices
from engramma.engine.bundles.contradicting import contradictions
from engramma.engine.bundles.importing import import_bundles, preview_bundles
from engramma.engine.bundles.source import bundle_of
from engramma.engine.bundles.wishes import HIGH
from engramma.engine.workspace import Workspace
from engramma.exchange.bundle.manifest import FORMAT
from engramma.exchange.bundle.reader import BundleReader
from engramma.model.errors import ImportFileError
from engramma.model.memory import Memory
from engramma.model.merging_stores import CONTRADICTS, EDITED, MergeConflict, MergePreview, Theirs
from engramma.model.progress import CancelToken, Report
from engramma.model.transfer import ImportReport, Recognised
from engramma.store.in_use import is_in_use
from engramma.store.known import KnownRow
from engramma.store.memories.reading import read_memories

_AT_ONCE = 450


class _Watch:
    """Keeps what is needed to name the conflicts."""

    def __init__(self) -> None:
        self.new: list[dict[str, Any]] = []
        self.edited: list[tuple[dict[str, Any], int]] = []
        self.pinned = self.procedural = self.important = 0

    def fresh(self, row: dict[str, Any]) -> None:
        """A new one."""
        self.pinned += bool(row["pinned"])
        self.procedural += row["kind"] == "procedural"
        self.important += row["importance"] >= HIGH
        if row["state"] == "active" and row["category"] != "summary":
            self.new.append(row)

    def changed(self, row: dict[str, Any], known: KnownRow) -> None:
        """One with another text."""
        self.edited.append((row, known.id))


def preview_merge(workspace: Workspace, path: Path, *, report: Report, cancel: CancelToken) -> MergePreview:
    """What merging `path` would bring, and every conflict; writes nothing. Raises ImportFileError, Cancelled."""
    watch = _Watch()
    with bundle_of(workspace, path, report=report, cancel=cancel) as bundle:
        found = (Recognised(bundle, FORMAT, "Engramma bundle", 1.0),)
        done = preview_bundles(
            workspace, found, choices=MergeChoices(), report=report, cancel=cancel, watch=watch
        )
        [file] = done.files
        if file.error:
            raise ImportFileError(file.error)
        with BundleReader(bundle) as reader:
            redacted = reader.manifest.redacted
    with workspace.database.read() as reading:
        rivals = contradictions(reading, [row["text"] for row in watch.new], report=report, cancel=cancel)
        ids = [memory_id for _row, memory_id in watch.edited] + [pair.memory_id for pair in rivals]
        ours: dict[int, Memory] = {}
        for start in range(0, len(ids), _AT_ONCE):
            ours.update(read_memories(reading, ids[start : start + _AT_ONCE], now=workspace.clock.now()))
        in_use = is_in_use(reading)
    conflicts = [
        MergeConflict(row["uid"], EDITED, ours[memory_id], _theirs(row), redacted=redacted)
        for row, memory_id in watch.edited
        if memory_id in ours
    ]
    conflicts += [
        MergeConflict(
            watch.new[pair.place]["uid"],
            CONTRADICTS,
            ours[pair.memory_id],
            _theirs(watch.new[pair.place]),
            detail=pair.likeness.detail,
            redacted=redacted,
        )
        for pair in rivals
        if pair.memory_id in ours
    ]
    return MergePreview(
        path=path,
        file=file,
        conflicts=tuple(conflicts),
        pinned=watch.pinned if in_use else 0,
        procedural=watch.procedural if in_use else 0,
        important=watch.important if in_use else 0,
    )


def merge(
    workspace: Workspace, path: Path, choices: MergeChoices, *, report: Report, cancel: CancelToken
) -> ImportReport:
    """Take it in as one operation. Raises ImportFileError, StoreBusyError, Cancelled."""
    with bundle_of(workspace, path, report=report, cancel=cancel) as bundle:
        found = (Recognised(bundle, FORMAT, "Engramma bundle", 1.0),)
        done = import_bundles(workspace, found, choices=choices, report=report, cancel=cancel)
    [file] = done.files
    if file.error:
        raise ImportFileError(file.error)
    return done


def _theirs(row: dict[str, Any]) -> Theirs:
    return Theirs(
        text=row["text"],
        kind=row["kind"],
        tier=row["tier"],
        state=row["state"],
        pinned=bool(row["pinned"]),
        importance=row["importance"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
