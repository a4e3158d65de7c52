"""Which secrets a file would bring into a store: the search of the redaction, on the texts that are new here.

Reads the file once more, so that a preview need not wait for it. Writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engramma.engine.exporting.searching import Collector
from engramma.engine.exporting.values import Findings
from engramma.engine.importing.batches import batched
from engramma.engine.importing.samples import event_sample, memory_sample, named_sample
from engramma.engine.workspace import Workspace
from engramma.exchange.bundle.manifest import FORMAT as BUNDLE
from engramma.exchange.bundle.reader import BundleReader
from engramma.exchange.redaction.finds import Find, HitKind, Secret
from engramma.exchange.redaction.masks import Masks
from engramma.exchange.redaction.scanner import Scanner
from engramma.exchange.sniffer import format_named, open_source
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.transfer import EventRecord, MemoryRecord, Position, Record, SampleRow
from engramma.store.handles import Connection
from engramma.store.identity import normal_text
from engramma.store.journal.pace import Pace
from engramma.store.known import known_contents, known_events, known_memories, known_uids
from engramma.store.tables import event, memory

_ROWS, _AROUND = 200, 120
_AT_ONCE = 500
_NO_SECRETS = frozenset({HitKind.PATH})
"""A path tells a user's name: private in an export, but no secret among one's own files."""


@dataclass(frozen=True, slots=True)
class FileSecrets:
    """The secrets among the new texts of a file, and the first rows that have one."""

    findings: Findings
    rows: tuple[SampleRow, ...]

    @property
    def count(self) -> int:
        """How many different ones."""
        return len(self.findings.hits)


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A text with secrets. `key` is its name in the store's eyes, `where` where it stands in the file."""

    row: SampleRow
    table: str
    key: str
    text: str
    where: str


def find_incoming(
    workspace: Workspace | None, path: Path, format: str, *, report: Report, cancel: CancelToken
) -> FileSecrets:
    """Search the new texts of a file of that format; without a store, all are new.

    Raises ImportFileError, Cancelled.
    """
    scanner = _SecretScanner()
    collector = Collector(Masks(scanner, _keeps_nothing))
    rows: list[SampleRow] = []
    found = (
        _in_bundle(path, scanner, report=report, cancel=cancel)
        if format == BUNDLE
        else _in_records(path, format, scanner, report=report, cancel=cancel)
    )
    for suspects in found:
        for suspect in _new(workspace, suspects):
            collector.at(suspect.where)(suspect.text)
            if len(rows) < _ROWS:
                rows.append(suspect.row)
    return FileSecrets(collector.findings, tuple(rows))


class _SecretScanner(Scanner):
    """Without what is merely private."""

    def find(self, text: str) -> tuple[Find, ...]:
        """The secrets in a text."""
        return tuple(find for find in super().find(text) if find.kind not in _NO_SECRETS)


def _keeps_nothing(_secret: Secret) -> bool:
    return False


def _in_records(
    path: Path, format: str, scanner: Scanner, *, report: Report, cancel: CancelToken
) -> Iterator[list[_Suspect]]:
    records = format_named(format).read(open_source(path), cancel=cancel)
    for batch, position in batched(records, Pace()):
        cancel.check()
        if isinstance(position, Position):
            report(Progress(position.done, position.total, f"Searching {path.name}"))
        yield list(_suspects(batch, scanner))


def _suspects(records: Iterable[Record], scanner: Scanner) -> Iterator[_Suspect]:
    for record in records:
        if not isinstance(record, MemoryRecord | EventRecord):
            continue
        text = normal_text(record.text)
        finds = scanner.find(text)
        if not finds:
            continue
        shown = _excerpt(text, finds[0])
        where = f"line {record.line:,}" if record.line is not None else "a record"
        if isinstance(record, MemoryRecord):
            yield _Suspect(memory_sample(record, "new", text=shown), memory.name, record.key, text, where)
        else:
            place = where if record.turn is None else f"{where}, turn {record.turn + 1:,}"
            yield _Suspect(event_sample(record, "new", text=shown), event.name, record.key, text, place)


def _in_bundle(
    path: Path, scanner: Scanner, *, report: Report, cancel: CancelToken
) -> Iterator[list[_Suspect]]:
    with BundleReader(path) as bundle:
        rows = {part.table: part.rows for part in bundle.manifest.files}
        total, done = rows.get(memory.name, 0) + rows.get(event.name, 0), 0
        for table in (memory, event):
            if table.name not in bundle.tables:
                continue
            suspects: list[_Suspect] = []
            for place, row in enumerate(bundle.rows(table.name), 1):
                done += 1
                text = str(row.get("text") or "")
                finds = scanner.find(text)
                if finds:
                    shown = replace(named_sample(table.name, _excerpt(text, finds[0]), line=None), line=place)
                    where = f"{table.name} {place:,}"
                    suspects.append(_Suspect(shown, table.name, str(row.get("uid") or ""), text, where))
                if done % _AT_ONCE == 0:
                    cancel.check()
                    report(Progress(done, total, f"Searching {path.name}"))
                    yield suspects
                    suspects = []
            yield suspects


def _new(workspace: Workspace | None, suspects: Sequence[_Suspect]) -> Iterator[_Suspect]:
    """Those that the store knows neither by their key nor by their content, nor from before they were deleted."""
    if workspace is None or not suspects:
        yield from suspects
        return
    with workspace.database.read() as reading:
        known = _known(workspace, reading.connection, suspects)
    yield from (suspect for suspect, is_known in zip(suspects, known, strict=True) if not is_known)


def _known(workspace: Workspace, connection: Connection, suspects: Sequence[_Suspect]) -> list[bool]:
    events = [suspect.key for suspect in suspects if suspect.table == event.name]
    memories = [suspect for suspect in suspects if suspect.table == memory.name]
    keys = [suspect.key for suspect in memories]
    contents = {suspect.text: workspace.content_key(suspect.text) for suspect in memories}
    by_key = {
        event.name: known_events(connection, events).keys() | known_uids(connection, event, events).keys(),
        memory.name: known_memories(connection, keys).keys() | known_uids(connection, memory, keys).keys(),
    }
    by_content = known_contents(connection, list(contents.values()))
    return [
        suspect.key in by_key[suspect.table] or contents.get(suspect.text, b"") in by_content
        for suspect in suspects
    ]


def _excerpt(text: str, find: Find) -> str:
    """A stretch of a text with the first of its secrets in it, whole; where it is cut stands an ellipsis."""
    start = max(0, find.start - _AROUND)
    return f"…{text[start:].lstrip()}" if start else text
