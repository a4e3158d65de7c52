"""`consolidate`, `proposals`, `conflicts`, `resolve`: what a pass does, and the decisions it leaves to a person."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.moments import exact, when
from engramma.cli.plain import one_line
from engramma.cli.tables import Column, table_lines

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.asked import Asked
    from engramma.model.conflict import Conflict
    from engramma.model.plan import Applied, Plan, PlanItem, Proposal
    from engramma.model.progress import CancelToken

Document = dict[str, object]


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what a pass would do; with --now, on another day.")
@click.option(
    "--apply",
    "extent",
    type=click.Choice(["auto", "all"]),
    default="auto",
    show_default=True,
    help="auto: what a pass may do by itself; all: also what it would only propose. Nothing is ever removed.",
)
@data_command
def consolidate(call: Invocation, *, dry_run: bool, extent: str) -> None:
    """Promote, summarise, and propose what is stale or due: one operation that `undo ID` takes back."""
    if dry_run:
        with cancel_on_interrupt(call.console) as cancel, call.reading() as store:
            plan = store.consolidation.plan(report=call.console.progress, cancel=cancel)
            items = [(item, item.mode.value) for item in plan.items]
            document = _document(store, items)
    else:
        with cancel_on_interrupt(call.console) as cancel, call.writing() as store:
            items = []
            for plan, applied in _run(call, store, cancel, everything=extent == "all"):
                items.extend((item, _outcome(item, applied)) for item in plan.items)
            document = _document(store, items)
    if call.console.as_json:
        call.console.document(document)
        return
    if not items:
        call.console.lines(["There is nothing to do."])
        return
    heads, *rows = table_lines(
        [Column("STEP"), Column("ACTION"), Column("WHAT", most=24), Column("WHY", stretch=True), Column("")],
        [
            [item.step.value, item.action, _targets(item.targets, item.sessions), one_line(item.reason), word]
            for item, word in items
        ],
        width=call.console.width,
    )
    call.console.lines([call.console.heading(heads), *rows])


def _run(
    call: Invocation, store: MemoryStore, cancel: CancelToken, *, everything: bool
) -> tuple[tuple[Plan, Applied], ...]:
    report = call.console.progress
    if not everything:
        return store.consolidation.run(report=report, cancel=cancel)
    plan = store.consolidation.plan(report=report, cancel=cancel)
    numbers = [item.number for item in plan.items]
    return ((plan, store.consolidation.apply(plan, accept=numbers, report=report, cancel=cancel)),)


def _outcome(item: PlanItem, applied: Applied) -> str:
    if item.number in applied.applied:
        return "applied"
    return "proposed" if item.number in applied.proposed else "dropped"


def _document(store: MemoryStore, items: list[tuple[PlanItem, str]]) -> Document:
    return {
        "items": [
            {
                "step": item.step.value,
                "action": item.action,
                "targets": _uids(store, item.targets, item.sessions),
                "reason": item.reason,
                "mode": word,
                "at": exact(item.at),
            }
            for item, word in items
        ],
        "counts": dict(Counter(item.step.value for item, _word in items)),
    }


def _uids(store: MemoryStore, targets: tuple[int, ...], sessions: tuple[int, ...]) -> list[str]:
    return [
        *(line.memory.uid for line in store.memories.page(targets)),
        *(store.sessions.get(session_id).uid for session_id in sessions),
    ]


def _targets(targets: tuple[int, ...], sessions: tuple[int, ...]) -> str:
    return ", ".join([*(f"M-{target}" for target in targets), *(f"S-{target}" for target in sessions)])


@click.command()
@click.option("--accept", type=click.IntRange(min=1), metavar="ID", help="Do what this proposal says.")
@click.option("--reject", type=click.IntRange(min=1), metavar="ID", help="Decide against this proposal.")
@data_command
def proposals(call: Invocation, *, accept: int | None, reject: int | None) -> None:
    """List what waits for a decision, or decide."""
    if accept is not None and reject is not None:
        raise click.UsageError("Accept or reject, not both at once.")
    decided = accept if accept is not None else reject
    if decided is not None:
        with call.writing() as store:
            if accept is not None:
                store.consolidation.accept(accept)
            else:
                store.consolidation.reject(decided)
            found = tuple(item for item in store.consolidation.proposals(status=None) if item.id == decided)
            listed = [_item(store, item) for item in found]
        if call.console.as_json:
            call.console.document({"proposals": listed})
        else:
            call.console.lines([f"{'Accepted' if accept is not None else 'Rejected'} proposal {decided}."])
        return
    with call.reading() as store:
        found = store.consolidation.proposals()
        asked = {item.proposal_id: item for item in store.consolidation.asked()}
        listed = [{**_item(store, item), **_asked(asked.get(item.id))} for item in found]
    if call.console.as_json:
        call.console.document({"proposals": listed})
        return
    if not found:
        call.console.lines(["Nothing waits for a decision."])
        return
    heads, *rows = table_lines(
        [
            Column("ID", right=True),
            Column("SINCE"),
            Column("WHO", most=24),
            Column("ACTION"),
            Column("WHAT", most=24),
            Column("WHY", stretch=True),
        ],
        [
            [
                str(item.id),
                when(item.made_at),
                one_line(item.actor),
                one_line(item.action),
                _targets(item.targets, item.sessions),
                one_line(_why(item, asked.get(item.id))),
            ]
            for item in found
        ],
        width=call.console.width,
    )
    call.console.lines([call.console.heading(heads), *rows])


def _item(store: MemoryStore, item: Proposal) -> Document:
    return {
        "id": item.id,
        "step": item.step,
        "action": item.action,
        "targets": _uids(store, item.targets, item.sessions),
        "reason": item.reason,
        "actor": item.actor,
        "status": item.status,
        "made_at": exact(item.made_at),
    }


def _why(item: Proposal, asked: Asked | None) -> str:
    """With the words that an agent proposes, since nothing else shows them."""
    if asked is None:
        return item.reason
    words = [asked.text, " ".join((asked.type, asked.relation)).strip(), *(f"+{tag}" for tag in asked.add)]
    said = " ".join(part for part in (*words, *(f"-{tag}" for tag in asked.remove)) if part)
    return f"“{said}”; {item.reason}" if said else item.reason


def _asked(found: Asked | None) -> Document:
    """What an agent asks for, without what its action does not have."""
    if found is None:
        return {}
    known = ("proposal_id", "action", "actor", "targets")
    values = {name: getattr(found, name) for name in found.__slots__ if name not in known}
    return {"asked": {name: value for name, value in values.items() if value not in ("", (), None)}}


@click.command()
@data_command
def conflicts(call: Invocation) -> None:
    """List memories that say different things about the same thing and wait for a decision."""
    with call.reading() as store:
        found = store.consolidation.conflicts()
    if call.console.as_json:
        call.console.document({"conflicts": [_conflict(item) for item in found]})
        return
    if not found:
        call.console.lines(["No conflict waits for a decision."])
        return
    heads, *rows = table_lines(
        [
            Column("ID", right=True),
            Column("SINCE"),
            Column("LEFT", most=40),
            Column("RIGHT", most=40),
            Column("WHY", stretch=True),
        ],
        [
            [
                str(item.id),
                when(item.found_at),
                one_line(f"M-{item.left.id} {item.left.text}"),
                one_line(f"M-{item.right.id} {item.right.text}"),
                one_line("; ".join([item.detail, *item.reasons])),
            ]
            for item in found
        ],
        width=call.console.width,
    )
    call.console.lines([call.console.heading(heads), *rows])


@click.command()
@click.argument("conflict_id", metavar="ID", type=click.IntRange(min=1))
@click.option(
    "--keep", type=click.Choice(["left", "right", "both"]), help="Which of the two counts from now on."
)
@click.option("--text", metavar="T", help="A new wording that supersedes both.")
@click.option("--even-pinned", is_flag=True, help="Supersede the other one also when it is pinned.")
@data_command
def resolve(
    call: Invocation, *, conflict_id: int, keep: str | None, text: str | None, even_pinned: bool
) -> None:
    """Resolve a conflict, as `conflicts` lists it; `undo` takes that back."""
    if (keep is None) == (text is None):
        raise click.UsageError("Say either which one to keep or a new text.")
    with call.writing() as store:
        new_id = store.consolidation.resolve_conflict(
            conflict_id, keep or "merged", text=text, even_pinned=even_pinned
        )
        found = next(item for item in store.consolidation.conflicts(status=None) if item.id == conflict_id)
        new_uid = None if new_id is None else store.memories.get(new_id).uid
    if call.console.as_json:
        call.console.document({"conflict": _conflict(found), "memory": new_uid})
    elif new_id is not None:
        call.console.lines([f"M-{new_id} counts instead of M-{found.left.id} and M-{found.right.id}."])
    elif found.resolution == "both":
        call.console.lines([f"M-{found.left.id} and M-{found.right.id} both count."])
    else:
        kept, loser = (found.left, found.right)[:: 1 if found.resolution == "left" else -1]
        call.console.lines([f"M-{kept.id} counts instead of M-{loser.id}."])


def _conflict(item: Conflict) -> Document:
    return {
        "id": item.id,
        "left": item.left.uid,
        "right": item.right.uid,
        "left_text": item.left.text,
        "right_text": item.right.text,
        "what": item.what,
        "detail": item.detail,
        "stakes": item.stakes,
        "reasons": list(item.reasons),
        "status": item.status,
        "resolution": item.resolution,
        "found_at": exact(item.found_at),
        "resolved_at": None if item.resolved_at is None else exact(item.resolved_at),
    }
