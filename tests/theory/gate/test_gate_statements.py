"""Cutting a text into statements: what ends a sentence, what does not, and that spans are exact for any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.theory.gate.gate_rules import packaged

from engramma.theory.gate.statements import Shape, cut


def parts(text: str) -> list[str]:
    return [statement.text for statement in cut(text, rules=packaged())]


@pytest.mark.parametrize(
    "text",
    [
        "The limit is 3.5 kg per arm.",
        "We are on 2.10.4 since May.",
        "Look into settings.local.toml first.",
        "It lives at https://docs.example.org/a?b=1.2 and nowhere else",
        "Ask Dr. Okafor about it.",
        "Use a real date, e.g. the 4th, i.e. no placeholder.",
        "J. Marsh signs the contracts.",
        "Leni hat am 3. Februar Geburtstag.",
        "Vor dem 5. eines Monats geht nichts raus.",
        "Das gilt z. B. für Rechnungen bzw. Gutschriften ab 100 Euro.",
        "La Sra. Campos lleva las compras.",
        "M. Gaillard vient le jeudi, cf. le planning.",
        'She said "Stop. Do not move." and left.',
        "He wrote “Never again! Really.” on the wall.",
        "(See the plan. It is old.) applies to both",
        "`git push. now` is no command",
        "so ... that was it",
        "价格是3.5元，版本2.1.0",
        "他说「好。走吧。」就离开了",
    ],
)
def test_stays_one_statement(text: str) -> None:
    assert parts(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Thanks! The port is 8443.", ["Thanks!", "The port is 8443."]),
        ("ok. lets take the second one", ["ok.", "lets take the second one"]),
        ("Really?! I had no idea…  Fine.", ["Really?!", "I had no idea…", "Fine."]),
        ('He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
        ("¿Lo ves? ¡Claro! Vale.", ["¿Lo ves?", "¡Claro!", "Vale."]),
        ("好的。端口是8443！密码换了", ["好的。", "端口是8443！", "密码换了"]),
        ("可以吗?当然", ["可以吗?", "当然"]),
        ("The total was 25. Then it stopped.", ["The total was 25.", "Then it stopped."]),
        ("first line\nsecond line", ["first line", "second line"]),
        ("- one\n* two\n3. three\n  4) four\n5、五", ["one", "two", "three", "four", "五"]),
        ("- [x] done thing\n- [ ] open thing", ["done thing", "open thing"]),
        ("# Title\n\n> quoted words\n\nplain words", ["Title", "quoted words", "plain words"]),
        ("done 👍\n👍", ["done 👍"]),
        ("Works now. 🎉", ["Works now. 🎉"]),
    ],
)  # fmt: skip
def test_is_cut_here(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


def test_a_wrapped_paragraph_is_not_cut_at_its_line_ends() -> None:
    text = (
        "The importer reads the whole archive before it writes anything, which is why\n"
        "a broken last page leaves the store as it was.\nSecond paragraph"
    )
    assert parts(text) == [text.rpartition("\n")[0], "Second paragraph"]


def test_code_between_fences_is_one_statement_of_its_own_shape() -> None:
    text = "Before.\n```python\nx = 1\n\nprint(x)  # never. ever.\n```\nAfter."
    found = cut(text, rules=packaged())
    assert [statement.shape for statement in found] == [Shape.PROSE, Shape.CODE, Shape.PROSE]
    assert found[1].text.startswith("```python")
    assert found[1].text.endswith("```")


def test_an_open_fence_runs_to_the_end() -> None:
    found = cut("~~~\na. b. c.\n\n- d", rules=packaged())
    assert [statement.shape for statement in found] == [Shape.CODE]


def test_list_items_know_the_line_that_announces_them() -> None:
    found = cut("Remember this:\n- the gate is green\n- the shed is red\nThat is all.", rules=packaged())
    assert [statement.lead for statement in found] == [None, 0, 0, None]


@pytest.mark.parametrize("text", ["", " \n\t\n", "...", "👍", "---\n***", "？！"])
def test_a_text_that_says_nothing_has_no_statements(text: str) -> None:
    assert parts(text) == []


pieces = st.sampled_from(
    ["word", "Word", " ", "  ", "\n", "\n\n", "\r\n", ". ", ".", "! ", "? ", "…", "3.5", "5. ", "Dr. ", "z. B. ",
     "- ", "1. ", "> ", "# ", "```\n", '"', "“", "”", "(", ")", "好", "。", "？", "，", "「", "」", "a.py", "|",
     " | ", ":", "👍", "\u2028", "\x00", "é"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=200), st.lists(pieces, max_size=40).map("".join)))
def test_spans_are_exact_disjoint_and_ordered_and_lose_no_word(text: str) -> None:
    found = cut(text, rules=packaged())
    end = 0
    for statement in found:
        assert end <= statement.start < statement.end
        assert text[statement.start : statement.end] == statement.text == statement.text.strip()
        assert any(character.isalnum() for character in statement.text)
        assert statement.lead is None or 0 <= statement.lead < len(found)
        end = statement.end
    outside = [
        text[a:b]
        for a, b in zip([0, *(s.end for s in found)], [*(s.start for s in found), len(text)], strict=True)
    ]
    lost = "".join(outside)
    assert not any(character.isalpha() for character in lost if character not in "xX"), lost
