"""What the Graph says in words: what it is drawn around, how much is not shown and why, what the legend has. Pure."""

from __future__ import annotations

from typing import Any

import numpy as np

from engramma.model.association import AssociationType
from engramma.model.graph import GraphEdge
from engramma.model.graph_communities import CommunityGraph
from engramma.model.graph_link import GraphLink
from engramma.model.records import dataclass
from engramma.ui.graph.picture import Line, Shape
from engramma.ui.inspector.link_row import LinkLine
from engramma.ui.inspector.words import ASSOCIATIONS, actor_word, counted
from engramma.ui.models.dates import exact_text, short_day_text
from engramma.ui.views.graph.choices_part import ChoicesPart
from engramma.ui.views.graph.drawing import Drawing
from engramma.ui.views.graph.looks import ColourBy, SizeBy, group_key
from engramma.ui.views.graph.reading import DEEPEST, MOST_DRAWN, GraphRead

SHAPE_WORDS = (
    (Shape.CIRCLE, "circle", "semantic"),
    (Shape.DIAMOND, "diamond", "episodic"),
    (Shape.SQUARE, "square", "procedural"),
)
TOGETHER = {
    AssociationType.CO_RECALLED.value: "Recalled together",
    AssociationType.ABOUT.value: "About the same",
    AssociationType.SAME_SESSION.value: "Same session",
    AssociationType.RELATED.value: "Linked",
    AssociationType.SIMILAR.value: "Similar",
}
LINE_WORDS = ((Line.SOLID, "linked"), (Line.DASHED, "follows, same session"), (Line.DANGER, "contradicts"))


@dataclass(frozen=True, slots=True)
class Nothing:
    """Why nothing is drawn, and the one command that helps."""

    title: str
    sentence: str
    action: str
    command: str


def about_words(read: GraphRead) -> str:
    """What it is drawn around."""
    roots = read.wish.origin or read.wish.roots
    if len(roots) == 1:
        return f"around M-{roots[0]}"
    if roots:
        return f"around {len(roots):,} memories"
    return "of the results" if read.wish.query else "of the strongest memories"


@dataclass(frozen=True, slots=True)
class Told:
    """How many are shown, what of the rest; whether one step more makes sense, and more room."""

    shown: str
    rest: str
    more: bool
    room: bool


def notice_words(drawing: Drawing, read: GraphRead, *, matches: frozenset[int] | None = None) -> Told:
    """What the notice says of a part. `matches`: which memories of it a search lights up, None without one."""
    shown, all_nodes = len(drawing.nodes), len(read.part.nodes)
    wish, no_room = read.wish, read.part.hidden_nodes
    rest: list[str] = []
    shown_words = ""
    lacking = no_room
    if wish.roots:
        total = max(read.memories, all_nodes)
        away = total - all_nodes - no_room
        steps = counted(wish.depth, "step", "steps")
        if no_room:
            rest.append(f"{no_room:,} more within {steps} have no room")
        elif away > 0:
            rest.append(
                f"{_are(away)} further than {steps} away" if wish.depth else f"{_are(away)} not drawn"
            )
    else:
        first = sum(node.depth == 0 for node in read.part.nodes)
        total = max(read.matching, first) if wish.query else max(read.memories, all_nodes)
        if wish.query and all_nodes > first:
            rest.append(f"with {all_nodes - first:,} near them")
        lacking = total - (first if wish.query else all_nodes)
        if lacking:
            rest.append(f"{_are(lacking)} weaker")
        if read.orphans:
            rest.append(_alone(len(read.orphans), "of these "))
        if wish.query:
            shown_words = f"{first:,} of {counted(total, 'result', 'results')}"
    if matches is not None and not wish.query:
        lit = sum(node.id in matches for node in drawing.nodes)
        rest.append(
            f"{lit:,} of them {'fits' if lit == 1 else 'fit'} the search" if lit else "none fits the search"
        )
    if shown < all_nodes:
        rest.append(f"{_are(all_nodes - shown)} hidden")
    if read.part.hidden_edges:
        rest.append(f"{counted(read.part.hidden_edges, 'weak link', 'weak links')} left out")
    tail = " shown" + (", " + ", ".join(rest) if rest else "")
    more = (
        bool(wish.roots)
        and wish.depth < DEEPEST
        and not no_room
        and any(node.hidden for node in read.part.nodes)
    )
    room = lacking > 0 and wish.limit < MOST_DRAWN
    return Told(shown_words or f"{shown:,} of {total:,}", tail, more, room)


def _are(count: int) -> str:
    return f"{count:,} {'is' if count == 1 else 'are'}"


def _alone(count: int, whose: str) -> str:
    return f"{count:,} {whose}{'hangs' if count == 1 else 'hang'} together with nothing"


def whole_words(whole: CommunityGraph) -> tuple[str, str]:
    """The same of the store as communities."""
    rest = f" of {counted(whole.memories, 'memory', 'memories')}, superseded ones too"
    if whole.orphans:
        rest += f", {len(whole.orphans):,} alone"
    if whole.left_out:
        rest += f", {whole.left_out:,} older ones left out"
    return counted(len(whole.groups), "community", "communities"), rest


def nothing_words(drawing: Drawing, query: str) -> Nothing | None:
    """Why nothing is drawn; None when something is, or nothing was read yet."""
    if drawing.whole is not None:
        if drawing.whole.groups:
            return None
        return Nothing(
            "Nothing hangs together yet",
            "A consolidation pass ties memories that are about the same; a recall ties what it returns together.",
            "Plan a consolidation…",
            "consolidation.plan",
        )
    if drawing.read is None or drawing.read.part.nodes:
        return None
    if query:
        return Nothing(
            "No memory matches this search",
            "So there is nothing to draw.",
            "Clear the search",
            "search.clear",
        )
    if drawing.read.wish.roots:
        return Nothing("This memory is not drawn", "It is in the Trash, or it was erased.", "", "")
    return Nothing(
        "No memories yet",
        "What hangs together is drawn here as soon as there are memories.",
        "Import…",
        "view.import",
    )


def edge_words(edge: GraphEdge) -> str:
    """An edge in words: "M-9 follows M-8", or where it leads both ways "Same session: M-8 and M-9"."""
    together = "" if edge.relation else TOGETHER.get(edge.type, "")
    if together:
        return f"{together}: M-{edge.source_id} and M-{edge.target_id}"
    there = edge.relation or ASSOCIATIONS.get(edge.type, (edge.type,))[0]
    return f"M-{edge.source_id} {there} M-{edge.target_id}"


def link_line(link: GraphLink, now: int) -> LinkLine:
    """A link in a row, with the weight as number and since when it is."""
    edge = link.edge
    icon = ASSOCIATIONS.get(edge.type, ("", "", "link"))[2]
    tip = [f"{edge_words(edge)}, weight {edge.weight:.2f}"]
    if edge.via:
        tip.append(f"Both are about {', '.join(edge.via)}")
    if link.since is None:
        tip.append("Computed: it follows from what they say or where they were said")
        since = "computed"
    else:
        since = f"since {short_day_text(link.since, now)}"
        tip.append(f"{actor_word(link.actor)}, {exact_text(link.since)}")
    return LinkLine(
        f"{edge_words(edge)}, {since}", icon=icon, detail=f"{edge.weight:.2f}", tip="\n".join(tip)
    )


def line_words(drawing: Drawing, one: int, other: int) -> str:
    """What is told of the line between two nodes under the mouse."""
    ends = {one, other}
    if drawing.whole is not None:
        names = {group_key(group.number): group.name for group in drawing.whole.groups}
        links = sum(
            edge.links
            for edge in drawing.whole.edges
            if {group_key(edge.source), group_key(edge.target)} == ends
        )
        return f"{counted(links, 'link', 'links')} between {names[one]} and {names[other]}"
    found = [edge for edge in drawing.edges if {edge.source_id, edge.target_id} == ends]
    lines = [
        f"{edge_words(edge)}, weight {edge.weight:.2f}" + (f" ({', '.join(edge.via)})" if edge.via else "")
        for edge in sorted(found, key=lambda edge: -edge.weight)
    ]
    return "\n".join([*lines, "A click selects both"])


def legend_of(drawing: Drawing, choices: ChoicesPart, *, activated: bool) -> dict[str, Any]:
    """What the legend has to say, as the arguments of `Legend.show_entries`."""
    picture = drawing.picture
    shapes = set(np.unique(picture.shapes).tolist())
    lines = set(np.unique(picture.lines).tolist())
    look = choices.look(frozenset())
    if drawing.whole is not None:
        return {
            "shapes": (("circle", "community"),),
            "lines": ((Line.SOLID, "linked"),),
            "colours": (),
            "dormant": False,
            "activated": False,
            "size": "number of memories",
        }
    return {
        "shapes": tuple((name, words) for shape, name, words in SHAPE_WORDS if shape in shapes),
        "lines": tuple((line, words) for line, words in LINE_WORDS if line in lines),
        "colours": drawing.colours if look.colour is not ColourBy.COMMUNITY else (),
        "dormant": bool(picture.hollow.any()),
        "activated": activated,
        "size": "number of links" if look.size is SizeBy.LINKS else "strength",
    }
