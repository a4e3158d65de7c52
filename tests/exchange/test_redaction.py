"""What is private is found and masked, one value by one mask; what only looks like it is left alone."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.benchmarks.planted_secrets import KNOWN, MAKERS
from tests.benchmarks.redaction import measure_planted

from engramma.exchange.redaction.finds import HitKind, Secret
from engramma.exchange.redaction.masks import Masks, secret_of
from engramma.exchange.redaction.scanner import Scanner

SCANNER = Scanner()


def kinds(text: str) -> list[str]:
    return [find.kind.value for find in SCANNER.find(text)]


def masked(*texts: str, names: tuple[str, ...] = (), keep: frozenset[Secret] = frozenset()) -> list[str]:
    masks = Masks(Scanner(names), keep.__contains__)
    for text in texts:
        masks.learn(text)
    done = [masks.mask(text) for text in texts]
    assert sum(masks.left_in(text) for text in done) == 0
    return done


def test_planted_secrets_are_found() -> None:
    result = measure_planted()
    assert (result["planted"], len(result["kinds"])) == (200, 20)
    assert len(set(MAKERS) - KNOWN) >= 5
    assert result["found"] >= 0.95 * result["planted"], result["missed"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Write to mara.lind+shop@mail.example.org.", "email"),
        ("Call +49 30 1234-5678 tomorrow", "phone"),
        ("Call (030) 1234-5678 tomorrow", "phone"),
        ("Call 030 / 638 72 77 tomorrow", "phone"),
        ("recovery codes: ae945-fb198-cf674, 96b03-11aa2-77c3d", "key"),
        ("wallet seed phrase: " + " ".join(["lunar", "otter", "maple"] * 4), "key"),
        ("paid with 4111 1111 1111 1111 twice", "card"),
        ("paid with 0000 0000 0000 0000 twice", "card"),
        ("paid with 4111-1111-1111-1112 twice", "card"),
        ("refund to DE88 3704 0044 0532 0130 00, please", "account"),
        ("refund to DE89 3704 0044 0532 0130 00, please", "account"),
        ("see /home/mara/projects/shop/notes.md for it", "path"),
        (r"in C:\Users\Mara Lind\notes"[:20], "path"),
        ("The admin password is Otter!4711", "password"),
        ("postgres://shop:s3cr3tpw@db.example/x", "password"),
    ],
)
def test_each_kind(text: str, kind: str) -> None:
    assert kinds(text) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "The password is required, and the token is sent by mail.",
        "Version 10.2.3 of 2026-11-30 10:15:00, commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "order 4111111111111112 at 1790000000000000",
        "The fairs of 2023 2024 2025 2026 were held, 123e4567-1234-1234-1234-426614174000 not.",
        "git clone git@github.com:shop/app.git into /srv/app and /etc/hosts",
        "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "id 01ARZ3NDEKTSV4RRFFQ69G5FAV, token: <your-token>, password=${DB_PASSWORD}, api_key: [key 1]",
        "call foo(bar@baz) at ports 8000-8080, 100 200 3000",
        "recovery codes are shown once; the seed phrase is twelve words that nobody but you may ever see or keep",
        "on 03/11 and 01-02 2026, chapter 012 - 3",
        "/home/user/app is the folder in the container",
    ],
)
def test_what_only_looks_like_it(text: str) -> None:
    assert kinds(text) == []


def test_the_same_value_has_the_same_mask_everywhere_however_it_is_written() -> None:
    assert masked(
        "Ask Mara.Lind@shop.example, then ops@shop.example.",
        "mara.lind@SHOP.example and +49 30 1234567, or +49-30-1234567",
        "password: Otter!4711x",
        "Otter!4711x is not to be said aloud; MARA  lind knows",
        names=("Mara Lind",),
    ) == [
        "Ask [email 1], then [email 2].",
        "[email 1] and [phone 1], or [phone 1]",
        "password: [password 1]",
        "[password 1] is not to be said aloud; [name 1] knows",
    ]


def test_what_is_kept_keeps_its_number() -> None:
    first = secret_of(HitKind.EMAIL, "a@shop.example")
    assert masked("a@shop.example b@shop.example", keep=frozenset({first})) == ["a@shop.example [email 2]"]


def test_a_value_that_was_not_masked_is_counted() -> None:
    masks = Masks(Scanner(), lambda _secret: False)
    masks.learn("the passphrase is Maple#2020")
    assert masks.left_in("nothing here") == 0
    assert masks.left_in("said Maple#2020 aloud") == 1
    assert masks.left_in("new: x@shop.example") == 1


@settings(max_examples=60)
@given(st.text(st.sampled_from("ab1+4. -@/:[]=\n\"'key\\") | st.sampled_from("Aä\u2028"), max_size=60))
def test_masks_leave_the_rest_as_it_is_and_nothing_to_find(text: str) -> None:
    masks = Masks(SCANNER, lambda _secret: False)
    masks.learn(text)
    done, spans = masks.masked_spans(text)
    rest, at, place = "", 0, 0
    for start, end, length in spans:
        rest += text[at:start]
        place += start - at
        assert done[place : place + length].startswith("[")
        place, at = place + length, end
    assert done[place:] == text[at:]
    assert masks.mask(done) == done


def test_long_and_hostile_lines_take_little_time() -> None:
    lines = ("//a/" * 8_000, "a" * 40_000, "password " * 4_000, "+1 " * 8_000, "a@" * 12_000, "'x" * 12_000)
    started = time.perf_counter()
    for text in lines:
        SCANNER.find(text)
    assert time.perf_counter() - started < 4
