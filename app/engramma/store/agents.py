"""The agents of a store: what a person allows each, and which are connected. Outside the undo history.

A connection is a lease that names its process, so that one whose process died counts no longer.
"""

from __future__ import annotations

import json

from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from engramma.model.agent import Agent, AgentPresence, AgentStanding, Scope
from engramma.store.database import Database, Reading
from engramma.store.owner import is_alive, own_name
from engramma.store.tables import client, lease

PREFIX = "agent/"
SEEN_EVERY = 60_000_000


def arrive(database: Database, name: str, *, scope: Scope, key: str, at: int) -> None:
    """Note that an agent is connected, as `key`; clears away the connections of processes that are gone."""
    note = json.dumps({"name": name, "scope": scope.value})
    with database.write() as connection:
        rows = connection.execute(
            select(lease.c.name, lease.c.owner).where(lease.c.name.startswith(PREFIX, autoescape=True))
        ).all()
        gone = [row.name for row in rows if not is_alive(row.owner)]
        connection.execute(delete(lease).where(lease.c.name.in_([*gone, PREFIX + key])))
        connection.execute(insert(lease).values(name=PREFIX + key, owner=own_name(), taken_at=at, note=note))
        connection.execute(
            upsert(client)
            .values(name=name, first_seen_at=at, last_seen_at=at)
            .on_conflict_do_update(index_elements=["name"], set_={"last_seen_at": at})
        )


def leave(database: Database, *, key: str) -> None:
    """The connection `key` ended."""
    with database.write() as connection:
        connection.execute(delete(lease).where(lease.c.name == PREFIX + key))


def refuse(database: Database, *, key: str) -> None:
    """Note that a write of the connection `key` was refused."""
    with database.write() as connection:
        noted = connection.scalar(select(lease.c.note).where(lease.c.name == PREFIX + key))
        if noted is not None:
            said = json.loads(noted or "{}")
            said["refused"] = int(said.get("refused", 0)) + 1
            connection.execute(
                update(lease).where(lease.c.name == PREFIX + key).values(note=json.dumps(said))
            )


def see(database: Database, name: str, *, at: int) -> None:
    """Note that it did something; at most once a minute, since that is a write."""
    with database.write() as connection:
        connection.execute(
            update(client)
            .where(client.c.name == name, client.c.last_seen_at < at - SEEN_EVERY)
            .values(last_seen_at=at)
        )


def allow(database: Database, name: str, standing: AgentStanding, *, at: int) -> None:
    """Set what a person allows an agent, known or not."""
    values = {"scope": standing.scope.value, "paused": int(standing.paused)}
    with database.write() as connection:
        connection.execute(
            upsert(client)
            .values(name=name, first_seen_at=at, last_seen_at=at, **values)
            .on_conflict_do_update(index_elements=["name"], set_=values)
        )


def read_standing(reading: Reading, name: str) -> AgentStanding:
    """What a person allows the agent; everything when nothing was set."""
    row = reading.connection.execute(
        select(client.c.scope, client.c.paused).where(client.c.name == name)
    ).first()
    return AgentStanding() if row is None else AgentStanding(Scope(row.scope), bool(row.paused))


def read_agents(reading: Reading) -> tuple[Agent, ...]:
    """All that were ever connected, the last seen first."""
    here: dict[str, list[AgentPresence]] = {}
    for presence in read_presences(reading):
        here.setdefault(presence.name, []).append(presence)
    rows = reading.connection.execute(select(client).order_by(client.c.last_seen_at.desc(), client.c.id))
    return tuple(
        Agent(
            name=row.name,
            standing=AgentStanding(Scope(row.scope), bool(row.paused)),
            first_seen_at=row.first_seen_at,
            last_seen_at=row.last_seen_at,
            connections=tuple(here.get(row.name, ())),
        )
        for row in rows
    )


def read_presences(reading: Reading) -> tuple[AgentPresence, ...]:
    """The connections of living processes, in order of arrival."""
    rows = reading.connection.execute(
        select(lease.c.owner, lease.c.taken_at, lease.c.note)
        .where(lease.c.name.startswith(PREFIX, autoescape=True))
        .order_by(lease.c.taken_at, lease.c.name)
    ).all()
    return tuple(_presence(row.owner, row.taken_at, row.note) for row in rows if is_alive(row.owner))


def _presence(owner: str, at: int, note: str) -> AgentPresence:
    said = json.loads(note or "{}")
    pid = owner.partition(":")[0]
    return AgentPresence(
        str(said.get("name", "")),
        int(pid),
        scope=Scope(said.get("scope", "write")),
        since=at,
        refused=int(said.get("refused", 0)),
    )
