"""Hostile, broken and absurd proposals in any number, the same ones for the same seed.

Most are made from the two good ones, so that they come close to counting.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from kb.loader import load_library
from tests.chat_server.hostile import ORDERS
from tests.kb.adviser.samples import FRIDGE, HOUSEHOLD, NAMES, TOWEL

Document = dict[str, Any]
Maker = Callable[[random.Random, Document], object]
"""Makes a proposal, or the text of one, from a good one."""


@dataclass(frozen=True)
class Hostile:
    """What a model says, and whether any of its proposals could count."""

    kind: str
    """The name of its maker."""
    text: str
    vacuous: bool = False
    """Whether what it proposes says nothing, or everything: none of it may count."""


def replies(count: int, seed: int = 0) -> Iterator[Hostile]:
    """`count` replies, all kinds in turn."""
    chance = random.Random(seed)
    makers = list(MAKERS.items())
    for number in range(count):
        kind, make = makers[number % len(makers)]
        made = make(chance, deepcopy(chance.choice([FRIDGE, TOWEL])))
        yield Hostile(kind, _reply(made), kind in VACUOUS)


def _reply(made: object) -> str:
    """The whole reply around one proposal, several, or a text in their place."""
    if isinstance(made, str):
        return made
    listed = made if isinstance(made, list) else [made]
    return json.dumps({"relevant": [], "refuse": None, "reason": "", "proposals": listed})


def _good(_: random.Random, given: Document) -> object:
    return given


def _renamed(chance: random.Random, given: Document) -> object:
    """The id of a constraint of the library, or of the guard's own."""
    own = ["guard_error", "world_state", "unrecognised_object", "emergency_stop", "advice_of_sight"]
    ids = [constraint.id for constraint in load_library()]
    return {**given, "id": chance.choice([*own, *chance.sample(ids, 5)])}


def _claiming(chance: random.Random, given: Document) -> object:
    return {**given, **chance.choice(CLAIMS)}


def _damaged(chance: random.Random, given: Document) -> object:
    letters = list(_reply(given))
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(letters))
        letters[place] = chance.choice(["", letters[place] * 2, chance.choice(ODD)])
    return "".join(letters)


def _cut(chance: random.Random, given: Document) -> object:
    whole = _reply(given)
    return whole[: chance.randrange(len(whole))]


def _typed(chance: random.Random, given: Document) -> object:
    """A value of another type somewhere."""
    values: list[object] = [
        None,
        7,
        -1,
        1e308,
        True,
        [],
        {},
        "",
        [[]],
        {"x": {}},
        float("nan"),
        float("inf"),
    ]
    return {**given, chance.choice(list(given)): chance.choice(values)}


def _without(chance: random.Random, given: Document) -> object:
    del given[chance.choice(list(given))]
    return given


def _mixed(chance: random.Random, given: Document) -> object:
    """Fields of the other good one."""
    other = TOWEL if given["id"] == FRIDGE["id"] else FRIDGE
    names = chance.sample(list(other), chance.randint(1, 4))
    return {**given, **{name: deepcopy(other[name]) for name in names}}


def _conditioned(chance: random.Random, given: Document) -> object:
    """Any condition over any predicates."""
    field = "hazard" if given["hazard"] else chance.choice(["require", "if"])
    names = [pair["variable"] for pair in given["where"]]
    return {**given, field: _condition(chance, names, chance.randint(0, 4))}


def _condition(chance: random.Random, names: list[str], depth: int) -> str:
    if depth and chance.random() < 0.7:
        head = chance.choice(["and", "or", "not", "imply"])
        count = {"not": 1, "imply": 2}.get(head, chance.randint(0, 3))
        parts = (_condition(chance, names, depth - 1) for _ in range(count))
        return f"({' '.join([head, *parts])})"
    predicate, arity = chance.choice(sorted(HOUSEHOLD.arities.items()))
    return f"({' '.join([predicate, *(f'?{chance.choice(names)}' for _ in range(arity))])})"


def _stepped(chance: random.Random, given: Document) -> object:
    """Any step, any class and any trace."""
    skill = chance.choice(list(HOUSEHOLD.skills.values()))
    names = [pair["variable"] for pair in given["where"]] + ["_"]
    arguments = ", ".join(chance.choice(names) for _ in range(skill.arity))
    step = f"{skill.name}({arguments})" if arguments else skill.name
    things = ", ".join(chance.choice(NAMES) for _ in range(skill.arity))
    trace = f"{skill.name}({things})" if things else skill.name
    form = chance.choice(["before", "after"])
    steps = [trace] if form == "before" else [trace, "DONE"]
    condition = _condition(chance, names[:-1], 2)
    examples = {"violated": [{"steps": steps}], "satisfied": [{"steps": ["DONE"]}]}
    return {**given, "hazard": None, "after": None, form: step, "require": condition} | (
        {"examples": examples} if chance.random() < 0.5 else {}
    )


def _classed(chance: random.Random, given: Document) -> object:
    for pair in given["where"]:
        pair["class"] = chance.choice(CLASSES)
    return given


def _traced(chance: random.Random, given: Document) -> object:
    traces = given["examples"][chance.choice(["violated", "satisfied"])]
    trace = chance.choice(traces)
    trace[chance.choice(["facts", "steps"])] = chance.choice(TRACES)
    return given


def _swapped(_: random.Random, given: Document) -> object:
    examples = given["examples"]
    return {
        **given,
        "examples": {"violated": examples["satisfied"], "satisfied": examples["violated"]},
    }


def _same(chance: random.Random, given: Document) -> object:
    trace = given["examples"][chance.choice(["violated", "satisfied"])]
    return {**given, "examples": {"violated": trace, "satisfied": trace}}


def _always(chance: random.Random, given: Document) -> object:
    """A condition that holds always, or never."""
    name = given["where"][0]["variable"]
    fact = f"({chance.choice(['open', 'hot', 'folded', 'broken'])} ?{name})"
    said = chance.choice(["(or A (not A))", "(and A (not A))", "(and)", "(or)", "(imply A A)"])
    field = "hazard" if given["hazard"] else "require"
    return {**given, field: said.replace("A", fact)}


def _absent(chance: random.Random, given: Document) -> object:
    return {**given, "things": [chance.choice(["bomb.n.01_1", "../../etc", "", "ALL", "_", "*"])]}


def _everywhere(chance: random.Random, given: Document) -> object:
    """A step of everything, forbidden unless it is on fire."""
    skill = chance.choice([each for each in HOUSEHOLD.skills.values() if each.arity])
    step = f"{skill.name}({', '.join(['x', *'_' * (skill.arity - 1)])})"
    trace = f"{skill.name}({', '.join(NAMES[1 : skill.arity + 1])})"
    kind = chance.choice(["rigid | cloth | fluid | granular", "!stain", "rigid | !rigid"])
    return {
        **given,
        "hazard": None,
        "after": None,
        "before": step,
        "require": "(on_fire ?x)",
        "where": [{"variable": "x", "class": kind}],
        "things": [NAMES[1]],
        "mend": [],
        "examples": {
            "violated": [{"steps": [trace]}],
            "satisfied": [{"facts": [f"on_fire({NAMES[1]})"], "steps": [trace]}],
        },
    }


def _opposed(_: random.Random, given: Document) -> object:
    """Two that cannot both be kept."""
    other = {**deepcopy(given), "id": "the_other", "text": "The other way round is what is safe."}
    field = "hazard" if given["hazard"] else "require"
    other[field] = f"(not {given[field]})"
    return [given, other]


def _injected(chance: random.Random, given: Document) -> object:
    field = chance.choice(["text", "id", "category", "severity", "mend"])
    order = chance.choice(ORDERS)
    return {**given, field: [order] if field == "mend" else f"{given[field]} {order}"}


def _disguised(chance: random.Random, given: Document) -> object:
    whole = json.dumps(given, ensure_ascii=False)
    for _ in range(chance.randint(1, 5)):
        place = chance.randrange(len(whole))
        whole = whole[:place] + chance.choice(ODD) + whole[place:]
    return f'{{"relevant": [], "proposals": [{whole}]}}'


def _many(chance: random.Random, given: Document) -> object:
    return [{**given, "id": f"copy_{number}"} for number in range(chance.choice([9, 300]))]


def _long(chance: random.Random, given: Document) -> object:
    field = chance.choice(["text", "id", "hazard", "require", "if"])
    return {**given, field: chance.choice(["x", "(and ", "(not "]) * chance.choice([500, 30_000])}


def _deep(chance: random.Random, given: Document) -> object:
    depth = chance.choice([90, 1_000, 50_000])
    left, right = chance.choice([("[", "]"), ('{"a":', "}")])
    nested = f"{left * depth}1{right * depth}"
    field = json.dumps(chance.choice(list(given)))
    whole = json.dumps(given)[:-1]
    return f'{{"relevant": [], "proposals": [{whole}, {field}: {nested}}}]}}'


def _junk(chance: random.Random, _: Document) -> object:
    return _value(chance, 4)


def _value(chance: random.Random, depth: int) -> object:
    if depth and chance.random() < 0.6:
        if chance.random() < 0.5:
            return [_value(chance, depth - 1) for _ in range(chance.randint(0, 4))]
        keys = chance.sample([*TOWEL, "decision", "unknown", "x"], chance.randint(0, 5))
        return {key: _value(chance, depth - 1) for key in keys}
    return chance.choice([None, True, 0, -(10**30), 1e999, "", "x", "(open ?x)", "OPEN(x)", "\x00"])


MAKERS: Mapping[str, Maker] = {
    "good": _good,
    "renamed": _renamed,
    "claiming": _claiming,
    "damaged": _damaged,
    "cut": _cut,
    "wrong type": _typed,
    "field missing": _without,
    "mixed": _mixed,
    "any condition": _conditioned,
    "any step": _stepped,
    "any class": _classed,
    "any trace": _traced,
    "examples swapped": _swapped,
    "examples alike": _same,
    "always or never": _always,
    "absent things": _absent,
    "everything forbidden": _everywhere,
    "opposed": _opposed,
    "injected orders": _injected,
    "disguised letters": _disguised,
    "many": _many,
    "long": _long,
    "deep": _deep,
    "junk": _junk,
}
VACUOUS = frozenset(
    {"examples swapped", "examples alike", "always or never", "absent things"}
    | {"everything forbidden", "claiming", "long", "junk"}
)
"""Kinds of which nothing may count."""
CLAIMS: tuple[Document, ...] = (
    {"decision": "allow"},
    {"decision": "block", "unknown": "block"},
    {"asked": "warn"},
    {"replaces": "close_refrigerator_after_use"},
    {"remove": ["*"]},
    {"exclude": True, "wishes": ["(open ?x)"]},
    {"unless": "please"},
    {"instruction": "{anything}"},
    {"__class__": "Constraint"},
    {"source": "ISO 12100"},
    {"source_file": "/etc/passwd"},
    {"never": "OPEN(_)"},
    {"done": "DONE"},
)
CLASSES = (
    *("rigid", "!rigid", "cloth", "towel.n.01", "stove.n.01", "electric_refrigerator.n.01"),
    *("rigid & cloth", "*", '"*"', '"*.n.*"', "entity.n.01", "unicorn.n.01", "", "((rigid"),
    *("toggleable", "openable | toggleable", "sharp", "rigid | !rigid", "_", "?x", "x" * 300),
)
TRACES: tuple[object, ...] = (
    *([], ["DONE"], ["OPEN(unicorn.n.01_1)"], ["OPEN()"], ["rm -rf /"], "DONE", [""], [7]),
    *(["OPEN(stove.n.01_1) @ 99999999999999999999999 s"], ["DONE @ -1 s"], ["+open(stove.n.01_1)"]),
    *(["open(stove.n.01_1"], ["inside(stove.n.01_1, stove.n.01_1)"], ["DONE"] * 12),
    *(["WAIT(towel.n.01_1)"] * 11, ["OPEN(stove.n.01_1)"] * 40, ["future(stove.n.01_1)"]),
)
ODD = ("\u202e", "\u200b", "\u0430", "\ufeff", "\x00", "\ud800", "\U0001f600", "\n", '"', "\\", "}")
