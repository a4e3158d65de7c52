"""What the gate keeps and drops, in five languages, with which category, kind and reasons.

The examples are not those of the labelled set.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.theory.gate.gate_rules import THRESHOLD, ask, best, is_kept, packaged

from engramma.model.memory import Category, Kind
from engramma.model.session import Role
from engramma.theory.gate import Said, judge

KEPT = [
    ("user", "remember that the demo laptop has no camera", Category.INSTRUCTION),
    ("user", "I prefer short answers without tables.", Category.PREFERENCE),
    ("user", "No, that's wrong: the backup runs at 04:00, not at 03:00.", Category.CORRECTION),
    ("user", "Let's go with Postgres 16 for the billing service.", Category.DECISION),
    ("user", "never force-push to the release branch", Category.INSTRUCTION),
    ("user", "my daughter Mia starts school on 12 September", Category.FACT),
    ("user", "The staging database listens on port 6543.", Category.FACT),
    ("agent", "Root cause: the export crashes because the tax column is empty for Swiss orders.", Category.ERROR),
    ("agent", "The retry limit is read from MAX_RETRIES in worker/settings.py.", Category.FACT),
    ("agent", "From now on I'll always run the linter before I commit.", Category.OTHER),
    ("decision", "Store prices in cents.", Category.DECISION),
    ("error", "Import stops at row 4096 when a cell holds a line break.", Category.ERROR),
    ("note", "Courier: Mr. Bell, comes at 16:30", Category.FACT),
    ("user", "merk dir: der Ersatzschlüssel liegt bei Frau Kern", Category.INSTRUCTION),
    ("user", "Ich mag keine automatischen Updates.", Category.PREFERENCE),
    ("user", "Nein, falsch, der Termin ist am 14. und nicht am 15.", Category.CORRECTION),
    ("user", "Wir bleiben bei Version 4.2, bis das Audit vorbei ist.", Category.DECISION),
    ("user", "recuerda que los martes no hay reparto", Category.INSTRUCTION),
    ("user", "prefiero los informes en PDF", Category.PREFERENCE),
    ("user", "No vamos a usar contenedores en este proyecto.", Category.DECISION),
    ("user", "n'oublie pas que le portail ferme à 20h", Category.INSTRUCTION),
    ("user", "je préfère les graphiques en noir et blanc", Category.PREFERENCE),
    ("user", "Tu t'es trompé, le plafond est de 300 € par mois.", Category.CORRECTION),
    ("user", "记住，仓库的备用钥匙在前台", Category.INSTRUCTION),
    ("user", "我喜欢把测试写在前面", Category.PREFERENCE),
    ("user", "搞错了，截止日期是5月20号，不是21号", Category.CORRECTION),
    ("agent", "问题的原因是磁盘满了，所以日志写入失败。", Category.ERROR),
]  # fmt: skip

DROPPED = [
    ("user", "hello there!"),
    ("user", "thanks a lot, perfect"),
    ("user", "ok"),
    ("user", "what does this flag do?"),
    ("user", "hmm, maybe, I don't know"),
    ("user", "THIS IS VERY IMPORTANT!!!"),
    ("user", "run the tests again"),
    ("user", "haha nice"),
    ("agent", "Let me look at the logs first."),
    ("agent", "I've updated the file as requested."),
    ("agent", "Still downloading, 43 % done."),
    ("agent", "You're welcome! Anything else?"),
    ("agent", "In general, it is a good idea to write tests."),
    ("agent", "Here is a summary:"),
    ("decision", "Continue."),
    ("error", "Connection lost, retrying"),
    ("note", "TODO"),
    ("user", "guten Morgen"),
    ("user", "danke, super!"),
    ("user", "kannst du das nochmal machen?"),
    ("agent", "Ich schaue mir das an."),
    ("user", "hola, ¿cómo estás?"),
    ("user", "muchas gracias"),
    ("agent", "Voy a mirar el código."),
    ("user", "salut !"),
    ("user", "merci, c'est parfait"),
    ("agent", "Je vais regarder ça."),
    ("user", "你好"),
    ("user", "谢谢"),
    ("agent", "让我先看看代码。"),
]


EARNED = [
    ("user", "we pay suppliers on the last working day of the month"),
    ("user", "Lotte took over payroll from Hamid"),
    ("user", "I'm colour-blind, don't use red and green in charts"),
    ("user", "at our place a sprint lasts three weeks"),
    ("agent", "The scanner only recognises codes up to 13 digits."),
    ("agent", "The parser treats an empty cell as zero, which explains the wrong averages."),
    ("error", "label printer prints blanks if the ribbon is older than a year"),
    ("decision", "Release every second Thursday."),
    ("user", "Rechnungen unter 50 Euro brauchen keine Freigabe"),
    ("user", "los domingos no trabajamos"),
    ("agent", "Le plantage vient d'un champ vide dans le fichier client."),
    ("user", "我对海鲜过敏"),
]

UNEARNED = [
    ("user", "I'd say we keep both for the moment and see which one feels better"),
    ("user", "the preview still shows the old price, 19.90, after I hit save"),
    ("user", "highlight all rows where the amount is over 1,000"),
    ("user", "why is the total 3 cents off, rounding?"),
    ("user", "every time I look at this regex I need a drink"),
    ("agent", "The page loads in 1.8 seconds on the first visit and in 0.4 on the second."),
    ("agent", "I've kept the function signature, moved the validation and removed the unused parameter."),
    ("agent", "The function takes a path, opens the file and returns its lines as a list."),
    ("agent", "You could store the dates as text, as integers or as timestamps."),
    ("decision", "Keep reading."),
    ("error", "disk was full for a moment, now fine"),
    ("tool", "added 212 packages in 9s"),
    ("agent", "Ich habe die beiden Listen abgeglichen, 17 Namen stehen in beiden."),
    ("agent", "Tres de las cuatro imágenes pesan ahora la mitad."),
    ("agent", "J'ai vérifié les trois liens, ils marchent tous."),
    ("agent", "三个链接我都检查过了，都能打开。"),
]


@pytest.mark.parametrize(("role", "text"), EARNED)
def test_a_lasting_content_earns_a_memory(role: str, text: str) -> None:
    assert is_kept(text, role=role), [verdict.reasons for verdict in ask(text, role=role)]


@pytest.mark.parametrize(("role", "text"), UNEARNED)
def test_steps_readings_and_options_earn_nothing(role: str, text: str) -> None:
    assert not is_kept(text, role=role), [verdict.reasons for verdict in ask(text, role=role)]


@pytest.mark.parametrize("role", ["user", "agent"])
def test_a_sentence_without_any_sign_of_content_is_dropped(role: str) -> None:
    verdict = best("grey clouds over green hills and a quiet river", role=role)
    assert not verdict.kept
    assert "nothing in it that lasts" in dict(verdict.reasons)


@pytest.mark.parametrize(("role", "text", "category"), KEPT)
def test_what_lasts_is_kept_with_its_category(role: str, text: str, category: Category) -> None:
    verdict = best(text, role=role)
    assert verdict.kept, verdict.reasons
    assert verdict.category is category, verdict.reasons


@pytest.mark.parametrize(("role", "text"), DROPPED)
def test_noise_is_dropped(role: str, text: str) -> None:
    assert not is_kept(text, role=role), [verdict.reasons for verdict in ask(text, role=role)]


@pytest.mark.parametrize(
    "text",
    [
        "please remember: ok is the name of my parrot",
        "merk dir bitte, ich glaube an Einhörner",
        "acuérdate de que hoy comí pizza",
        "souviens-toi que j'adore le thé",
        "记一下，我今天很累",
    ],
)
def test_an_explicit_request_to_remember_wins(text: str) -> None:
    verdict = best(text)
    assert verdict.kept
    assert "asks to remember" in dict(verdict.reasons)


@pytest.mark.parametrize(
    "text", ["do you remember my question?", "I'll remember that.", "remember?", "please remember this!"]
)
def test_words_about_remembering_are_no_request(text: str) -> None:
    assert not is_kept(text, role="user")
    assert not is_kept(text, role="agent")


def test_the_user_counts_for_more_than_the_agent() -> None:
    text = "The second shelf holds the spare filters."
    assert best(text, role="user").score > best(text, role="agent").score


def test_kinds_follow_what_was_said() -> None:
    assert best("Never deploy on a Friday, always wait for Monday.").kind is Kind.PROCEDURAL
    assert best("Our VAT number starts with ATU.").kind is Kind.SEMANTIC
    assert best("The night job crashes because the disk is full.", role="agent").kind is Kind.EPISODIC


def test_each_statement_of_an_event_is_judged_alone_with_its_span() -> None:
    text = "Thanks, that's great! By the way, our warehouse in Linz closes at 15:30. Can you continue?"
    verdicts = ask(text)
    assert [verdict.kept for verdict in verdicts] == [False, True, False]
    assert [text[verdict.start : verdict.end] for verdict in verdicts] == [
        verdict.text for verdict in verdicts
    ]


def test_items_below_a_request_to_remember_are_kept_and_say_why() -> None:
    verdicts = ask("Please remember:\n- green cup\n- blue plate")
    assert [verdict.kept for verdict in verdicts[1:]] == [True, True]
    assert all("asks to remember" in dict(verdict.reasons) for verdict in verdicts[1:])


def test_code_is_no_memory() -> None:
    assert not is_kept(
        "```python\nMAX_RETRIES = 5  # never change, because the API says so\n```", role="agent"
    )


def test_a_repeated_statement_is_worth_less_than_a_new_one() -> None:
    text = "The customer wants the panel in dark blue."
    said = (Said("user", "the customer wants the panel in dark blue"),)
    assert best(text, role="agent", before=said).score < best(text, role="agent").score
    assert not is_kept(text, role="agent", before=said)


def test_a_new_number_makes_a_repetition_news() -> None:
    said = (Said("agent", "The panel in the customer lounge needs 12 screws."),)
    reasons = dict(best("the panel in the customer lounge needs 14 screws", before=said).reasons)
    assert "repeats the turn before" not in reasons


def test_a_short_answer_to_a_question_is_kept_and_a_go_ahead_is_not() -> None:
    asked = (Said("agent", "Up to which amount may drivers accept cash?"),)
    assert is_kept("only up to 50", before=asked)
    assert not is_kept("yes please", before=(Said("agent", "Shall I run the tests?"),))


def test_only_the_last_three_events_matter() -> None:
    text = "The customer wants the panel in dark blue."
    old = Said("user", text)
    recent = [Said("user", "first"), Said("agent", "second"), Said("user", "third")]
    assert ask(text, before=[old, *recent]) == ask(text, before=recent)


def test_the_threshold_decides_and_nothing_else_changes() -> None:
    text = "our office moved to Graz"
    low, high = (judge(text, role="user", before=(), rules=packaged(), threshold=t)[0] for t in (0.0, 1.0))
    assert (low.kept, high.kept) == (True, low.score >= 1.0)
    assert (low.score, low.reasons) == (high.score, high.reasons)


def test_an_unknown_role_is_judged_with_the_common_beginning() -> None:
    assert ask("The port is 8443 on all machines.", role="oracle")[0].reasons[0][0] == "a statement"


words = st.sampled_from(
    ["remember", "always", "thanks", "no", ",", "because", "fails", "8443", "wifi", "?", "!", "若", "不是", "merci",
     "nie", "¿", "ok", "a_b", "maybe", "we use", "%", "3 of 9", "\n", "- ", ": ", "Linz", "👍", ". "]
)  # fmt: skip


@given(
    st.one_of(st.text(max_size=120), st.lists(words, max_size=15).map(" ".join)),
    st.sampled_from([*Role, "oracle"]),
    st.lists(st.builds(Said, st.sampled_from(["user", "agent"]), st.text(max_size=40)), max_size=4),
)
def test_any_text_has_exact_spans_and_reasons_that_sum_to_the_score(
    text: str, role: str, before: list[Said]
) -> None:
    verdicts = judge(text, role=role, before=before, rules=packaged(), threshold=THRESHOLD)
    end = 0
    for verdict in verdicts:
        assert end <= verdict.start < verdict.end
        assert text[verdict.start : verdict.end] == verdict.text
        assert 0.0 <= verdict.score <= 1.0
        assert sum(points for _, points in verdict.reasons) == pytest.approx(verdict.score, abs=1e-6)
        assert verdict.kept == (verdict.score >= THRESHOLD)
        assert len({name for name, _ in verdict.reasons}) == len(verdict.reasons)
        end = verdict.end
    assert verdicts == judge(text, role=role, before=before, rules=packaged(), threshold=THRESHOLD)
    assert bool(verdicts) == any(character.isalnum() for character in text) or role != Role.TOOL
