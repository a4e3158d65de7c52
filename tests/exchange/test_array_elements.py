"""Cutting a large JSON array into elements, however its text is cut into pieces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engramma.exchange.arrays import Element, _Splitter, read_elements

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=12)
    | st.sampled_from(['"', "\\", '\\"', "],[{"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def split(text: str, cuts: list[int], limit: int = 1_000_000) -> list[Element]:
    splitter = _Splitter(limit)
    found: list[Element] = []
    start = 0
    for cut in [*sorted(min(cut, len(text)) for cut in cuts), len(text)]:
        found += splitter.feed(text[start:cut], cut)
        start = cut
    return [*found, *splitter.finish(len(text))]


@given(
    st.lists(VALUES, max_size=5),
    st.sampled_from([None, 1]),
    st.booleans(),
    st.lists(st.integers(0, 200), max_size=6),
)
def test_any_array_in_any_pieces(values: list[Any], indent: int | None, plain: bool, cuts: list[int]) -> None:
    text = "\n" + json.dumps(values, indent=indent, ensure_ascii=plain) + "\n"
    found = split(text, cuts)
    assert [json.loads(element.text) for element in found] == values
    assert not any(element.problem for element in found)
    at = 0
    for element in found:
        at = text.index(element.text, at)
        assert element.line == 1 + text.count("\n", 0, at)
        at += len(element.text)


@given(st.text(alphabet='[]{}",:\\ \n1a', max_size=40), st.lists(st.integers(0, 40), max_size=4))
def test_any_text_ends_and_pieces_make_no_difference(text: str, cuts: list[int]) -> None:
    told = [(element.line, element.text, element.problem) for element in split(text, cuts)]
    assert told == [(element.line, element.text, element.problem) for element in split(text, [])]


def test_a_cut_end_is_told_and_what_came_before_is_kept() -> None:
    good, broken = split('[{"a": 1}, {"b": [', [])
    assert (good.text, good.problem) == ('{"a": 1}', "")
    assert broken.problem == "cut off: the JSON ends in the middle"


def test_an_element_beyond_the_limit_is_passed_over() -> None:
    text = json.dumps(["x" * 50, {"long": ["y" * 30, "z" * 30]}, 3])
    told = [(element.text[:5], element.problem) for element in split(text, list(range(0, 200, 7)), limit=20)]
    assert told == [
        ('"xxxx', "longer than 20 characters"),
        ('{"lon', "longer than 20 characters"),
        ("3", ""),
    ]


def test_text_around_an_array() -> None:
    assert split("hello", [])[0].problem == "no JSON array or object begins here"
    assert split("[1] tail", [])[1].problem == "stands after the end of the JSON array"
    assert split("", []) == []
    assert [element.text for element in split('{"one": [1, 2]}', [3])] == ['{"one": [1, 2]}']


def test_a_file_in_small_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    values = [{"number": number, "text": "ä" * 1_000} for number in range(2_000)]
    path.write_text(json.dumps(values, ensure_ascii=False, indent=1), encoding="utf-8")
    found = list(read_elements(path, name="a.json"))
    assert [json.loads(element.text) for element in found] == values
    assert found[1].line == 6
    ends = [element.end for element in found]
    assert ends == sorted(ends)
    assert ends[-1] == path.stat().st_size
