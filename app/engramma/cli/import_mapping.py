"""`import --map-kind` and `--map-tier`: which kinds and tiers memories get, and what a file's words became.

Only words and tables; reads and writes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from engramma.cli.arguments import KINDS, TIERS
from engramma.cli.documents import Document
from engramma.cli.plain import one_line
from engramma.cli.tables import Column, table_lines
from engramma.model.import_choice import FileChoice
from engramma.model.import_outlook import FileOutlook

Pair = tuple[str, str]
_LISTED = 20


class PairType(click.ParamType[Pair]):
    """FROM=TO, where TO (and FROM, if `known`) is one of a few words."""

    name = "FROM=TO"

    def __init__(self, words: click.Choice[str], *, known: bool) -> None:
        self._words, self._known = words, known

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Pair:
        """The pair."""
        if isinstance(value, tuple):
            return value
        source, sign, target = str(value).rpartition("=")
        if not sign or not source:
            self.fail(f"{value!r} is no pair. Write FROM=TO.", param, ctx)
        if self._known:
            source = self._words.convert(source, param, ctx)
        return source, self._words.convert(target, param, ctx)


KIND_PAIR = PairType(KINDS, known=False)
TIER_PAIR = PairType(TIERS, known=True)


def choice_of(kinds: Sequence[Pair], tiers: Sequence[Pair]) -> FileChoice:
    """What was asked for, for every file; of two pairs for one word the later one counts."""
    choice = FileChoice()
    for word, kind in kinds:
        choice = choice.with_kind(word, kind)
    for tier, other in tiers:
        choice = choice.with_tier(tier, other)
    return choice


def unmet(choice: FileChoice, outlooks: Mapping[str, FileOutlook]) -> tuple[str, ...]:
    """A sentence for each word of the choice that none of the files has."""
    words = {word for outlook in outlooks.values() for word, _kind, _count in outlook.words()}
    tiers = {tier for outlook in outlooks.values() for tier, _count in outlook.tiers()}
    there = f" Here are {', '.join(sorted(map(one_line, words)))}." if words else ""
    return (
        *(
            f"No new memory is called {one_line(word)}.{there}"
            for word, _kind in choice.kinds
            if word not in words
        ),
        *(f"No new memory is read as {tier}." for tier, _other in choice.tiers if tier not in tiers),
    )


def mapping_document(outlook: FileOutlook, choice: FileChoice) -> Document:
    """What the words and tiers of one file become, with counts of new memories."""
    return {
        "kinds": [
            {"from": word, "read_as": kind, "to": choice.kind_of(word, kind), "count": count}
            for word, kind, count in outlook.words()
        ],
        "tiers": [
            {"from": tier, "to": choice.tier_of(tier), "count": count} for tier, count in outlook.tiers()
        ],
    }


def mapping_lines(outlooks: Mapping[str, FileOutlook], choice: FileChoice, *, width: int) -> Iterator[str]:
    """The same for a person, of all files together; nothing without new memories."""
    kinds: Counter[tuple[str, str]] = Counter()
    tiers: Counter[str] = Counter()
    for outlook in outlooks.values():
        for word, kind, count in outlook.words():
            kinds[word, kind] += count
        for tier, count in outlook.tiers():
            tiers[tier] += count
    rows = [
        ("kind", one_line(word), f"{count:,}", choice.kind_of(word, kind))
        for (word, kind), count in kinds.most_common()
    ]
    more = len(rows) - _LISTED
    rows = rows[:_LISTED] + [
        ("tier", tier, f"{count:,}", choice.tier_of(tier)) for tier, count in tiers.most_common()
    ]
    if not rows:
        return
    yield from table_lines(
        (Column("NEW"), Column("CALLED", stretch=True), Column("COUNT", right=True), Column("COMES IN AS")),
        rows,
        width=width,
    )
    if more > 0:
        yield f"… and {more:,} more kinds: --json lists all, with any --map-kind or --map-tier"
