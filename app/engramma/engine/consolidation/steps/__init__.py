"""The steps of a consolidation pass, one file each."""

from __future__ import annotations

from engramma.engine.consolidation.steps.gating import GATE
from engramma.engine.consolidation.steps.lapses import EXPIRE, PURGE, STALENESS
from engramma.engine.consolidation.steps.promoting import PROMOTE
from engramma.engine.consolidation.steps.step import ConsolidationStep
from engramma.engine.consolidation.steps.summarising import SUMMARISE
from engramma.model.plan import PlanStep

STEPS: dict[PlanStep, ConsolidationStep] = {
    PlanStep.GATE: GATE,
    PlanStep.PROMOTE: PROMOTE,
    PlanStep.SUMMARISE: SUMMARISE,
    PlanStep.STALENESS: STALENESS,
    PlanStep.EXPIRE: EXPIRE,
    PlanStep.PURGE: PURGE,
}
