"""`import`: reads files of known formats into a store, or says what it would read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engramma.cli.documents import Document, file_item
from engramma.cli.failures import FAILURE
from engramma.cli.import_mapping import (
    KIND_PAIR,
    TIER_PAIR,
    Pair,
    choice_of,
    mapping_document,
    mapping_lines,
    unmet,
)
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import counted, elided, one_line
from engramma.cli.tables import Column, table_lines
from engramma.model.import_choice import FileChoice
from engramma.model.transfer import CollisionPolicy, FileReport, ImportReport

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.gate import Gated

BUNDLE = "engramma-bundle"
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
@click.option(
    "--map-kind",
    "kinds",
    type=KIND_PAIR,
    multiple=True,
    help="The kind of what a file calls FROM, such as decision=episodic. --dry-run lists the words. Repeatable.",
)
@click.option(
    "--map-tier",
    "tiers",
    type=TIER_PAIR,
    multiple=True,
    help="The tier of what is read as another, such as long=short. Repeatable.",
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
    kinds: tuple[Pair, ...],
    tiers: tuple[Pair, ...],
    gate: bool,
) -> None:
    """Read files or folders into a store.

    Files are recognised by their content; the same file twice adds nothing. All of it is one operation, which `undo`
    takes back. The store is created if there is none yet. What --gate keeps is a second operation.
    """
    if gate and dry_run:
        raise click.UsageError("--gate writes memories, --dry-run writes nothing. Leave one of them out.")
    gated: tuple[Gated, ...] = ()
    choice = choice_of(kinds, tiers)
    seen: ImportReport | None = None
    with cancel_on_interrupt(call.console) as cancel, _target(call, dry_run=dry_run) as store:
        if dry_run or kinds or tiers:
            report = seen = store.transfer.preview(
                paths,
                format=format_name,
                policy=CollisionPolicy(policy),
                report=call.console.progress,
                cancel=cancel,
            )
        if not dry_run:
            report = store.transfer.import_files(
                paths,
                format=format_name,
                policy=CollisionPolicy(policy),
                every=choice,
                report=call.console.progress,
                cancel=cancel,
            )
        if gate and report.operation_id is not None:
            call.console.settle()
            gated = store.sessions.gate_brought(
                report.operation_id, report=call.console.progress, cancel=cancel
            )
    if call.console.as_json:
        document: dict[str, object] = {"files": [_file_item(item, seen, choice) for item in report.files]}
        call.console.document({**document, "gate": _gate_item(gated)} if gate else document)
    else:
        call.console.lines(_lines(report, width=call.console.width))
        if seen is not None:
            call.console.lines(mapping_lines(seen.outlooks, choice, width=call.console.width))
        if dry_run:
            call.console.lines(["This was a dry run; nothing was written."])
        if gate:
            call.console.lines([_gate_line(gated)])
    if seen is not None:
        for sentence in unmet(choice, seen.outlooks):
            call.console.note(sentence)
    if (kinds or tiers) and any(item.format == BUNDLE for item in report.files):
        call.console.note("A bundle keeps the kinds and tiers that it has.")
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


def _lines(report: ImportReport, *, width: int) -> Iterator[str]:
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


def _file_item(item: FileReport, seen: ImportReport | None, choice: FileChoice) -> Document:
    """With what its words become, where that was asked for."""
    document = file_item(item)
    if choice != FileChoice() and seen is not None and item.path in seen.outlooks:
        document["mapping"] = mapping_document(seen.outlooks[item.path], choice)
    return document


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
