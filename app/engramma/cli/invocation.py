"""What every data command has in common: which store, which clock, which form of output.

The engine is imported when the store is opened, so that help and usage errors come at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

import click

from engramma.cli.console import Console
from engramma.cli.moments import InstantType
from engramma.engine.home import usual_store
from engramma.model.clock import Clock, FixedClock, SystemClock
from engramma.model.operation import CLI

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

Given = ParamSpec("Given")


@dataclass(frozen=True, slots=True)
class Invocation:
    """One run of a data command."""

    path: Path
    clock: Clock
    console: Console

    @contextmanager
    def reading(self) -> Iterator[MemoryStore]:
        """The store, to be looked at; says why if it is open read-only. Raises StoreError when there is none."""
        from engramma.engine import open_store

        with open_store(self.path, actor=CLI, clock=self.clock) as store:
            if store.notice:
                self.console.note(store.notice)
            yield store
            self.console.settle()

    @contextmanager
    def writing(self, *, create: bool = False) -> Iterator[MemoryStore]:
        """The store, to be changed; with `create` made if need be, and taken away again if nothing came of it."""
        from engramma.engine import open_store

        fresh = create and not self.path.exists()
        barren = False
        try:
            with open_store(self.path, actor=CLI, clock=self.clock, create=create) as store:
                try:
                    yield store
                finally:
                    self.console.settle()
                    barren = fresh and not store.history.recent(limit=1)
        finally:
            if barren:
                for part in ("", "-wal", "-shm"):
                    self.path.with_name(self.path.name + part).unlink(missing_ok=True)


def data_command(function: Callable[Concatenate[Invocation, Given], None]) -> Callable[..., None]:
    """Give a command `--store`, `--json` and `--now`, and an Invocation made of them as its first argument."""

    @click.option(
        "--store",
        "store_path",
        type=click.Path(path_type=Path),
        metavar="PATH",
        help="The store file. Default: the one the window opened last.",
    )
    @click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
    @click.option(
        "--now", type=InstantType(), help="Act as if it were this time; without a zone it is local."
    )
    @functools.wraps(function)
    def wrapper(*args: Any, store_path: Path | None, as_json: bool, now: int | None, **kwargs: Any) -> None:
        path = (usual_store() if store_path is None else store_path).expanduser().absolute()
        clock: Clock = SystemClock() if now is None else FixedClock(now)
        return function(Invocation(path, clock, Console(as_json=as_json)), *args, **kwargs)

    return wrapper
