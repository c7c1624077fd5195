"""A scene as a BDDL problem, which is how OmniGibson takes a task.

The problem's goal says nothing: whether a goal is reached is judged elsewhere, and neither goal nor
safety conditions are any business of a simulator.
"""

from __future__ import annotations

from is_bench.errors import InputError
from is_bench.facts import Atom
from is_bench.objects import Matter
from is_bench.scenarios import Scene

AGENT = "agent.n.01_1"


def problem_text(scene: Scene) -> str:
    """`scene` as the text of a problem file for OmniGibson's domain."""
    by_synset: dict[str, list[str]] = {"agent.n.01": [AGENT]}
    for thing in scene.objects:
        if thing.name != AGENT:
            by_synset.setdefault(thing.synset, []).append(thing.name)
    objects = "\n".join(f"    {' '.join(n)} - {synset}" for synset, n in by_synset.items())
    facts = "\n".join(f"    {_fact(fact)}" for fact in sorted(scene.facts))
    support = f"(ontop ?{_witness(scene)} ?{_witness(scene)})"
    return (
        f"(define (problem {scene.name}-0)\n  (:domain omnigibson)\n"
        f"  (:objects\n{objects}\n  )\n  (:init\n{facts}\n  )\n"
        f"  (:goal (and (or {support} (not {support}))))\n)\n"
    )


def scene_file_name(scene: Scene, model: str) -> str:
    """The file in which OmniGibson keeps the task set up in the scene `model`."""
    return f"{model}_task_{scene.name}_0_0_template.json"


def _fact(fact: Atom) -> str:
    return f"({fact.predicate} {' '.join(fact.arguments)})"


def _witness(scene: Scene) -> str:
    for thing in scene.objects:
        if thing.matter is Matter.RIGID:
            return thing.name
    raise InputError(f"the scene {scene.name!r} has no solid object; OmniGibson needs one")
