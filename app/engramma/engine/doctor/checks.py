"""The list of checks in the order in which a person reads them, with what mends each.

Names are stable: scripts and the window go by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engramma.engine.associations.strengthening import keep_strongest
from engramma.engine.doctor.drafts import forget_kept_drafts, keep_drafts
from engramma.engine.purging.retrying import WHEN_IDLE, finish_waiting
from engramma.engine.workspace import Workspace
from engramma.store.doctor import (
    associations,
    evidence,
    fading,
    files,
    fulltext,
    housekeeping,
    integrity,
    strength,
    supersession,
    times,
    vectors,
)
from engramma.store.doctor.examination import Check, Examination, Row
from engramma.store.journal.step import Step

INTEGRITY, SCHEMA = "integrity", "schema"

# References first, then values, then what rests on both: what one mends, the next may stand on.
MENDING_ORDER = (
    "orphans",
    "associations_dangling",
    "times",
    "segment_values",
    "segments_missing",
    "segments_order",
    "importance",
    "supersession_circles",
    "supersession_without_successor",
    "pinned_tier",
    "associations_twins",
    "associations_crowded",
    "provenance_spans",
    "drafts",
    "policy",
)


def checks_of(workspace: Workspace) -> tuple[Check, ...]:
    """All checks of one open store."""
    return (
        Check(INTEGRITY, "Reading the file", integrity.check_integrity, rebuild=integrity.rebuild_indexes),
        Check(SCHEMA, "Comparing the schema", integrity.check_schema, rebuild=integrity.rebuild_schema),
        Check("constraints", "Looking at values", integrity.check_constraints),
        Check("foreign_keys", "Following references", integrity.check_foreign_keys),
        Check(
            "fulltext", "Comparing the full text", fulltext.check_fulltext, rebuild=fulltext.rebuild_fulltext
        ),
        Check("fading", "Computing strength", fading.check_fading, rebuild=fading.rebuild_fading),
        Check("recall_counts", "Counting recalls", fading.check_counts, rebuild=fading.rebuild_counts),
        Check(
            "segments_missing",
            "Looking at segments",
            strength.check_segments_missing,
            mend=strength.mend_segments_missing,
        ),
        Check(
            "segments_order",
            "Looking at segments",
            strength.check_segments_order,
            mend=strength.mend_segments_order,
        ),
        Check(
            "segment_values",
            "Looking at segments",
            strength.check_segment_values,
            mend=strength.mend_segment_values,
        ),
        Check(
            "importance", "Looking at importances", strength.check_importance, mend=strength.mend_importance
        ),
        Check("times", "Looking at times", times.check_times, mend=times.mend_times),
        Check(
            "supersession_circles",
            "Following successors",
            supersession.check_circles,
            mend=supersession.mend_circles,
        ),
        Check(
            "supersession_without_successor",
            "Following successors",
            supersession.check_successors,
            mend=supersession.mend_successors,
        ),
        Check("pinned_tier", "Looking at pins", supersession.check_pinned, mend=supersession.mend_pinned),
        Check(
            "associations_dangling",
            "Following associations",
            associations.check_dangling,
            mend=associations.mend_edges,
        ),
        Check(
            "associations_twins",
            "Comparing associations",
            associations.check_twins,
            mend=associations.mend_edges,
        ),
        Check("associations_crowded", "Counting associations", associations.check_crowded, mend=_thin_out),
        Check("provenance_spans", "Measuring quotes", evidence.check_spans, mend=evidence.mend_spans),
        Check("orphans", "Following references", evidence.check_orphans, mend=evidence.mend_orphans),
        Check(
            "operations",
            "Looking at the history",
            housekeeping.check_operations,
            rebuild=partial(_recover, workspace),
        ),
        Check(
            "erasure",
            "Looking at what was erased",
            housekeeping.check_erasure,
            rebuild=partial(_free, workspace),
        ),
        Check("leases", "Looking at leases", housekeeping.check_leases, rebuild=housekeeping.rebuild_leases),
        Check(
            "drafts",
            "Looking at unfinished edits",
            housekeeping.check_drafts,
            mend=partial(keep_drafts, workspace),
            rebuild=partial(forget_kept_drafts, workspace),
        ),
        Check("policy", "Looking at the policy", housekeeping.check_policy, mend=housekeeping.mend_policy),
        Check("vectors_damaged", "Reading vectors", vectors.check_damaged, rebuild=vectors.rebuild_damaged),
        Check("vectors_model", "Comparing models", vectors.check_models, rebuild=vectors.rebuild_models),
        Check(
            "vectors_orphaned", "Comparing vectors", vectors.check_orphans, rebuild=vectors.rebuild_orphans
        ),
        Check("vectors_missing", "Counting what waits", vectors.check_missing),
        Check("vectors_sidecar", "Comparing vectors", vectors.check_sidecar, rebuild=vectors.rebuild_sidecar),
        Check("write_ahead_log", "Looking at files", files.check_log, rebuild=files.rebuild_log),
        Check("permissions", "Looking at files", files.check_permissions, rebuild=files.rebuild_permissions),
        Check("leftovers", "Looking at files", files.check_leftovers, rebuild=files.rebuild_leftovers),
    )


def _thin_out(step: Step, rows: Sequence[Row]) -> None:
    keep_strongest(step, [memory_id for _table, memory_id in rows])


def _recover(workspace: Workspace, _look: Examination) -> None:
    workspace.journal.recover()


def _free(workspace: Workspace, _look: Examination) -> None:
    finish_waiting(workspace, seconds=WHEN_IDLE)
