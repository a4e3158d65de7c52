"""What the life cycle costs and saves: sessions over half a year, recalls on the way, a pass every night.

    python -m tests.benchmarks.life FILE [--asks everything|memories] [--rehearsing 0.5 0.25 ...] [--asked 1]
        [--policy FIELD=VALUE ...] [--near SHARE] [--conversations 5] [--sessions 120] [--days 180] [--json OUT]

Lives a story twice: with fading, promotion and nightly passes, and without any of it. Then asks the questions that
were kept back, of the memories alone and of memories and events, and prints how much of their evidence is among the
first five and ten hits; beside it what sets of memories of the same size as the active one reach, the newest and
random ones. `ceiling` is the evidence that became a memory at all. Why what is active at the end is, in shares of all
memories, and `floor`: what was said or rehearsed within the short-term span, which no rule of promotion can change.

The agent asks over memories and events, as agents do; with `--asks memories` all five rehearsed hits are memories.
`--rehearsing` takes several shares of the questions and lives once for each. `--near SHARE` rehearses only hits with
at least that share of the best score: an experiment, no rule of the store. Vectors are kept between runs.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.life_reasons import reasons_of
from tests.benchmarks.life_story import Question, Story, read_story
from tests.benchmarks.recall_stores import cache_folder
from tests.benchmarks.vector_cache import CachingEmbedder

from engramma.embedding import open_embedder
from engramma.engine import MemoryStore, open_store
from engramma.engine.embedding.settings import runtime_scope, wanted_model
from engramma.engine.recalls import SentHit, record_sent
from engramma.model.clock import DAY, HOUR, MINUTE, FixedClock
from engramma.model.recall import EVERYTHING, RecallScope

BIRTH = 1_780_000_000_000_000
MEMORIES = RecallScope(memories_only=True)
ASKS = {"everything": EVERYTHING, "memories": MEMORIES}
RANDOM_SETS = 3


@dataclass(frozen=True, slots=True)
class Habits:
    """How the agent asks: over what, and which share of the best score a hit needs to be sent."""

    scope: RecallScope
    near: float


@dataclass(slots=True)
class Life:
    """A store that lived through the story, what its events are in it, and its active share week by week."""

    store: MemoryStore
    clock: FixedClock
    events: dict[str, int] = field(default_factory=dict)
    weeks: list[float] = field(default_factory=list)


def live(
    path: Path, story: Story, *, cycle: bool, habits: Habits, policy: dict[str, float] | None = None
) -> Life:
    """Tell the story to a new store, day by day."""
    clock = FixedClock(BIRTH)
    life = Life(open_store(path, clock=clock, create=True), clock)
    if life.store.embedding.status().kind != "off":
        inner = open_embedder(model=wanted_model(), scope=runtime_scope())
        life.store.workspace.vectors.use(CachingEmbedder(inner, cache_folder() / "life.sqlite"))
    if not cycle:
        life.store.policy_set(
            {"short_term_half_life": 365, "long_term_half_life": 3650, "retrieval_threshold": 0.01}
        )
    elif policy:
        life.store.policy_set(policy)
    agent = life.store.acting_as("agent:friend")
    asked: dict[int, list[Question]] = defaultdict(list)
    for question in story.questions:
        for day in question.days:
            asked[day].append(question)
    talks = list(story.talks)
    for day in range(story.days):
        while talks and talks[0].day < day + 1:
            talk = talks.pop(0)
            wait(clock, BIRTH + round(talk.day * DAY))
            session = agent.sessions.start(talk.title, agent="friend")
            for turn in talk.turns:
                clock.advance(MINUTE)
                said = agent.sessions.append(session, "user", turn.text, speaker=turn.speaker)
                life.events[turn.reference] = said.event_id
            agent.sessions.end(session)
        wait(clock, BIRTH + day * DAY + 20 * HOUR)
        embed(life.store)
        for question in asked[day]:
            ask(agent, question.text, habits=habits)
        wait(clock, BIRTH + day * DAY + 23 * HOUR)
        if cycle:
            life.store.consolidation.run()
        if day % 7 == 6:
            life.weeks.append(active_share(life.store))
    wait(clock, BIRTH + story.days * DAY)
    embed(life.store)
    return life


def ask(agent: MemoryStore, question: str, *, habits: Habits) -> None:
    """A recall that rehearses, as an agent makes it."""
    if not habits.near:
        agent.recall.ask(question, scope=habits.scope, rehearse=True)
        return
    hits = agent.recall.ask(question, scope=habits.scope).hits
    sent = [
        SentHit(hit.id, None, hit.score) if hit.type == "memory" else SentHit(None, hit.id, hit.score)
        for hit in hits
        if hit.score >= habits.near * hits[0].score
    ]
    if sent:
        record_sent(agent.workspace, question, sent)


def embed(store: MemoryStore) -> None:
    """Give what is new its vectors, unless ENGRAMMA_EMBEDDER is off."""
    if store.embedding.status().kind != "off":
        store.embedding.run()


def wait(clock: FixedClock, moment: int) -> None:
    """Let the time pass until `moment` (UTC µs), unless it has come already."""
    clock.advance(max(0, moment - clock.now()))


def active_share(store: MemoryStore) -> float:
    """Which share of the memories that were not put away is not dormant."""
    statistics = store.statistics()
    there = statistics.by_state["active"]
    return (there - statistics.dormant) / there if there else 0.0


def active_ids(store: MemoryStore) -> list[int]:
    """The memories that are not dormant, oldest first."""
    ids = store.search.order("is:active").ids.tolist()
    now = store.clock.now()
    shown = [line.memory for line in store.memories.page(ids)]
    return [
        item.id
        for item in sorted(shown, key=lambda item: (item.created_at, item.id))
        if item.fades_at is None or item.fades_at > now
    ]


def evidence_found(life: Life, questions: list[Question], *, scope: RecallScope) -> dict[str, float]:
    """The mean share of each question's evidence among the first five and ten hits, in per cent."""
    sources: dict[int, set[int]] = {}
    shares: dict[str, list[float]] = {"R@5": [], "R@10": []}
    for question in questions:
        wanted = {life.events[reference] for reference in question.evidence}
        hits = life.store.recall.ask(question.text, scope=scope, limit=10).hits
        for name, count in (("R@5", 5), ("R@10", 10)):
            found: set[int] = set()
            for hit in hits[:count]:
                found |= _events_of(life.store, hit.type, hit.id, sources)
            shares[name].append(len(wanted & found) / len(wanted))
    return {name: 100 * sum(values) / len(values) for name, values in shares.items()}


def _events_of(store: MemoryStore, type_: str, item: int, known: dict[int, set[int]]) -> set[int]:
    if type_ == "event":
        return {item}
    if item not in known:
        quotes = store.memories.details(item).provenance
        known[item] = {quote.event_id for quote in quotes if quote.event_id is not None}
    return known[item]


def ceiling(life: Life, questions: list[Question]) -> float:
    """The share of the evidence from which a memory came, in per cent."""
    ids = life.store.search.order("is:active OR is:superseded").ids.tolist()
    known: dict[int, set[int]] = {}
    kept = set().union(*(_events_of(life.store, "memory", memory_id, known) for memory_id in ids))
    shares = [
        sum(life.events[reference] in kept for reference in question.evidence) / len(question.evidence)
        for question in questions
    ]
    return 100 * sum(shares) / len(shares)


def with_only(life: Life, questions: list[Question], keep: set[int]) -> dict[str, float]:
    """What the memories `keep` alone reach; the others are in the Trash meanwhile."""
    ids = life.store.search.order("is:active").ids.tolist()
    others = [memory_id for memory_id in ids if memory_id not in keep]
    if not others:
        return evidence_found(life, questions, scope=MEMORIES)
    life.store.memories.trash(others)
    found = evidence_found(life, questions, scope=MEMORIES)
    life.store.history.undo()
    return found


def measured(
    story: Story, folder: Path, *, policy: dict[str, float], habits: Habits, seed: int
) -> dict[str, object]:
    """All figures of one story."""
    tests = [question for question in story.questions if question.tests]
    on = live(folder / "on.engramma", story, cycle=True, habits=habits, policy=policy)
    active = active_ids(on.store)
    reasons = reasons_of(on.store)
    figures: dict[str, object] = {
        "policy": policy,
        "sessions": len(story.talks),
        "questions": {"rehearsing": len(story.questions) - len(tests), "testing": len(tests)},
        "mode": on.store.recall.ask(tests[0].text).mode,
        "memories": on.store.statistics().by_state,
        "long_term": on.store.statistics().by_tier["long_term"],
        "active share at the end": reasons.active,
        "floor": reasons.floor,
        "active for": reasons.first,
        "active also for": reasons.each,
        "active share by week": on.weeks,
        "ceiling of memories": ceiling(on, tests),
        "cycle on, memories": evidence_found(on, tests, scope=MEMORIES),
        "cycle on, memories and events": evidence_found(on, tests, scope=EVERYTHING),
    }
    on.store.close()
    off = live(folder / "off.engramma", story, cycle=False, habits=habits)
    figures["cycle off, memories"] = evidence_found(off, tests, scope=MEMORIES)
    figures["cycle off, memories and events"] = evidence_found(off, tests, scope=EVERYTHING)
    everything = active_ids(off.store)
    size = min(len(active), len(everything))
    figures["as many, the newest"] = with_only(off, tests, set(everything[-size:]))
    chance = random.Random(seed)
    drawn = [with_only(off, tests, set(chance.sample(everything, size))) for _set in range(RANDOM_SETS)]
    figures["as many, at random"] = {
        name: sum(values[name] for values in drawn) / RANDOM_SETS for name in drawn[0]
    }
    off.store.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--asks", choices=tuple(ASKS), default="everything", help="what the agent asks over")
    parser.add_argument(
        "--rehearsing", type=float, nargs="+", default=[0.5], help="shares of all questions, up to 0.5"
    )
    parser.add_argument("--near", type=float, default=0.0, help="share of the best score that is sent")
    parser.add_argument("--conversations", type=int, default=5)
    parser.add_argument("--sessions", type=int, default=120)
    parser.add_argument("--days", type=int, default=180)
    parser.add_argument(
        "--asked", type=int, default=1, help="on how many days a rehearsing question is asked"
    )
    parser.add_argument(
        "--policy", nargs="*", default=[], metavar="FIELD=VALUE", help="of the life with the cycle"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    policy = {name: float(value) for name, value in (item.split("=") for item in given.policy)}
    lives: dict[str, dict[str, object]] = {}
    for share in given.rehearsing:
        story = read_story(
            given.file,
            conversations=given.conversations,
            sessions=given.sessions,
            days=given.days,
            asked_times=given.asked,
            rehearsing=share,
            seed=given.seed,
        )
        with tempfile.TemporaryDirectory() as folder:
            lives[f"{share:g}"] = measured(
                story,
                Path(folder),
                policy=policy,
                habits=Habits(ASKS[given.asks], given.near),
                seed=given.seed,
            )
        print(f"\n{share:.0%} of the questions rehearse, asked over {given.asks}")
        show(lives[f"{share:g}"])
    if given.json:
        given.json.write_text(json.dumps(lives, indent=1))


SHARES = ("active share at the end", "floor", "active for", "active also for", "active share by week")


def show(figures: dict[str, object]) -> None:
    """One line a figure."""
    for what, value in figures.items():
        form = _share if what in SHARES else _shown
        if isinstance(value, list):
            words = " ".join(map(form, value))
        elif isinstance(value, dict):
            words = "  ".join(f"{name} {form(part)}" for name, part in value.items())
        else:
            words = form(value)
        print(f"{what:34}{words}", flush=True)


def _share(value: object) -> str:
    return f"{value:.1%}"


def _shown(value: object) -> str:
    return f"{value:.1f}" if isinstance(value, float) and value > 1 else f"{value}"


if __name__ == "__main__":
    main()
