"""The arguments that several commands share: texts, ids, and the words of the memory model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engramma.cli.console import read_standard_input
from engramma.model.memory import Category, Kind

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _words(kind: type[StrEnum]) -> click.Choice[str]:
    return click.Choice([member.value for member in kind], case_sensitive=False)


class _Tier(click.Choice[str]):
    """`short` and `long`, or their full names."""

    def __init__(self) -> None:
        super().__init__(["short", "long", "short_term", "long_term"], case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        word = super().convert(str(value).replace("-", "_"), param, ctx)
        return word if word.endswith("_term") else f"{word}_term"


KINDS, TIERS = _words(Kind), _Tier()


def _text(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    return read_standard_input() if value == "-" else value


def text_argument(function: Decorated) -> Decorated:
    """The argument TEXT; `-` stands for standard input."""
    return click.argument("text", callback=_text)(function)


def kind_option(function: Decorated) -> Decorated:
    """`--kind`."""
    return click.option("--kind", type=KINDS, default="semantic", show_default=True)(function)


def tier_option(function: Decorated) -> Decorated:
    """`--tier`."""
    return click.option("--tier", type=TIERS, default="short_term", show_default=True)(function)


def category_option(function: Decorated) -> Decorated:
    """`--category`."""
    return click.option("--category", type=_words(Category), default="fact", show_default=True)(function)


def resolve_all(store: MemoryStore, names: Sequence[str]) -> list[int]:
    """The ids of the memories named, each once, in order. Raises NotFoundError or AmbiguousIdError."""
    return list(dict.fromkeys(store.memories.resolve(name) for name in names))


def named(ids: Sequence[int]) -> str:
    """M-12, or M-12 and M-13, or 5 memories: how a sentence names memories."""
    labels = [f"M-{memory_id}" for memory_id in ids]
    if len(labels) > 3:
        return f"{len(labels):,} memories"
    return " and ".join([", ".join(labels[:-1]), labels[-1]] if len(labels) > 1 else labels)
