"""Several agents on one store at once, with one host for all their vectors; and agents of projects, apart."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.agent.raw_server import RawServer, eventually, store_argument
from tests.embedding.host_processes import end_host, hosts_of

from engramma.engine import open_store
from engramma.engine.home import project_store, project_stores

EACH = 12
THINGS = ("courier", "voucher", "basket", "invoice")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends the host by a POSIX signal")


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the hosts of this test's own, which compute hashes; ended with the test."""
    runtime = tmp_path_factory.mktemp("run", numbered=True)
    for name, value in {
        "XDG_RUNTIME_DIR": str(runtime),
        "ENGRAMMA_EMBEDDER": "host",
        "ENGRAMMA_MODEL": "hashing",
    }.items():
        monkeypatch.setenv(name, value)
    hosts = runtime / "engramma"
    yield hosts
    for folder in hosts.iterdir():
        end_host(folder)


def test_they_lose_and_double_nothing_and_share_one_host(tmp_path: Path, host: Path) -> None:
    path = tmp_path / "together.engramma"
    store = store_argument(path)
    with RawServer(*store, name="agent-a") as one, RawServer(*store, name="agent-b") as other:
        agents = (one, other)
        for agent in agents:
            agent.greet()
        begun = [
            (agent, agent.begin("remember", text=f"Agent {place} saw {THINGS[number % 4]} {number}."))
            for number in range(EACH)
            for place, agent in enumerate(agents)
        ]
        begun += [(agent, agent.begin("remember", text="Both say this.")) for agent in agents]
        answers = [agent.wait(number)["result"]["structuredContent"] for agent, number in begun]
        assert Counter(answer["created"] for answer in answers) == {True: 2 * EACH + 1, False: 1}

        for agent in agents:

            def by_meaning(agent: RawServer = agent) -> bool:
                return bool(agent.call("recall", question="Which courier?")["mode"] == "hybrid")

            assert eventually(by_meaning, every=0.3)
        assert len([process for folder in host.iterdir() for process in hosts_of(folder)]) == 1

        asked = [agent.begin("recall", question="courier and voucher") for agent in agents]
        both = [
            agent.wait(number)["result"]["structuredContent"]
            for agent, number in zip(agents, asked, strict=True)
        ]
        assert all(len(found["hits"]) == 5 for found in both)
    with open_store(path) as person:
        assert person.statistics().total == 2 * EACH + 1
        assert person.doctor.check(full=True).failed == ()
        kinds = Counter((found.kind, found.actor) for found in person.history.recent(limit=500))
        assert kinds["remember", "agent:agent-a"] == kinds["remember", "agent:agent-b"] == EACH + 1


def test_projects_have_stores_of_their_own(
    tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / place / "web shop" for place in ("one", "two")]
    for folder in folders:
        folder.mkdir(parents=True)
    link = tmp_path / "link"
    link.symlink_to(folders[0])
    one, other = map(str, folders)
    with RawServer("--project", one) as agent:
        agent.greet()
        agent.call("remember", text="This was said in one of them.")
        counts = agent.call("stats")
    assert (counts["store"], counts["memories"]) == ("web-shop", 1)
    stores = project_stores()
    assert stores == (project_store(one),)
    assert len({project_store(one), project_store(other), project_store("Web Shop")}) == 3
    assert all(own_home in store.parents for store in stores)
    monkeypatch.chdir(folders[1])
    assert project_store(".") == project_store(other)
    assert project_store(f"{link}/") == project_store(one)
