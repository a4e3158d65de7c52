"""`export`: writes a bundle, or the memories in another tool's format; with masks for what is private if asked to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engramma.cli.documents import Document
from engramma.cli.failures import queries_explained
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import counted, one_line
from engramma.cli.tables import Column, table_lines
from engramma.model.errors import ExportFileError, ImportFileError
from engramma.model.export_parts import ExportPart

if TYPE_CHECKING:
    from engramma.engine.exporting.foreseeing import Foresight
    from engramma.engine.exporting.values import Findings, Hit, Redaction

BUNDLE = "engramma-bundle"
_LONGEST_LIST = 1_000_000
_LEAD = 24
_KINDS = ("key", "password", "card", "account", "email", "phone", "path", "name")


class OutgoingType(click.ParamType[str]):
    """The name of a format that can be written."""

    name = "FORMAT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from engramma.exchange.writing.formats import OUTGOING

        names = [BUNDLE, *(known.name for known in OUTGOING)]
        if value not in names:
            self.fail(f"{value!r} is no format to export to. Choose {', '.join(names)}.", param, ctx)
        return str(value)


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format_name",
    type=OutgoingType(),
    default=BUNDLE,
    help="What to write. Default: a bundle, which loses nothing. Some formats are folders.",
)
@click.option(
    "--query", metavar="QUERY", default="", help="Only the memories that it finds. Default: everything."
)
@click.option(
    "--without",
    "parts",
    multiple=True,
    type=click.Choice([part.value for part in ExportPart]),
    help="Leave this behind, although the format could carry it. Repeatable.",
)
@click.option("--redact", is_flag=True, help="Put masks such as [email 1] in the place of private words.")
@click.option(
    "--keep",
    "kept",
    multiple=True,
    type=click.Choice(_KINDS),
    help="With --redact: leave this kind as it is. Repeatable.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="WORDS",
    help="With --redact: mask these words of yours, too, such as a customer's name. Repeatable.",
)
@click.option(
    "--names",
    "names_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="With --redact: mask the words in this text file, too, one a line. Lines that begin with # are notes.",
)
@click.option(
    "--key",
    "keep_key",
    is_flag=True,
    help="With --redact: keep a file beside it that says which value stands behind each mask.",
)
@click.option("--dry-run", is_flag=True, help="Only list what would get lost and what would be masked.")
@data_command
def export(
    call: Invocation,
    path: Path,
    *,
    format_name: str,
    query: str,
    parts: tuple[str, ...],
    redact: bool,
    kept: tuple[str, ...],
    names: tuple[str, ...],
    names_file: Path | None,
    keep_key: bool,
    dry_run: bool,
) -> None:
    """Write a bundle that `import` reads, or another tool's format.

    An older bundle of that name is replaced; any other file is left alone.
    """
    if (kept or names or names_file or keep_key) and not redact:
        raise click.UsageError("--keep, --name, --names and --key go with --redact.")
    left_out = frozenset(map(ExportPart, parts))
    redaction = None
    if redact:
        own = (*names, *(_names_in(names_file) if names_file is not None else ()))
        redaction = _redaction(kept, own, keep_key=keep_key)
    with (
        queries_explained(query),
        cancel_on_interrupt(call.console) as cancel,
        call.reading() as store,
    ):
        foresight = store.transfer.foresee(format=format_name, query=query, left_out=left_out)
        if dry_run:
            findings = None
            if redaction is not None:
                findings = store.transfer.find_private(
                    format=format_name,
                    query=query,
                    redaction=redaction,
                    left_out=left_out,
                    report=call.console.progress,
                    cancel=cancel,
                )
        else:
            _refuse_other_files(path, format_name)
            done = store.transfer.export(
                path,
                format=format_name,
                query=query,
                redaction=redaction,
                left_out=left_out,
                report=call.console.progress,
                cancel=cancel,
            )
    if dry_run:
        _tell_plan(call, format_name, foresight, findings, redaction)
        return
    losses = [{"what": loss.aspect.value, "count": loss.count} for loss in foresight.losses]
    if call.console.as_json:
        document: Document = {"path": str(done.path), "counts": done.counts, "bytes": done.bytes}
        if format_name != BUNDLE:
            document["format"] = format_name
        if format_name != BUNDLE or left_out:
            document["losses"] = losses
        if done.masked is not None:
            document |= {"masked": done.masked, "left": 0}
        if keep_key:
            document["key"] = str(_key_path(done.path))
        call.console.document(document)
        return
    counts = done.counts
    wrote = [counted(counts[table], *words) for table, words in _WORDS.items() if counts.get(table)]
    lines = [f"Wrote {one_line(str(done.path))}: {', '.join(wrote) or 'nothing'}."]
    if foresight.losses:
        lines.append(f"Not in it: {', '.join(loss.words for loss in foresight.losses)}.")
    if done.masked is not None:
        times = counted(done.masked, "time", "times")
        lines.append(f"Masked {times}. Read back: no private value is left in it.")
    if keep_key:
        lines.append(f"The key to the masks is {one_line(str(_key_path(done.path)))}. Do not pass it on.")
    call.console.lines(lines)


_WORDS = {
    "memory": ("memory", "memories"),
    "session": ("session", "sessions"),
    "event": ("event", "events"),
    "entity": ("entity", "entities"),
}


def _redaction(kept: tuple[str, ...], names: tuple[str, ...], *, keep_key: bool) -> Redaction:
    from engramma.engine.exporting.values import Redaction
    from engramma.exchange.redaction.finds import HitKind

    kinds = frozenset(HitKind(kind) for kind in kept)
    return Redaction(names=names, keep_kinds=kinds, keep_key=keep_key)


def _key_path(target: Path) -> Path:
    from engramma.engine.exporting.mask_key import key_path

    return key_path(target)


def _names_in(file: Path) -> tuple[str, ...]:
    """The words of a list of names, one a line. Raises ExportFileError."""
    try:
        if file.stat().st_size > _LONGEST_LIST:
            raise ExportFileError(f"{file} is too large for a list of names.", hint="Name a text file.")
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExportFileError(f"{file} is no text in UTF-8.", hint="Save it as UTF-8.") from error
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ExportFileError(
            f"{file} cannot be read: {why}.", hint="Name a text file with one name a line."
        ) from error
    lines = (line.strip() for line in text.splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


def _tell_plan(
    call: Invocation,
    format_name: str,
    foresight: Foresight,
    findings: Findings | None,
    redaction: Redaction | None,
) -> None:
    hits = findings.hits if findings is not None else ()

    def does(hit: Hit) -> str:
        return "keep" if redaction is not None and redaction.keeps(hit.secret) else "mask"

    if call.console.as_json:
        document: Document = {
            "format": format_name,
            "memories": foresight.memories,
            "losses": [{"what": loss.aspect.value, "count": loss.count} for loss in foresight.losses],
        }
        if findings is not None:
            document["hits"] = [
                {
                    "kind": hit.kind.value,
                    "label": hit.label,
                    "sure": hit.sure,
                    "shown": hit.shown,
                    "mask": hit.mask,
                    "does": does(hit),
                    "count": hit.count,
                    "where": [place.where for place in hit.places],
                }
                for hit in hits
            ]
        call.console.document(document)
        return
    lines = [f"Would write {counted(foresight.memories, 'memory', 'memories')} as {format_name}."]
    lines += [f"Not in it: {loss.words}." for loss in foresight.losses] or ["Nothing would get lost."]
    if findings is not None:
        times = sum(hit.count for hit in hits)
        values = f"Private: {counted(len(hits), 'value', 'values')}, found {counted(times, 'time', 'times')} in all."
        lines.append(values if hits else "Nothing private was found.")
        if hits:
            columns = (
                Column("does"),
                Column("mask"),
                Column("what"),
                Column("count", right=True),
                Column("where"),
                Column("words", stretch=True),
            )
            rows = [
                (
                    does(hit),
                    hit.mask,
                    hit.label if hit.sure else f"{hit.label}?",
                    f"{hit.count:,}",
                    hit.places[0].where,
                    _around(hit, hits),
                )
                for hit in hits
            ]
            lines += table_lines(columns, rows, width=call.console.width)
    call.console.lines(lines)


def _around(hit: Hit, hits: tuple[Hit, ...]) -> str:
    from engramma.engine.exporting.values import surroundings

    before, after = surroundings(hit.places[0], hits)
    lead, tail = one_line(before), one_line(after)
    if len(lead) > _LEAD:
        cut = lead[-_LEAD:]
        lead = f"…{cut.partition(' ')[2] or cut}"
    parted = (" " if before[-1:].isspace() else "", " " if after[:1].isspace() else "")
    return f"{lead}{parted[0]}{one_line(hit.shown)}{parted[1]}{tail}"


def _refuse_other_files(path: Path, format_name: str) -> None:
    from engramma.exchange.sniffer import recognise
    from engramma.exchange.writing.formats import outgoing_format

    if format_name != BUNDLE:
        if outgoing_format(format_name).is_folder:
            return
        if path.exists():
            raise ExportFileError(f"{path} exists, so it was left alone.", hint="Choose another name.")
        return
    if path.is_dir():
        raise ExportFileError(f"{path} is a folder.", hint="Name a file.")
    if not path.exists():
        return
    try:
        found = recognise(path).format
    except ImportFileError:
        found = ""
    if found != BUNDLE:
        raise ExportFileError(
            f"{path} exists and is no bundle, so it was left alone.", hint="Choose another name."
        )
