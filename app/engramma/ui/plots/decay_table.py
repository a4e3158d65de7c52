"""The numbers behind a decay plot: everything that happened to each curve, today, the forgetting, what would be."""

from __future__ import annotations

from collections.abc import Mapping

from engramma.ui.plots.decay_band import DecayBand
from engramma.ui.plots.decay_scene import WORDS, DecayScene
from engramma.ui.plots.decay_what_if import Life, Supposed
from engramma.ui.plots.plot_values import Cell, Moment, PlotTable

TITLE = "Strength over time"
HEADS = ("Memory", "When", "What", "Strength", "Text")


def decay_table(scene: DecayScene | None, supposed: Mapping[int, Supposed]) -> PlotTable:
    """A row for each event of each life, oldest first; of a band one for each moment."""
    if scene is None or scene.is_empty:
        return PlotTable(TITLE, HEADS)
    if scene.band is not None:
        return _of_band(scene.band)
    rows: list[tuple[Cell, ...]] = []
    for life in scene.lives:
        rows += _of_life(life, supposed.get(life.id))
    return PlotTable(TITLE, HEADS, tuple(rows))


def _of_life(life: Life, supposed: Supposed | None) -> list[tuple[Cell, ...]]:
    curve, label = life.curve, life.memory.label
    text = " ".join(life.memory.text.split())
    found: list[tuple[int, str, float]] = [
        (mark.at, WORDS.get(mark.reason, mark.reason), mark.strength) for mark in curve.marks
    ]
    found.append((curve.now, "today", curve.at(curve.now) or 0.0))
    if curve.fades_at is not None:
        found.append((curve.fades_at, "falls below the threshold", curve.threshold))
    rows: list[tuple[Cell, ...]] = [
        (label, Moment(at), what, round(strength, 4), text) for at, what, strength in sorted(found)
    ]
    if supposed is not None and supposed.fades_at is not None:
        last = supposed.at(supposed.fades_at)
        rows.append(
            (label, Moment(supposed.fades_at), "what if: falls below the threshold", round(last, 4), text)
        )
    elif supposed is not None:
        rows.append((label, None, "what if: never falls below the threshold", None, text))
    return rows


def _of_band(band: DecayBand) -> PlotTable:
    heads = (
        "When",
        "Memories",
        "A tenth below",
        "A quarter below",
        "Middle",
        "A quarter above",
        "A tenth above",
    )
    rows: list[tuple[Cell, ...]] = [
        (Moment(int(at)), int(born), *(None if born == 0 else round(float(level), 4) for level in levels))
        for at, born, levels in zip(band.times, band.born, band.levels.T, strict=True)
    ]
    return PlotTable(TITLE, heads, tuple(rows))
