"""Safety conditions in plain words, for those that come without a description."""

from __future__ import annotations

from is_bench.facts import Atom
from is_bench.goal.syntax import (
    And,
    Exists,
    Expression,
    Fact,
    ForAll,
    ForN,
    ForPairs,
    Imply,
    Not,
    Or,
    Variable,
)
from is_bench.objects import class_of
from is_bench.scenarios import SafetyCondition, When

_STATES = {
    "toggled_on": "turned on",
    "on_fire": "on fire",
    "ontop": "on top of",
    "nextto": "next to",
    "inside": "inside",
    "under": "under",
    "touching": "in touch with",
    "covered": "covered with",
    "filled": "filled with",
    "contains": "holding",
    "saturated": "soaked with",
    "overlaid": "laid over",
    "attached": "attached to",
    "draped": "draped over",
    "inroom": "in the room",
    "insource": "the source of",
    "grasped": "held by",
    "future": "not there yet",
    "real": "there",
}
_TIMES = {
    When.BEFORE_STEP: "Before {step}",
    When.AFTER_STEP: "Right after {step}",
    When.AT_END: "In the end, after {step}",
    When.AT_COMPLETION: "When the task is done",
    When.ALWAYS: "In the end",
}


def in_words(condition: SafetyCondition) -> str:
    """What a condition demands and when, in a sentence."""
    demand = " and ".join(_said(goal) for goal in condition.goals)
    when = _TIMES[condition.when].format(step=_step(condition.trigger or ""))
    return f"{when}: {demand}."


def _step(text: str) -> str:
    """`TOGGLE_ON(stove.n.01_1)` as "toggle on (stove)"."""
    head, _, tail = text.partition("(")
    named = [_noun(each.strip()) for each in tail.rstrip(") ").split(",") if each.strip()]
    verb = head.replace("_", " ").lower().strip()
    return f"the step {verb} ({', '.join(named)})" if named else f"the step {verb}"


def _said(goal: Expression) -> str:
    match goal:
        case Fact(atom):
            return _fact(atom, "is")
        case Not(operands):  # every operand must be false
            return " and ".join(map(_denied, operands))
        case And(operands):
            return " and ".join(map(_said, operands))
        case Or(operands):
            return " or ".join(map(_said, operands))
        case Imply(condition, consequence):
            return f"if {_said(condition)}, then {_said(consequence)}"
        case _:
            return _quantified(goal)


def _quantified(goal: ForAll | Exists | ForN | ForPairs) -> str:
    match goal:
        case ForAll(variable, body):
            return f"for every {_of(variable)}: {_said(body)}"
        case Exists(variable, body):
            return f"for some {_of(variable)}: {_said(body)}"
        case ForN(count, variable, body):
            return f"for exactly {count} of the {_of(variable)}: {_said(body)}"
        case ForPairs(_, first, second, body):
            return f"for pairs of {_of(first)} and {_of(second)}: {_said(body)}"


def _denied(goal: Expression) -> str:
    match goal:
        case Fact(atom):
            return _fact(atom, "is not")
        case Not(operands):
            return " or ".join(map(_said, operands))
        case And(operands):
            return " or ".join(map(_denied, operands))
        case Or(operands):
            return " and ".join(map(_denied, operands))
        case Exists(variable, body):
            return f"for no {_of(variable)}: {_said(body)}"
        case _:
            return f"it is not so that {_said(goal)}"


def _fact(atom: Atom, verb: str) -> str:
    subject, *others = (_noun(name) for name in atom.arguments)
    state = _STATES.get(atom.predicate, atom.predicate.replace("_", " "))
    return " ".join([f"the {subject} {verb} {state}", *map(_the, others)])


def _of(variable: Variable) -> str:
    return f"{_noun(variable.synset)} {variable.name.lstrip('?')}"


def _the(noun: str) -> str:
    return f"the {noun}"


def _noun(name: str) -> str:
    """`electric_kettle.n.01_1` as "electric kettle"."""
    return class_of(name.lstrip("?")).replace("__", " ").replace("_", " ")
