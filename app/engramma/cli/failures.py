"""Runs a command so that it always ends the same way: an exit code, and on failure one line on standard error.

0 success, 1 failed operation, 2 wrong usage, 130 interrupted. A traceback goes to the log, never to a person.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from engramma.cli.console import say, say_plainly, seal, speak_utf8
from engramma.cli.logbook import Logbook, logging_to
from engramma.cli.plain import columns, one_line, visible
from engramma.engine.home import log_file
from engramma.model.errors import EngrammaError, QueryError
from engramma.model.progress import Cancelled

SUCCESS, FAILURE, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
PROGRAM = "engramma"
_LEAD = 30
_SHOWN = 90

log = logging.getLogger(__name__)


class QueryRefused(click.ClickException):
    """A query that cannot be read, with the text and where in it the fault lies."""

    exit_code = WRONG_USAGE

    def __init__(self, error: QueryError, text: str) -> None:
        super().__init__(f"The query cannot be read: {error}")
        self.lines = pointed(text, error.start, error.end)


@contextmanager
def queries_explained(text: str) -> Iterator[None]:
    """Turn a QueryError about `text` into wrong usage that shows the place."""
    try:
        yield
    except QueryError as error:
        raise QueryRefused(error, text) from error


def pointed(text: str, start: int, end: int) -> tuple[str, str]:
    """The part of `text` around start..end (characters) on one line, and carets to go under it."""
    flat = "".join(" " if character.isspace() else character for character in text)
    first = max(0, start - _LEAD) if len(flat) > _SHOWN else 0
    before, wrong = visible(flat[first:start]), visible(flat[start:end])
    after = visible(flat[end : first + _SHOWN])
    more = ("…" if first else "", "…" if first + _SHOWN < len(flat) else "")
    carets = " " * (columns(more[0]) + columns(before)) + "^" * max(columns(wrong), 1)
    return f"  {more[0]}{before}{wrong}{after}{more[1]}", f"  {carets}"


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Carry out `arguments` by `command`; returns the exit code and raises nothing."""
    speak_utf8()
    try:
        with logging_to(log_file()) as book:
            return _run(command, arguments, book)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(command: click.Command, arguments: Sequence[str], book: Logbook) -> int:
    try:
        with command.make_context(PROGRAM, list(arguments)) as context:
            command.invoke(context)
        return SUCCESS
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.Abort, KeyboardInterrupt, Cancelled):
        say("Interrupted.")
        return INTERRUPTED
    except QueryRefused as error:
        say(error.message)
        say_plainly(error.lines)
        return WRONG_USAGE
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx is not None else PROGRAM
        say(f"{error.format_message()} See {where} --help.")
        return WRONG_USAGE
    except click.ClickException as error:
        say(error.format_message())
        return error.exit_code
    except EngrammaError as error:
        if error.__cause__ is not None and not isinstance(
            error.__cause__, (OSError, ValueError, LookupError)
        ):
            log.info("%s", error, exc_info=error)
        say(str(error))
        return FAILURE
    except BrokenPipeError:
        seal()
        return SUCCESS
    except Exception as error:
        log.exception("unexpected, at: %s", " ".join(arguments[:1]))
        book.flush()
        where = "The log could not be written either." if book.broken else f"What happened is in {book.path}."
        said = one_line(f"{type(error).__name__}: {error}")[:200].rstrip(": ")
        say(f"Something unexpected went wrong ({said}). {where}")
        return FAILURE
