"""study.json: the figures of a study, and what made them, so that they can be made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from is_bench.scenarios import Dataset
from is_bench_eval.recording.manifest import manifest
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_bench_eval.studies.runner import StudyResult
from is_bench_eval.studies.study import Study
from is_safety_monitor.core.stages import Stages

_KEPT = ("is_bench", "arguments", "seed", "simulator", "world", "versions")


def study_document(study: Study, made: Mapping[str, Any], result: StudyResult) -> dict[str, Any]:
    """Everything that is known of a study but its single cases and wall times."""
    return {
        "study": study.name,
        "title": study.title,
        "about": list(study.about),
        "scenarios": made["dataset"]["tasks"],
        "cases": len(result.cases),
        "failures": result.failures,
        "tables": [table.document() for table in study.tables(result.cases)],
        "made": made,
    }


def what_makes(
    run: RunSpec, dataset: Dataset, tasks: Sequence[str], arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """Versions, arguments, and hashes of the scenarios and the knowledge base, as in a manifest.

    Nothing that figures do not depend on (the output folder, how many processes) is in it.  Raises
    InputError for a file of the knowledge base that is wrong.
    """
    episodes = [EpisodeSpec(position, name, 0) for position, name in enumerate(tasks)]
    no_retrieval = replace(run, guard_stages=Stages(task=False, plan=False, action=True))
    whole = manifest(no_retrieval, dataset, episodes, arguments)
    return {
        **{key: whole[key] for key in _KEPT},
        "dataset": {key: whole["dataset"][key] for key in ("title", "tasks", "sha256")},
        "domains": whole["domains"],
        "knowledge_base": whole["guard"]["knowledge_base"],
        "sees_annotations": False,
    }
