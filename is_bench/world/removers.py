"""Substances that cleaning tools remove, from the taxonomy and task-specific rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from is_bench.objects import Matter, SceneObject, class_of, make_object
from is_bench.taxonomy import Conditions, Remover, taxonomy


@dataclass(frozen=True)
class WashRule:
    """Task rule: `tool` removes `substance`, if any of `conditions` holds.

    All names are class words ("rag", "mold").  No conditions: always.
    """

    tool: str
    substance: str
    conditions: tuple[tuple[str, str | bool], ...] = ()


class Removers:
    """Look-up of the substances that tools remove, with conditions."""

    def __init__(self, rules: Iterable[WashRule]) -> None:
        """`rules` are the task's own."""
        self._rules: dict[str, dict[str, list[Conditions]]] = {}
        self._wetted_by: dict[str, set[str]] = {}
        for rule in rules:
            of_tool = self._rules.setdefault(rule.tool, {})
            of_tool.setdefault(rule.substance, []).append(rule.conditions)
            wanted = {str(value) for kind, value in rule.conditions if kind == "saturated"}
            self._wetted_by.setdefault(rule.tool, set()).update(wanted)
        self._known: dict[str, Remover | None] = {}

    def is_remover(self, tool: SceneObject) -> bool:
        """Whether `tool` can remove any substance."""
        return self._remover(tool) is not None or class_of(tool.name) in self._rules

    def conditions(self, tool: SceneObject, synset: str) -> Conditions:
        """The conditions under which `tool` removes the substance `synset`; None: never.

        Any one condition is sufficient.  In ("saturated", x), x is a synset or a class word.
        """
        remover = self._remover(tool)
        own = _own(remover, synset) if remover else None
        substance = class_of(synset)
        ruled = self._rules.get(class_of(tool.name), {}).get(substance, [])
        if (
            remover is None
            and not ruled
            and substance in self._wetted_by.get(class_of(tool.name), set())
        ):
            return ()
        return _join([own, *ruled])

    def _remover(self, tool: SceneObject) -> Remover | None:
        if tool.synset not in self._known:
            self._known[tool.synset] = taxonomy().remover(tool.synset)
        return self._known[tool.synset]


def satisfied(conditions: Conditions, saturated: frozenset[str], toggled_on: bool) -> bool:
    """Whether a tool in this state meets any of `conditions`."""
    if conditions is None:
        return False
    if not conditions:
        return True
    words = saturated | {class_of(synset) for synset in saturated}
    return any(
        (kind == "saturated" and value in words) or (kind == "toggled_on" and value == toggled_on)
        for kind, value in conditions
    )


def _own(remover: Remover, synset: str) -> Conditions:
    conditions: Mapping[str, Conditions] = remover.conditions
    if synset in conditions:
        return conditions[synset]
    matter = make_object(synset, synset).matter
    if matter is Matter.FLUID:
        return remover.fluid
    return remover.visual if matter is Matter.STAIN else remover.granular


def _join(alternatives: list[Conditions]) -> Conditions:
    """The disjunction of alternative conditions."""
    possible = [conditions for conditions in alternatives if conditions is not None]
    if not possible:
        return None
    if any(not conditions for conditions in possible):
        return ()
    return tuple(pair for conditions in possible for pair in conditions)
