"""FILL_WITH, POUR_INTO and SPREAD."""

from __future__ import annotations

from is_bench.objects import Matter, SceneObject
from is_bench.world.context import Context, need_solid
from is_bench.world.outcome import SkillFailed


def fill_with(context: Context, vessel: SceneObject, source: SceneObject) -> None:
    """Fill `vessel` with the fluid from `source`."""
    _check_fillable(vessel)
    context.check_reachable(vessel)
    produced = context.produced_by(source)
    if produced is None:
        raise SkillFailed(f"{source.name} gives no fluid")
    if not produced:
        raise SkillFailed(f"{source.name} is not running; toggle it on first")
    context.check_pours(vessel)
    context.state.add_amounts("contains", vessel.name, produced)


def pour_into(context: Context, source: SceneObject, vessel: SceneObject) -> None:
    """Pour the content of `source` into `vessel`."""
    _check_fillable(vessel)
    context.check_reachable(vessel)
    context.check_reachable(source)
    content = content_of(context, source)
    context.check_pours(source)
    context.check_pours(vessel)
    context.state.add_amounts("contains", vessel.name, content)
    if not context.quirks.pouring_leaves_source_full and source.name != vessel.name:
        context.state.remove_amounts("contains", source.name, content)


def spread(context: Context, source: SceneObject, target: SceneObject) -> None:
    """Spread the content of `source` on `target`; cloth absorbs it."""
    content = content_of(context, source)
    context.check_reachable(source)
    need_solid(target, "nothing can be spread on it")
    context.check_reachable(target)
    context.check_pours(source)
    if target.matter is not Matter.CLOTH:
        context.state.add_amounts("covered", target.name, content)
    elif context.removers.is_remover(target):
        context.state.add_amounts("saturated", target.name, content)
    elif context.quirks.unsoakable_cloth_resists:
        raise SkillFailed(f"{target.name} is cloth that takes up nothing")
    else:
        context.state.add_amounts("covered", target.name, content)


def content_of(context: Context, vessel: SceneObject) -> frozenset[str]:
    """The content of `vessel`; fails if it is not a vessel, or empty."""
    _check_fillable(vessel)
    content = context.state.amounts("contains", vessel.name)
    if not content:
        raise SkillFailed(f"{vessel.name} is empty")
    return content


def _check_fillable(vessel: SceneObject) -> None:
    if not vessel.can("fillable") or vessel.matter.is_substance:
        raise SkillFailed(f"{vessel.name} is no vessel; nothing can be filled into it")
