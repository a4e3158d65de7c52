"""The data commands, one subject a file. Each reads its arguments, calls the engine, and shows the outcome."""

from __future__ import annotations

import click

from engramma.cli.commands.backup import backup
from engramma.cli.commands.changing import correct, edit, merge
from engramma.cli.commands.connecting import connect, disconnect
from engramma.cli.commands.consolidating import conflicts, consolidate, proposals, resolve
from engramma.cli.commands.doctor import doctor
from engramma.cli.commands.embedding import embed
from engramma.cli.commands.exporting import export
from engramma.cli.commands.finding import find
from engramma.cli.commands.forecasting import forecast
from engramma.cli.commands.history import history, redo, undo
from engramma.cli.commands.importing import import_files
from engramma.cli.commands.keeping import pin, rehearse, restore, tag, trash, unpin
from engramma.cli.commands.linking import link, unlink
from engramma.cli.commands.policy import policy
from engramma.cli.commands.purging import purge
from engramma.cli.commands.recalling import context, recall
from engramma.cli.commands.remembering import remember
from engramma.cli.commands.replacing import replace
from engramma.cli.commands.searching import search
from engramma.cli.commands.sessions import sessions
from engramma.cli.commands.showing import show
from engramma.cli.commands.splitting import split
from engramma.cli.commands.statistics import stats

DATA_COMMANDS: tuple[click.Command, ...] = (
    remember,
    show,
    search,
    recall,
    context,
    edit,
    correct,
    merge,
    split,
    replace,
    link,
    unlink,
    rehearse,
    pin,
    unpin,
    tag,
    trash,
    restore,
    purge,
    sessions,
    import_files,
    export,
    history,
    undo,
    redo,
    consolidate,
    proposals,
    conflicts,
    resolve,
    forecast,
    policy,
    embed,
    stats,
    doctor,
    backup,
    find,
    connect,
    disconnect,
)

__all__ = ["DATA_COMMANDS"]
