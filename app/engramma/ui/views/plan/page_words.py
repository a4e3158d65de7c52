"""What the head of the plan page says of a plan, and what its primary button offers."""

from __future__ import annotations

from engramma.ui.models.dates import day_text, time_text
from engramma.ui.views.plan.reading import PlanRead


def about_words(read: PlanRead) -> str:
    """For which moment the plan is, and that nothing was written."""
    plan = read.chosen.plan
    when = f"{day_text(plan.planned_for)}, {time_text(plan.planned_for)}"
    if read.read_only:
        return "This store is open read-only, so a plan can only be looked at"
    if read.ahead:
        return f"As it would be on {when}. It cannot be applied today"
    waiting = plan.waiting_for_vectors
    vectors = f"; {waiting:,} texts wait for a vector" if waiting else ""
    return f"{when}. Nothing has been written yet{vectors}"


def offer_words(read: PlanRead) -> tuple[str, bool]:
    """The words of the primary button, and whether it can be pressed."""
    chosen = read.chosen
    out, waits = len(chosen.carried_out()), len(chosen.to_review())
    may = not read.ahead and not read.read_only and out + waits > 0
    if out:
        return f"Apply {out:,} of {len(chosen.lines):,}", may
    return (f"Send {waits:,} to Review" if waits else "Nothing to apply"), may
