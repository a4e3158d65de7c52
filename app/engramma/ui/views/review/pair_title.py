"""One line for two statements that differ: what both say, and the two values. Pure."""

from __future__ import annotations

from engramma.ui.widgets.word_diff import word_diff

LONGEST_VALUE = 28
END = " .;:,!?"


def pair_title(before: str, after: str) -> str:
    """ "Free shipping starts at 49 € or 60 €"; the earlier statement where they have too little in common."""
    parts = word_diff(before, after)
    lead = parts[0].text if parts and parts[0].op == "same" else ""
    rest = parts[1:] if lead else parts
    old = next((part.text for part in rest[:1] if part.op == "removed"), "")
    new = next((part.text for part in rest[:2] if part.op == "added"), "")
    if not lead.strip() or not old.strip(END) or not new.strip(END):
        return before
    if len(old) > LONGEST_VALUE or len(new) > LONGEST_VALUE:
        return before
    return f"{lead}{old.strip(END)} or {new.strip(END)}"
