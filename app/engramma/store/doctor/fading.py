"""The derived columns of memories against what they follow from: segments, recalls, conflicts and the policy.

What is wrong here was never anybody's decision, so it is made anew outside of the history.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from engramma.model.clock import SECOND
from engramma.store.database import Reading
from engramma.store.derive import derive_memories, derived_values, fading_columns
from engramma.store.doctor.examination import Examination, Finding, counted, labelled, shown, sound
from engramma.store.journal.pace import Pace
from engramma.store.revaluing import is_valued, revalue

_CHUNK = 5_000
_EXACT = 500
_TOLERANCE = 1e-6
_CURRENT = "SELECT id FROM segment WHERE memory_id = m.id AND removed = 0 ORDER BY t0 DESC, id DESC LIMIT 1"
_FADING = f"""
    SELECT m.id, m.pinned, m.kind, m.tier, m.t0, m.log2_s0, m.half_life, m.fades_at, s.t0, s.s0
    FROM memory m JOIN segment s ON s.id = ({_CURRENT})
    WHERE {{shown}} ORDER BY m.id
"""
_COUNTED = "SELECT m.id, m.recalls, m.last_recalled_at FROM memory m WHERE {shown} AND m.recalls <> 0"
_HITS = """
    SELECT h.memory_id, count(*), max(r.at) FROM recall_hit h JOIN recall r ON r.id = h.recall_id
    WHERE h.memory_id IS NOT NULL AND h.removed = 0 AND h.rehearsed = 1 GROUP BY h.memory_id
"""
_DISPUTED = """
    SELECT a_id FROM conflict WHERE status = 'open' AND removed = 0
    UNION SELECT b_id FROM conflict WHERE status = 'open' AND removed = 0
"""
_FADES = "Compute strength and fading anew from the segments."
_COUNTS = "Count recalls and open conflicts anew."


def check_fading(look: Examination) -> Finding:
    """Memories of which strength or `fades_at` are not what their open segment and the policy say."""
    with look.reading() as reading:
        if reading.hidden and not is_valued(reading.connection, look.policy):
            return sound("A change of the policy is being worked in; look again when it is done.")
        wrong = list(_wrongly_fading(look, reading))
    if not wrong:
        return sound("Every memory fades as its newest segment says.")
    memory = counted(len(wrong), "memory fades", "memories fade")
    detail = f"{memory} otherwise than the newest segment says{labelled(wrong)}."
    return Finding(len(wrong), detail, _FADES, memories=tuple(wrong[:20]))


def _wrongly_fading(look: Examination, reading: Reading) -> Iterator[int]:
    policy = look.policy
    rows = reading.connection.exec_driver_sql(_FADING.format(shown=shown("m", reading.hidden)))
    while part := rows.fetchmany(_CHUNK):
        look.cancel.check()
        for memory_id, pinned, kind, tier, t0, log2_s0, half_life, fades_at, begun, s0 in part:
            if s0 is None or not 0.0 <= s0 <= 1.0:
                continue
            still = pinned or kind == "procedural"
            wanted = fading_columns(
                t0=begun,
                s0=1.0 if still else s0,
                half_life=None if still else policy.half_life(tier),
                threshold=policy.retrieval_threshold,
            )
            if t0 != begun or not _alike((log2_s0, half_life, fades_at), wanted):
                yield int(memory_id)


def _alike(found: tuple[Any, ...], wanted: tuple[float, float | None, int | None]) -> bool:
    """Whether (log2_s0, half_life, fades_at) are the same, but for rounding."""
    tolerances = (_TOLERANCE, _TOLERANCE, SECOND)
    return all(
        have is want or (have is not None and want is not None and abs(have - want) <= most)
        for have, want, most in zip(found, wanted, tolerances, strict=True)
    )


def rebuild_fading(look: Examination) -> None:
    """Compute strength and fading of those that are wrong anew, in short transactions."""
    revalue(look.database, pace=Pace())
    with look.reading() as reading:
        wrong = list(_wrongly_fading(look, reading))
    _derive(look, wrong)


def check_counts(look: Examination) -> Finding:
    """Memories whose count of recalls, last recall or mark of an open conflict are wrong."""
    with look.reading() as reading:
        wrong = _wrongly_counted(look, reading)
    if not wrong:
        return sound("Recalls and open conflicts are counted right.")
    memory = counted(len(wrong), "memory has", "memories have")
    detail = f"{memory} a wrong count of recalls or of open conflicts{labelled(wrong)}."
    return Finding(len(wrong), detail, _COUNTS, memories=tuple(wrong[:20]))


def _wrongly_counted(look: Examination, reading: Reading) -> list[int]:
    connection = reading.connection
    visible = shown("m", reading.hidden)
    kept = {row[0]: (row[1], row[2]) for row in connection.exec_driver_sql(_COUNTED.format(shown=visible))}
    own = {row[0]: (row[1], row[2]) for row in connection.exec_driver_sql(_HITS)}
    merged = _column(connection, "SELECT DISTINCT merged_into FROM memory WHERE merged_into IS NOT NULL")
    marked = _column(connection, f"SELECT m.id FROM memory m WHERE {visible} AND m.conflicted = 1")
    doubtful = {key for key in kept.keys() | own.keys() if kept.get(key) != own.get(key)} | merged
    doubtful |= marked ^ _column(connection, _DISPUTED)
    wrong = []
    ordered = sorted(doubtful)
    for start in range(0, len(ordered), _EXACT):
        look.cancel.check()
        part = ordered[start : start + _EXACT]
        wanted = {
            row["the_id"]: (row["recalls"], row["last_recalled_at"], row["conflicted"])
            for row in derived_values(connection, part, policy=look.policy)
        }
        listed = ", ".join(map(str, part))
        found = connection.exec_driver_sql(
            "SELECT m.id, m.recalls, m.last_recalled_at, m.conflicted FROM memory m "
            f"WHERE m.id IN ({listed}) AND {visible}"
        )
        wrong += [int(row[0]) for row in found if tuple(row[1:]) != wanted[row[0]]]
    return wrong


def _column(connection: Connection, sql: str) -> set[int]:
    return {int(row[0]) for row in connection.exec_driver_sql(sql)}


def rebuild_counts(look: Examination) -> None:
    """Count anew what is wrong, in short transactions."""
    with look.reading() as reading:
        wrong = _wrongly_counted(look, reading)
    _derive(look, wrong)


def _derive(look: Examination, ids: list[int]) -> None:
    pace = Pace()
    start = 0
    while start < len(ids):
        look.cancel.check()
        part = ids[start : start + pace.rows]
        with look.database.write() as connection:
            pace.start()
            derive_memories(connection, part, policy=look.policy)
        pace.stop(len(part))
        start += len(part)
