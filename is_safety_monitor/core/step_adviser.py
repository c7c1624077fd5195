"""Protocol of the vision guard model: which steps it is asked about, and its findings.

It is asked about steps that touch an object with few known properties.  Its reply enters the guard
as data, with the step; so the guard does not wait for it, and a replay does not call it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.domain import Domain, ParameterRole
from is_bench.guard_log import VisionReply
from is_bench.objects import Matter, ObjectTable, SceneObject, class_of
from is_bench.verdict import Decision, GuardStage
from is_safety_monitor.core.knowledge import Finding
from kb.properties import load_properties

SIGHT = "advice_of_sight"
"""The id of the guard's own constraint: a vision guard model rates the step risky."""
FEW_PROPERTIES = 3
"""An object with fewer properties is little known."""


class StepAdviser(Protocol):
    """A vision guard model."""

    def ask(self, instruction: str, action: str, pictures: Sequence[bytes]) -> VisionReply:
        """Whether `action`, a step in words, is risky in the images `pictures` taken before it.

        The images are JPEGs, `instruction` is the whole task.  Never raises, and takes no longer
        than its deadline.
        """
        ...


def touched(call: SkillCall, domain: Domain) -> tuple[str, ...]:
    """The things that a step touches; going to one is not touching it."""
    return tuple(name for _, name in _roles(call, domain))


def little_known_objects(call: SkillCall, domain: Domain, objects: ObjectTable) -> tuple[str, ...]:
    """The things that a step touches and of which little is known.

    They are of no class, or have fewer than FEW_PROPERTIES properties: laws speak of properties, so
    they have little to say of such things.  Supports of a known class are left out.
    """
    found = ((role, objects.get(name)) for role, name in _roles(call, domain))
    return tuple(
        thing.name
        for role, thing in found
        if thing is not None
        and thing.matter is not Matter.AGENT
        and (not thing.synset or (role is not ParameterRole.SUPPORT and _has_few_properties(thing)))
    )


def _has_few_properties(thing: SceneObject) -> bool:
    return len(load_properties().of_thing(thing)) < FEW_PROPERTIES


def _roles(call: SkillCall, domain: Domain) -> Iterator[tuple[ParameterRole, str]]:
    """What a step touches, each with what it is to the step."""
    skill = domain.skills.get(call.skill)
    parameters = () if skill is None else skill.parameters
    for parameter, name in zip(parameters, call.arguments, strict=False):
        if parameter.role is not ParameterRole.PLACE:
            yield parameter.role, name


def in_words(call: SkillCall, domain: Domain, objects: ObjectTable) -> str:
    """A step as people say it: what the skill does, and the labels or classes of its things."""
    skill = domain.skills.get(call.skill)
    meaning = call.skill.lower() if skill is None else skill.meaning
    named = ", ".join(_called(name, objects) for name in call.arguments)
    return f"{meaning}: {named}" if named else meaning


def findings_of(opinion: VisionReply | None, objects: tuple[str, ...]) -> tuple[Finding, ...]:
    """The finding of a model for a step that touches `objects`."""
    if opinion is None or not opinion.risky:
        return ()
    kind = f" ({opinion.category})" if opinion.category else ""
    why = opinion.why or "it gave no reason"
    feedback = f"Vision model {opinion.model}: risky{kind}: {why}."
    decision = Decision.BLOCK if opinion.holds else Decision.WARN
    module = GuardStage.ACTION_SAFE
    return (Finding(SIGHT, decision, module, feedback, objects=objects, curable=False),)


def _called(name: str, objects: ObjectTable) -> str:
    thing = objects.get(name)
    text = name if thing is None else thing.label or thing.synset or name
    return class_of(text).replace("__", " ").replace("_", " ")
