"""`policy`: the settings by which the memories of a store fade, rise and are cleared away."""

from __future__ import annotations

from dataclasses import asdict, fields

import click

from engramma.cli.invocation import Invocation, data_command
from engramma.cli.tables import Column, table_lines
from engramma.model.policy import Policy


class _GetByDefault(click.Group):
    """`policy` alone, or with options only, is `policy get`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if (not args or args[0].startswith("-")) and args != ["--help"]:
            args = ["get", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_GetByDefault)
def policy() -> None:
    """The rules of fading and promotion."""


@policy.command("get")
@click.argument("name", required=False)
@data_command
def get(call: Invocation, name: str | None) -> None:
    """Show the settings of a store, or the one named."""
    known = {item.name: item.metadata for item in fields(Policy)}
    if name is not None and name not in known:
        raise click.BadParameter(f"There is no setting {name!r}. `policy get` lists them.", param_hint="NAME")
    with call.reading() as store:
        values = asdict(store.policy())
    _show(call, {key: value for key, value in values.items() if name in (None, key)}, help_too=name is None)


@policy.command("set")
@click.argument("settings", metavar="FIELD=VALUE...", nargs=-1, required=True)
@data_command
def set_(call: Invocation, settings: tuple[str, ...]) -> None:
    """Change settings of a store; what fades now is valued anew. `undo` takes it back."""
    wanted: dict[str, float] = {}
    for text in settings:
        name, sign, value = text.partition("=")
        if not sign:
            raise click.BadParameter(f"{text!r} is not of the form FIELD=VALUE.", param_hint="FIELD=VALUE")
        try:
            wanted[name.strip()] = float(value)
        except ValueError as error:
            raise click.BadParameter(f"{value!r} is no number.", param_hint=name.strip()) from error
    with call.writing() as store:
        values = asdict(store.policy_set(wanted))
    _show(call, {name: values[name] for name in wanted}, help_too=False)


@policy.command("reset")
@click.argument("names", metavar="[FIELD...]", nargs=-1)
@data_command
def reset(call: Invocation, names: tuple[str, ...]) -> None:
    """Give the settings named, or all, their default values again."""
    with call.writing() as store:
        values = asdict(store.policy_reset(names))
    _show(call, {name: values[name] for name in names or values}, help_too=False)


def _show(call: Invocation, chosen: dict[str, float], *, help_too: bool) -> None:
    known = {item.name: item.metadata for item in fields(Policy)}
    if call.console.as_json:
        call.console.document({"policy": chosen})
        return
    heads, *rows = table_lines(
        [Column("SETTING"), Column("VALUE", right=True), Column("UNIT"), Column("MEANING", stretch=True)],
        [
            [key, f"{value:g}", known[key]["unit"], known[key]["help"] if help_too else ""]
            for key, value in chosen.items()
        ],
        width=call.console.width,
    )
    call.console.lines([call.console.heading(heads), *rows])
