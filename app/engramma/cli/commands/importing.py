"""`import`: reads files of known formats into a store, or says what it would read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engramma.cli.documents import file_item
from engramma.cli.failures import FAILURE
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import counted, elided, one_line
from engramma.cli.tables import Column, table_lines
from engramma.model.transfer import CollisionPolicy, FileReport, ImportReport

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.gate import Gated

_LISTED = 20


class FormatType(click.ParamType[str]):
    """The name of a format that can be read."""

    name = "FORMAT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from engramma.exchange.sniffer import FORMATS, format_named
        from engramma.model.errors import ImportFileError

        names = [known.name for known in FORMATS]
        if str(value).partition(":")[0] not in names:
            self.fail(f"{value!r} is no format. Choose {', '.join(names)}.", param, ctx)
        try:
            return format_named(str(value)).name
        except ImportFileError as error:
            self.fail(error.message, param, ctx)


@click.command("import")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only say what would happen.")
@click.option(
    "--format",
    "format_name",
    type=FormatType(),
    help="Do not recognise the files; read them so. A table takes columns: csv:text=Note,time=Date.",
)
@click.option(
    "--policy",
    type=click.Choice([policy.value for policy in CollisionPolicy]),
    default=CollisionPolicy.SKIP.value,
    show_default=True,
    help="What to do with an item that the store knows with other content.",
)
@click.option("--gate", is_flag=True, help="Have the attention gate read the sessions; kept statements stay.")
@data_command
def import_files(
    call: Invocation,
    paths: tuple[Path, ...],
    *,
    dry_run: bool,
    format_name: str | None,
    policy: str,
    gate: bool,
) -> None:
    """Read files or folders into a store.

    Files are recognised by their content; the same file twice adds nothing. All of it is one operation, which `undo`
    takes back. The store is created if there is none yet. What --gate keeps is a second operation.
    """
    if gate and dry_run:
        raise click.UsageError("--gate writes memories, --dry-run writes nothing. Leave one of them out.")
    gated: tuple[Gated, ...] = ()
    with cancel_on_interrupt(call.console) as cancel, _target(call, dry_run=dry_run) as store:
        act = store.transfer.preview if dry_run else store.transfer.import_files
        report = act(
            paths,
            format=format_name,
            policy=CollisionPolicy(policy),
            report=call.console.progress,
            cancel=cancel,
        )
        if gate and report.operation_id is not None:
            call.console.settle()
            gated = store.sessions.gate_brought(
                report.operation_id, report=call.console.progress, cancel=cancel
            )
    if call.console.as_json:
        document: dict[str, object] = {"files": [file_item(item) for item in report.files]}
        call.console.document({**document, "gate": _gate_item(gated)} if gate else document)
    else:
        call.console.lines(_lines(report, width=call.console.width, dry_run=dry_run))
        if gate:
            call.console.lines([_gate_line(gated)])
    failed = [item for item in report.files if item.error]
    if not report.files:
        call.console.note("There was nothing to import.")
        click.get_current_context().exit(FAILURE)
    if len(failed) == len(report.files):
        what = (
            one_line(failed[0].error) if len(failed) == 1 else f"None of {len(failed)} files could be read."
        )
        call.console.note(what)
        click.get_current_context().exit(FAILURE)
    if failed:
        call.console.note(f"{len(failed)} of {len(report.files)} files could not be read.")


@contextmanager
def _target(call: Invocation, *, dry_run: bool) -> Iterator[MemoryStore]:
    if not dry_run:
        with call.writing(create=True) as store:
            yield store
    elif call.path.exists():
        with call.reading() as store:
            yield store
    else:
        from engramma.engine import create_store

        with (
            tempfile.TemporaryDirectory(prefix="engramma-") as folder,
            create_store(Path(folder) / call.path.name, clock=call.clock) as store,
        ):
            yield store
            call.console.settle()


def _lines(report: ImportReport, *, width: int, dry_run: bool) -> Iterator[str]:
    numbers = [
        Column(title, right=True)
        for title in ("READ", "NEW", "KNOWN", "CHANGED", "SKIPPED", "SESSIONS", "EVENTS")
    ]
    yield from table_lines(
        [Column("FILE", stretch=True), Column("FORMAT"), *numbers, Column("MEMORIES", right=True)],
        [_row(item) for item in report.files],
        width=width,
    )
    for item in report.files:
        if item.error:
            yield elided(f"{one_line(Path(item.path).name)}: {one_line(item.error)}", width * 2)
        skipped = [
            f"{one_line(Path(item.path).name)}"
            f"{f', line {part.line}' if part.line is not None else ''}: {one_line(part.reason)}"
            for part in item.skipped
        ]
        yield from (elided(line, width) for line in skipped[:_LISTED])
        if len(skipped) > _LISTED:
            yield f"… and {len(skipped) - _LISTED:,} more skipped: --json lists all"
    if dry_run:
        yield "This was a dry run; nothing was written."


def _gate_item(gated: Sequence[Gated]) -> dict[str, int]:
    """What the gate made of the sessions, in numbers."""
    return {
        "sessions": len({item.session_id for item in gated}),
        "events": sum(item.events for item in gated),
        "memories": sum(len(item.created) for item in gated),
        "reinforced": sum(len(item.reinforced) for item in gated),
        "dropped": sum(item.dropped for item in gated),
    }


def _gate_line(gated: Sequence[Gated]) -> str:
    counts = _gate_item(gated)
    if not counts["events"]:
        return "The gate found nothing that it had not read."
    return (
        f"The gate read {counted(counts['events'], 'event', 'events')}: "
        f"{counted(counts['memories'], 'new memory', 'new memories')}, "
        f"{counts['reinforced']:,} reinforced, {counted(counts['dropped'], 'statement', 'statements')} dropped."
    )


def _row(item: FileReport) -> list[str]:
    counts = (
        item.read,
        item.new,
        item.known,
        item.changed,
        len(item.skipped),
        item.sessions,
        item.events,
        item.memories,
    )
    return [one_line(Path(item.path).name), item.format or "?", *(f"{count:,}" for count in counts)]
