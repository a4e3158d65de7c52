"""A session is told in a few of its own sentences, in five languages, or not at all when it holds nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

CART = """
U Hi! Today the cart. The old one has three functions that compute a total.
A I will look at the functions first.
D All totals are computed in shop/cart/totals.py and nowhere else.
T tests/cart 38 passed, 2 failed
A Should a coupon lower the value that counts for free shipping?
D Shipping is computed after coupons and before gift cards.
A Gift cards are money, so gift cards never lower the shipping of a cart.
E The cart lost its coupon after a login, because the session key changed.
U Great, thanks!
N The cart is rewritten: totals in one file, coupons before shipping, gift cards last.
"""
LANGUAGES = {
    "de": (
        """
U Guten Morgen! Heute geht es um die Rechnungen.
A Ich schaue mir zuerst an, wie die Rechnungen erzeugt werden.
U Ab sofort werden Rechnungen nur noch als E-Mail mit PDF im Anhang verschickt.
A Soll die Rechnungsnummer im Betreff stehen?
A Der Mailserver hat 40 Mails abgelehnt, weil das Zertifikat abgelaufen war.
U Super, danke!
""",
        {"Ab sofort", "Zertifikat abgelaufen"},
        {"rechnung"},
    ),
    "es": (
        """
U Hola, ¿qué almacén es, el de Valencia o el de Zaragoza?
A El almacén de Valencia cerró en mayo y todo sale de Zaragoza.
U Pues hemos decidido que los pedidos devueltos no entran en el inventario.
A Los pedidos devueltos del inventario quedan en una lista aparte.
U Perfecto, gracias.
""",
        {"Hemos decidido", "Valencia cerró"},
        {"inventario"},
    ),
    "fr": (
        """
U Bonjour, les capteurs de la serre envoient n'importe quoi.
A Je regarde ça tout de suite.
A Le capteur de la cave renvoie -127 °C parce que le câble est débranché.
U On garde l'heure UTC pour tous les capteurs.
U Merci, bonne journée !
""",
        {"câble est débranché", "l'heure UTC"},
        {"capteur"},
    ),
    "zh": (
        """
U 你好！护士长说夜班经常重复，怎么办？
A 我先看看排班系统的日志。
A 夜班重复是因为换班申请没有检查已有的排班。
U 好的。排班冲突时以护士长手工调整为准，系统不自动覆盖。
U 辛苦了，谢谢！
""",
        {"换班申请没有检查", "手工调整为准"},
        {"排班"},
    ),
}


def test_decisions_results_and_the_closing_note_tell_the_session(lexicon: Lexicon, talk) -> None:
    summary = summarise(talk(CART), lexicon=lexicon, background=None, title="Cart rewrite")
    assert len(summary.sentences) == 3
    assert [one.event for one in summary.sentences] == sorted(one.event for one in summary.sentences)
    assert 9 in {one.event for one in summary.sentences}
    assert {one.event for one in summary.sentences} <= {2, 5, 7, 9}
    assert summary.text == " ".join(one.text for one in summary.sentences)
    assert summary.topics[0] == "cart"
    assert {"gift-card", "coupon"} <= set(summary.topics)
    assert len(summary.topics) <= 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_languages(language: str, lexicon: Lexicon, talk) -> None:
    text, phrases, topics = LANGUAGES[language]
    summary = summarise(talk(text), lexicon=lexicon, background=None)
    assert [phrase for phrase in phrases if phrase not in summary.text] == []
    assert topics <= set(summary.topics)
    assert "?" not in summary.text
    assert "?" not in summary.text


@pytest.mark.parametrize(
    "text",
    [
        "U Hi!\nA Hello! How can I help you today?",
        "T 38 passed in 4.1 s",
        "U What is the best way to prune a rose?",
        "U Danke!\nA Gern geschehen, melde dich einfach.",
        "A Let me look at this first, maybe it was the cache.",
    ],
)
def test_nothing_worth_a_summary(text: str, lexicon: Lexicon, talk) -> None:
    summary = summarise(talk(text), lexicon=lexicon, background=None)
    assert summary.text == ""
    assert summary.sentences == ()


def test_no_events(lexicon: Lexicon) -> None:
    assert summarise([], lexicon=lexicon, background={}) == SessionSummary("", (), ())


def test_one_event(lexicon: Lexicon) -> None:
    said = [Said(Role.NOTE, "a", "The nursery closes in August, so stock comes from the depot.")]
    summary = summarise(said, lexicon=lexicon, background=None)
    assert summary.text == said[0].text
    assert summary.sentences[0].start == 0
    assert summary.sentences[0].end == len(said[0].text)


def test_the_same_thing_is_not_said_twice(lexicon: Lexicon, talk) -> None:
    said = talk(
        "D Refunds go back to the original payment method.\n" * 4 + "D The printer sleeps after ten minutes."
    )
    summary = summarise(said, lexicon=lexicon, background=None)
    assert [one.event for one in summary.sentences] == [0, 4]


def test_fewer_sentences_on_request(lexicon: Lexicon, talk) -> None:
    assert len(summarise(talk(CART), lexicon=lexicon, background=None, sentences=1).sentences) == 1
    assert summarise(talk(CART), lexicon=lexicon, background=None, sentences=0).text == ""


def test_topics_are_what_sets_a_session_apart(lexicon: Lexicon, talk) -> None:
    said = talk("U The shop needs a printer.\nN The printer of the shop stands on the shelf of the shop.")
    alone = summarise(said, lexicon=lexicon, background=None)
    common = summarise(said, lexicon=lexicon, background={DOCUMENTS: 50, "shop": 50, "printer": 1})
    assert alone.topics[0] == "shop"
    assert common.topics[0] == "printer"


def test_document_frequencies_count_sessions(lexicon: Lexicon, talk) -> None:
    sessions = [talk("U Prices of plants and plants."), talk("U A plant.\nT plants"), talk("U 夜班重复。")]
    counts = document_frequencies(sessions, lexicon)
    assert counts[DOCUMENTS] == 3
    assert counts["plant"] == 2
    assert counts["夜班"] == 1
    assert "of" not in counts


def test_a_name_that_looks_like_a_plural_stays(lexicon: Lexicon, talk) -> None:
    said = talk(
        "U We moved to Postgres.\nN The shop runs on Postgres now, with the Heathdocs beside Postgres."
    )
    assert "postgres" in summarise(said, lexicon=lexicon, background=None).topics


def test_speakers_are_no_topics(lexicon: Lexicon) -> None:
    said = [
        Said(Role.USER, "Anna", "I joined the pottery class on Monday, Ben."),
        Said(Role.USER, "Ben", "Anna, the pottery class has a kiln of its own since May."),
    ]
    assert not {"anna", "ben"} & set(summarise(said, lexicon=lexicon, background=None).topics)


PIECES = st.sampled_from(
    ["Remember: ", "the cart ", "totals.py ", "must ",
     "never ", "Rechnung ", "el almacén ", "排班系统", "。", ". ", "! ", "? ",
     "\n", "- ", "```\n", "**", "49 ", "it ", "Anna, ", "é", "İ", "\x00", "\ud800", "👩‍🌾 ", "  "]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=30).map("".join))
EVENTS = st.lists(
    st.builds(Said, st.sampled_from(Role), st.sampled_from(["", "Anna", "a.b(", " "]), TEXTS), max_size=12
)


def test_any_session_has_a_summary(lexicon: Lexicon) -> None:
    backgrounds = st.one_of(st.none(), st.dictionaries(TEXTS, st.integers(-3, 9), max_size=4))

    @given(events=EVENTS, background=backgrounds)
    def holds(events: list[Said], background: dict[str, int] | None) -> None:
        summary = summarise(events, lexicon=lexicon, background=background, title="Cart")
        assert summary == summarise(events, lexicon=lexicon, background=background, title="Cart")
        assert len(summary.sentences) <= 3
        assert len(summary.topics) <= 5
        assert len(set(summary.topics)) == len(summary.topics)
        assert bool(summary.text) == bool(summary.sentences)
        for one in summary.sentences:
            span = events[one.event].text[one.start : one.end]
            assert events[one.event].role is not Role.TOOL
            assert one.text in summary.text
            assert _letters(one.text) == _letters(span)

    holds()


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold())


@pytest.mark.parametrize("turns", [10_000])
def test_a_very_long_session(turns: int, lexicon: Lexicon, talk) -> None:
    said = (talk(CART) * (turns // 10 + 1))[:turns]
    summary = summarise(said, lexicon=lexicon, background=None)
    assert len(summary.sentences) == 3
    assert summary.topics[0] == "cart"


@pytest.mark.parametrize("text", ["word" + " " * 40, "a. ", "排班系统", "*", "[", "- a b c\n", "“x "])
def test_large_texts_take_no_more_than_their_share(text: str, lexicon: Lexicon) -> None:
    said = [Said(Role.USER, "user", text * (300_000 // len(text)))]
    assert len(summarise(said, lexicon=lexicon, background=None).sentences) <= 3


def test_a_lexicon_needs_words() -> None:
    with pytest.raises(ValueError, match="at least one language"):
        parse_lexicon([])
    with pytest.raises(ValueError, match="lack 'stop'"):
        parse_lexicon(['language = "en"'])
