"""`replace`: puts another text in the place of one, in many memories at once."""

from __future__ import annotations

import click

from engramma.cli.arguments import named
from engramma.cli.failures import queries_explained
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import one_line
from engramma.model.replacing import FindSpec, HitsFound

_SHOWN = 50


@click.command()
@click.argument("find")
@click.argument("replacement", metavar="WITH")
@click.option("--query", default="", metavar="QUERY", help="Only in what this search finds.")
@click.option("--regex", is_flag=True, help="FIND is a pattern; WITH may name its groups as \\1.")
@click.option("--whole-word", is_flag=True, help="Only whole words.")
@click.option("--match-case", is_flag=True, help="Large and small letters differ.")
@click.option("--all", "everything", is_flag=True, help="Also in pinned memories and those a person edited.")
@click.option("--dry-run", is_flag=True, help="Only say what would be replaced.")
@data_command
def replace(
    call: Invocation,
    find: str,
    replacement: str,
    *,
    query: str,
    regex: bool,
    whole_word: bool,
    match_case: bool,
    everything: bool,
    dry_run: bool,
) -> None:
    """Replace a text in all memories that have it.

    One operation, which `undo` takes back. A text that would be empty is left as it is.
    """
    spec = FindSpec(find, replacement, pattern=regex, whole_word=whole_word, match_case=match_case)
    opening = call.reading if dry_run else call.writing
    with queries_explained(query), cancel_on_interrupt(call.console) as cancel, opening() as store:
        report = call.console.progress
        ids = store.search.order(query).ids.tolist()
        found = store.curation.find(ids, spec, report=report, cancel=cancel)
        hits = [hit for hit in found.hits if everything or not hit.guarded]
        done, operation = None, None
        if not dry_run:
            done = store.curation.replace(hits, even_pinned=everything, report=report, cancel=cancel)
            operation = None if done.operation_id is None else store.history.get(done.operation_id)
    guarded = [hit.memory_id for hit in found.hits if hit.guarded and not everything]
    changed = [] if done is None else [*done.changed, *done.guarded]
    kept = [hit for hit in hits if hit.memory_id not in changed]
    if call.console.as_json:
        call.console.document(
            {
                "operation": None if operation is None else operation.uid,
                "replaced": [
                    {"label": f"M-{hit.memory_id}", "before": hit.before, "after": hit.after} for hit in kept
                ],
                "places": sum(hit.count for hit in kept),
                "guarded": [f"M-{one}" for one in guarded],
                "changed": [f"M-{one}" for one in changed],
                "emptied": [f"M-{one}" for one in found.emptied],
            }
        )
        return
    if dry_run:
        call.console.lines([f"M-{hit.memory_id}: {one_line(hit.after)}" for hit in kept[:_SHOWN]])
    verb = "Would replace" if dry_run else "Replaced"
    places = sum(hit.count for hit in kept)
    count = "1 memory" if len(kept) == 1 else f"{len(kept):,} memories"
    sentence = f"{verb} {places:,} {'place' if places == 1 else 'places'} in {count}."
    call.console.lines([sentence if kept else "Nothing to replace."])
    _say_left(call, found, guarded=guarded, changed=changed)


def _say_left(call: Invocation, found: HitsFound, *, guarded: list[int], changed: list[int]) -> None:
    for ids, why in (
        (guarded, "Pinned or edited by a person, and so left alone without --all"),
        (changed, "Changed meanwhile, and so left alone"),
        (found.emptied, "Would be empty, and so left alone"),
        (found.too_long, "Too long for a pattern"),
    ):
        if ids:
            call.console.note(f"{why}: {named(ids)}.")
