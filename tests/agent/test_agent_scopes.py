"""What an agent may do: by the scope of its server, by what a person sets meanwhile, and by its rate."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.agent.agent_client import AgentClient, tell

from engramma.engine import open_store
from engramma.model.agent import Scope
from engramma.model.answer import Answer
from engramma.model.errors import InvalidValueError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "scopes.engramma"
    with open_store(found, create=True) as store:
        store.memories.remember("The staging port is 8081.")
    return found


def test_one_that_may_only_read_changes_nothing(path: Path) -> None:
    async def story(agent: AgentClient) -> None:
        found = await agent.call("recall", question="staging port")
        assert [hit["id"] for hit in found["hits"]] == ["M-1"]
        for tool, arguments in (
            ("remember", {"text": "A thing."}),
            ("edit", {"memory": "M-1", "text": "Other."}),
            ("correct", {"memory": "M-1", "text": "Other."}),
            ("forget", {"memory": "M-1"}),
            ("session_start", {"title": "Talk"}),
        ):
            assert "may only read" in await agent.refusal(tool, **arguments)
        refusals = [await agent.refusal("link", memory="M-1", other="M-1") for _ in range(70)]
        assert "Too many calls: wait 0." in refusals[-1], "one that runs wild is slowed down"

    tell(path, story, scope="read")
    with open_store(path) as store:
        assert len(store.history.recent()) == 1
        assert store.memories.get(1).recalls == 0


def test_what_is_proposed_waits_and_is_done_when_a_person_agrees(path: Path) -> None:
    async def story(agent: AgentClient) -> None:
        asked = await agent.call("remember", text="Mira runs staging.", tags=["people"])
        assert (asked["status"], asked["proposal"]) == ("proposed", 1)
        assert (await agent.call("remember", text="Mira runs staging.", tags=["people"]))["proposal"] == 1
        assert (await agent.call("correct", memory="M-1", text="It is 9090."))["proposal"] == 2
        assert (await agent.call("remember", text="The staging port is 8081."))["created"] is False
        assert "may only propose" in await agent.refusal("session_start", title="Talk")

    tell(path, story, scope="propose")
    with open_store(path) as store:
        assert store.statistics().total == 1
        waiting = store.consolidation.proposals()
        assert [(item.action, item.actor) for item in waiting] == [
            ("remember", "agent:helper-bot"),
            ("correct", "agent:helper-bot"),
        ]
        store.consolidation.answer(1, Answer.ACCEPT)
        store.consolidation.answer(2, Answer.ACCEPT)
        kept, corrected = store.memories.get(2), store.memories.get(3)
        assert (kept.text, kept.tags) == ("Mira runs staging.", ("people",))
        assert (corrected.text, store.memories.get(1).state) == ("It is 9090.", "superseded")
        store.history.undo()
        store.history.undo()
        assert store.statistics().total == 1


def test_a_person_pauses_and_narrows_an_agent_while_it_runs(path: Path) -> None:
    async def story(agent: AgentClient) -> None:
        await agent.call("stats")
        with open_store(path) as store:
            assert [(here.name, here.scope) for here in store.agents.connected()] == [
                ("helper-bot", Scope.WRITE)
            ]
            store.agents.pause("helper-bot")
            assert "paused" in await agent.refusal("remember", text="A thing.")
            assert (await agent.call("recall", question="staging port"))["hits"][0]["id"] == "M-1"
            assert store.memories.get(1).recalls == 0, "it may look on, and leaves no trace"
            store.agents.pause("helper-bot", paused=False)
            store.agents.limit("helper-bot", Scope.PROPOSE)
            assert (await agent.call("remember", text="A thing."))["status"] == "proposed"
            store.agents.limit("helper-bot", Scope.WRITE)
            assert (await agent.call("remember", text="A thing."))["status"] == "done"
            with pytest.raises(InvalidValueError):
                store.acting_as("agent:helper-bot").agents.limit("helper-bot", Scope.WRITE)

    tell(path, story)
