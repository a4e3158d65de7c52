"""The command `engramma`: the window, the sample, the tour, and all data commands under one name.

Loads the window only for a command that shows it, and the data commands only when one is asked for or they are
listed; `--help`, `--version` and wrong usage load no engine.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from engramma import __version__
from engramma.cli.console import say
from engramma.cli.failures import FAILURE, run
from engramma.cli.hooks import hook
from engramma.engine.home import sample_folder
from engramma.start.display import has_display

SUFFIX = ".engramma"
_OPEN = "open"
_NO_DISPLAY = (
    "There is no display here, so no window can open. `engramma tour --out DIR` renders the views instead."
)


class Program(click.Group):
    """The commands, and a store's path where a command would stand."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that `args` begin with. Raises UsageError naming the one that was meant."""
        word = args[0]
        alone = len(args) == 1
        if alone and Path(word).suffix == SUFFIX:
            return _OPEN, open_window, args
        if self.get_command(ctx, word) is None:
            if alone and Path(word).exists():
                return _OPEN, open_window, args
            near = difflib.get_close_matches(word, self.list_commands(ctx), n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            ctx.fail(f"There is no command and no store {word!r}.{meant}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, if there is one."""
        return super().get_command(ctx, cmd_name) or self._with_data_commands().get(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which they were added: by subject."""
        del ctx
        return list(self._with_data_commands())

    def _with_data_commands(self) -> Mapping[str, click.Command]:
        from engramma.cli.commands import DATA_COMMANDS

        for command in DATA_COMMANDS:
            self.commands.setdefault(command.name or "", command)
        return self.commands

    def main(self, args: Sequence[str] | None = None, *_rest: Any, **_options: Any) -> NoReturn:
        """What click's test runner calls: the same as the program itself."""
        sys.exit(run(self, sys.argv[1:] if args is None else args))


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"max_content_width": 110},
    subcommand_metavar="[STORE | COMMAND [ARGS]...]",
    epilog="Run `engramma COMMAND --help` for the options of a command.",
)
@click.version_option(__version__, prog_name="engramma")
@click.pass_context
def program(context: click.Context) -> None:
    """See, correct and keep what AI agents remember.

    Without a command it opens the window, on STORE or else on the store that was open last.
    """
    if context.invoked_subcommand is None:
        _show(None)


@click.command(_OPEN, hidden=True)
@click.argument("store", required=False, type=click.Path(path_type=Path))
def open_window(store: Path | None) -> None:
    """Open the window."""
    _show(store)


@click.command()
@click.option("--path", "only_path", is_flag=True, help="Make it, print its path, and open no window.")
def demo(only_path: bool) -> None:
    """Open the sample store: the memory of agents that built a web shop."""
    if not only_path:
        _need_display()
    from engramma.engine.sample import open_sample
    from engramma.model.clock import SystemClock

    with open_sample(sample_folder(), clock=SystemClock()) as sample:
        path = sample.path
    if only_path:
        click.echo(path)
    else:
        _show(path)


@click.command()
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder for the pictures; it is made if need be.",
)
@click.argument("store", required=False, type=click.Path(path_type=Path))
def tour(out: Path, store: Path | None) -> None:
    """Render every view as pictures, without a display.

    Of STORE, or else of the sample: light and dark, 1× and 2×.
    """
    from engramma.start.tour import render_tour

    render_tour(out, store)


@click.command()
@click.option(
    "--as", "name", required=True, metavar="NAME", help="The agent's name, as the history shows it."
)
@click.option(
    "--scope",
    type=click.Choice(["read", "propose", "write"]),
    default="write",
    show_default=True,
    help="What it may do; with propose, a person decides about each change.",
)
@click.option(
    "--store",
    "store_path",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The store file. Default: the one the window opened last.",
)
@click.option(
    "--project",
    metavar="NAME|DIR",
    help="Instead of a file: the store of a project, by a name or by its folder.",
)
def mcp(*, name: str, scope: str, store_path: Path | None, project: str | None) -> None:
    """Serve a store to an agent: an MCP server on standard input and output."""
    if project is not None and store_path is not None:
        raise click.UsageError("Name a store or a project, not both.")
    if project is not None and not project.strip():
        raise click.UsageError("The project has no name.")
    from engramma.start.agent_server import serve_agent

    serve_agent(store_path, name, scope=scope, project=project or "")


def _need_display() -> None:
    if not has_display():
        say(_NO_DISPLAY)
        click.get_current_context().exit(FAILURE)


def _show(store: Path | None) -> None:
    _need_display()
    from engramma.start.window import main as show_window

    code = show_window([] if store is None else [str(store)])
    click.get_current_context().exit(code)


for command in (open_window, demo, tour, mcp, hook):
    program.add_command(command)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return run(program, sys.argv[1:] if argv is None else argv)


if __name__ == "__main__":
    sys.exit(main())
