"""`export` in other tools' formats and with masks: what it announces, what it lists beforehand, what it writes."""

from __future__ import annotations

import json
from pathlib import Path

KEY = "AKIA" + "QZ7XW2MBN4VCL9KD"
TEXT = f"Ask mara.lind@shop.example for the key {KEY} of the Orion project."


def test_losses_hits_and_a_file_with_masks(ask, engramma, tmp_path: Path, content) -> None:
    ask("remember", TEXT, "--tag", "orion")
    ask("remember", "Totals are cents.", "--importance", "0.9")
    before = content()
    target = tmp_path / "out.json"

    plan = ask(
        "export", target, "--format", "mem0", "--redact", "--name", "orion", "--keep", "email", "--dry-run"
    )
    assert (plan["format"], plan["memories"]) == ("mem0", 2)
    assert {"what": "categories", "count": 2} in plan["losses"]
    assert [(hit["kind"], hit["mask"], hit["does"], hit["count"]) for hit in plan["hits"]] == [
        ("email", "[email 1]", "keep", 1),
        ("key", "[key 1]", "mask", 1),
        ("name", "[name 1]", "mask", 2),
    ]
    names = tmp_path / "names.txt"
    names.write_text("# partners\n\nthe Orion project\ncents\n", "utf-8")
    listed = ask(
        "export", target, "--redact", "--names", names, "--keep", "email", "--keep", "key", "--dry-run"
    )
    assert {hit["shown"] for hit in listed["hits"] if hit["does"] == "mask"} == {"the Orion project", "cents"}
    names.write_bytes(b"\xff\xfe\xff")
    assert "no text in UTF-8" in engramma("export", target, "--redact", "--names", names).complaint
    shown = engramma("export", target, "--redact", "--dry-run").out
    assert KEY not in shown
    assert "[key 1]" in shown
    assert "Nothing would get lost." in shown
    assert not target.exists()
    assert content() == before

    done = ask("export", target, "--format", "mem0", "--redact", "--name", "orion", "--keep", "email")
    assert (done["masked"], done["left"], done["format"]) == (3, 0, "mem0")
    [first, _second] = json.loads(target.read_text("utf-8"))["results"]
    assert first["memory"] == "Ask mara.lind@shop.example for the key [key 1] of the [name 1] project."
    assert first["categories"] == ["[name 1]"]

    again = engramma("export", target, "--format", "mem0")
    assert (again.code, "left alone" in again.complaint) == (1, True)
    table = engramma("export", tmp_path / "t.csv", "--format", "csv", "--query", "tag:orion")
    assert table.out.splitlines()[0].endswith(": 1 memory.")
    assert table.out.splitlines()[1].startswith("Not in it: ")


def test_an_empty_store_and_what_nobody_can_read_wrongly(engramma, ask, tmp_path: Path) -> None:
    ask("purge", ask("remember", "x")["id"], "--yes")
    for format_name in ("engramma-bundle", "markdown"):
        plan = engramma("export", tmp_path / "none", "--format", format_name, "--redact", "--dry-run")
        assert plan.out.splitlines()[0] == f"Would write 0 memories as {format_name}."
    assert engramma("export", tmp_path / "none.engramma-bundle").code == 0
    ask("remember", "Paid with 0000 0000 0000 0000 by mara@shop.example, twice.")
    assert engramma("export", tmp_path / "none", "--query", "nosuch", "--format", "json").code == 0
    plan = engramma("export", tmp_path / "some", "--format", "markdown", "--redact", "--dry-run").out
    assert "Private: 2 values, found 2 times in all." in plan
    assert "Paid with 0000…00 by mara@shop.exa" in plan
    target = tmp_path / "some.md"
    done = engramma("export", target, "--format", "markdown", "--redact").out
    assert ": 1 memory." in done
    assert "Masked 2 times. Read back" in done
    assert r"Paid with \[card 1\] by \[email 1\], twice." in target.read_text("utf-8")


def test_wrong_use_is_refused(engramma, ask, tmp_path: Path) -> None:
    ask("remember", "x")
    for arguments in (
        ("--keep", "email"),
        ("--names", "x"),
        ("--format", "paper"),
        ("--redact", "--keep", "luck"),
    ):
        assert engramma("export", tmp_path / "x", *arguments).code == 2
    assert list(tmp_path.glob("x*")) == []


def test_parts_stay_behind_and_the_key_is_kept(ask, engramma, tmp_path: Path) -> None:
    made = ask("remember", TEXT)["id"]
    ask("edit", made, f"{TEXT} Soon.")
    target = tmp_path / "a.engramma-bundle"
    plan = ask("export", target, "--without", "versions", "--dry-run")
    assert plan["losses"] == [{"what": "versions", "count": 1}]
    done = ask("export", target, "--without", "versions", "--redact", "--key")
    assert done["losses"] == plan["losses"]
    assert done["counts"]["version"] == 1
    key = json.loads(Path(done["key"]).read_text("utf-8"))
    assert {item["value"] for item in key["masks"]} == {"mara.lind@shop.example", KEY}
    assert "losses" not in ask("export", target)
    told = engramma("export", target, "--redact", "--key").out
    assert "Do not pass it on." in told
    for wrong in (("--key",), ("--without", "colours")):
        assert engramma("export", target, *wrong).code == 2
