"""The table of all commands: found by id, run if they may, with the keys a person gave them. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engramma.model.errors import EngrammaError
from engramma.ui.actions.command import Command, Situation


class UnknownCommandError(EngrammaError):
    """No command has this id."""


class UnavailableError(EngrammaError):
    """The command may not run now; the sentence says why."""


class CommandTable:
    """Holds commands in the order of their registration. `situation` is asked anew for every answer."""

    def __init__(
        self,
        situation: Callable[[], Situation],
        *,
        keys: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self._situation = situation
        self._commands: dict[str, Command] = {}
        self._own_keys: dict[str, tuple[str, ...]] = dict(keys or {})

    def add(self, commands: Iterable[Command]) -> None:
        """Register commands. Raises ValueError for an id that is taken."""
        for command in commands:
            if command.id in self._commands:
                raise ValueError(f"the command {command.id} is registered twice")
            self._commands[command.id] = command

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __len__(self) -> int:
        return len(self._commands)

    def __contains__(self, command_id: object) -> bool:
        return command_id in self._commands

    def get(self, command_id: str) -> Command:
        """The command. Raises UnknownCommandError."""
        try:
            return self._commands[command_id]
        except KeyError:
            raise UnknownCommandError(f"There is no command “{command_id}”.") from None

    @property
    def situation(self) -> Situation:
        """The present situation."""
        return self._situation()

    def text(self, command_id: str) -> str:
        """The command's title now."""
        return self.get(command_id).text(self._situation())

    def reason(self, command_id: str) -> str:
        """Why the command may not run now, "" if it may."""
        return self.get(command_id).when(self._situation())

    def run(self, command_id: str, **arguments: Any) -> None:
        """Run it. Raises UnknownCommandError or UnavailableError.

        With an `ids` argument a command acts on those, whatever is selected; with an `operation_id` on that
        step, whatever could be undone.
        """
        command = self.get(command_id)
        situation = self._situation()
        if "ids" in arguments:
            situation = _as_if_selected(situation, len(arguments["ids"]))
        if arguments.get("operation_id") is not None:
            situation = replace(situation, undo=situation.undo or "that step")
        if reason := command.when(situation):
            raise UnavailableError(f"{command.text(situation).removesuffix('…')}: {reason}.")
        command.run(**arguments)

    def keys(self, command_id: str) -> tuple[str, ...]:
        """The key sequences of a command: the person's own, or those that it comes with."""
        return self._own_keys.get(command_id, self.get(command_id).keys)

    def shown_key(self, command_id: str) -> str:
        """The key sequence to show beside it, "" if it has none."""
        return next(iter(self.keys(command_id)), "")

    def set_keys(self, command_id: str, keys: tuple[str, ...] | None) -> None:
        """Give a command other keys; None gives back its own."""
        command = self.get(command_id)
        if keys is None or keys == command.keys:
            self._own_keys.pop(command_id, None)
        else:
            self._own_keys[command_id] = keys

    @property
    def own_keys(self) -> dict[str, tuple[str, ...]]:
        """The changed keys by command, for the settings."""
        return dict(self._own_keys)

    def key_conflicts(self) -> dict[str, tuple[str, ...]]:
        """Key sequences that more than one command has, with those commands."""
        users: dict[str, list[str]] = {}
        for command_id in self._commands:
            for key in self.keys(command_id):
                users.setdefault(key.casefold(), []).append(command_id)
        return {key: tuple(ids) for key, ids in users.items() if len(ids) > 1}


def _as_if_selected(situation: Situation, count: int) -> Situation:
    return replace(
        situation,
        selection="memory",
        selected=count,
        all_results=False,
        some_pinned=None,
        some_unpinned=None,
        some_trashed=None,
        some_kept=None,
    )
