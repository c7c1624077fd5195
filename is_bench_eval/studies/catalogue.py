"""The registry of studies."""

from __future__ import annotations

from collections.abc import Mapping

from is_bench_eval.studies.classifier import ClassifierStudy
from is_bench_eval.studies.cost import CostStudy
from is_bench_eval.studies.safe_agent_bench.study import SafeAgentBenchStudy
from is_bench_eval.studies.steps_study import StepsStudy
from is_bench_eval.studies.study import Study
from is_bench_eval.studies.twin_studies import ABLATION, COMPOSITION
from is_bench_eval.studies.types_study import TypesStudy

_ALL: tuple[Study, ...] = (
    ABLATION,
    COMPOSITION,
    TypesStudy(),
    ClassifierStudy(),
    CostStudy(),
    StepsStudy(),
    SafeAgentBenchStudy(),
)
STUDIES: Mapping[str, Study] = {study.name: study for study in _ALL}
"""Every study by its name."""
