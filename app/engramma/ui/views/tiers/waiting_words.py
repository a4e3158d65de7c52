"""What a memory has of what a gate asks, in words: for cells, groups and screen readers. Free of Qt."""

from __future__ import annotations

from engramma.model.flow import GateStanding, WaitingList, Waits

WAITS = {
    Waits.PASS: "The next pass promotes",
    Waits.CONFLICT: "Held back by a conflict",
    Waits.SESSION: "The session is still open",
    Waits.RECALL: "One recall away",
    Waits.DAY: "A recall on another day",
    Waits.IMPORTANCE: "Importance too low",
    Waits.RECALLS: "More recalls",
    Waits.NOTHING: "Nothing yet",
}


def rehearsed_words(standing: GateStanding) -> str:
    """ "2 of 3 on 1 day"."""
    if not standing.recalls:
        return f"0 of {standing.recalls_needed}"
    days = f"{standing.days} day{'' if standing.days == 1 else 's'}"
    return f"{standing.recalls} of {standing.recalls_needed} on {days}"


def relevant_words(standing: GateStanding) -> str:
    """ "1 of 2"."""
    return f"{standing.relevant} of {standing.relevant_needed}"


def episodic_words(standing: GateStanding) -> str:
    """ "imp. 0.58", or what is asked of an important one."""
    if standing.importance <= standing.importance_needed:
        return f"imp. {standing.importance:.2f}"
    if standing.session_open:
        return "session open"
    if standing.turns_later is not None:
        return f"{standing.turns_later} of {standing.turns_needed} turns"
    return f"{standing.recalls} of {standing.episodic_recalls_needed} recalls"


def waiting_words(found: WaitingList) -> str:
    """ "66 of 172 are one step away"."""
    near = sum(found.count(waits) for waits in (Waits.SESSION, Waits.RECALL, Waits.DAY, Waits.CONFLICT))
    passing = found.count(Waits.PASS)
    words = f"{near:,} of {found.total:,} are one step away"
    if passing:
        words += f", {passing:,} pass next"
    if found.examined < found.total and found.examined >= 3_000:
        words += f" (of the {found.examined:,} most recalled)"
    return words
