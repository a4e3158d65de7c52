"""`doctor`: looks for damage in a store, and mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from engramma.cli.documents import Document
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import one_line

if TYPE_CHECKING:
    from engramma.cli.console import Console
    from engramma.engine import MemoryStore
    from engramma.model.doctor import CheckResult, Diagnosis, RepairReport

_STOPPING = "Stopping; what was mended of the content is being taken back."


@click.command()
@click.option("--repair", is_flag=True, help="Mend what can be mended; `undo` takes changes of content back.")
@click.option("--full", is_flag=True, help="Also read every index and compare every word; slower.")
@data_command
def doctor(call: Invocation, *, repair: bool, full: bool) -> None:
    """Look for damage in a store: the file, what follows from what, times, vectors, leftovers.

    Looking changes nothing. Texts are never changed, and pinned memories are left as they are.
    """
    done: RepairReport | None = None
    opened = call.writing() if repair else call.reading()
    with cancel_on_interrupt(call.console, note=_STOPPING) as cancel, opened as store:
        if repair:
            done = store.doctor.repair(full=full, report=call.console.progress, cancel=cancel)
            found = done.after
        else:
            found = store.doctor.check(full=full, report=call.console.progress, cancel=cancel)
        document = _document(store, found, done)
    if call.console.as_json:
        call.console.document(document)
        return
    call.console.lines(_lines(call.console, found, done))


def _document(store: MemoryStore, found: Diagnosis, done: RepairReport | None) -> Document:
    document: Document = {"ok": found.ok, "checks": [_check(item) for item in found.checks]}
    if done is not None:
        operation = None if done.operation_id is None else store.history.get(done.operation_id)
        document["repaired"] = list(done.mended)
        document["operation"] = None if operation is None else operation.uid
    return document


def _check(item: CheckResult) -> Document:
    return {
        "name": item.name,
        "ok": item.ok,
        "count": item.count,
        "detail": item.detail,
        "repair": item.repair,
    }


def _lines(console: Console, found: Diagnosis, done: RepairReport | None) -> list[str]:
    lines: list[str] = []
    if done is not None and done.mended:
        lines.append(f"Mended: {', '.join(done.mended)}.")
    if done is not None and done.operation_id is not None:
        lines.append(f"`engramma undo {done.operation_id}` takes the changes of content back.")
    for item in found.checks:
        if not item.ok:
            lines.append(f"{console.heading(item.name)}  {one_line(item.detail)}")
            if item.repair:
                lines.append(f"  {console.faint(f'doctor --repair: {one_line(item.repair)}')}")
    for item in found.checks:
        if item.ok and item.count:
            lines.append(f"{item.name}  {one_line(item.detail)}")
    sound = sum(item.ok for item in found.checks)
    many = f"{sound} of {len(found.checks)} checks found nothing wrong"
    lines.append(f"The store is sound: {len(found.checks)} checks." if found.ok else f"{many}.")
    return lines
