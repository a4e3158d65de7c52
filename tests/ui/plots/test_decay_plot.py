"""The strength curve as values and as a plot: what it draws, reads and follows."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from engramma.model.clock import DAY, parse_iso
from engramma.model.memory import Category, Kind, Memory, Segment, State, Tier
from engramma.theory.forgetting import fades_at, strength
from engramma.ui.plots.decay_curve import DecayCurve, decay_curve
from engramma.ui.plots.decay_plot import DecayPlot
from engramma.ui.theme import ThemeSource, theme

NOW = parse_iso("2026-09-17T14:00:00Z")
BORN = NOW - 112 * DAY
LIFE = (
    Segment(BORN, 1.0, 7.0, "created", 1),
    Segment(BORN + 9 * DAY, 1.0, 7.0, "rehearsed", 2),
    Segment(BORN + 20 * DAY, 0.336, 60.0, "promoted", 3),
    Segment(BORN + 50 * DAY, 1.0, 60.0, "rehearsed", 4),
)


def memory(life: tuple[Segment, ...], *, pinned: bool = False, dormant: bool = False) -> Memory:
    return Memory(
        id=1,
        uid="01",
        text="A memory",
        kind=Kind.SEMANTIC,
        tier=Tier.LONG_TERM,
        category=Category.FACT,
        state=State.ACTIVE,
        pinned=pinned,
        importance=0.5,
        tags=(),
        created_at=BORN,
        updated_at=BORN,
        time_quality="exact",
        session_id=None,
        session_title="",
        recalls=2,
        last_recalled_at=None,
        fades_at=fades_at(life, 0.1),
        strength=strength(life, NOW),
        dormant=dormant,
        conflicted=False,
        person_edited=False,
        version=1,
        superseded_by=None,
        merged_into=None,
    )


@pytest.fixture
def curve() -> DecayCurve:
    return decay_curve(memory(LIFE), LIFE, now=NOW, threshold=0.1)


@pytest.fixture
def plot(qtbot: QtBot, theme_source: ThemeSource, curve: DecayCurve) -> DecayPlot:
    plot = DecayPlot()
    qtbot.addWidget(plot)
    plot.resize(316, 112)
    plot.set_curve(curve)
    plot.show()
    qtbot.waitExposed(plot)
    return plot


def test_the_curve_joins_past_and_future_today(curve: DecayCurve) -> None:
    assert curve.past_times[0] == BORN
    assert curve.past_times[-1] == curve.future_times[0] == NOW
    assert curve.past[-1] == curve.future[0] == pytest.approx(strength(LIFE, NOW))
    assert curve.fades_at is not None
    assert curve.end > curve.fades_at
    assert curve.at(curve.fades_at) == pytest.approx(0.1, abs=0.002)
    assert curve.at(BORN - DAY) is None
    assert [mark.at for mark in curve.rehearsals] == [LIFE[1].t0, LIFE[3].t0]
    assert [mark.reason for mark in curve.changes] == ["promoted"]
    assert curve.birth is not None
    assert curve.birth.strength == 1.0


def test_a_memory_that_never_fades_has_a_flat_future() -> None:
    still = (*LIFE, Segment(NOW - DAY, 1.0, None, "pinned", 9))
    curve = decay_curve(memory(still, pinned=True), still, now=NOW, threshold=0.1)
    assert curve.fades_at is None
    assert np.all(curve.future == 1.0)
    assert curve.end > NOW


def test_a_birth_to_come_is_drawn_as_just_begun() -> None:
    late = (Segment(NOW + 5 * DAY, 1.0, 7.0, "created", 1),)
    curve = decay_curve(memory(late), late, now=NOW, threshold=0.1)
    assert curve.future.size
    assert curve.past_times[0] >= NOW


def test_it_reads_value_and_date(plot: DecayPlot, curve: DecayCurve) -> None:
    assert plot.reading(NOW) == f"{strength(LIFE, NOW):.2f} on 17 Sep 2026"
    assert plot.reading(BORN - DAY) == ""
    heard: list[str] = []
    plot.hovered.connect(heard.append)
    box = plot.getPlotItem().getViewBox()
    middle = box.mapViewToScene(QPointF(NOW / 1_000_000, 0.5))
    plot.scene().sigMouseMoved.emit(middle)
    plot.scene().sigMouseMoved.emit(QPointF(-50, -50))
    assert heard[0].endswith("17 Sep 2026")
    assert heard[-1] == ""


def colours(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_it_is_drawn_in_the_colours_of_the_theme_and_follows_it(
    qtbot: QtBot, plot: DecayPlot, theme_source: ThemeSource
) -> None:
    for mode in ("light", "dark", "light"):
        theme_source.set_mode(mode)
        qtbot.wait(20)
        shown = colours(plot.to_image(316, 112, ratio=2.0))
        tokens = theme().tokens
        for wanted in (tokens.base, tokens.long_term, tokens.danger):
            assert QColor(wanted).name() in shown, (mode, wanted)


def test_the_picture_for_export_has_its_own_size(plot: DecayPlot) -> None:
    image = plot.to_image(600, 200, ratio=2.0)
    assert (image.width(), image.height()) == (1200, 400)
    assert plot.width() == 316


def test_nothing_is_drawn_for_nothing(plot: DecayPlot) -> None:
    plot.set_curve(None)
    assert plot.reading(NOW) == ""
    assert colours(plot.to_image(100, 60)) != set()
    assert plot.focusPolicy() == Qt.FocusPolicy.NoFocus
