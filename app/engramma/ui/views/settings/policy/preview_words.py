"""What the preview of a policy says: a headline, a sentence, rows of counts. Pure."""

from __future__ import annotations

from dataclasses import asdict

from engramma.model.policy_effect import PolicyEffect
from engramma.model.records import dataclass
from engramma.ui.views.settings.policy.draft import PolicyDraft
from engramma.ui.views.settings.policy.fields import details_of
from engramma.ui.views.settings.policy.scale import scale_of


@dataclass(frozen=True, slots=True)
class CountRow:
    """A count now and after; None where it is still being counted."""

    words: str
    icon: str
    before: int | None
    after: int | None


def headline(effect: PolicyEffect, promoted: int | None) -> str:
    """What matters most, in a few words."""
    if effect.wakes or effect.sleeps:
        most, verb = max((effect.wakes, "wake up"), (effect.sleeps, "fall asleep"))
        one = {"wake up": "wakes up", "fall asleep": "falls asleep"}[verb]
        return f"1 memory {one}" if most == 1 else f"{most:,} memories {verb}"
    for change, one, many in (
        (promoted or 0, "rises", "rise"),
        (effect.after.due - effect.before.due, "becomes due for the Trash", "become due for the Trash"),
        (effect.after.stale - effect.before.stale, "becomes stale", "become stale"),
        (effect.after.purge - effect.before.purge, "may be erased", "may be erased"),
    ):
        if change:
            fewer = "" if change > 0 else "no longer "
            count = abs(change)
            return f"1 memory {fewer}{one}" if count == 1 else f"{count:,} memories {fewer}{many}"
    if effect.moved:
        return "1 date moves" if effect.moved == 1 else f"{effect.moved:,} dates move"
    return "No memory changes"


def sentence(draft: PolicyDraft, effect: PolicyEffect) -> str:
    """What is changed, and the other half of the headline."""
    parts = [change_words(name, draft.now(name), draft.value(name)) for name in draft.changed[:2]]
    more = len(draft.changed) - len(parts)
    what = ", ".join(parts) + (f" and {more} more" if more > 0 else "")
    if effect.wakes and effect.sleeps:
        fewer, verb = min((effect.wakes, "wake up"), (effect.sleeps, "fall asleep"))
        return f"{what}. {fewer:,} {verb}."
    if effect.wakes:
        return f"{what}. None falls asleep."
    if effect.sleeps:
        return f"{what}. None wakes up."
    return f"{what}."


def change_words(name: str, before: float | None, after: float | None) -> str:
    """ "Short-term half-life 7 → 10 days"; None is the default."""
    details, scale = details_of(name), scale_of(name)
    values = ["default" if value is None else scale.text(value) for value in (before, after)]
    return f"{details['title']} {values[0]} → {values[1]} {details['unit']}"


def applied_words(draft: PolicyDraft, moved: int) -> str:
    """What a toast says after it was applied."""
    if len(draft.changed) == 1:
        name = draft.changed[0]
        details = details_of(name)
        words = f"{details['title']} is {scale_of(name).text(draft.value(name))} {details['unit']} now"
    else:
        words = f"{len(draft.changed)} settings of the policy changed"
    return f"{words}, {moved:,} fading {'date' if moved == 1 else 'dates'} moved" if moved else words


def count_rows(
    effect: PolicyEffect, promotions: tuple[int, int] | None, *, counting: bool
) -> tuple[CountRow, ...]:
    """The table. Promotions count against what a pass would promote as it is."""
    before, after = asdict(effect.before), asdict(effect.after)
    names = (
        ("recalled", "Recalled by default", "lightning"),
        ("dormant", "Dormant", "moon"),
        ("fading", "Fade within 7 days", "hourglass-medium"),
        ("stale", "Stale", "question"),
        ("due", "Due for Trash", "trash"),
        ("purge", "Due for purge", "prohibit"),
        ("sessions", "Sessions to expire", "chats"),
    )
    rows = [CountRow(words, icon, before[name], after[name]) for name, words, icon in names]
    rise = (None, None) if counting else promotions if promotions is not None else (0, 0)
    return (*rows, CountRow("A pass promotes", "stack", *rise))
