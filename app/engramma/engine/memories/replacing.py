"""Find and replace: looks first, writes what was looked at, as one operation in short steps.

What changed since the look is passed over and named; pinned memories only when that was asked for.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from engramma.engine.memories.asking import AGENT
from engramma.engine.memories.checks import LONGEST_TEXT
from engramma.engine.memories.patterns import (
    LONGEST_FOR_PATTERN,
    MOST_CHARACTERS,
    Replacer,
    open_replacer,
    too_much,
)
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.model.operation import PERSON
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.model.replacing import FindSpec, Hit, HitsFound, Replaced
from engramma.store.identity import normal_text
from engramma.store.journal.rows import update_each
from engramma.store.journal.step import Step
from engramma.store.memories.rows import MemoryRow, rows_of
from engramma.store.memories.segments import NewSegment, begin_segments
from engramma.store.memories.writing import insert_versions
from engramma.store.tables import memory

_AT_ONCE = 500


def find_hits(
    workspace: Workspace,
    ids: Sequence[int],
    spec: FindSpec,
    *,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> HitsFound:
    """Every memory among `ids` that would change; what is in the Trash is left alone.

    Raises InvalidValueError for what cannot be looked for or takes too long, Cancelled.
    """
    wanted = list(dict.fromkeys(int(one) for one in ids))
    hits: list[Hit] = []
    emptied: list[int] = []
    too_long: list[int] = []
    kept = 0
    with open_replacer(spec) as replacer:
        for start in range(0, len(wanted), _AT_ONCE):
            if cancel is not None:
                cancel.check()
            report(Progress(start, len(wanted), "Looking for the text"))
            with workspace.database.read() as reading:
                rows = {row.id: row for row in rows_of(reading, wanted[start : start + _AT_ONCE])}
            ordered = [rows[one] for one in wanted[start : start + _AT_ONCE] if one in rows]
            ordered = [row for row in ordered if row.state != "trashed"]
            if spec.pattern:
                too_long += [row.id for row in ordered if len(row.text) > LONGEST_FOR_PATTERN]
                ordered = [row for row in ordered if len(row.text) <= LONGEST_FOR_PATTERN]
            for row, after, count in _replaced(replacer, ordered):
                if not _shows_something(after):
                    emptied.append(row.id)
                elif len(after) > LONGEST_TEXT:
                    too_long.append(row.id)
                elif after != row.text:
                    hits.append(
                        Hit(row.id, row.version, row.text, after, count, row.pinned, row.person_edited)
                    )
                    kept += len(row.text) + len(after)
                if kept > MOST_CHARACTERS:
                    raise too_much()
    return HitsFound(
        spec, tuple(hits), len(wanted), tuple(emptied), tuple(too_long), workspace.database.read_only
    )


def _replaced(replacer: Replacer, rows: Sequence[MemoryRow]) -> Iterable[tuple[MemoryRow, str, int]]:
    for row, (after, count) in zip(rows, replacer([row.text for row in rows]), strict=True):
        if count:
            yield row, normal_text(after), count


def _shows_something(text: str) -> bool:
    return not all(unicodedata.category(sign)[0] in "CZ" for sign in text)


def replace_hits(
    workspace: Workspace,
    hits: Sequence[Hit],
    *,
    even_pinned: bool = False,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> Replaced:
    """Write what was found. Raises InvalidValueError for an agent or a text that is too long, Cancelled."""
    if workspace.actor.startswith(AGENT):
        raise InvalidValueError("Only a person replaces text in many memories at once.")
    for hit in hits:
        if not _shows_something(hit.after) or len(hit.after) > LONGEST_TEXT:
            raise InvalidValueError(f"M-{hit.memory_id} would be empty or too long.", hint="Leave it out.")
    left = list(hits)
    done = memories = places = 0
    changed: list[int] = []
    guarded: list[int] = []
    with workspace.journal.long("edit", "find and replace", actor=workspace.actor) as running:
        while left:
            if cancel is not None:
                cancel.check()
            report(Progress(done, len(hits), "Replacing"))
            part = left[: running.pace.rows]
            with running.step() as step:
                running.pace.start()
                rows = {row.id: row for row in rows_of(step, [hit.memory_id for hit in part])}
                chosen = []
                for hit in part:
                    row = rows.get(hit.memory_id)
                    if (
                        row is None
                        or row.version != hit.version
                        or row.text != hit.before
                        or row.state == "trashed"
                    ):
                        changed.append(hit.memory_id)
                    elif row.pinned and not (even_pinned and hit.pinned):
                        guarded.append(hit.memory_id)
                    else:
                        chosen.append((row, hit))
                _write(workspace, step, chosen)
            running.pace.stop(len(part))
            memories += len(chosen)
            places += sum(hit.count for _row, hit in chosen)
            done += len(part)
            del left[: len(part)]
        count = "1 memory" if memories == 1 else f"{memories:,} memories"
        running.label = f"find and replace in {count}"
        operation_id = running.id if running.changes else None
    return Replaced(operation_id, memories, places, tuple(changed), tuple(guarded))


def _write(workspace: Workspace, step: Step, chosen: Sequence[tuple[MemoryRow, Hit]]) -> None:
    """What an edit does, for many at a time."""
    if not chosen:
        return
    numbers = insert_versions(step, {row.id: hit.after for row, hit in chosen}, actor=workspace.actor)
    own = workspace.actor == PERSON
    if own:
        half_life = step.policy.half_life
        begin_segments(
            step,
            [
                NewSegment(row.id, step.at, 1.0, None if row.still else half_life(row.tier), "edited")
                for row, _hit in chosen
            ],
        )
    marks: dict[str, object] = {"person_edited": 1} if own else {}
    update_each(
        step,
        memory,
        {
            row.id: {
                "text": hit.after,
                "version": numbers[row.id],
                "content_key": workspace.content_key(hit.after),
                "updated_at": step.at,
                **marks,
            }
            for row, hit in chosen
        },
    )
