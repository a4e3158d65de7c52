"""What each part of the flow says, and what a click on it asks for: a search that finds just that. Free of Qt."""

from __future__ import annotations

from engramma.model.flow import LOSSES, Moved, Stock, Stream, TierFlow
from engramma.model.records import dataclass

SHORT, LONG = "short_term", "long_term"
TITLES = {"sensory": "Sensory", SHORT: "Short-term", LONG: "Long-term"}
LOST = {Stream.DORMANT: "fell asleep", Stream.SUPERSEDED: "superseded", Stream.TRASHED: "moved to the Trash"}


@dataclass(frozen=True, slots=True)
class Aim:
    """A part of the flow: its words and number, and where a click on it leads.

    `query` is a search text; with `stream` the memories that moved in it from `start` up to `end` (UTC µs) are
    searched for by id, and `query` only when they are too many; `view` is opened otherwise.
    """

    key: str
    words: str
    count: int
    query: str = ""
    stream: Stream | None = None
    view: str = ""
    start: int = 0
    end: int = 0

    @property
    def sentence(self) -> str:
        """ "Kept by the attention gate: 58"."""
        return f"{self.words}: {self.count:,}"


def span_words(flow: TierFlow) -> str:
    """ "in the last 30 days", "since the beginning"."""
    return "since the beginning" if flow.days is None else f"in the last {flow.days} days"


def aims_of(flow: TierFlow) -> dict[str, Aim]:
    """Every part by its key, in the order in which the keyboard goes through them."""
    when = span_words(flow)
    found = [*_stock(flow.stock), *_moved(flow, when), *_away(flow.stock)]
    order = {key: place for place, key in enumerate(ORDER)}
    return {aim.key: aim for aim in sorted(found, key=lambda aim: order.get(aim.key, len(order)))}


ORDER = (
    "events",
    "sensory",
    "unjudged",
    "kept",
    "dropped",
    "written",
    SHORT,
    f"{SHORT}.fading",
    f"{SHORT}.dormant",
    "promoted",
    "demoted",
    LONG,
    f"{LONG}.fading",
    f"{LONG}.dormant",
    f"{LONG}.pinned",
    "expired",
    f"{SHORT}.lost.dormant",
    f"{LONG}.lost.dormant",
    "dormant",
    "revived",
    f"{SHORT}.lost.superseded",
    f"{LONG}.lost.superseded",
    "superseded",
    f"{SHORT}.lost.trashed",
    f"{LONG}.lost.trashed",
    "trashed",
    "purged",
)


def _stock(stock: Stock) -> list[Aim]:
    found = [
        Aim("sensory", "Sensory: events", stock.events, "tier:sensory"),
        Aim("unjudged", "Events that wait for the gate", stock.unjudged, view="sessions"),
    ]
    for tier, name in ((SHORT, "short"), (LONG, "long")):
        holds, title = stock.tier(tier), TITLES[tier]
        found += [
            Aim(tier, f"{title} memories", holds.total, f"tier:{name}"),
            Aim(f"{tier}.fading", f"{title}, fade within 7 days", holds.fading, f"tier:{name} fades:<7d"),
            Aim(f"{tier}.dormant", f"{title}, dormant", holds.dormant, f"tier:{name} is:dormant"),
        ]
    found.append(Aim(f"{LONG}.pinned", "Long-term, pinned", stock.long_term.pinned, "tier:long is:pinned"))
    return found


def _away(stock: Stock) -> list[Aim]:
    return [
        Aim("expired", "Expired events; their quotes stay", stock.expired, view="activity"),
        Aim("dormant", "Dormant memories", stock.dormant, "is:dormant"),
        Aim("superseded", "Superseded memories", stock.superseded, "is:superseded"),
        Aim("trashed", "In the Trash", stock.trashed, "is:trashed"),
        Aim("purged", "Purges, erased for good", stock.purges, view="activity"),
    ]


def _moved(flow: TierFlow, when: str) -> list[Aim]:
    moved = flow.moved

    def aim(key: str, words: str, stream: Stream, query: str, *, tier: str = "") -> Aim:
        count = moved.count(stream, tier)
        return Aim(key, f"{words} {when}", count, query, stream, start=flow.start, end=flow.end)

    found = [
        Aim("events", f"Events said or done {when}", moved.events, view="sessions"),
        Aim("dropped", f"Events that the gate dropped {when}", moved.dropped, view="sessions"),
        aim("kept", "Kept by the attention gate", Stream.KEPT, "state:any has:quote"),
        aim("written", "Written, imported or corrected", Stream.WRITTEN, "state:any"),
        aim("promoted", "Promoted to long-term", Stream.PROMOTED, "is:promoted"),
        aim("demoted", "Moved back to short-term", Stream.DEMOTED, "tier:short"),
        aim("revived", "Woke up when they were recalled", Stream.REVIVED, "recalled:>0"),
    ]
    for tier, name in ((SHORT, "short"), (LONG, "long")):
        for stream in LOSSES:
            key = f"{tier}.lost.{stream.value}"
            words = f"{TITLES[tier]}, {LOST[stream]}"
            found.append(aim(key, words, stream, f"tier:{name} is:{stream.value}", tier=tier))
    return found


def how_rows(moved: Moved, *, most: int) -> tuple[tuple[str, int], ...]:
    """By what memories were promoted, the most frequent first; the rest in one row."""
    if len(moved.hows) <= most:
        return moved.hows
    rest = sum(count for _how, count in moved.hows[most - 1 :])
    return (*moved.hows[: most - 1], ("otherwise", rest))
