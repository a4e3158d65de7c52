"""Compares summaries and topics of the sample sessions with what a person wrote for them.

python -m tests.benchmarks.summary_quality [--json FILE] [--show KEY ...]

Overlap is F1 over words (1) and pairs of words (2), singular and plural alike. "best three" picks three sentences
with the person's summary at hand: no extract gets much further. Every second session served to set the weights,
the others are held out. Of the topics a person chose, "sayable" is the share that occurs in the session at all.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from engramma.model.session import Role
from engramma.theory.summary import (
    DOCUMENTS,
    Lexicon,
    Said,
    SessionSummary,
    document_frequencies,
    parse_lexicon,
    summarise,
)
from engramma.theory.summary.singulars import singular
from engramma.theory.summary.statements import readable, statements_of
from engramma.theory.summary.terms import terms_of
from engramma.theory.summary.words import words_of

LANGUAGES = ("en", "de", "es", "fr", "zh")
SENTENCES = 3
TOPICS = 5


@dataclass(frozen=True, slots=True)
class Told:
    """One sample session: its events, and the title, summary and topics that a person gave it."""

    key: str
    title: str
    summary: str
    topics: tuple[str, ...]
    events: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """Means of one way over some sessions: words, and shares from 0 to 100; None where a way has no such figure."""

    way: str
    sessions: str
    words: float | None = None
    overlap_1: float | None = None
    overlap_2: float | None = None
    topics: float | None = None


def read_lexicon() -> Lexicon:
    folder = files("engramma.resources") / "summary"
    return parse_lexicon((folder / f"{code}.toml").read_text(encoding="utf-8") for code in LANGUAGES)


def read_sessions() -> list[Told]:
    sessions: dict[str, dict[str, Any]] = {}
    events: dict[str, list[Said]] = {}
    folder = files("engramma.resources") / "sample"
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.startswith("sessions-"):
            continue
        for text in file.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if line["type"] == "session":
                sessions[line["key"]] = line
            elif line["type"] == "event":
                said = Said(Role(line["role"]), line["speaker"], line["text"])
                events.setdefault(line["key"].partition("/")[0], []).append(said)
    return [
        Told(key, line["title"], line["summary"], tuple(line["topics"]), tuple(events[key]))
        for key, line in sessions.items()
    ]


class Judge:
    """Measures overlap in the forms of the lexicon's first language."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.language = lexicon.languages[0]

    def forms(self, text: str) -> list[str]:
        return [singular(word, self.language) for word in words_of(text)]

    def overlap(self, text: str, reference: str, *, size: int) -> float:
        mine, theirs = _grams(self.forms(text), size), _grams(self.forms(reference), size)
        shared = sum((mine & theirs).values())
        return 2 * shared / (sum(mine.values()) + sum(theirs.values())) if shared else 0.0

    def found(self, topics: Iterable[str], wanted: Sequence[str]) -> float:
        """The share of the wanted topics among the given ones; of a compound either part will do."""
        mine = {form for topic in topics for form in (singular(topic, self.language), *self.parts(topic))}
        return sum(bool(mine & {singular(one, self.language)}) for one in wanted) / len(wanted)

    def parts(self, topic: str) -> list[str]:
        return [singular(part, self.language) for part in topic.split("-")]


def _grams(words: Sequence[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[at : at + size]) for at in range(len(words) - size + 1))


def sentences_of(told: Told, lexicon: Lexicon) -> list[str]:
    return [readable(statement) for statement in statements_of(told.events, lexicon)]


def best_three(told: Told, judge: Judge) -> str:
    """The sentences that, one after the other, bring the overlap up most."""
    left = sentences_of(told, judge.lexicon)
    text = ""
    for _ in range(SENTENCES):
        best = max(left, key=lambda one: judge.overlap(f"{text} {one}", told.summary, size=1))
        left.remove(best)
        text = f"{text} {best}"
    return text


def plain_topics(told: Told, background: Mapping[str, int], lexicon: Lexicon) -> list[str]:
    """The five words with the highest tf-idf, stop words left out."""
    statements = statements_of(told.events, lexicon)
    counts = Counter(term for one in statements for term in terms_of(one))
    weight = {
        term: n * math.log(background[DOCUMENTS] / max(1, background.get(term, 1)))
        for term, n in counts.items()
    }
    return sorted(weight, key=lambda term: (-weight[term], term))[:TOPICS]


def measure(sessions: Sequence[Told], lexicon: Lexicon) -> list[Line]:
    judge = Judge(lexicon)
    background = document_frequencies([told.events for told in sessions], lexicon)

    def ours(told: Told, *, title: bool) -> SessionSummary:
        return summarise(
            told.events, lexicon=lexicon, background=background, title=told.title if title else ""
        )

    texts: dict[str, Callable[[Told], str]] = {
        "summarise": lambda told: ours(told, title=True).text,
        "first three": lambda told: " ".join(sentences_of(told, lexicon)[:SENTENCES]),
        "longest three": lambda told: " ".join(
            sorted(sentences_of(told, lexicon), key=len, reverse=True)[:SENTENCES]
        ),
        "best three": lambda told: best_three(told, judge),
        "person": lambda told: told.summary,
    }
    topics: dict[str, Callable[[Told], Iterable[str]]] = {
        "summarise": lambda told: ours(told, title=True).topics,
        "summarise, no title": lambda told: ours(told, title=False).topics,
        "plain tf-idf": lambda told: plain_topics(told, background, lexicon),
        "sayable": lambda told: [word for said in told.events for word in words_of(said.text)],
    }
    lines = []
    for name, part in (("all", sessions), ("tuned", sessions[::2]), ("held out", sessions[1::2])):
        for way in dict.fromkeys((*texts, *topics)):
            text_of, topics_of = texts.get(way), topics.get(way)
            lines.append(
                Line(
                    way,
                    name,
                    text_of and _mean(len(words_of(text_of(one))) / 100 for one in part),
                    text_of and _mean(judge.overlap(text_of(one), one.summary, size=1) for one in part),
                    text_of and _mean(judge.overlap(text_of(one), one.summary, size=2) for one in part),
                    topics_of and _mean(judge.found(topics_of(one), one.topics) for one in part),
                )
            )
    return lines


def _mean(values: Iterable[float]) -> float:
    values = list(values)
    return round(100 * sum(values) / len(values), 1)


def shown(value: float | None) -> str:
    return f"{value:>10.1f}" if value is not None else f"{'–':>10}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--show", nargs="*", default=(), help="print these sessions' summaries as well")
    arguments = parser.parse_args()

    lexicon, sessions = read_lexicon(), read_sessions()
    lines = measure(sessions, lexicon)
    print(f"{'sessions':<10}{'way':<22}{'words':>8}{'overlap 1':>10}{'overlap 2':>10}{'topics@5':>10}")
    for line in lines:
        print(f"{line.sessions:<10}{line.way:<22}", end="")
        print(f"{shown(line.words)[2:]}{shown(line.overlap_1)}{shown(line.overlap_2)}{shown(line.topics)}")
    background = document_frequencies([told.events for told in sessions], lexicon)
    for told in sessions:
        if told.key in arguments.show:
            summary = summarise(told.events, lexicon=lexicon, background=background, title=told.title)
            print(f"\n{told.title}\n  person:  {told.summary}  [{', '.join(told.topics)}]")
            print(f"  extract: {summary.text}  [{', '.join(summary.topics)}]")
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(line) for line in lines], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
