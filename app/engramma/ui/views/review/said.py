"""What Review says of decisions, in a toast and above a field."""

from __future__ import annotations

from engramma.ui.views.review.cards import Card, CardKind
from engramma.ui.views.review.choices import Act, Choice
from engramma.ui.views.review.deciding import Order

DONE = {
    Act.KEEP: "Kept",
    Act.BOTH: "Kept apart",
    Act.MERGE: "Merged",
    Act.EDIT: "Corrected",
    Act.ACCEPT: "Done",
    Act.CONFIRM: "Still true",
    Act.PIN: "Pinned",
    Act.TRASH: "Moved to the Trash",
    Act.RESTORE: "Restored",
    Act.REJECT: "Left as it is",
}
SHORT = 48


def decided_words(orders: tuple[Order, ...]) -> str:
    """ "Merged: Webhooks arrive at least once", "Moved to the Trash: 12 cards"."""
    if not orders:
        return "Nothing decided"
    first = orders[0]
    done = DONE.get(first.act, "Decided")
    if first.act is Act.EDIT and first.card.kind is CardKind.DUPLICATES:
        done = "Merged"
    elif first.act is Act.EDIT and first.card.asked is not None:
        done = "Done in your words"
    elif first.card.kind is CardKind.FADING and first.act is not Act.PIN:
        done = "Kept" if first.act is Act.CONFIRM else "May fade"
    if len(orders) > 1:
        return f"{done}: {len(orders):,} cards"
    if first.memory is not None:
        return f"{done}: M-{first.memory}"
    title = first.card.title
    return f"{done}: {title[:SHORT].rstrip()}{'…' if len(title) > SHORT else ''}"


def wording_title(card: Card, choice: Choice) -> str:
    """What the field asks for."""
    if card.kind in (CardKind.CONFLICT, CardKind.DUPLICATES):
        return "One wording for all of them; the others are superseded by it"
    if card.asked is not None:
        return "How it is to be worded; it is done with your wording"
    if choice.act is Act.EDIT:
        return "How it is now; the old wording is superseded"
    return "The wording to keep"


def empty_words(open_store: bool, *, waiting: int, decided: int) -> tuple[str, str, str]:
    """(title, sentence, action) where there is no card, by its cause."""
    if not open_store:
        return "No store is open", "Open a store to see what waits in it.", ""
    if waiting:
        return "None of this kind is left", f"{waiting:,} of other kinds wait.", "Show them"
    if decided:
        return "All done", f"{decided:,} decided. Ctrl Z takes back the last decision.", ""
    return (
        "Nothing waits for you",
        "Conflicts, duplicates and what may be stale come here after a consolidation, each with its evidence.",
        "Look what a pass would do…",
    )
