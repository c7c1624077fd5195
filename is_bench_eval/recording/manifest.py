"""manifest.json: what made a run, so that it can be made again."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from hashlib import sha256
from typing import Any

from is_bench.domain import Domain
from is_bench.scenarios import Dataset
from is_bench.verdict import GuardMode
from is_bench.version import package_version, version_of
from is_bench.world import CATALOGUE, quirks_of
from is_bench_eval.specs.run_guard import knowledge_base
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_safety_monitor.core.configuration import KnowledgeBase
from kb.loader import library_files
from kb.vocabulary import vocabulary_files

PACKAGES = ("is_bench", "numpy", "rosbags", "rclpy", "ros-jazzy-rclpy", "PyYAML", "jsonschema")


def manifest(
    run: RunSpec,
    dataset: Dataset,
    episodes: Sequence[EpisodeSpec],
    arguments: Mapping[str, Any],
) -> dict[str, Any]:
    """The manifest of a run.

    `arguments` are those that the user gave and those that were defaulted, by "given" and
    "defaulted".
    """
    names = list(dict.fromkeys(episode.task for episode in episodes))
    quirks = asdict(quirks_of(run.world))
    domains = _domains(dataset, names)
    return {
        "is_bench": package_version(),
        "arguments": arguments,
        "seed": run.seed,
        "engine": run.engine,
        "simulator": run.sim,
        "world": {
            "name": run.world,
            "switches": {
                name: {"on": on, "means": CATALOGUE[name]["released" if on else "corrected"]}
                for name, on in quirks.items()
            },
        },
        "domains": [_domain(domain) for domain in domains],
        "guard": _guard(run, domains),
        "dataset": {
            "title": dataset.title,
            "tasks": len(names),
            "episodes": len(episodes),
            "sha256": dataset.digest(names),
            "plans_sha256": None if run.plans_file is None else _plans_digest(episodes),
        },
        "versions": {
            "python": sys.version.split()[0],
            "platform": platform.platform(),
            **{name: found for name in PACKAGES if (found := version_of(name))},
        },
    }


def _domains(dataset: Dataset, names: Sequence[str]) -> list[Domain]:
    """The domains of some scenarios, each once."""
    found = [dataset.get(name).scene.domain for name in names]
    return list({(domain.name, domain.sources): domain for domain in found}.values())


def _domain(domain: Domain) -> dict[str, Any]:
    """A robot's domain: its name, and the user's files that it was read from, itself last."""
    hashes = [
        {"name": source.name, "sha256": sha256(source.text.encode()).hexdigest()}
        for source in domain.sources
    ]
    return {"name": domain.name, "files": hashes}


def _guard(run: RunSpec, domains: Sequence[Domain]) -> dict[str, Any]:
    """How the guard judged, and which of its optional parts were really in use."""
    judges = run.guard is not GuardMode.OFF
    searches = judges and run.guard_knowledge == "kb"
    bases = [knowledge_base(run, domain) for domain in domains]
    retrieval = next((base.retrieval for base in bases if base.retrieval), None)
    asks = searches and run.guard_stages.task and run.guard_endpoint
    return {
        "mode": run.guard.value,
        "knowledge": run.guard_knowledge,
        "stages": str(run.guard_stages),
        "unrecognised": run.guard_unrecognised.value,
        "domain": ", ".join(domain.name for domain in domains),
        "retrieval": retrieval if searches else None,
        "adviser": ", ".join(_advisers(run, asked=bool(asks))) or None,
        "knowledge_base": _knowledge_base(run, bases[0]),
        "sees_annotations": judges and run.guard_knowledge == "scenario",
    }


def _advisers(run: RunSpec, *, asked: bool) -> Iterator[str]:
    """The models that add to what the guard says; `asked`: one of them about tasks."""
    if asked:
        yield run.guard_model
    if run.guard is not GuardMode.OFF and run.guard_sight_endpoint:
        yield f"{run.guard_sight_model} (sees)"


def _knowledge_base(run: RunSpec, base: KnowledgeBase) -> dict[str, Any]:
    """What constraints there were: how many, of which parts, and a SHA-256 over their files."""
    constraints = base.constraints
    paths = [*vocabulary_files(), *library_files(), *run.knowledge_base]
    digests = [sha256(path.read_bytes()).hexdigest() for path in paths]
    return {
        "constraints": len(constraints),
        "files": [str(path) for path in run.knowledge_base],
        "compositions": sorted(part.value for part in run.compositions),
        "types": sorted(kind.value for kind in run.kinds),
        "sha256": sha256("".join(digests).encode()).hexdigest(),
    }


def _plans_digest(episodes: Sequence[EpisodeSpec]) -> str:
    """A SHA-256 over the plans that were given, with their tasks and in their order."""
    plans = [(episode.task, episode.plan) for episode in episodes]
    return sha256(json.dumps(plans).encode()).hexdigest()


def defaulted(run: RunSpec, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `run` that were not `given`, with their values."""
    return {item.name: getattr(run, item.name) for item in fields(run) if item.name not in given}
