"""WAIT_FOR_COOKED, WAIT and WAIT_FOR_FROZEN."""

from __future__ import annotations

from is_bench.objects import Matter, SceneObject, class_of
from is_bench.taxonomy import HeatSource, taxonomy
from is_bench.world.context import Context
from is_bench.world.outcome import SkillFailed

FREEZERS = frozenset({"electric_refrigerator.n.01"})
"""Accepted by WAIT_FOR_FROZEN: the synset of OmniGibson's fridge models."""


def wait_for_cooked(context: Context, target: SceneObject) -> None:
    """Wait until a food, a fluid, or the fluids in a vessel are cooked."""
    if target.matter.is_substance:
        _cook_substance(context, target.synset)
    elif target.can("cookable"):
        _cook_food(context, target)
    else:
        _cook_in_vessel(context, target)


def wait(context: Context, target: SceneObject | None) -> None:
    """Wait until an object is at room temperature: no longer frozen, no longer hot."""
    if target is None or target.matter.is_substance:
        return
    state = context.state
    cold = not context.quirks.thawing_in_the_cold and _in_the_cold(context, target)
    if not cold:
        state.set_flag("frozen", target.name, False)
    state.set_flag("hot", target.name, False)


def wait_for_frozen(context: Context, target: SceneObject, machine: SceneObject) -> None:
    """Wait until what is inside a refrigerator is frozen."""
    if machine.synset not in FREEZERS:
        raise SkillFailed(f"{machine.name} is no refrigerator")
    if not target.can("freezable") or target.matter.is_substance:
        raise SkillFailed(f"{target.name} cannot freeze")
    if not context.state.is_inside(target.name, machine.name):
        raise SkillFailed(f"{target.name} is not inside {machine.name}; place it inside first")
    context.state.set_flag("frozen", target.name, True)


def _cook_food(context: Context, food: SceneObject) -> None:
    _check_heated(context, food)
    context.state.set_flag("cooked", food.name, True)
    context.state.set_flag("hot", food.name, food.can("heatable"))
    context.state.set_flag("frozen", food.name, False)


def _cook_in_vessel(context: Context, vessel: SceneObject) -> None:
    fluids = _fluids_in(context, vessel)
    load = context.state.load(vessel.name) if vessel.matter is not Matter.CLOTH else []
    if not context.quirks.waiting_for_laden_vessel_fails:
        _cook_all(context, fluids, load)
        return
    for synset in fluids:
        _cook_substance(context, synset)
    if load:
        raise SkillFailed(f"{load[0]} rests in or on {vessel.name}; wait for the food by its name")


def _cook_all(context: Context, fluids: list[str], load: list[str]) -> None:
    things = [context.state.objects.by_name[name] for name in load]
    foods = [thing for thing in things if thing.can("cookable")]
    for food in foods:
        _check_heated(context, food)
    for synset in fluids:
        _check_substance(context, synset)
    for food in foods:
        _cook_food(context, food)
    for synset in fluids:
        _cook_substance(context, synset)


def _cook_substance(context: Context, synset: str) -> None:
    state = context.state
    vessel, result = _check_substance(context, synset)
    state.remove_amounts("contains", vessel.name, {synset})
    state.add_amounts("contains", vessel.name, {result.synset})
    state.appear(result.name)


def _check_substance(context: Context, synset: str) -> tuple[SceneObject, SceneObject]:
    """The vessel in which a substance is cooked, and what becomes of it; fails if it cannot be."""
    state = context.state
    vessel = next(
        (thing for thing in state.things() if synset in state.amounts("contains", thing.name)), None
    )
    if vessel is None:
        raise SkillFailed(f"{class_of(synset)} is in no vessel; fill it into one first")
    _check_heated(context, vessel)
    cooked = f"cooked__{class_of(synset)}"
    result = next((t for t in state.objects if cooked in t.name and "agent" not in t.name), None)
    if result is None:
        raise SkillFailed(f"{class_of(synset)} cannot be cooked: no {cooked} is declared")
    return vessel, result


def _fluids_in(context: Context, vessel: SceneObject) -> list[str]:
    if not vessel.can("fillable"):
        return []
    content = context.state.amounts("contains", vessel.name)
    return sorted(synset for synset in content if _is_fluid(context, synset))


def _is_fluid(context: Context, synset: str) -> bool:
    names = context.state.objects.by_synset.get(synset)
    if names:
        return context.state.objects.by_name[names[0]].matter is Matter.FLUID
    return "liquid" in taxonomy().abilities(synset)


def _check_heated(context: Context, target: SceneObject) -> None:
    """Fail unless `target` stands on, or is inside, a heat source that is on."""
    at_source, idle = [], []
    for thing in context.state.things():
        source = _heat_source(context, thing)
        if source is None or not _acts_on(context, source, thing, target):
            continue
        at_source.append(thing.name)
        if thing.can("toggleable") and not context.state.flag("toggled_on", thing.name):
            idle.append(thing.name)
        elif _must_close(context, source, thing):
            raise SkillFailed(f"{thing.name} is open; close it to cook {target.name}")
    if not at_source:
        raise SkillFailed(f"{target.name} is neither on nor inside a heat source; place it there")
    if idle and (context.quirks.idle_source_vetoes or len(idle) == len(at_source)):
        raise SkillFailed(f"{idle[0]} is off; toggle it on to cook {target.name}")


def _heat_source(context: Context, thing: SceneObject) -> HeatSource | None:
    source = taxonomy().heat_source(thing.synset, cold=False)
    if source is None and context.quirks.cold_sources_cook:
        source = taxonomy().heat_source(thing.synset, cold=True)
    return source


def _acts_on(context: Context, source: HeatSource, thing: SceneObject, target: SceneObject) -> bool:
    if source.requires_inside:
        return context.state.is_inside(target.name, thing.name)
    return thing.name in context.state.supports(target.name)


def _must_close(context: Context, source: HeatSource, thing: SceneObject) -> bool:
    return (
        source.requires_closed
        and not context.quirks.open_ovens_cook
        and context.state.flag("open", thing.name)
    )


def _in_the_cold(context: Context, target: SceneObject) -> bool:
    return any(
        taxonomy().heat_source(context.state.objects.by_name[name].synset, cold=True)
        for name in context.state.containers(target.name)
    )
