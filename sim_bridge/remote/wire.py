"""The values of the Protocol as plain data (numbers, texts, lists, maps), and back.

Pictures are no part of it: a view's arrays travel beside the message, see `frames`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np

from is_bench.calls import SkillCall
from is_bench.domain import Domain, domain_from_texts, load_domain
from is_bench.domain.model import SourceText
from is_bench.facts import Atom, FactSet
from is_bench.objects import Matter, ObjectTable, SceneObject
from is_bench.scenarios import Scene
from is_bench.views import Box, Image, Matrix, Pose, Segmentation, View
from is_bench.world import Changes, Outcome, Quirks, WashRule

Plain = dict[str, Any]


def scene_out(scene: Scene) -> Plain:
    """A scene as plain data."""
    return {
        "name": scene.name,
        "instruction": scene.instruction,
        "room": scene.room,
        "objects": objects_out(scene.objects),
        "domain": domain_out(scene.domain),
        "facts": _atoms_out(scene.facts),
        "wash_rules": [[r.tool, r.substance, r.conditions] for r in scene.wash_rules],
        "setup": scene.setup,
        "goal_text": scene.goal_text,
        "mentioned": scene.mentioned,
        "granted": scene.granted,
        "scene_models": scene.scene_models,
    }


def scene_in(data: Mapping[str, Any]) -> Scene:
    """The scene that `scene_out` made plain."""
    return Scene(
        name=data["name"],
        instruction=data["instruction"],
        room=data["room"],
        objects=objects_in(data["objects"]),
        facts=_atoms_in(data["facts"]),
        domain=domain_in(data["domain"]),
        wash_rules=tuple(
            WashRule(tool, substance, tuple((kind, value) for kind, value in conditions))
            for tool, substance, conditions in data["wash_rules"]
        ),
        setup=tuple(data["setup"]),
        goal_text=tuple(data["goal_text"]),
        mentioned=tuple(data["mentioned"]),
        granted={name: tuple(abilities) for name, abilities in data["granted"].items()},
        scene_models=tuple(data["scene_models"]),
    )


def objects_out(objects: ObjectTable) -> list[list[Any]]:
    """Objects as plain data."""
    return [
        [thing.name, thing.synset, sorted(thing.abilities), thing.matter.value, thing.label]
        for thing in objects
    ]


def objects_in(rows: Iterable[Sequence[Any]]) -> ObjectTable:
    """The objects that `objects_out` made plain."""
    return ObjectTable(
        tuple(
            SceneObject(name, synset, frozenset(abilities), Matter(matter), label)
            for name, synset, abilities, matter, label in rows
        )
    )


def domain_out(domain: Domain) -> Plain:
    """A domain as plain data: its name, or the texts of the user's files that make it."""
    return {
        "name": domain.name,
        "sources": [[source.name, source.text] for source in domain.sources],
    }


def domain_in(data: Mapping[str, Any]) -> Domain:
    """The domain that `domain_out` made plain; raises InputError where the sides differ."""
    if not data["sources"]:
        return load_domain(data["name"])
    return _built(tuple(SourceText(name, text) for name, text in data["sources"]))


@lru_cache(maxsize=8)
def _built(sources: tuple[SourceText, ...]) -> Domain:
    """The domain of a user's files, read once for all episodes of a run."""
    return domain_from_texts(sources)


def call_out(call: SkillCall) -> list[Any]:
    """A call as plain data."""
    return [call.skill, list(call.arguments)]


def call_in(row: Sequence[Any]) -> SkillCall:
    """The call that `call_out` made plain."""
    skill, arguments = row
    return SkillCall(skill, tuple(arguments))


def quirks_out(quirks: Quirks) -> Plain:
    """Quirks as plain data."""
    return asdict(quirks)


def quirks_in(data: Mapping[str, Any]) -> Quirks:
    """The quirks that `quirks_out` made plain."""
    return Quirks(**data)


def outcome_out(outcome: Outcome) -> Plain:
    """An outcome as plain data."""
    return {"ok": outcome.ok, "error": outcome.error}


def outcome_in(data: Mapping[str, Any]) -> Outcome:
    """The outcome that `outcome_out` made plain."""
    return Outcome(ok=data["ok"], error=data["error"])


def changes_out(changes: Changes) -> Plain:
    """Changes as plain data."""
    return {"adds": _atoms_out(changes.adds), "removes": _atoms_out(changes.removes)}


def changes_in(data: Mapping[str, Any]) -> Changes:
    """The changes that `changes_out` made plain, in their order."""
    adds, removes = (
        tuple(Atom(row[0], tuple(row[1:])) for row in data[key]) for key in ("adds", "removes")
    )
    return Changes(adds, removes)


def facts_out(facts: FactSet) -> Plain:
    """Facts as plain data."""
    return {
        "true": _atoms_out(facts.true),
        "false": _atoms_out(facts.false),
        "unknown": _atoms_out(facts.unknown),
        "closed": facts.closed,
    }


def facts_in(data: Mapping[str, Any]) -> FactSet:
    """The facts that `facts_out` made plain."""
    return FactSet(
        _atoms_in(data["true"]),
        _atoms_in(data["false"]),
        _atoms_in(data["unknown"]),
        closed=data["closed"],
    )


def view_out(view: View) -> Plain:
    """A view without its pictures."""
    return {
        "name": view.name,
        "boxes": [[b.name, b.left, b.top, b.right, b.bottom] for b in view.boxes],
        "intrinsics": [float(value) for value in view.intrinsics.ravel()],
        "position": view.pose.position,
        "orientation": view.pose.orientation,
    }


def view_in(data: Mapping[str, Any], rgb: Image, segmentation: Segmentation) -> View:
    """The view that `view_out` made plain, with its pictures."""
    intrinsics: Matrix = np.array(data["intrinsics"], dtype=np.float64).reshape(3, 3)
    return View(
        data["name"],
        rgb,
        segmentation,
        tuple(Box(*box) for box in data["boxes"]),
        intrinsics,
        Pose(tuple(data["position"]), tuple(data["orientation"])),
    )


def _atoms_out(atoms: Iterable[Atom]) -> list[list[str]]:
    return [[atom.predicate, *atom.arguments] for atom in atoms]


def _atoms_in(rows: Iterable[Sequence[str]]) -> frozenset[Atom]:
    return frozenset(Atom(row[0], tuple(row[1:])) for row in rows)
