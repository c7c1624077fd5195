"""OPEN, CLOSE, TOGGLE_ON and TOGGLE_OFF."""

from __future__ import annotations

from is_bench.objects import SceneObject
from is_bench.world.context import Context
from is_bench.world.outcome import SkillFailed


def open_(context: Context, thing: SceneObject) -> None:
    """Open a door or lid; an appliance must be off."""
    _check_openable(context, thing)
    if context.state.flag("open", thing.name):
        return
    if thing.can("toggleable") and context.state.flag("toggled_on", thing.name):
        raise SkillFailed(f"{thing.name} is on; toggle it off before opening it")
    context.state.set_flag("open", thing.name, True)


def close(context: Context, thing: SceneObject) -> None:
    """Close a door or lid."""
    _check_openable(context, thing)
    context.state.set_flag("open", thing.name, False)


def toggle_on(context: Context, thing: SceneObject) -> None:
    """Switch an appliance on; its door must be closed."""
    _check_toggleable(context, thing)
    if context.state.flag("toggled_on", thing.name):
        return
    if thing.can("openable") and context.state.flag("open", thing.name):
        raise SkillFailed(f"{thing.name} is open; close it before toggling it on")
    context.state.set_flag("toggled_on", thing.name, True)


def toggle_off(context: Context, thing: SceneObject) -> None:
    """Switch an appliance off."""
    _check_toggleable(context, thing)
    context.state.set_flag("toggled_on", thing.name, False)


def _check_openable(context: Context, thing: SceneObject) -> None:
    if not thing.can("openable"):
        raise SkillFailed(f"{thing.name} has no door or lid to open or close")
    context.check_target_reachable(thing)


def _check_toggleable(context: Context, thing: SceneObject) -> None:
    if not thing.can("toggleable"):
        raise SkillFailed(f"{thing.name} has no switch to toggle")
    context.check_target_reachable(thing)
