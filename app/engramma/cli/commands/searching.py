"""`search`: finds memories by the language of the search line."""

from __future__ import annotations

from typing import Any

import click

from engramma.cli.documents import memory_item
from engramma.cli.failures import queries_explained
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.moments import distance
from engramma.cli.plain import one_line
from engramma.cli.tables import Column, table_lines
from engramma.model.memory import Memory, State
from engramma.model.search import Sort, SortKey

_LIMIT = 100
_ASCENDING = frozenset({SortKey.FADES, SortKey.TEXT, SortKey.SESSION, SortKey.TIER, SortKey.KIND})


class SortType(click.ParamType[Sort]):
    """A key, in its usual direction or with `:asc` or `:desc`."""

    name = "KEY"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sort:
        if isinstance(value, Sort):
            return value
        word, _, direction = str(value).lower().partition(":")
        keys = [key.value for key in SortKey]
        if word not in keys or direction not in ("", "asc", "desc"):
            self.fail(f"{value!r}: choose {', '.join(keys)}, and :asc or :desc after it.", param, ctx)
        key = SortKey(word)
        return Sort(key, descending=direction != "asc" if direction else key not in _ASCENDING)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="QUERY", nargs=-1)
@click.option("--sort", type=SortType(), default="newest", show_default=True, help="By what to order.")
@click.option(
    "--limit", type=click.IntRange(min=0), default=_LIMIT, show_default=True, help="How many at most; 0: all."
)
@click.option(
    "--offset", type=click.IntRange(min=0), default=0, show_default=True, help="Leave out the first so many."
)
@data_command
def search(call: Invocation, words: tuple[str, ...], *, sort: Sort, limit: int, offset: int) -> None:
    """Find memories.

    QUERY is what the search line takes: words, "phrases", fields such as tier:short kind:semantic -tag:tmp
    importance:>0.7 fades:<7d is:pinned created:2026-03..2026-04, OR and parentheses. Without one, all active ones.
    """
    for word in words:
        if word.startswith("--"):
            raise click.NoSuchOption(word, ctx=click.get_current_context())
    query = " ".join(words)
    with queries_explained(query), call.reading() as store:
        found = store.search.order(query, sort=sort, limit=offset + limit if limit else None)
        total = len(found.ids) if found.total_known else store.search.count(query)
        ids = [int(memory_id) for memory_id in found.ids[offset:]]
        memories = [line.memory for line in store.memories.page(ids)]
    if call.console.as_json:
        call.console.document({"query": query, "total": total, "items": [memory_item(m) for m in memories]})
        return
    if not memories:
        call.console.lines([f"Only {total:,} fit." if total else "No memory fits."])
        return
    now = call.clock.now()
    heads, *rows = table_lines(
        [
            Column("ID", right=True),
            Column("TIER"),
            Column("KIND"),
            Column("STRENGTH", right=True),
            Column("FADES IN", right=True),
            Column("TEXT", stretch=True),
            Column("TAGS", most=min(24, call.console.width // 6)),
        ],
        [_row(memory, now=now) for memory in memories],
        width=call.console.width,
    )
    more = total - offset - len(memories)
    last = f"{total:,} found" + (f", {more:,} more: --offset {offset + len(memories)}" if more > 0 else "")
    call.console.lines([call.console.heading(heads), *rows, call.console.faint(last)])


def _row(memory: Memory, *, now: int) -> list[str]:
    state = "" if memory.state is State.ACTIVE else f"({memory.state.value}) "
    return [
        memory.label,
        memory.tier.value.removesuffix("_term"),
        memory.kind.value,
        "pinned" if memory.pinned else f"{memory.strength:.2f}",
        distance(memory.fades_at, now=now),
        state + one_line(memory.text[:2_000]),
        one_line(", ".join(memory.tags)),
    ]
