"""Judges rows of a bundle before they come near a table: types, ranges, the tables' own constraints.

A bundle may come from anywhere. What does not fit is named, row by row, and never reaches an INSERT that would fail
and take an import with it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import REAL, CheckConstraint, Connection, Integer, Table

from engramma.model.clock import EARLIEST, LATEST
from engramma.model.errors import InvalidValueError
from engramma.model.policy import DEFAULT_POLICY
from engramma.store.bundle_rows import bundled_columns, references
from engramma.store.identity import normal_text, storable

_ULID = re.compile(r"[0-9A-Z]{26}")
_TIMES = frozenset({"at", "t0"})
_INT64 = 1 << 63
_LONGEST_HALF_LIFE = 36_500.0
_VARIABLES = 30_000


class MisfitError(Exception):
    """A row does not fit its table; the message is the reason, as a person reads it."""


def typed_row(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of `row` that go into `table`, defaults for those that are missing. Raises MisfitError.

    References are still places; whether they lead anywhere is not asked here.
    """
    refs = references(table)
    values: dict[str, Any] = {}
    for name in bundled_columns(table):
        value = row.get(name)
        if name in refs:
            if value is not None and (not _is_integer(value) or value < 0):
                raise MisfitError(f"its {_words(name)} leads nowhere")
        elif value is None:
            value = _default(table, name)
        else:
            value = _typed(table, name, value)
        values[name] = value
    for name, is_right in _SHAPES.get(table.name, {}).items():
        if not is_right(values[name]):
            raise MisfitError(f"its {_words(name)} cannot be read")
    if table.name == "policy_setting":
        _check_policy(values)
    if "uid" in values and not _ULID.fullmatch(values["uid"]):
        raise MisfitError("its id is no ULID")
    return values


def misfits(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Which of `rows` (by index) the CHECK constraints of `table` refuse, and why. Asks SQLite; writes nothing."""
    checks = _checks(table)
    names = sorted({name for _rule, used in checks for name in used})
    found: dict[int, str] = {}
    if not checks:
        return found
    rules = ", ".join(f"coalesce(({rule}), 1)" for rule, _used in checks)
    at_once = max(1, _VARIABLES // (len(names) + 1))
    for start in range(0, len(rows), at_once):
        part = rows[start : start + at_once]
        marks = ", ".join(f"({', '.join('?' * (len(names) + 1))})" for _ in part)
        columns = ", ".join(f'"{name}"' for name in names)
        given = tuple(
            value
            for index, row in enumerate(part)
            for value in (start + index, *(row[name] for name in names))
        )
        asked = f"WITH given(number, {columns}) AS (VALUES {marks}) SELECT number, {rules} FROM given"
        for number, *verdicts in connection.exec_driver_sql(asked, given):
            for verdict, (_rule, used) in zip(verdicts, checks, strict=True):
                if not verdict:
                    found[number] = f"its {' and '.join(_words(name) for name in used)} cannot be right"
    return found


@cache
def _checks(table: Table) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(SQL, columns that go into a bundle) of each constraint that speaks of such columns only."""
    found = []
    own = set(bundled_columns(table))
    constraints = {*table.constraints, *(item for column in table.c for item in column.constraints)}
    for constraint in sorted(constraints, key=lambda item: str(item.name)):
        if isinstance(constraint, CheckConstraint):
            rule = str(constraint.sqltext)
            used = tuple(column.name for column in table.c if re.search(rf"\b{column.name}\b", rule))
            if used and own.issuperset(used):
                found.append((rule, used))
    return tuple(found)


def _typed(table: Table, name: str, value: object) -> object:
    column = table.c[name]
    if isinstance(column.type, Integer):
        if not _is_integer(value):
            raise MisfitError(f"its {_words(name)} is no whole number")
        if (name in _TIMES or name.endswith("_at")) and not EARLIEST <= int(str(value)) <= LATEST:
            raise MisfitError(f"its {_words(name)} lies beyond the year 9999")
        return value
    if isinstance(column.type, REAL):
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise MisfitError(f"its {_words(name)} is no number")
        if name == "half_life" and value > _LONGEST_HALF_LIFE:
            raise MisfitError("its half-life is longer than a century")
        return float(value)
    if not isinstance(value, str):
        raise MisfitError(f"its {_words(name)} is no text")
    return normal_text(value) if (table.name, name) in _NORMAL else storable(value)


def _default(table: Table, name: str) -> object:
    column = table.c[name]
    if column.nullable:
        return None
    default: Any = column.server_default
    if default is None:
        raise MisfitError(f"its {_words(name)} is missing")
    text = str(getattr(default.arg, "text", default.arg))
    return _typed(table, name, json.loads(text) if isinstance(column.type, Integer | REAL) else text)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -_INT64 <= value < _INT64


def _words(name: str) -> str:
    return name.removesuffix("_id").replace("_", " ")


def _check_policy(values: Mapping[str, Any]) -> None:
    try:
        DEFAULT_POLICY.with_values({values["field"]: float(values["value"])})
    except (ValueError, InvalidValueError) as error:
        raise MisfitError("it is no setting of the policy") from error


def _json(is_right: Callable[[Any], bool]) -> Callable[[str], bool]:
    def check(text: str) -> bool:
        try:
            return is_right(json.loads(text))
        except (ValueError, RecursionError):
            return False

    return check


def _all(kind: type | tuple[type, ...]) -> Callable[[Any], bool]:
    return lambda items: (
        isinstance(items, list)
        and all(isinstance(item, kind) and not isinstance(item, bool) for item in items)
    )


def _are_reasons(items: Any) -> bool:
    return _all(dict)(items) and all(
        isinstance(item.get("name"), str) and isinstance(item.get("points"), int | float) for item in items
    )


_NORMAL = frozenset({("memory", "text"), ("version", "text"), ("event", "text"), ("tag", "name")})
_SHAPES: dict[str, dict[str, Callable[[str], bool]]] = {
    "session": {"topics": _json(_all(str))},
    "gate_verdict": {"reasons": _json(_are_reasons)},
    "proposal": {"targets": _json(_all((int, type(None)))), "payload": _json(lambda v: isinstance(v, dict))},
    "recall_hit": {"parts": _json(lambda value: isinstance(value, dict))},
    "recall_check": {"expected": _json(_all((int, str))), "rejected": _json(_all((int, str)))},
}
