"""What the command palette lists for some letters: commands by how well they fit, then memories seen last.

Free of Qt, so that what a person finds can be tested without a window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engramma.model.records import dataclass
from engramma.ui.actions.fuzzy import fuzzy_match
from engramma.ui.actions.table import CommandTable

MOST_MEMORIES = 4


@dataclass(frozen=True, slots=True)
class SeenMemory:
    """A memory that was looked at lately."""

    id: int
    label: str
    text: str
    tier: str


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A heading; cannot be chosen."""

    title: str


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A command as listed: `positions` are the letters that fitted, `reason` says why it cannot run."""

    id: str
    title: str
    icon: str
    menu: str
    key: str
    reason: str
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryRowEntry:
    """A memory as listed."""

    memory: SeenMemory
    positions: tuple[int, ...] = ()


PaletteRow = SectionRow | CommandRow | MemoryRowEntry


def palette_rows(
    table: CommandTable,
    letters: str,
    *,
    recent: Sequence[str] = (),
    memories: Iterable[SeenMemory] = (),
) -> tuple[PaletteRow, ...]:
    """The rows for `letters`; without letters every command, those used lately first."""
    commands = command_rows(table, letters, recent=recent)
    seen = memory_rows(letters, memories)
    rows: list[PaletteRow] = []
    if commands:
        rows += [SectionRow("Commands"), *commands]
    if seen:
        rows += [SectionRow("Memories seen last"), *seen]
    return tuple(rows)


def command_rows(table: CommandTable, letters: str, *, recent: Sequence[str] = ()) -> list[CommandRow]:
    """Commands that fit, best first; a fit in the title counts more than one in the menu's name."""
    situation = table.situation
    order = {command_id: place for place, command_id in enumerate(recent)}
    scored: list[tuple[int, int, int, CommandRow]] = []
    for place, command in enumerate(table):
        title = command.text(situation)
        found = fuzzy_match(letters, title)
        score, positions = (found.score, found.positions) if found else (0, ())
        if found is None:
            wanted = letters.strip().casefold()
            if wanted not in f"{command.menu} {title}".casefold():
                continue
        reason = command.when(situation)
        row = CommandRow(
            command.id,
            title,
            command.icon,
            command.submenu or command.menu,
            table.shown_key(command.id),
            reason,
            positions,
        )
        if not letters.strip():
            score = 0
        scored.append((-score, order.get(command.id, len(order)), place, row))
    scored.sort(key=_by_rank)
    return [row for _score, _used, _place, row in scored]


def memory_rows(letters: str, memories: Iterable[SeenMemory]) -> list[MemoryRowEntry]:
    """Memories whose text holds the letters in one piece, in the order given."""
    wanted = letters.strip().casefold()
    found = []
    for memory in memories:
        at = memory.text.casefold().find(wanted)
        if at < 0 and not memory.label.casefold().startswith(wanted):
            continue
        positions = tuple(range(at, at + len(wanted))) if at >= 0 else ()
        found.append(MemoryRowEntry(memory, positions))
    return found[:MOST_MEMORIES]


def _by_rank(scored: tuple[int, int, int, CommandRow]) -> tuple[int, int, int]:
    return scored[:3]
