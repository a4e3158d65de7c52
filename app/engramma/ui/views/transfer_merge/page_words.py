"""The sentences of the merge of two stores, and the number of what it would write. Free of Qt."""

from __future__ import annotations

from engramma.model.merging_stores import CONTRADICTS, MergePreview
from engramma.model.transfer import FileReport
from engramma.ui.views.transfer_merge.verdicts import BOTH, OURS, THEIRS, WORDS, Verdicts


def to_write(preview: MergePreview, verdicts: Verdicts) -> int:
    """How many items would be written."""
    left = 0
    for conflict in preview.conflicts:
        verdict = verdicts.of(conflict)
        if conflict.what == CONTRADICTS:
            left -= verdict is OURS
        else:
            left += verdict in (THEIRS, BOTH)
    return preview.file.new + left


def offer(count: int) -> str:
    """What the primary button would do."""
    return f"Merge {count:,} item{'' if count == 1 else 's'}" if count else "Nothing to merge"


def about(preview: MergePreview) -> str:
    """The second line of the head."""
    conflicts = len(preview.conflicts)
    words = f"{conflicts:,} conflict{'' if conflicts == 1 else 's'}" if conflicts else "no conflicts"
    return f"“{preview.path.name}” into this store, {words}. Nothing has been written yet"


def verdict_words(preview: MergePreview, verdicts: Verdicts) -> str:
    """ "3 conflicts: ours 1, theirs 2"."""
    total = len(preview.conflicts)
    counts = verdicts.counts(preview.conflicts)
    parts = [f"{WORDS[verdict].casefold()} {count:,}" for verdict, count in counts.items() if count]
    return f"{total:,} {'conflict' if total == 1 else 'conflicts'}: {', '.join(parts)}" if total else ""


def merged_words(name: str, file: FileReport, written: bool) -> str:
    """What a merge came to."""
    if not written:
        return f"Nothing new in {name}"
    parts = [
        f"{count:,} {one if count == 1 else many}"
        for count, one, many in (
            (file.memories, "memory", "memories"),
            (file.sessions, "session", "sessions"),
            (file.events, "turn", "turns"),
        )
        if count
    ]
    return f"Merged {name}: {', '.join(parts) or 'other wordings'}"
