"""`purge`: erases memories for good, after showing every place that it will touch."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from engramma.cli.arguments import named
from engramma.cli.console import is_terminal, say_plainly
from engramma.cli.documents import Document
from engramma.cli.failures import FAILURE
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import one_line
from engramma.cli.tables import Column, table_lines
from engramma.model.purging import Place, Purged, PurgePreview, Treatment

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

_WORDS = {
    Treatment.ERASED: "erased",
    Treatment.COVERED: "covered",
    Treatment.CUT: "sentence cut out",
    Treatment.NAMED: "left alone",
}


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--keep-source", is_flag=True, help="Leave what was said in sessions as it is.")
@click.option("--include-pinned", is_flag=True, help="Also those that are pinned.")
@data_command
def purge(
    call: Invocation, names: tuple[str, ...], *, yes: bool, keep_source: bool, include_pinned: bool
) -> None:
    """Erase memories for good. This cannot be undone.

    Shows first every place that it will touch, and asks. Use `trash` to put memories away instead.
    """
    with call.writing() as store:
        ids = list(dict.fromkeys(store.purging.resolve(name) for name in names))
        preview = store.purging.preview(ids, keep_source=keep_source)
        uids = {line.memory.id: line.memory.uid for line in store.memories.page(ids)}
        if not yes and not _agreed(call, preview, include_pinned=include_pinned):
            call.console.note("Nothing was erased.")
            click.get_current_context().exit(FAILURE)
        done = store.purging.purge(
            ids, keep_source=keep_source, include_pinned=include_pinned, report=call.console.progress
        )
        call.console.settle()
        document = _document(store, preview, done, uids=uids) if call.console.as_json else {}
    if call.console.as_json:
        call.console.document(document)
    else:
        call.console.lines(_outcome(done))
    if done.status.pending:
        call.console.note(
            f"Some bytes are not freed yet: {done.status.reason}. It is tried again whenever the store is opened."
        )


def _agreed(call: Invocation, preview: PurgePreview, *, include_pinned: bool) -> bool:
    """Show the preview and ask, on standard error when standard output is for the document."""
    lines = _preview_lines(preview, width=call.console.width)
    if call.console.as_json or not is_terminal(sys.stdout):
        say_plainly(lines)
    else:
        call.console.lines(lines)
    if preview.pinned and not include_pinned:
        verb = "is pinned and stays" if len(preview.pinned) == 1 else "are pinned and stay"
        call.console.note(f"{named(preview.pinned)} {verb}, unless you say --include-pinned.")
    try:
        return click.confirm(f"Erase {named(preview.memory_ids)} for good?", default=False, err=True)
    except click.Abort:
        return False


def _preview_lines(preview: PurgePreview, *, width: int) -> list[str]:
    heads = [
        Column("PLACE", stretch=True),
        Column("COUNT", right=True),
        Column("WILL BE"),
        Column("WHICH", most=60),
    ]
    rows = [
        [
            one_line(place.title),
            f"{place.count:,}",
            _WORDS[place.treatment],
            one_line(_which(place)),
        ]
        for place in preview.places
    ]
    return table_lines(heads, rows, width=width)


def _which(place: Place) -> str:
    if place.memory_ids:
        return named(place.memory_ids)
    return ", ".join(place.paths)


def _outcome(done: Purged) -> list[str]:
    lines = [f"Erased {named(done.memory_ids)} for good."]
    for ids, words in (
        (done.pinned, "left, since pinned"),
        (done.shortened, "shortened by the sentences that repeated it"),
        (done.also_gone, "erased too, since it said nothing else"),
        (done.still_said, "left, and still says it"),
    ):
        if ids:
            lines.append(f"{named(ids)}: {words}.")
    return lines


def _document(store: MemoryStore, preview: PurgePreview, done: Purged, *, uids: dict[int, str]) -> Document:
    def labels(ids: tuple[int, ...]) -> list[str]:
        return [f"M-{memory_id}" for memory_id in ids]

    operation = store.history.get(done.operation_id) if done.operation_id is not None else None
    return {
        "purged": [uids.get(memory_id, f"M-{memory_id}") for memory_id in done.memory_ids],
        "labels": labels(done.memory_ids),
        "operation": operation.uid if operation is not None else None,
        "pinned": labels(done.pinned),
        "shortened": labels(done.shortened),
        "also_gone": labels(done.also_gone),
        "still_said": labels(done.still_said),
        "places": [
            {
                "name": place.name,
                "count": place.count,
                "treatment": place.treatment.value,
                "memories": labels(place.memory_ids),
                "paths": list(place.paths),
            }
            for place in preview.places
        ],
        "pending": done.status.pending,
        "reason": done.status.reason,
    }
