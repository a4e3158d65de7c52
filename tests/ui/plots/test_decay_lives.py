"""Curves of random lives are the closed form, whatever is supposed; and what handles, spans and looks make of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from tests.ui.plots.test_decay_plot import LIFE, memory
from tests.ui.window_on_store import Stocked, stocked

from engramma.model.clock import DAY, HOUR, parse_iso
from engramma.model.memory import Kind, Memory, Segment, State, Tier
from engramma.model.policy import DEFAULT_POLICY
from engramma.ui.plots.decay_area import HALF_YEAR, MONTH, WHOLE, DecayArea, shown_span
from engramma.ui.plots.decay_band import SHARES, decay_band
from engramma.ui.plots.decay_colours import looks_of
from engramma.ui.plots.decay_curve import decay_curve, life_line
from engramma.ui.plots.decay_handles import Handle, dragged, hit, places
from engramma.ui.plots.decay_scene import DecayScene, band_reading, reading
from engramma.ui.plots.decay_table import decay_table
from engramma.ui.plots.decay_what_if import Life, WhatIf, half_life_through, life_of, suppose
from engramma.ui.plots.plot_values import Moment
from engramma.ui.theme import Metrics

__all__ = ["stocked"]

NOW = parse_iso("2026-09-17T14:00:00Z")
AS_IT_IS = WhatIf(DEFAULT_POLICY, DEFAULT_POLICY)
REASONS = ("rehearsed", "promoted", "corrected", "edited", "pinned", "revived", "demoted", "merged")


def random_life(random: Random) -> tuple[Segment, ...]:
    at = NOW - random.randrange(2 * HOUR, 900 * DAY)
    parts = [Segment(at, 1.0, random.choice((7.0, 60.0)), "created", 1)]
    for number in range(random.randrange(12)):
        at += random.randrange(0, 60 * DAY)
        if at > NOW:
            break
        half_life = random.choice((0.25, 7.0, 60.0, 365.0, None))
        parts.append(Segment(at, random.uniform(0.05, 1.0), half_life, random.choice(REASONS), number + 2))
    return tuple(parts)


def told_by_the_model(life: tuple[Segment, ...], at: int) -> float:
    """memory-model.md, section 2, written down once more: the last segment with t0 not after `at`."""
    newest = [segment for segment in life if segment.t0 <= at][-1]
    if newest.half_life is None:
        return 1.0
    return min(1.0, max(0.0, newest.s0 * 2.0 ** -(max(0, at - newest.t0) / (newest.half_life * DAY))))


def test_the_curve_is_the_closed_form_at_a_thousand_random_times_of_random_lives() -> None:
    random = Random(7)
    for _ in range(20):
        life = random_life(random)
        curve = decay_curve(memory(life), life, now=NOW, threshold=0.1, end=NOW + 500 * DAY)
        moments = [random.randrange(life[0].t0, NOW + 500 * DAY) for _ in range(1_000)]
        wanted = np.array([told_by_the_model(life, at) for at in moments])
        assert np.array([curve.at(at) for at in moments]) == pytest.approx(wanted, abs=1e-12)
        # What is painted are straight lines between these points: never further away than a tenth of a pixel.
        times = np.concatenate((curve.past_times, curve.future_times))
        drawn = np.interp(moments, times, np.concatenate((curve.past, curve.future)))
        assert np.abs(drawn - wanted).max() < 0.001
        assert times.size < 500 + 90 * len(life)


def test_the_curve_is_what_the_engine_says_at_a_thousand_times_to_come(stocked: Stocked) -> None:
    store, clock, random = stocked.store, stocked.clock, Random(3)
    ids = (stocked.verify, stocked.cents, stocked.never_log, stocked.outage, *stocked.notes)
    now, threshold = clock.now(), store.policy().retrieval_threshold
    curves = {
        line.memory.id: decay_curve(
            line.memory, line.segments, now=now, threshold=threshold, end=now + 400 * DAY
        )
        for line in store.memories.page(ids)
    }
    compared = 0
    for _ in range(25):
        clock.instant = now + random.randrange(400 * DAY)
        for line in store.memories.page(ids):
            assert curves[line.memory.id].at(clock.instant) == pytest.approx(line.memory.strength, abs=1e-12)
            compared += 1
    assert compared >= 1_000


def life(
    segments: tuple[Segment, ...] = LIFE, *, number: int = 1, tier: Tier = Tier.LONG_TERM, **changes: object
) -> Life:
    made: Memory = replace(memory(segments), id=number, tier=tier, **changes)  # type: ignore[arg-type]
    return life_of(made, segments, now=NOW, threshold=0.1, end=NOW + 400 * DAY)


def test_a_supposition_is_another_life_of_the_same_closed_form() -> None:
    one = life()
    assert suppose(one, AS_IT_IS, now=NOW) is None

    rehearsed = suppose(one, replace(AS_IT_IS, rehearse_in=10), now=NOW)
    assert rehearsed is not None
    assert rehearsed.at(NOW + 9 * DAY) == one.curve.at(NOW + 9 * DAY)
    assert rehearsed.at(NOW + 70 * DAY) == pytest.approx(0.5)
    assert rehearsed.fades_at == pytest.approx(NOW + (10 + 60 * np.log2(10)) * DAY, abs=2)

    pinned = suppose(one, replace(AS_IT_IS, pin=True), now=NOW)
    assert pinned is not None
    assert (pinned.fades_at, pinned.at(NOW + 300 * DAY)) == (None, 1.0)

    both = suppose(one, replace(AS_IT_IS, pin=True, rehearse_in=10), now=NOW)
    assert both is not None
    assert both.segments == pinned.segments, "the pin holds"

    slower = replace(AS_IT_IS, policy=DEFAULT_POLICY.with_values({"long_term_half_life": 90.0}))
    supposed = suppose(one, slower, now=NOW)
    assert supposed is not None
    assert supposed.at(LIFE[-1].t0 + 90 * DAY) == pytest.approx(0.5)
    assert [s.half_life for s in supposed.segments[:-1]] == [s.half_life for s in LIFE[:-1]], (
        "closed ones stay"
    )

    higher = replace(AS_IT_IS, policy=DEFAULT_POLICY.with_values({"retrieval_threshold": 0.5}))
    sooner = suppose(one, higher, now=NOW)
    assert sooner is not None
    assert not sooner.fades_otherwise
    assert sooner.fades_at == LIFE[-1].t0 + 60 * DAY

    never = (*LIFE, Segment(NOW - DAY, 1.0, None, "pinned", 9))
    for untouched in (life(never, pinned=True), life(never, kind=Kind.PROCEDURAL), life(state=State.TRASHED)):
        assert suppose(untouched, replace(AS_IT_IS, pin=True), now=NOW) is None
    away = life(state=State.TRASHED)
    assert away.curve.fades_at is None
    assert suppose(away, higher, now=NOW) is None, "what is put away falls below no threshold"


def test_handles_stand_on_the_curve_and_ask_for_what_they_are_dragged_to() -> None:
    one = life()
    area = DecayArea.within(800, 300, start=NOW - 100 * DAY, end=NOW + 300 * DAY, metrics=Metrics())
    found = places(area, AS_IT_IS, current=one, supposed=None, now=NOW, held=None)
    assert set(found) == set(Handle)
    for handle, at in found.items():
        assert hit(found, at + QPointF(9, -9), scale=1.0) is handle, "24 px can be hit"
    assert hit(found, QPointF(300, 120), scale=1.0) is None
    at = found[Handle.HALF_LIFE]
    assert area.strength(at.y()) == pytest.approx(one.curve.at(area.moment(at.x())), abs=1e-3)

    def ask(handle: Handle, to: QPointF) -> tuple[str, float]:
        tried = dragged(handle, to, area, current=one, supposed=None, now=NOW)
        assert tried is not None
        return tried.field, tried.value

    assert ask(Handle.THRESHOLD, QPointF(700, area.y(0.3))) == ("retrieval_threshold", pytest.approx(0.3))
    assert ask(Handle.REHEARSE, QPointF(area.x(NOW + 33 * DAY), 0)) == ("rehearse", 33.0)
    assert ask(Handle.REHEARSE, QPointF(0, 0)) == ("rehearse", 0.0)
    there = QPointF(area.x(LIFE[-1].t0 + 200 * DAY), area.y(0.25))
    assert ask(Handle.HALF_LIFE, there) == ("long_term_half_life", pytest.approx(100.0, rel=0.01))
    assert half_life_through(LIFE[-1], moment=LIFE[-1].t0 + 90 * DAY, wanted=0.5) == pytest.approx(90.0)
    pinned = replace(AS_IT_IS, pin=True)
    held = places(area, pinned, current=life(pinned=True), supposed=None, now=NOW, held=None)
    assert set(held) == {Handle.THRESHOLD}


def test_spans_looks_words_and_the_table_behind() -> None:
    assert shown_span([NOW - 9 * DAY], [None], kind=MONTH, now=NOW) == (NOW - 30 * DAY, NOW + 31 * DAY)
    start, end = shown_span([NOW - 300 * DAY], [NOW + 100 * DAY], kind=WHOLE, now=NOW)
    assert start < NOW - 300 * DAY
    assert end > NOW + 100 * DAY
    assert shown_span([], [], kind=HALF_YEAR, now=NOW)[0] < NOW

    few = [
        life(number=n, tier=tier) for n, tier in enumerate((Tier.LONG_TERM, Tier.LONG_TERM, Tier.SHORT_TERM))
    ]
    looks = looks_of(few)
    assert [look.number for look in looks] == [1, 2, 3]
    assert len({look.token for look in looks}) == 3
    assert (looks[0].token, looks[2].token) == ("long_term", "short_term")
    assert looks_of(few[:1])[0].number == 0
    assert {look.token for look in looks_of(few * 3)} == {"long_term", "short_term"}

    one = few[0]
    assert reading(one, LIFE[1].t0, near=HOUR) == "1.00 on 6 Jun 2026, rehearsed"
    assert reading(one, LIFE[0].t0 - DAY, near=0) == "not there yet on 27 May 2026"
    supposed = suppose(one, replace(AS_IT_IS, pin=True), now=NOW)
    assert supposed is not None
    assert reading(one, NOW + DAY, near=0, supposed=supposed).endswith("2026, what if 1.00")
    scene = DecayScene((one,), looks[:1], None, DEFAULT_POLICY, NOW, start, end)
    rows = decay_table(scene, {one.id: supposed}).rows
    assert [row[2] for row in rows] == [
        "created", "rehearsed", "promoted", "rehearsed", "today", "falls below the threshold",
        "what if: never falls below the threshold",
    ]  # fmt: skip
    assert rows[0][:2] == (one.memory.label, Moment(LIFE[0].t0))


def test_the_band_holds_the_shares_of_the_lives() -> None:
    random = Random(11)
    lives = [random_life(random) for _ in range(60)]
    band = decay_band(lives, start=NOW - 1_000 * DAY, end=NOW + 100 * DAY, total=6_000)
    assert (band.drawn_from, band.total) == (60, 6_000)
    assert band.born[0] == 0
    assert np.isnan(band.levels[:, 0]).all()
    assert band_reading(band, NOW - 999 * DAY).startswith("none there yet")
    last = [told_by_the_model(one, int(band.times[-1])) for one in lives]
    assert band.levels[:, -1] == pytest.approx(np.quantile(last, SHARES))
    assert band_reading(band, NOW + 50 * DAY).startswith("half of them ")
    assert life_line(lives[0], start=NOW, end=NOW - DAY)[0].size == 0
