"""What is said about the blocks and bars of the time axis, for tooltips."""

from __future__ import annotations

from engramma.ui.views.rows.days import day_name, local_day
from engramma.ui.views.sessions.axis_blocks import Bar, Block
from engramma.ui.views.sessions.turn_words import count_of, session_title, session_when


def block_words(block: Block) -> str:
    """Title, time and size of a session."""
    session = block.session
    numbers = f"{count_of(session.events, 'turn')}, {count_of(session.memories, 'memory')}"
    return f"{session_title(session)}\n{session_when(session)}\n{numbers}"


def bar_words(bar: Bar) -> str:
    """How many sessions began when, and how many of them are found."""
    first, last = local_day(bar.start), local_day(max(bar.start, bar.end - 1))
    days = day_name(last) if first == last else f"{day_name(first, today=last)} to {day_name(last)}"
    found = "" if bar.matching == bar.sessions else f", {bar.matching:,} found"
    return f"{count_of(bar.sessions, 'session')}{found}\n{days}\nA click looks closer."
