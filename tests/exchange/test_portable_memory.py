"""Portable Memory folders: every kind of item, and paths that lead elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.exchange.exchange_cases import only, reasons
from tests.exchange.memory_store_cases import links, memories, told_by
from tests.exchange.memory_store_documents import PORTABLE
from tests.exchange.memory_store_files import document, portable

from engramma.exchange.sniffer import open_source, survey
from engramma.model.errors import ImportFileError
from engramma.model.transfer import RelationRecord


class TestPortableMemory:
    def test_every_kind_of_item(self, tmp_path: Path) -> None:
        folder = portable(tmp_path / "bread.mem", PORTABLE)
        looked = survey(tmp_path)
        assert [found.path for found in looked.found] == [folder / "manifest.json"]
        assert looked.passed_over == ()
        assert open_source(folder / "manifest.json").name == "bread.mem"
        records = told_by(folder / "manifest.json")
        found = memories(records)
        assert set(found) == {
            "Kim bakes.",
            "A town with canals",
            "Rye keeps longer",
            "Baked\nTwo loaves",
            "rye keeps long",
            "Rye keeps a week",
            "loaf (when: bread)\n1. mix\n2. rise",
        }
        rye, ours = found["Rye keeps longer"], found["Baked\nTwo loaves"]
        assert (rye.kind, rye.pinned, rye.importance, rye.tags) == (
            "semantic",
            True,
            0.6,
            ("bread", "kitchen"),
        )
        assert (ours.kind, ours.tier, ours.category, ours.tags) == (
            "semantic",
            "short_term",
            "decision",
            ("ours",),
        )
        assert "no longer valid" in found["rye keeps long"].tags
        assert links(records) >= {
            ("fact:f2", "", "fact:f1", 1.0),
            ("fact:f2", "supersedes", "fact:f1", 1.0),
            ("episode:e1", "", "episode:e2", 0.25),
            ("episode:e2", "", "episode:e1", 0.25),
            ("n1/Kim", "lives_in", "n2/Ghent", 1.0),
        }
        assert {link.type for link in only(RelationRecord, records) if not link.relation} == {
            "follows",
            "contradicts",
        }
        assert [reason for _line, reason in reasons(records)] == [
            "items/episode.jsonl: deleted in its source",
            "a link to a thing that is not there",
            "items/fact.jsonl: deleted in its source",
            "items/secretRef.jsonl: a reference to a secret, which is not taken in",
            "items/odd.jsonl: unknown kind odd",
            "a link from a record to itself",
        ]

    @pytest.mark.parametrize(
        ("named", "why"),
        [
            ("../outside.jsonl", "its name leads out of the folder"),
            ("items/../../outside.jsonl", "its name leads out of the folder"),
            ("/etc/passwd", "its name leads out of the folder"),
            ("items\\episode.jsonl", "its name leads out of the folder"),
            ("C:items/episode.jsonl", "its name leads out of the folder"),
            ("items/link.jsonl", "it is a link"),
            ("linked/episode.jsonl", "it is a link"),
            ("items/gone.jsonl", "it is not there"),
            ("items", "it is no ordinary file"),
            ("items/other.jsonl", "its checksum is not that of the manifest"),
        ],
    )
    def test_paths_that_lead_elsewhere_are_not_opened(self, tmp_path: Path, named: str, why: str) -> None:
        outside = tmp_path / "outside.jsonl"
        outside.write_text('{"id": "e1", "details": "Stolen"}\n')
        folder = portable(tmp_path / "x.mem", {"items/episode.jsonl": [{"id": "e", "details": "Kept"}]})
        (folder / "items" / "link.jsonl").symlink_to(outside)
        (folder / "linked").symlink_to(folder / "items", target_is_directory=True)
        (folder / "items" / "other.jsonl").write_text('{"id": "e2", "details": "Slipped in"}\n')
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest["files"].append({"path": named, "sha256": "0" * 64})
        document(folder / "manifest.json", manifest)
        records = told_by(folder / "manifest.json")
        assert list(memories(records)) == ["Kept"]
        assert (None, f"{named} was not read: {why}") in reasons(records)

    def test_other_versions_and_broken_manifests_are_refused(self, tmp_path: Path) -> None:
        folder = portable(tmp_path / "x.mem", {}, format="2.0.0")
        with pytest.raises(ImportFileError, match=r"version 2\.0\.0; Engramma reads version 1"):
            told_by(folder / "manifest.json")
        (folder / "manifest.json").write_text('{"conformanceLevel": "L0", "exportMode"')
        with pytest.raises(ImportFileError, match="no manifest that can be read"):
            told_by(folder / "manifest.json")
