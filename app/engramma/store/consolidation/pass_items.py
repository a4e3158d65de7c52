"""What a pass carried out, item by item: each with its part of the operation, so that it can be taken back alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, insert, or_, select, update

from engramma.model.plan import PassItem, PlanItem
from engramma.store.consolidation.pairs import Pair, pair_of
from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.tables import image, operation, pass_item

Numbers = tuple[int, int]


def keep_items(step: Step, items: Sequence[PlanItem], parts: Mapping[int, Numbers]) -> None:
    """Record the items that wrote anything, with the numbers of what they wrote."""
    rows = [
        {
            "operation_id": step.operation_id,
            "number": item.number,
            "step": item.step.value,
            "action": item.action,
            "targets": json.dumps(list(item.targets)),
            "sessions": json.dumps(list(item.sessions)),
            "proposal_id": item.proposal,
            "at": item.at,
            "first_number": parts[item.number][0],
            "last_number": parts[item.number][1],
        }
        for item in items
        if item.number in parts
    ]
    if rows:
        step.connection.execute(insert(pass_item), rows)


def read_items(reading: Reading, operation_id: int) -> tuple[PassItem, ...]:
    """What a pass did, item by item."""
    rows = reading.connection.execute(_items(pass_item.c.operation_id == operation_id))
    return tuple(_item(row) for row in rows)


def read_item(connection: Connection, operation_id: int, number: int) -> tuple[PassItem, Numbers] | None:
    """One item with the numbers of its part, or None."""
    row = connection.execute(
        _items(and_(pass_item.c.operation_id == operation_id, pass_item.c.number == number))
    ).first()
    return None if row is None else (_item(row), (row.first_number, row.last_number))


def mark_undone(step: Step, operation_id: int, number: int) -> None:
    """The item was taken back by the operation of `step`."""
    step.connection.execute(
        update(pass_item)
        .where(pass_item.c.operation_id == operation_id, pass_item.c.number == number)
        .values(undone_by=step.operation_id)
    )


def images_of(connection: Connection, operation_id: int, numbers: Numbers) -> Sequence[Any]:
    """The images of a part of an operation, newest first."""
    return connection.execute(
        select(image)
        .where(image.c.operation_id == operation_id, image.c.number.between(*numbers))
        .order_by(image.c.number.desc())
    ).all()


def read_undone_pairs(reading: Reading) -> set[Pair]:
    """Pairs of memories that a pass merged or set against each other, and a person took back.

    Of memories that it made one of together, every two.
    """
    whole = operation.alias("whole")
    rows = reading.connection.execute(
        select(pass_item.c.step, pass_item.c.targets)
        .join(whole, whole.c.id == pass_item.c.operation_id)
        .where(
            pass_item.c.step.in_(("merge", "conflict")),
            pass_item.c.action != "withdraw",
            or_(pass_item.c.undone_by.is_not(None), whole.c.undone_by.is_not(None)),
        )
    )
    found: set[Pair] = set()
    groups: dict[int, set[int]] = {}
    for step, listed in rows:
        targets = json.loads(listed)
        if len(targets) != 2:
            continue
        found.add(pair_of(targets[0], targets[1]))
        if step == "merge":
            joined = groups.get(targets[0], {targets[0]}) | groups.get(targets[1], {targets[1]})
            groups.update(dict.fromkeys(joined, joined))
    for one, others in groups.items():
        found.update(pair_of(one, other) for other in others if other != one)
    return found


def _items(which: ColumnElement[bool]) -> Any:
    whole, undoing = operation.alias("whole"), operation.alias("undoing")
    return (
        select(
            pass_item,
            whole.c.undone_by.label("whole_undone_by"),
            undoing.c.undone_by.label("brought_back_by"),
        )
        .join(whole, whole.c.id == pass_item.c.operation_id)
        .outerjoin(undoing, undoing.c.id == pass_item.c.undone_by)
        .where(which, whole.c.status == "done")
        .order_by(pass_item.c.number)
    )


def _item(row: Any) -> PassItem:
    alone = row.undone_by if row.brought_back_by is None else None
    return PassItem(
        operation_id=row.operation_id,
        number=row.number,
        step=row.step,
        action=row.action,
        targets=tuple(json.loads(row.targets)),
        sessions=tuple(json.loads(row.sessions)),
        proposal=row.proposal_id,
        at=row.at,
        undone_by=alone if row.whole_undone_by is None else row.whole_undone_by,
    )
