"""Dates, days and durations of a query → instants. Days are local; instants are UTC microseconds."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

from sqlalchemy import ColumnElement, and_

from engramma.model.clock import EARLIEST, HOUR, LATEST, from_datetime, to_datetime, to_local
from engramma.model.search.values import Between, Compare, Comparison, Date, Day, DayName, Duration, Moment

_SHIFT = {DayName.YESTERDAY: -1, DayName.TODAY: 0, DayName.TOMORROW: 1}


def day_bounds(moment: Date | Day, *, now: int, tz: tzinfo | None) -> tuple[int, int]:
    """The first instant of a year, month or day, and the first after it; `tz` None is the local zone."""
    if isinstance(moment, Day):
        today = to_local(now) if tz is None else to_datetime(now).astimezone(tz)
        try:
            wanted = today + timedelta(days=_SHIFT[moment.name])
        except OverflowError:
            wanted = today
        moment = Date(wanted.year, wanted.month, wanted.day)
    first = (moment.year, moment.month or 1, moment.day or 1)
    return _instant(*first, tz=tz), _instant(*_after(moment), tz=tz)


def _after(moment: Date) -> tuple[int, int, int]:
    if moment.month is None:
        return moment.year + 1, 1, 1
    if moment.day is None:
        return (moment.year, moment.month + 1, 1) if moment.month < 12 else (moment.year + 1, 1, 1)
    try:
        following = datetime(moment.year, moment.month, moment.day) + timedelta(days=1)  # noqa: DTZ001
    except OverflowError:
        return 10_000, 1, 1
    return following.year, following.month, following.day


def _instant(year: int, month: int, day: int, *, tz: tzinfo | None) -> int:
    if year > 9999:
        return LATEST
    try:
        return from_datetime(datetime(year, month, day, tzinfo=tz))
    except (OverflowError, OSError, ValueError):
        return EARLIEST if year < 1970 else LATEST


def _shifted(now: int, duration: Duration, *, sign: int) -> int:
    return min(max(now + sign * duration.hours * HOUR, EARLIEST), LATEST)


def moment_clause(
    column: ColumnElement[int], test: Compare | Between, *, now: int, tz: tzinfo | None, future: bool
) -> ColumnElement[bool]:
    """Whether `column` fits `test`. A duration is an age, or with `future` a time still to come. NULL never fits."""
    if isinstance(test, Between):
        if isinstance(test.low, Duration) and isinstance(test.high, Duration):
            near = _shifted(now, test.low, sign=1 if future else -1)
            far = _shifted(now, test.high, sign=1 if future else -1)
            low, high = (near, far) if future else (far, near)
            return and_(column.is_not(None), column >= low, column <= high)
        assert isinstance(test.low, Date | Day)
        assert isinstance(test.high, Date | Day)
        start, _ = day_bounds(test.low, now=now, tz=tz)
        _, end = day_bounds(test.high, now=now, tz=tz)
        return and_(column.is_not(None), column >= start, column < end)
    moment = test.operand
    assert isinstance(moment, Moment)
    if isinstance(moment, Duration):
        compared = _ahead if future else _aged
        return and_(column.is_not(None), compared(column, test.how, moment, now=now))
    start, end = day_bounds(moment, now=now, tz=tz)
    return and_(column.is_not(None), _dated(column, test.how, start=start, end=end))


def _aged(column: ColumnElement[int], how: Comparison, age: Duration, *, now: int) -> ColumnElement[bool]:
    limit = _shifted(now, age, sign=-1)
    match how:
        case Comparison.LESS:
            return column > limit
        case Comparison.MORE:
            return column < limit
        case Comparison.AT_LEAST:
            return column <= limit
        case _:
            return column >= limit


def _ahead(column: ColumnElement[int], how: Comparison, left: Duration, *, now: int) -> ColumnElement[bool]:
    limit = _shifted(now, left, sign=1)
    match how:
        case Comparison.LESS:
            return and_(column > now, column < limit)
        case Comparison.MORE:
            return column > limit
        case Comparison.AT_LEAST:
            return column >= limit
        case _:
            return and_(column > now, column <= limit)


def _dated(column: ColumnElement[int], how: Comparison, *, start: int, end: int) -> ColumnElement[bool]:
    match how:
        case Comparison.LESS:
            return column < start
        case Comparison.AT_MOST:
            return column < end
        case Comparison.MORE:
            return column >= end
        case Comparison.AT_LEAST:
            return column >= start
        case _:
            return and_(column >= start, column < end)
