"""Rules about source text that no linter knows, each a pure function from a parsed file to its offences.

They look at names as they are written, so an alias can hide from them: they remind honest authors, no more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

CLOCK_CALLS = {
    ("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today"),
    ("time", "time"), ("time", "time_ns"),
    ("QDateTime", "currentDateTime"), ("QDateTime", "currentDateTimeUtc"),
    ("QDateTime", "currentMSecsSinceEpoch"), ("QDate", "currentDate"), ("QTime", "currentTime"),
}  # fmt: skip
CLOCK_SQL = ("CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "'now'", "unixepoch()")
UNSAFE_MODULES = {"pickle", "cPickle", "shelve", "dill", "marshal", "cloudpickle"}
UNSAFE_SIGNAL_TYPES = {"dict", "list", "set", "tuple", "int", "bytes"}
UNWANTED_QT = {
    "QThread": "threads belong to the engine's jobs",
    "QSortFilterProxyModel": "sorting and filtering belong to SQL",
    "setHtml": "text is plain text", "insertHtml": "text is plain text", "appendHtml": "text is plain text",
    "RichText": "text is plain text", "AutoText": "text is plain text", "MarkdownText": "text is plain text",
    "setMarkdown": "text is plain text", "setOpenExternalLinks": "no link is followed",
}  # fmt: skip
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager"}


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its path relative to the project, its lines, its syntax tree and all nodes of that in order."""

    path: str
    lines: int
    tree: ast.Module
    nodes: tuple[ast.AST, ...]

    @classmethod
    def read(cls, file: Path, *, root: Path) -> Source:
        return cls.parse(file.read_text(encoding="utf-8"), path=file.relative_to(root).as_posix())

    @classmethod
    def parse(cls, text: str, *, path: str = "example.py") -> Source:
        tree = ast.parse(text, path)
        return cls(path, len(text.splitlines()), tree, tuple(ast.walk(tree)))


Rule = Callable[[Source], Iterator[str]]


def _at(source: Source, node: ast.AST, complaint: str) -> str:
    return f"{source.path}:{getattr(node, 'lineno', 1)}: {complaint}"


def _calls(source: Source) -> Iterator[tuple[ast.Call, str, str]]:
    """Every call with the last name before the dot (or "") and the name that is called."""
    for node in source.nodes:
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Attribute(value=ast.Name(id=base) | ast.Attribute(attr=base), attr=name):
                yield node, base, name
            case ast.Attribute(attr=name):
                yield node, "", name
            case ast.Name(id=name):
                yield node, "", name


def imported_modules(source: Source) -> Iterator[tuple[ast.AST, str]]:
    """Every module that the file names in an import, also inside functions, by its full name."""
    for node in source.nodes:
        match node:
            case ast.Import(names=names):
                yield from ((node, alias.name) for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield node, module


def reads_the_wall_clock(source: Source) -> Iterator[str]:
    """Only the Clock may know what time it is."""
    for node, base, name in _calls(source):
        if (base, name) in CLOCK_CALLS:
            yield _at(source, node, f"{base}.{name}() reads the wall clock; take a Clock")
        if name == "ULID" and not node.args and not node.keywords:
            yield _at(source, node, "ULID() reads the wall clock; make it from the Clock's time")
    for node in source.nodes:
        match node:
            case ast.ImportFrom(module="time", names=names) if {a.name for a in names} & {"time", "time_ns"}:
                yield _at(source, node, "the wall clock is imported; take a Clock")
            case ast.Constant(value=str(text)) if any(word in text for word in CLOCK_SQL):
                yield _at(source, node, "SQL reads the wall clock; bind the Clock's time")


def is_random_without_seed(source: Source) -> Iterator[str]:
    """Random numbers come from a generator that was given a seed."""
    for node, base, name in _calls(source):
        seeded = bool(node.args or node.keywords)
        if (base == "random" and name[:1].islower() and name != "default_rng") or name == "SystemRandom":
            yield _at(source, node, f"random.{name}() has no seed of ours")
        if name in ("default_rng", "Random", "RandomState") and not seeded:
            yield _at(source, node, f"{name}() without a seed")
    for node in source.nodes:
        match node:
            case ast.ImportFrom(module="random", names=names) if {a.name for a in names} != {"Random"}:
                yield _at(source, node, "import Random and give it a seed")


def unpickles(source: Source) -> Iterator[str]:
    """Nothing may run code from data: no pickle, and no Connection.send or .recv, which are pickle."""
    for node, module in imported_modules(source):
        if module.partition(".")[0] in UNSAFE_MODULES:
            yield _at(source, node, f"{module} runs code from data")
    for node, _base, name in _calls(source):
        if name in ("send", "recv") and isinstance(node.func, ast.Attribute):
            yield _at(source, node, f".{name}() pickles on a connection; use {name}_bytes")
        allowed = [k.value for k in node.keywords if k.arg == "allow_pickle"]
        if any(getattr(value, "value", True) is not False for value in allowed):
            yield _at(source, node, "allow_pickle runs code from data")


def signals_convert_values(source: Source) -> Iterator[str]:
    """Signal(dict), Signal(list) and Signal(int) convert to C++ and lose values; frozen values do not."""
    assignments = [node for node in source.nodes if isinstance(node, ast.Assign | ast.AnnAssign)]
    for statement in assignments:
        if not isinstance(statement.value, ast.Call):
            continue
        call = statement.value
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if called != "Signal":
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        name = getattr(targets[0], "id", "")
        types = {arg.id for arg in call.args if isinstance(arg, ast.Name)}
        types |= {str(arg.value) for arg in call.args if isinstance(arg, ast.Constant)}
        if types & UNSAFE_SIGNAL_TYPES or ("str" in types and "id" in name.split("_")):
            yield _at(source, statement, f"{name} = Signal({', '.join(sorted(types))}): take a frozen value")


def uses_unwanted_qt(source: Source) -> Iterator[str]:
    """Parts of Qt that this project does without."""
    for node in source.nodes:
        name = getattr(node, "attr", None) or getattr(node, "id", None)
        if isinstance(node, ast.alias):
            name = node.name
        if name in UNWANTED_QT:
            yield _at(source, node, f"{name}: {UNWANTED_QT[name]}")


def has_no_docstring(source: Source) -> Iterator[str]:
    """A file says why it exists."""
    if not (ast.get_docstring(source.tree) or "").strip():
        yield f"{source.path}:1: no module docstring"


def is_too_long(source: Source, *, limit: int = 450) -> Iterator[str]:
    """A file has one subject."""
    if source.lines > limit:
        yield f"{source.path}: {source.lines} lines, more than {limit}"


def has_a_vague_name(source: Source) -> Iterator[str]:
    """A file is called after its subject."""
    stem = Path(source.path).stem
    if VAGUE_NAMES & set(stem.split("_")):
        yield f"{source.path}: {stem} names no subject"
