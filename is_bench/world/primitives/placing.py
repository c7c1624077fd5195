"""PLACE_ON_TOP and PLACE_INSIDE."""

from __future__ import annotations

from is_bench.objects import Matter, SceneObject
from is_bench.world.context import Context, need_solid
from is_bench.world.outcome import SkillFailed

WHY_NOT_MOVED = "move the vessel that holds it instead"


def place_on_top(context: Context, moved: SceneObject, support: SceneObject) -> None:
    """Put `moved` on `support`; cloth is laid over it."""
    need_solid(moved, WHY_NOT_MOVED)
    context.check_reachable(moved)
    _check_target(context, moved, support)
    overlaid = moved.matter is Matter.CLOTH and support.matter is Matter.RIGID
    _move(context, moved, "overlaid" if overlaid else "ontop", support)


def place_inside(context: Context, moved: SceneObject, container: SceneObject) -> None:
    """Put `moved` inside `container`."""
    need_solid(moved, WHY_NOT_MOVED)
    context.check_reachable(moved)
    if context.is_closed(container):
        raise SkillFailed(f"{container.name} is closed; open it before placing anything inside")
    if not context.quirks.anything_contains and not _contains_things(context, container):
        raise SkillFailed(f"{container.name} cannot hold anything inside")
    _check_target(context, moved, container)
    _move(context, moved, "inside", container)


def _check_target(context: Context, moved: SceneObject, target: SceneObject) -> None:
    need_solid(target, "nothing can be placed on or in it")
    if moved.name == target.name or moved.name in context.state.supports(target.name):
        raise SkillFailed(f"{target.name} rests on or in {moved.name} itself")
    context.check_target_reachable(target)


def _contains_things(context: Context, container: SceneObject) -> bool:
    if container.can("fillable") or container.can("openable"):
        return True
    return container.name in context.state.setting.containers


def _move(context: Context, moved: SceneObject, relation: str, target: SceneObject) -> None:
    state = context.state
    state.move(moved.name, relation, target.name)
    if target.matter is Matter.CLOTH and context.quirks.placing_on_cloth_fails:
        fluids = state.amounts("contains", moved.name)
        state.remove_amounts("contains", moved.name, fluids)
        raise SkillFailed(f"{moved.name} was moved, but cannot be placed on cloth ({target.name})")
