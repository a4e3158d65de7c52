"""Turns the figures of a store into what the plots draw. Pure: figures in, figures of plots out."""

from __future__ import annotations

from engramma.model.overview import Course, MemoryFigures, RecallCounts, Retention, Tally
from engramma.model.search import FIELDS
from engramma.ui.plots.bars import BarFigure
from engramma.ui.plots.lines import LineFigure
from engramma.ui.plots.plot_legend import Entry
from engramma.ui.plots.plot_values import Look, Rule, Series
from engramma.ui.plots.row_bars import BarRow, Part, RowFigure

OTHERS = "others"
SHORT, LONG, DORMANT = "short_term", "long_term", "dormant"
LOOKS = (("accent", Look.PLAIN), ("short_term", Look.HATCHED), ("text_muted", Look.DOTTED))
LONGEST_RULE = 26

GROWTH_LEGEND = (
    Entry("kept", "accent", line=True),
    Entry("ever made", "text_secondary", Look.HATCHED, line=True),
)
TIER_LEGEND = (Entry("short", SHORT), Entry("long", LONG), Entry("dormant", "text", line=True))
THING_LEGEND = (Entry("long", LONG), Entry("short", SHORT, Look.HATCHED))
RETENTION_LEGEND = (
    Entry("strong", "accent"),
    Entry("weak", "warning", Look.HATCHED),
    Entry("dormant", "text_muted", Look.DOTTED),
)


def growth_figure(figures: MemoryFigures) -> LineFigure:
    """Lines of what was ever made and of what was kept, with the largest import."""
    course = figures.course
    rules = tuple(Rule(mark.at, _cut(mark.label)) for mark in figures.imports)
    series = (
        Series("kept", "kept", "accent", course.kept, area=True),
        Series("made", "ever made", "text_secondary", course.made, look=Look.HATCHED),
    )
    return LineFigure(course.at, series, rules=rules)


def tiers_figure(course: Course) -> LineFigure:
    """Areas of the tiers on each other, and a line of what was dormant."""
    return LineFigure(
        course.at,
        (Series(LONG, "long", LONG, course.long_term), Series(SHORT, "short", SHORT, course.short_term)),
        over=(Series(DORMANT, "dormant", "text", course.dormant),),
        stacked=True,
        pickable=True,
    )


def recalls_figure(counts: RecallCounts) -> BarFigure:
    """Bars a day by who asked: the two busiest, and the others together."""
    named = counts.by_actor[:2] if len(counts.by_actor) > 3 else counts.by_actor[:3]
    rest = counts.by_actor[len(named) :]
    parts = list(named)
    if rest:
        parts.append((OTHERS, tuple(sum(day) for day in zip(*(days for _actor, days in rest), strict=True))))
    series = tuple(
        Series(actor, actor_words(actor), token, days, look=look)
        for (actor, days), (token, look) in zip(parts, LOOKS, strict=False)
    )
    return BarFigure(counts.stops, series, noun="recalls")


def recalls_legend(counts: RecallCounts) -> tuple[Entry, ...]:
    """Who is which."""
    return tuple(Entry(one.name, one.token, one.look) for one in recalls_figure(counts).series)


def retention_figure(retention: Retention) -> BarFigure:
    """Bars of shares: how strong what was recalled still was."""
    parts = (retention.strong, retention.weak, retention.dormant)
    sums = [sum(period) for period in zip(*parts, strict=True)]
    series = tuple(
        Series(
            entry.name,
            entry.name,
            entry.token,
            tuple(100 * one / whole if whole else None for one, whole in zip(part, sums, strict=True)),
            look=entry.look,
        )
        for entry, part in zip(RETENTION_LEGEND, parts, strict=True)
    )
    return BarFigure(retention.stops, series, unit="%", top=100, head="From")


def categories_figure(tallies: tuple[Tally, ...]) -> RowFigure:
    """A bar a category."""
    rows = tuple(BarRow(tally.name, _category(tally.name), (tally.total,)) for tally in tallies)
    return RowFigure((Part("memories", "accent"),), rows, head="Category")


def things_figure(tallies: tuple[Tally, ...]) -> RowFigure:
    """A bar a thing, by tier."""
    rows = tuple(BarRow(tally.name, tally.name, (tally.long_term, tally.short_term)) for tally in tallies)
    return RowFigure((Part("long", LONG), Part("short", SHORT, Look.HATCHED)), rows, head="Thing")


def actor_words(actor: str) -> str:
    """Who asked, in a word."""
    known = {"cli": "command line", "person": "you", "worker": "worker"}
    return known.get(actor, actor.removeprefix("agent:"))


def _category(name: str) -> str:
    listed = FIELDS["category"].choice(name)
    return name if listed is None else listed.label


def _cut(label: str) -> str:
    return label if len(label) <= LONGEST_RULE else f"{label[: LONGEST_RULE - 1].rstrip()}…"
