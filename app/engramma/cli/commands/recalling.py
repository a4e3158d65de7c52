"""`recall` and `context`: asks the memory as an agent would, and fills a working context for a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from engramma.cli.documents import Document
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.moments import InstantType, day, exact
from engramma.cli.plain import one_line, visible
from engramma.cli.tables import Column, table_lines
from engramma.model.errors import InvalidValueError
from engramma.model.memory import Kind
from engramma.model.recall import (
    PART_WORDS,
    ContextItem,
    ItemType,
    NearMiss,
    OtherSide,
    RecallHit,
    RecallResult,
    RecallScope,
    WorkingContext,
)

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

_HITS = 10
_BUDGET = 2_000
_PATIENCE = 2.0
_KINDS = [kind.value for kind in Kind]


@click.command()
@click.argument("words", metavar="QUESTION", nargs=-1, required=True)
@click.option(
    "-k", "limit", type=click.IntRange(1, 500), default=_HITS, show_default=True, help="Hits at most."
)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(_KINDS), help="Only this kind.")
@click.option(
    "--tier", "tiers", multiple=True, type=click.Choice(["sensory", "short", "long", "short_term", "long_term"]),
    help="Only this tier; events are sensory.",
)  # fmt: skip
@click.option("--tag", "tags", multiple=True, metavar="T", help="Only memories with this tag.")
@click.option("--session", "session", metavar="ID", help="Only from this session.")
@click.option("--since", type=InstantType(), help="Only what was said from this time on.")
@click.option("--until", type=InstantType(), help="Only what was said up to this time.")
@click.option("--budget", type=click.IntRange(min=1), metavar="TOKENS", help="Send no more than fits.")
@click.option("--memories-only", is_flag=True, help="Leave out events.")
@click.option("--lexical", is_flag=True, help="Go by words alone, without vectors.")
@click.option("--rehearse", is_flag=True, help="Record the recall and rehearse its first five memories.")
@data_command
def recall(
    call: Invocation,
    words: tuple[str, ...],
    *,
    limit: int,
    kinds: tuple[str, ...],
    tiers: tuple[str, ...],
    tags: tuple[str, ...],
    session: str | None,
    since: int | None,
    until: int | None,
    budget: int | None,
    memories_only: bool,
    lexical: bool,
    rehearse: bool,
) -> None:
    """Ask the memory a question: the best hits with what speaks for them, and what nearly came.

    Changes nothing, unless told to rehearse.
    """
    question = " ".join(words)
    with call.writing() if rehearse else call.reading() as store:
        ready = not lexical and _is_ready(store)
        scope = RecallScope(
            kinds=kinds,
            tiers=tuple(tier if tier == "sensory" or "_" in tier else f"{tier}_term" for tier in tiers),
            tags=tags,
            session_id=store.sessions.resolve(session) if session else None,
            since=since,
            until=until,
            memories_only=memories_only,
        )
        result = store.recall.ask(
            question,
            limit=limit,
            scope=scope,
            rehearse=rehearse,
            budget=budget,
            lexical=not ready,
            patience=_PATIENCE,
        )
        notice = result.notice or ("" if lexical or ready else _notice(store))
    if call.console.as_json:
        call.console.document(recall_document(result, notice=notice))
        return
    if notice:
        call.console.note(notice)
    if not result.hits:
        call.console.lines(["Nothing came."])
        return
    _print(call, result)


@click.command()
@click.argument("words", metavar="[QUESTION]", nargs=-1)
@click.option(
    "--budget", type=click.IntRange(min=1), default=_BUDGET, show_default=True, metavar="TOKENS",
    help="The context has at most so many tokens.",
)  # fmt: skip
@click.option("--session", "session", metavar="ID", help="The session that is going on.")
@data_command
def context(call: Invocation, words: tuple[str, ...], *, budget: int, session: str | None) -> None:
    """Fill a working context within a budget, as ready text for a prompt.

    Pinned memories come first, then what QUESTION recalls, then what counts most.
    """
    question = " ".join(words)
    with call.reading() as store:
        ready = not question or _is_ready(store)
        filled = store.recall.context(
            question,
            budget=budget,
            session_id=store.sessions.resolve(session) if session else None,
            patience=_PATIENCE if ready else 0.0,
        )
    if call.console.as_json:
        call.console.document(context_document(filled))
        return
    if filled.notice:
        call.console.note(filled.notice)
    if not filled.items:
        raise InvalidValueError(f"Nothing fits into {budget:,} tokens.", hint="Give it a larger --budget.")
    call.console.lines(visible(filled.text).rstrip("\n").split("\n"))
    call.console.note(
        f"{filled.tokens:,} of {budget:,} tokens{'' if filled.tokens_exact else ' (estimated)'}, "
        f"{len(filled.items):,} taken, {len(filled.left_out):,} did not fit."
    )


def _is_ready(store: MemoryStore) -> bool:
    """Whether the model answers at once; if not it begins to load, for the next time. Needs vectors to be of use."""
    embedding = store.embedding
    return embedding.matrix().model is not None and embedding.embedder.ready()


def _notice(store: MemoryStore) -> str:
    from engramma.engine.embedding.embedding import NOTHING_EMBEDDED

    why = store.embedding.why_by_words()
    if why == NOTHING_EMBEDDED:
        return f"{why} Run engramma embed."
    return why or "The model is still loading, so this went by words alone."


def recall_document(result: RecallResult, *, notice: str = "") -> Document:
    """The answer of `recall --json`."""
    return {
        "query": result.query,
        "now": exact(result.now),
        "mode": result.mode.value,
        "hits": [_hit(hit) for hit in result.hits],
        "misses": [_miss(miss) for miss in result.misses],
        "tokens": result.tokens,
        "tokens_exact": result.tokens_exact,
        "notice": notice or None,
        "recall": result.recall_id,
    }


def _hit(hit: RecallHit) -> Document:
    memory = hit.type is ItemType.MEMORY
    return {
        "type": hit.type.value,
        "id": hit.uid,
        "label": hit.label,
        "text": hit.text,
        "kind": hit.kind or None,
        "tier": hit.tier,
        "score": hit.score,
        "strength": round(hit.strength, 6) if memory else None,
        "parts": dict(hit.parts.items()),
        "session": hit.session_uid or None,
        "event": hit.event_uid or None,
        "conflict": _side(hit.conflicts[0]) if hit.conflicts else None,
        "supersedes": hit.supersedes[0].uid if hit.supersedes else None,
        "dormant": hit.dormant,
        "at": exact(hit.at),
        "speaker": hit.speaker or None,
        "role": hit.role or None,
        "count": hit.count,
        "tokens": hit.tokens,
    }


def _side(side: OtherSide) -> Document:
    return {"id": side.uid, "label": f"M-{side.id}", "text": side.text, "created_at": exact(side.created_at)}


def _miss(miss: NearMiss) -> Document:
    return {**_hit(miss.hit), "lacked": miss.lacked, "short": miss.short}


def context_document(filled: WorkingContext) -> Document:
    """The answer of `context --json`."""
    return {
        "budget": filled.budget,
        "tokens": filled.tokens,
        "tokens_exact": filled.tokens_exact,
        "mode": filled.mode.value,
        "notice": filled.notice or None,
        "items": [_item(item) for item in filled.items],
        "left_out": [_item(item) for item in filled.left_out],
        "text": filled.text,
    }


def _item(item: ContextItem) -> Document:
    return {
        "id": item.uid,
        "type": item.type.value,
        "label": item.label,
        "text": item.text,
        "tokens": item.tokens,
        "score": item.score,
        "why": item.why,
        "at": exact(item.at),
    }


def _print(call: Invocation, result: RecallResult) -> None:
    heads, *rows = table_lines(
        [
            Column("SCORE", right=True),
            Column("ID", right=True),
            Column("TIER"),
            Column("SAID"),
            Column("TEXT", stretch=True),
            Column("BECAUSE OF", most=34),
        ],
        [_row(hit) for hit in result.hits],
        width=call.console.width,
    )
    hits = "1 hit" if len(result.hits) == 1 else f"{len(result.hits):,} hits"
    last = f"{hits}, {result.tokens:,} tokens, {result.mode.value}"
    near = [
        f"nearly: {miss.hit.label}, lacked {PART_WORDS.get(miss.lacked, miss.lacked)} ({miss.short:.2f} short): "
        f"{one_line(miss.hit.text[:80])}"
        for miss in result.misses[:3]
    ]
    call.console.lines([call.console.heading(heads), *rows, *map(call.console.faint, [*near, last])])


def _row(hit: RecallHit) -> list[str]:
    marks = [
        *(["dormant"] if hit.dormant else []),
        *([f"disputed by M-{hit.conflicts[0].id}"] if hit.conflicts else []),
        *([f"corrects M-{hit.supersedes[0].id}"] if hit.supersedes else []),
        *([f"×{hit.count}"] if hit.count > 1 else []),
    ]
    said = f"{hit.speaker}: " if hit.speaker and hit.type is ItemType.EVENT else ""
    text = one_line(said + hit.text[:1_000])
    best = sorted(hit.parts.items(), key=lambda part: -part[1])[:3]
    return [
        f"{hit.score:.2f}",
        hit.label,
        hit.tier.removesuffix("_term"),
        day(hit.at),
        f"({', '.join(marks)}) {text}" if marks else text,
        ", ".join(f"{PART_WORDS[name]} {value:.2f}" for name, value in best if value >= 0.01),
    ]
