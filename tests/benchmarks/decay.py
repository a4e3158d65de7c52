"""How fast the view Decay draws: first picture, hover, a dragged handle, a switch of the theme, counts, the band.

    python -m tests.benchmarks.decay STORE [--rounds N] [--lives N]

Make a store with tests.benchmarks.generate. Curves are drawn of lives with many segments, which such a store has not,
so they are made here. Times are milliseconds, in the last column as a ratio to filling the same area with one colour.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np  # noqa: F401  before Qt, whose import hook slows it down
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import DAY, FixedClock, parse_iso
from engramma.model.memory import Category, Kind, Memory, Segment, State, Tier
from engramma.model.policy import DEFAULT_POLICY
from engramma.model.progress import CancelToken, silent
from engramma.theory.forgetting import fades_at, strength
from engramma.ui.plots.decay_area import WHOLE, shown_span
from engramma.ui.plots.decay_canvas import DecayCanvas
from engramma.ui.plots.decay_colours import looks_of
from engramma.ui.plots.decay_scene import DecayScene
from engramma.ui.plots.decay_what_if import Life, WhatIf, life_of
from engramma.ui.theme import ThemeSource
from engramma.ui.views.decay.reading import Asked, read_lives

NOW = parse_iso("2026-09-15T12:00:00Z")
SIZE = (852, 300)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing: times in ms."""

    name: str
    median: float
    worst: float


def timed(name: str, rounds: int, act: Callable[[int], object]) -> Figure:
    times = []
    for number in range(rounds):
        started = time.perf_counter()
        act(number)
        times.append((time.perf_counter() - started) * 1_000)
    return Figure(name, statistics.median(times), max(times))


def made_life(random: Random, number: int, end: int) -> Life:
    """A life of some dozen rehearsals, promoted in between."""
    at = NOW - random.randrange(60 * DAY, 260 * DAY)
    segments = [Segment(at, 1.0, 7.0, "created", 1)]
    while len(segments) < 14:
        at += random.randrange(DAY, 24 * DAY)
        if at >= NOW:
            break
        long = len(segments) > 3
        segments.append(Segment(at, 1.0, 60.0 if long else 7.0, "rehearsed", len(segments) + 1))
    tier = Tier.LONG_TERM if len(segments) > 4 else Tier.SHORT_TERM
    memory = Memory(
        id=number, uid=str(number), text=f"Memory number {number}", kind=Kind.SEMANTIC, tier=tier,
        category=Category.FACT, state=State.ACTIVE, pinned=False, importance=0.5, tags=(), created_at=at,
        updated_at=at, time_quality="exact", session_id=None, session_title="", recalls=0, last_recalled_at=None,
        fades_at=fades_at(segments, 0.1), strength=strength(segments, NOW), dormant=False, conflicted=False,
        person_edited=False, version=1, superseded_by=None, merged_into=None,
    )  # fmt: skip
    return life_of(memory, segments, now=NOW, threshold=0.1, end=end)


def scene_of(count: int) -> DecayScene:
    random = Random(5)
    start, end = shown_span([NOW - 260 * DAY], [NOW + 190 * DAY], kind=WHOLE, now=NOW)
    lives = tuple(made_life(random, number + 1, end) for number in range(count))
    return DecayScene(lives, looks_of(lives), None, DEFAULT_POLICY, NOW, start, end)


def drawing(theme: ThemeSource, rounds: int, count: int) -> list[Figure]:
    canvas = DecayCanvas()
    canvas.resize(*SIZE)
    canvas.show()
    scene = scene_of(count)
    blank = QPixmap(canvas.size())
    what = WhatIf(DEFAULT_POLICY, DEFAULT_POLICY)
    slower = DEFAULT_POLICY.with_values({"long_term_half_life": 90.0})

    def first(_number: int) -> None:
        canvas.show_scene(scene)
        canvas.grab()

    def hover(number: int) -> None:
        x = canvas.area().rect.left() + (number * 37 % 100) / 100 * canvas.area().rect.width()
        place = QPointF(x, 40.0 + number * 53 % 200)
        none = Qt.MouseButton.NoButton
        moved = QMouseEvent(QEvent.Type.MouseMove, place, place, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(canvas, moved)
        canvas.grab()

    def drag(number: int) -> None:
        canvas.show_what_if(WhatIf(DEFAULT_POLICY, slower, rehearse_in=number % 50))
        canvas.grab()

    def switch(number: int) -> None:
        theme.set_mode("dark" if number % 2 == 0 else "light")
        canvas.grab()

    figures = [
        timed("fill (reference)", rounds, lambda _number: blank.fill("white")),
        timed(f"{count} curves made", rounds, lambda _number: scene_of(count)),
        timed(f"{count} curves, first picture", rounds, first),
    ]
    canvas.show_what_if(what)
    figures.append(timed(f"{count} curves, hover", rounds * 4, hover))
    figures.append(timed(f"{count} curves, step of a dragged handle", rounds * 2, drag))
    canvas.show_what_if(what)
    figures.append(timed(f"{count} curves, switch of theme", rounds, switch))
    canvas.close()
    canvas.deleteLater()
    return figures


def reading(store: MemoryStore, rounds: int) -> list[Figure]:
    total = store.search.count("")
    ids = tuple(store.search.order("", limit=200).ids[:200].tolist())

    def lives(asked: Asked) -> Callable[[int], object]:
        return lambda _number: read_lives(store, asked, silent, CancelToken())

    return [
        timed("200 curves read", rounds, lives(Asked("", WHOLE, ids=ids))),
        timed(f"band of {total:,} read", rounds, lives(Asked("", WHOLE, whole_query=True))),
        timed("the first of the search read", rounds, lives(Asked("", WHOLE))),
        timed(f"strengths of {total:,} counted", rounds, lambda _number: store.search.strengths("")),
        timed(
            "strengths of a filter counted", rounds, lambda _number: store.search.strengths("kind:semantic")
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--lives", type=int, default=200)
    chosen = parser.parse_args()
    app = QApplication([])
    theme = ThemeSource(app, "light", scale=1.0)
    figures = drawing(theme, chosen.rounds, chosen.lives)
    with open_store(chosen.store, clock=FixedClock(NOW), read_only=True) as store:
        figures += reading(store, chosen.rounds)
    reference = max(figures[0].median, 1e-3)
    for figure in figures:
        ratio = figure.median / reference
        print(f"{figure.name:44} {figure.median:9.2f} ms   worst {figure.worst:9.2f}   × {ratio:8.0f}")


if __name__ == "__main__":
    main()
