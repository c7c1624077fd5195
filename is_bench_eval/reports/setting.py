"""What was run, read from a manifest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from is_bench_eval.console.text import counted

BUNDLED = "kb"
"""The knowledge that needs no mention: the constraints that come along."""
_GUARDS = {"off": "no guard", "shadow": "shadow guard", "enforce": "enforcing guard"}


@dataclass(frozen=True)
class Switch:
    """A switch of the world that is on."""

    name: str
    means: str


@dataclass(frozen=True)
class Setting:
    """What was run: the part of a manifest that reports head with."""

    planner: str
    guard: str
    """The guard's mode."""
    knowledge: str
    """What the guard knows; empty without a guard."""
    retrieval: str
    """How the guard searches constraints by meaning; empty where nothing searches."""
    adviser: str
    """The language model that adds to what the guard says; empty where none was asked."""
    domain: str
    """The robot's domain; with the user's file that it was read from."""
    sees_annotations: bool
    """Whether the guard was given what the episodes are judged by."""
    engine: str
    simulator: str
    world: str
    dataset: str
    sha256: str
    """Of the scenarios that were run."""
    tasks: int
    episodes: int
    """As planned; fewer are in the results when the run was broken off."""
    seed: int
    version: str
    switches: tuple[Switch, ...]
    all_switches: int

    @property
    def title(self) -> str:
        """The planner and the guard."""
        guard = _GUARDS.get(self.guard, f"guard {self.guard}")
        is_usual = self.knowledge in ("", BUNDLED)
        known = "" if is_usual else f" ({self.knowledge} knowledge)"
        return f"{self.planner} planner, {guard}{known}"

    @property
    def guard_parts(self) -> str:
        """Which optional parts of the guard were in use; empty without a guard."""
        if self.guard == "off":
            return ""
        retrieval, adviser = self.retrieval or "none", self.adviser or "none"
        return f"guard's retrieval: {retrieval}; guard's adviser: {adviser}"

    def facts(self) -> dict[str, str]:
        """What reports list, by label."""
        tasks = counted(self.tasks, "task")
        return {
            "Planner": self.planner,
            "Guard": self.guard,
            "Guard knows": self.knowledge or "-",
            "Guard's retrieval": self.retrieval or "none",
            "Guard's adviser": self.adviser or "none",
            "Engine": self.engine,
            "Simulator": self.simulator,
            "World": self.world,
            "Domain": self.domain,
            "Seed": str(self.seed),
            "is_bench": self.version,
            "Dataset": f"{self.dataset} ({tasks}, SHA-256 {self.sha256[:12]})",
        }


def setting_of(manifest: Mapping[str, Any]) -> Setting:
    """What a manifest says was run; raises KeyError or TypeError if it is no manifest."""
    world, guard, dataset = manifest["world"], manifest["guard"], manifest["dataset"]
    on = [(name, switch) for name, switch in world["switches"].items() if switch["on"]]
    return Setting(
        planner=_planner(manifest["arguments"]),
        guard=guard["mode"],
        knowledge="" if guard["mode"] == "off" else guard["knowledge"],
        retrieval=guard.get("retrieval") or "",
        adviser=guard.get("adviser") or "",
        domain=", ".join(map(_domain, manifest.get("domains", ()))) or "-",
        sees_annotations=guard["sees_annotations"],
        engine=manifest["engine"],
        simulator=manifest["simulator"],
        world=world["name"],
        dataset=dataset["title"],
        sha256=dataset["sha256"],
        tasks=dataset["tasks"],
        episodes=dataset["episodes"],
        seed=manifest["seed"],
        version=manifest["is_bench"],
        switches=tuple(Switch(name, switch["means"]) for name, switch in on),
        all_switches=len(world["switches"]),
    )


def _domain(domain: Mapping[str, Any]) -> str:
    """A domain's name; of a user's one also its file and the beginning of its hash."""
    files = domain["files"]
    if not files:
        return str(domain["name"])
    return f"{domain['name']} ({files[-1]['name']}, SHA-256 {files[-1]['sha256'][:12]})"


def _planner(arguments: Mapping[str, Mapping[str, Any]]) -> str:
    values = {**arguments["defaulted"], **arguments["given"]}
    planner, plans = str(values["planner"]), values.get("plans_file")
    return planner if plans is None or str(plans) in planner else f"{planner}:{plans}"
