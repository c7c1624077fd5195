"""From the arguments of `is-bench eval` to the plan of a run: checked, nothing written yet."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

from is_bench.domain import BUNDLED as DOMAINS
from is_bench.errors import InputError, Place, UnknownNameError
from is_bench.scenarios import Dataset
from is_bench.verdict import Decision, GuardMode
from is_bench_eval.cli.flag_effects import check_effects
from is_bench_eval.cli.planner_arguments import read_planning
from is_bench_eval.console.interrupts import uninterrupted
from is_bench_eval.engines.choice import check_available
from is_bench_eval.knowledge.lint import check_own_constraints
from is_bench_eval.recording.manifest import defaulted, manifest
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec, plan_episodes
from is_bench_eval.workers.pool import Concurrency
from is_bench_eval.workers.run import RunPlan
from is_planner_node.backends import PLANNERS
from is_planner_node.core.planning import Planning
from is_safety_monitor.core.stages import Stages
from kb.retrieval import RetrievalUnavailable, open_embedder


def run_plan(arguments: argparse.Namespace) -> RunPlan:
    """The run that `is-bench eval` was asked for.  Raises InputError."""
    spec, given = _spec(arguments)
    check_effects(arguments, spec, given)
    _check_scale(arguments, spec)
    _check_advisers(spec)
    check_available(spec.engine, spec.sim if spec.nodes == "composed" else "embedded")
    dataset, episodes = plan_episodes(spec, arguments.tasks)
    episodes = episodes[: arguments.limit]
    _check_constraints(spec, dataset, episodes)
    if spec.guard is not GuardMode.OFF:
        _load_retrieval(spec.embedder)
    described = manifest(spec, dataset, episodes, _arguments(arguments, spec, given))
    return RunPlan(
        spec=spec,
        dataset=dataset,
        episodes=episodes,
        manifest=described,
        out=arguments.out,
        concurrency=Concurrency(arguments.workers, arguments.in_flight),
        ray_address=arguments.ray_address,
        record=arguments.record or spec.engine == "ros",
        resume=arguments.resume,
    )


def _check_constraints(spec: RunSpec, dataset: Dataset, episodes: Sequence[EpisodeSpec]) -> None:
    """Refuse constraint files in which `is-bench kb lint` finds an error."""
    if not spec.knowledge_base:
        return
    scenes = (dataset.get(name).scene for name in dict.fromkeys(e.task for e in episodes))
    for domain in {(d.name, d.sources): d for d in (scene.domain for scene in scenes)}.values():
        check_own_constraints(spec.knowledge_base, domain)


def _check_advisers(spec: RunSpec) -> None:
    if bool(spec.guard_endpoint) != bool(spec.guard_model):
        raise InputError("--guard-endpoint and --guard-model need each other; give both or neither")
    if bool(spec.guard_sight_endpoint) != bool(spec.guard_sight_model):
        raise InputError(
            "--guard-sight-endpoint and --guard-sight-model need each other; give both or neither"
        )
    if spec.guard_sight_endpoint and (spec.engine == "ros" or spec.render is False):
        raise InputError(
            "--guard-sight-endpoint needs images that this process renders; leave --engine ros and "
            "--no-render out"
        )


def _check_scale(arguments: argparse.Namespace, spec: RunSpec) -> None:
    if arguments.in_flight > 1 and spec.engine == "ros":
        raise InputError(
            f"--in-flight {arguments.in_flight}: the ros engine runs one episode at a time in each "
            "process; use --workers"
        )
    if arguments.workers > 1 and spec.nodes == "external":
        raise InputError(
            f"--workers {arguments.workers}: --nodes external has one set of nodes; use one worker"
        )
    if arguments.ray_address is not None and spec.engine != "ray":
        raise InputError(f"--ray-address: only for --engine ray, not {spec.engine}")
    if spec.planning is not None:
        spec.planning.shared(arguments.workers)  # refuses limits that are too small for that
    if spec.engine == "ray" and (arguments.record or spec.render):
        flag = "--record" if arguments.record else "--render"
        raise InputError(
            f"{flag} writes files on the machine that runs the episode; use another engine"
        )


def _spec(arguments: argparse.Namespace) -> tuple[RunSpec, dict[str, Any]]:
    """The run's specification, and those of its fields that the user gave."""
    given: dict[str, Any] = {
        item.name: value
        for item in fields(RunSpec)
        if (value := getattr(arguments, item.name, None)) is not None
    }
    if "planner" in given:
        given.update(_planner(given["planner"]))
    if "guard" in given:
        given["guard"] = GuardMode(given["guard"])
    if "guard_stages" in given:
        given["guard_stages"] = Stages.of(given["guard_stages"].split(","))
    if "guard_unrecognised" in given:
        given["guard_unrecognised"] = Decision(given["guard_unrecognised"])
    if "guard_advice" in given:
        given["guard_advice"] = Decision(given["guard_advice"])
    if "domain" in given:
        given["domain"] = _domain(given["domain"])
    if "knowledge_base" in given:
        given["knowledge_base"] = tuple(path.resolve() for path in given["knowledge_base"])
    planning = read_planning(arguments, given.get("planner", RunSpec.planner))
    if planning is not None:
        given["planning"] = planning
    return RunSpec(**given), given


def _domain(text: str) -> str:
    """The name or file of a domain; of a file the whole path, which workers find, too."""
    is_file = text not in DOMAINS and Path(text).is_file()
    return str(Path(text).resolve()) if is_file else text


def _planner(text: str) -> dict[str, Any]:
    name, colon, file = text.partition(":")
    if name == "plans" and not file:
        raise InputError("write the planner as plans:FILE", Place("--planner"))
    if name not in PLANNERS or (colon and name != "plans"):
        known = [*(PLANNERS.keys() - {"plans"}), "plans:FILE"]
        raise UnknownNameError("planner", text, known)
    return {"planner": name, "plans_file": Path(file)} if name == "plans" else {"planner": name}


def _arguments(
    arguments: argparse.Namespace, spec: RunSpec, given: Mapping[str, Any]
) -> dict[str, Any]:
    selected = {"tasks": arguments.tasks, "limit": arguments.limit}
    chosen = {**given, **{name: value for name, value in selected.items() if value is not None}}
    return {
        "given": {name: _plain(value) for name, value in sorted(chosen.items())},
        "defaulted": {name: _plain(value) for name, value in defaulted(spec, given).items()},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Planning):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, frozenset):
        return sorted(map(_plain, value))
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return str(value) if isinstance(value, Path | Stages) else value


def _load_retrieval(embedder: str) -> None:
    """Load what retrieval needs, once per process; whoever needs it reports what is missing.

    A KeyboardInterrupt in the middle would become an ImportError, and retrieval one by words.
    """
    with uninterrupted(), suppress(ImportError, RetrievalUnavailable):
        import faiss  # noqa: F401  # that it is imported is the point

        open_embedder(embedder)
