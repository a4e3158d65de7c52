"""How commands end: exit codes, one line on standard error, and the rest in the log."""

from __future__ import annotations

import io
import json
import logging
import sys
import threading
from pathlib import Path

import click
import pytest

from engramma.cli.console import Console, speak_utf8
from engramma.cli.failures import pointed, run
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.logbook import Logbook, logging_to
from engramma.engine.home import log_file
from engramma.model.errors import EngrammaError
from engramma.model.progress import Cancelled, Progress


def ending(problem: BaseException) -> click.Command:
    @click.command()
    def fail() -> None:
        raise problem

    return fail


@pytest.mark.parametrize(
    ("problem", "code", "said"),
    [
        (EngrammaError("It is so.", hint="Do that."), 1, "engramma: It is so. Do that.\n"),
        (EngrammaError("two\nlines \x1b[31m"), 1, "engramma: two lines ␛[31m\n"),
        (click.UsageError("Not like this."), 2, "engramma: Not like this. See engramma --help.\n"),
        (click.ClickException("No."), 1, "engramma: No.\n"),
        (click.exceptions.Exit(5), 5, ""),
        (KeyboardInterrupt(), 130, "engramma: Interrupted.\n"),
        (Cancelled(), 130, "engramma: Interrupted.\n"),
        (BrokenPipeError(), 0, ""),
    ],
)
def test_exit_codes(problem, code, said, capsys, own_home: Path) -> None:
    assert run(ending(problem), []) == code
    assert capsys.readouterr() == ("", said)
    assert not own_home.exists()


def test_what_nobody_expected_is_one_line_and_the_log_has_the_rest(capsys, expected_log) -> None:
    expected_log("ERROR engramma.cli.failures: unexpected")
    assert run(ending(KeyError("surprise")), []) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert (
        err
        == f"engramma: Something unexpected went wrong (KeyError: 'surprise'). What happened is in {log_file()}.\n"
    )
    written = log_file().read_text("utf-8")
    assert "Traceback" in written
    assert "KeyError: 'surprise'" in written


def test_a_log_that_cannot_be_written_is_said_so(capsys, expected_log, own_home: Path) -> None:
    expected_log("ERROR engramma.cli.failures: unexpected")
    own_home.write_text("in the way", "utf-8")
    assert run(ending(KeyError("surprise")), []) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("The log could not be written either.")


def test_the_log_is_owner_only_and_does_not_grow_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "log" / "engramma.log"
    with logging_to(path):
        logging.getLogger("engramma.test").info("first")
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(b"x" * 2_000_001)
    with logging_to(path):
        logging.getLogger("engramma.test").info("second")
    assert "second" in path.read_text("utf-8")
    assert (tmp_path / "log" / "engramma.log.old").stat().st_size == 2_000_001
    assert not any(isinstance(handler, Logbook) for handler in logging.getLogger().handlers)


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "carets"),
    [
        ("tier:shrt", 5, 9, "  tier:shrt", "       ^^^^"),
        ("a (b", 4, 4, "  a (b", "      ^"),
        ("灯 tier:x", 7, 8, "  灯 tier:x", "          ^"),
        ("a\n\x1b b", 2, 3, "  a ␛ b", "    ^"),
    ],
)
def test_a_caret_stands_under_the_place(text, start, end, line, carets) -> None:
    assert pointed(text, start, end) == (line, carets)


def test_a_long_query_is_shown_around_the_place() -> None:
    line, carets = pointed("word " * 100 + "tier:x" + " word" * 100, 505, 506)
    assert line[carets.index("^")] == "x"
    assert line.strip().startswith("…")
    assert line.endswith("…")
    assert len(line) < 100


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_only(monkeypatch) -> None:
    for stream, shown in ((io.StringIO(), ""), (Terminal(), "\r\x1b[K 50 %  Reading ␛.json\r\x1b[K")):
        monkeypatch.setattr(sys, "stderr", stream)
        console = Console(as_json=False)
        console.progress(Progress(5, 10, "Reading \x1b.json"))
        console.settle()
        console.settle()
        assert stream.getvalue() == shown


def test_colour_is_for_terminals_only(monkeypatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Console(as_json=False).heading("x") == "x"
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert Console(as_json=False).heading("x") != "x"
    monkeypatch.setenv("NO_COLOR", "1")
    assert (Console(as_json=False).heading("x"), Console(as_json=False).faint("x")) == ("x", "x")


def test_output_is_utf8_whatever_the_locale_says(monkeypatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    speak_utf8()
    Console(as_json=True).document({"text": "Größe 灯", "path": "half \udcff"})
    assert json.loads(raw.getvalue().decode("utf-8")) == {"text": "Größe 灯", "path": "half \udcff"}


def test_without_any_stream_nothing_fails(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert run(ending(EngrammaError("unheard")), []) == 1
    Console(as_json=True).document({})


def test_outside_the_main_thread_signals_are_left_alone() -> None:
    found = []

    def work() -> None:
        with cancel_on_interrupt(Console(as_json=True)) as token:
            found.append(token.cancelled)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False]
