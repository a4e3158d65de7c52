"""The sentences of the export page. Free of Qt."""

from __future__ import annotations

from engramma.engine.exporting.mask_key import key_path
from engramma.engine.transfer import BUNDLE
from engramma.exchange.writing.formats import outgoing_format
from engramma.ui.views.export.work import Written


def memories_text(count: int) -> str:
    """ "1 memory", "64 memories"."""
    return "1 memory" if count == 1 else f"{count:,} memories"


def format_words(name: str, *, masking: bool) -> str:
    """ "a redacted bundle", "CSV table"."""
    if name == BUNDLE:
        return "a redacted bundle" if masking else "a bundle"
    return f"{outgoing_format(name).title}{', redacted' if masking else ''}"


def about(count: int | None, name: str, *, masking: bool) -> str:
    """The second line of the head."""
    if count is None:
        return "Nothing has been written yet"
    return f"{memories_text(count)} as {format_words(name, masking=masking)}. Nothing has been written yet"


def offer(count: int, *, masking: bool, undecided: int) -> str:
    """What the primary button would do."""
    if masking and undecided:
        return f"Export, masking {undecided:,} undecided"
    return f"Export {memories_text(count)}"


def to_offer(count: int | None, *, masking: bool, searching: bool, undecided: int) -> tuple[str, bool]:
    """What the primary button says before anything is written, and whether there is something to write."""
    if count is None:
        return "Export", False
    if masking and searching:
        return "Searching…", False
    return offer(count, masking=masking, undecided=undecided), True


def results_words(count: int, undecided: int) -> str:
    """The status bar: "64 memories to export, 2 hits to decide"."""
    rest = f", {undecided:,} {'hit' if undecided == 1 else 'hits'} to decide" if undecided else ""
    return f"{memories_text(count)} to export{rest}"


def size_text(size: int) -> str:
    """ "410 kB", "3.2 MB"."""
    return f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3)):,} kB"


def written_words(done: Written) -> str:
    """What an export came to."""
    report = done.report
    words = f"Wrote {memories_text(done.memories)} to {report.path.name}, {size_text(report.bytes)}."
    if report.masked is None:
        return f"{words} Nothing in it is masked."
    times = "1 mask" if report.masked == 1 else f"{report.masked:,} masks"
    key = f" The key to them is {key_path(report.path).name}." if _has_key(done) else ""
    return f"{words} Verified by a second search: 0 secrets left, {times} in it.{key}"


def _has_key(done: Written) -> bool:
    return done.order.redaction is not None and done.order.redaction.keep_key
