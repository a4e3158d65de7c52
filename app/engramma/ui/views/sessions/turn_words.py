"""What is said about a turn in words: who spoke, what the gate decided, and all of it for a screen reader."""

from __future__ import annotations

from dataclasses import dataclass

from engramma.model.session import Event, Role, Session
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.models.dates import day_text, exact_text, time_text

ROLE_ICONS = {
    Role.USER: "user",
    Role.AGENT: "robot",
    Role.TOOL: "terminal",
    Role.DECISION: "check-circle",
    Role.ERROR: "warning",
    Role.NOTE: "note",
}
ROLE_BADGES = {
    Role.USER: "accent",
    Role.AGENT: "neutral",
    Role.TOOL: "neutral",
    Role.DECISION: "ok",
    Role.ERROR: "danger",
    Role.NOTE: "neutral",
}
ROLE_NAMES = {
    Role.USER: "User",
    Role.AGENT: "Agent",
    Role.TOOL: "Tool result",
    Role.DECISION: "Decision",
    Role.ERROR: "Error",
    Role.NOTE: "Note",
}
REWOUND = "rewound"
SIDE_CHAIN = "side chain"
MOST_SPOKEN = 2000


@dataclass(frozen=True, slots=True)
class GateBadge:
    """One badge of the gate column: a memory in its tier's colours, or a bare verdict."""

    badge: str
    text: str
    memory_id: int | None = None
    quiet: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class GateWords:
    """What the gate column says of one turn. `score` is empty where nothing was judged.

    `dropped`: the verdict that dropped it, where nothing of the turn was kept.
    """

    badges: tuple[GateBadge, ...]
    score: str
    reason: str
    dropped: int | None = None


def speaker_words(event: Event) -> tuple[str, str]:
    """The name in front, and what else is known of who spoke, to stand after the time."""
    name = ROLE_NAMES[event.role]
    speaker = single_line(event.speaker)
    if event.role in (Role.USER, Role.AGENT):
        known = speaker and speaker.lower() not in ("user", "agent", "assistant")
        return (speaker if known else name), ""
    return name, speaker


def gate_words(event: Event) -> GateWords:
    """Badges, score and reason of a turn."""
    verdict = event.verdict
    badges = [_memory_badge(mark.memory_id, mark.tier, mark.state) for mark in event.marks]
    if verdict is None:
        reason = "" if badges else "not judged: raw tool output" if event.role is Role.TOOL else "not judged"
        return GateWords(tuple(badges), "", reason)
    reasons = ", ".join(name for name, _points in verdict.reasons)
    dropped = None if badges or verdict.kept else verdict.id
    if not badges:
        gone = verdict.kept and verdict.memory_id is not None
        word = f"M-{verdict.memory_id}, not there now" if gone else "Kept" if verdict.kept else "Dropped"
        badges = [GateBadge("ok" if verdict.kept and not gone else "neutral", word, quiet=gone)]
    return GateWords(tuple(badges), f"{verdict.score:.2f}", reasons, dropped)


def spoken_turn(event: Event) -> str:
    """A turn as a screen reader says it."""
    name, more = speaker_words(event)
    parts = [f"Turn {event.turn}, {name}"]
    if more:
        parts.append(more)
    if event.at is not None:
        parts.append(time_text(event.at))
    if not event.active:
        parts.append(REWOUND)
    if event.sidechain:
        parts.append(SIDE_CHAIN)
    gate = gate_words(event)
    verdict = ", ".join(
        [*(badge.text for badge in gate.badges), *(x for x in (gate.score, gate.reason) if x)]
    )
    return f"{', '.join(parts)}: {single_line(event.text[:MOST_SPOKEN])}. Gate: {verdict or 'nothing'}."


def time_words(event: Event) -> tuple[str, str]:
    """The local time of a turn and the exact one for its tooltip; empty for a turn without a time."""
    if event.at is None:
        return "", ""
    if event.time_quality in ("day", "month"):
        return day_text(event.at), f"The source gives no time of day: {day_text(event.at)}."
    return time_text(event.at), f"{day_text(event.at)}, {time_text(event.at)}\n{exact_text(event.at)}"


def session_title(session: Session) -> str:
    """The title, or what stands for it."""
    return single_line(session.title) or "Untitled session"


def session_when(session: Session) -> str:
    """Day and times of a session: "28 May 2026, 09:31 – 11:20"."""
    if session.started_at is None:
        return "no date"
    start, end = session.started_at, session.ended_at
    text = moment_words(start)
    if end is None or moment_words(end) == moment_words(start):
        return text
    return (
        f"{text} – {time_text(end)}"
        if day_text(end) == day_text(start)
        else (f"{text} – {day_text(end)}, {time_text(end)}")
    )


def moment_words(instant: int) -> str:
    """Day and time to the minute."""
    return f"{day_text(instant)}, {time_text(instant)}"


def session_exactly(session: Session) -> str:
    """The exact times of a session, for a tooltip."""
    if session.started_at is None:
        return "The source gives no date."
    start = exact_text(session.started_at)
    return start if session.ended_at is None else f"{start} – {exact_text(session.ended_at)}"


def count_of(number: int, noun: str) -> str:
    """ "1 turn", "64 turns"; memories are irregular."""
    plural = "memories" if noun == "memory" else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def _memory_badge(memory_id: int, tier: str, state: str) -> GateBadge:
    known = tier if tier in ("sensory", "short_term", "long_term") else "sensory"
    superseded = state == "superseded"
    tip = f"Show memory M-{memory_id}" + (", which was superseded" if superseded else "")
    return GateBadge("neutral" if superseded else known, f"M-{memory_id}", memory_id, superseded, tip)
