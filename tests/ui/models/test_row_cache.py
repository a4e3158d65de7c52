"""The cache of rows: bounded, by id, stale rows still readable."""

from __future__ import annotations

from engramma.ui.delegates import MemoryRow
from engramma.ui.models.memory_rows import LoadedRow
from engramma.ui.models.row_cache import RowCache


def loaded(memory_id: int, text: str = "x") -> LoadedRow:
    row = MemoryRow(
        id=memory_id,
        label=f"M-{memory_id}",
        text=text,
        kind="semantic",
        tier="short_term",
        category="fact",
        state="active",
        pinned=False,
        dormant=False,
        conflict=False,
        importance=0.5,
        strength=1.0,
        threshold=0.1,
        fades_text="3 d",
        fades_soon=True,
        recalls=0,
        tags=(),
        session_title="",
        created_text="",
        spark=(),
    )
    return LoadedRow(row, 1, True)


def test_the_least_used_row_is_dropped() -> None:
    cache = RowCache(capacity=3)
    cache.put([loaded(1), loaded(2), loaded(3)])
    assert cache.get(1) is not None
    cache.put([loaded(4)])
    assert [memory_id for memory_id in (1, 2, 3, 4) if memory_id in cache] == [1, 3, 4]
    assert cache.needs(2)


def test_stale_rows_show_until_fresh_ones_come() -> None:
    cache = RowCache()
    cache.put([loaded(1, "old"), loaded(2)])
    cache.mark_stale([1, 99])
    stale = cache.get(1)
    assert stale is not None
    assert stale.row.text == "old"
    assert cache.needs(1)
    assert not cache.needs(2)
    cache.put([loaded(1, "new")])
    assert not cache.needs(1)
    cache.mark_stale()
    assert cache.needs(2)
    cache.clear()
    assert len(cache) == 0


def test_what_is_gone_is_not_asked_for_again() -> None:
    cache = RowCache()
    cache.put([loaded(1)], asked=[1, 2])
    assert cache.get(2) is None
    assert not cache.needs(2)
