"""The steps of a consolidation pass, one file each."""

from __future__ import annotations

from engramma.engine.consolidation.steps.associating import ASSOCIATE
from engramma.engine.consolidation.steps.conflicting import CONFLICT
from engramma.engine.consolidation.steps.gating import GATE
from engramma.engine.consolidation.steps.lapses import EXPIRE, PURGE, STALENESS
from engramma.engine.consolidation.steps.merging import MERGE
from engramma.engine.consolidation.steps.promoting import PROMOTE
from engramma.engine.consolidation.steps.step import ConsolidationStep
from engramma.engine.consolidation.steps.summarising import SUMMARISE
from engramma.model.plan import PlanStep

STEPS: dict[PlanStep, ConsolidationStep] = {
    PlanStep.GATE: GATE,
    PlanStep.ASSOCIATE: ASSOCIATE,
    PlanStep.MERGE: MERGE,
    PlanStep.CONFLICT: CONFLICT,
    PlanStep.PROMOTE: PROMOTE,
    PlanStep.SUMMARISE: SUMMARISE,
    PlanStep.STALENESS: STALENESS,
    PlanStep.EXPIRE: EXPIRE,
    PlanStep.PURGE: PURGE,
}
