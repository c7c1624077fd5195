"""Templates of clauses, with slots for things, for all the ways to ask for something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from is_bench.domain.classes import class_of_text, is_granted
from is_bench.domain.model import Domain, ParameterRole, Skill
from is_bench.facts import Truth
from is_bench.object_classes import ObjectClass
from is_bench.objects import SceneObject
from is_bench.reading.words import data, normalised, sentences

ROOM = "room"
"""The kind of a slot in which a room stands, which is no thing of a scene."""
ANYBODY = "anybody"
"""The kind of a slot in which a person or an animal stands, by whatever name."""
UNSPOKEN = "@"
"""Before the kind of things that a request speaks of with no word."""


_SLOT = re.compile(r"\{([\w:]+)\}")


def roles(names: str) -> frozenset[ParameterRole]:
    """The roles of some names, in lower case."""
    return frozenset(ParameterRole[name.upper()] for name in names.split())


SINGLE = roles("support container place tool machine source person")
"""Roles in which only one thing can stand; a list there belongs to the next clause."""


@dataclass(frozen=True)
class Slot:
    """Where a template takes in a thing."""

    name: str
    role: ParameterRole
    kind: str
    """The class of `wordings.yaml` of which the thing has to be."""
    where: ObjectClass | None = None
    """What the skill's parameter asks for."""

    def fits(self, thing: SceneObject) -> bool:
        """Whether `thing` can stand here; one that was not recognised can stand anywhere."""
        if not _is_of(thing, data("wordings.yaml")["fits"][self.kind]):
            return False
        return self.where is None or not thing.synset or self.where.contains(thing)

    def fits_well(self, thing: SceneObject) -> bool:
        """Whether `thing` is what stands here as a rule, so that "it" can mean it."""
        strict = data("wordings.yaml")["fits"].get(f"strict_{self.kind}")
        return self.fits(thing) and (strict is None or _is_of(thing, strict))


@dataclass(frozen=True)
class StatedWish:
    """An end state over the names of slots."""

    predicate: str
    slots: tuple[str, ...]
    holds: bool = True


@dataclass(frozen=True)
class Template:
    """One way to ask for something."""

    elements: tuple[str | Slot, ...]
    skill: Skill | None = None
    arguments: tuple[str, ...] = ()
    """Of the skill: the names of slots, "" for one of which nothing is said."""
    wishes: tuple[StatedWish, ...] = ()
    away: str = ""
    """The slot of a thing that is moved to a place of which nothing is said."""
    lasting: bool = False
    """Whether it asks that something stays as it is."""
    acts: str = ""
    """The steps that it stands for, over its slots, where no skill tells: `WIPE(cleaned, _)`."""
    stated: tuple[StatedWish, ...] = ()
    """What holds afterwards, beside its wishes, in the predicates of `making.yaml`."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Its slots, in the order of the words."""
        return tuple(part for part in self.elements if isinstance(part, Slot))

    @property
    def results(self) -> tuple[StatedWish, ...]:
        """What holds afterwards, its wishes included."""
        return (*self.stated, *self.wishes)

    @property
    def is_complete(self) -> bool:
        """Whether it gives every argument of its skill."""
        return self.skill is not None and all(self.arguments)

    def renamed(self, names: Iterable[str]) -> tuple[StatedWish, ...]:
        """Its wishes over `names`, which stand for its arguments in their order."""
        new = dict(zip(self.arguments, names, strict=True))
        wishes = (wish for wish in self.wishes if new.keys() >= set(wish.slots))
        return tuple(replace(one, slots=tuple(new[slot] for slot in one.slots)) for one in wishes)


def is_of_kind(thing: SceneObject, kind: str) -> bool:
    """Whether `thing` was recognised as one of the class that has the name `kind`."""
    return bool(thing.synset) and _is_of(thing, data("wordings.yaml")["fits"][kind])


def names_of_kind(things: Iterable[SceneObject], kind: str) -> tuple[str, ...]:
    """The names of those of `things` that are of the class that has the name `kind`."""
    return tuple(thing.name for thing in things if is_of_kind(thing, kind))


def _is_of(thing: SceneObject, kind: str) -> bool:
    if not thing.synset:
        return is_granted(thing, kind) is not Truth.FALSE
    return class_of_text(kind).contains(thing)


@dataclass(frozen=True)
class Wordings:
    """All templates of a domain."""

    requests: Mapping[str, tuple[Template, ...]]
    """By their first word."""
    states: tuple[Template, ...]
    """What is said behind "is", their first slot being what it is said of."""


@lru_cache(maxsize=16)
def wordings(domain: Domain, *, is_stating: bool = False) -> Wordings:
    """The templates of `domain`; `is_stating`: with those that only statements have."""
    document = data("wordings.yaml")
    states = tuple(_states(domain, document["states"]))
    everyday = list(_everyday(domain, document["actions"]))
    found = [*_own(domain, everyday), *everyday, *_kept(states)]
    if is_stating:
        stated = data("statements.yaml")
        found += _everyday(domain, stated["actions"])
        states = (*_states(domain, stated["states"]), *states)
    return Wordings(_by_first_word(found), states)


def _by_first_word(templates: Iterable[Template]) -> Mapping[str, tuple[Template, ...]]:
    found: dict[str, list[Template]] = {}
    for template in templates:
        first = template.elements[0]
        if isinstance(first, str):
            found.setdefault(first, []).append(template)
    for verb, others in data("wordings.yaml")["verbs"].items():
        for other in others.split():
            alike = (replace(t, elements=(other, *t.elements[1:])) for t in found.get(verb, ()))
            found.setdefault(other, []).extend(alike)
    return {word: tuple(some) for word, some in found.items()}


def _own(domain: Domain, everyday: Sequence[Template]) -> Iterator[Template]:
    """Of the wordings of the domain's skills, which ask for the same as the everyday ones."""
    alike = {template.skill.name: template for template in reversed(everyday) if template.skill}
    called = {one.get("call", "").partition("(")[0] for one in data("wordings.yaml")["actions"]}
    for skill in domain.skills.values():
        parameters = ((p.name, p.role, p.where) for p in skill.parameters)
        slots = {name: Slot(name, role, role.name.lower(), at) for name, role, at in parameters}
        is_everyday = skill.name in called and skill.name in alike
        wishes = alike[skill.name].renamed(slots) if is_everyday else ()
        for text in skill.words:
            elements = _elements(text, slots)
            yield Template(
                elements, skill, tuple(n if slots[n] in elements else "" for n in slots), wishes
            )


def _wishes(domain: Domain, action: Any, kind: str) -> tuple[StatedWish, ...]:
    """Those end states of an action, of a kind, that the domain can say."""
    return tuple(wish for wish in map(_wish, action.get(kind, ())) if _has(domain, wish))


def _everyday(domain: Domain, actions: Any) -> Iterator[Template]:
    """Of the wordings that the package has for every domain."""
    for action in actions:
        skills = tuple(_skills(domain, action.get("call", ""))) or ((None, ()),)
        template = Template(
            (),
            wishes=_wishes(domain, action, "wishes"),
            stated=_wishes(domain, action, "stated"),
            **{name: action[name] for name in ("away", "lasting", "acts") if name in action},
        )
        for text in action["words"]:
            for elements, (skill, arguments) in product(_alternatives(text), skills):
                yield replace(template, elements=elements, skill=skill, arguments=arguments)


def _skills(domain: Domain, call: str) -> Iterator[tuple[Skill, tuple[str, ...]]]:
    """The skills that are `call` or a kind of it, with the names of slots as arguments."""
    name, _, rest = call.rstrip(")").partition("(")
    names, own = rest.split(", "), domain.skills.get(name)
    kinds = [(skill, kind.call) for skill in domain.skills.values() for kind in skill.kinds]
    alike = [(skill, made.arguments) for skill, made in kinds if made.skill == name]
    if own is not None:
        alike = [(own, tuple(parameter.name for parameter in own.parameters))]
    for skill, arguments in alike:
        if len(arguments) == skill.arity == len(names):
            given = dict(zip(arguments, names, strict=True))
            yield skill, tuple(given[parameter.name] for parameter in skill.parameters)


def _states(domain: Domain, states: Any) -> Iterator[Template]:
    for state in states:
        role = state["role"]
        subject = Slot(role, ParameterRole[role.upper()], state.get("kind", role))
        for elements in (found for text in state["words"] for found in _alternatives(text)):
            others = (part.name for part in elements if isinstance(part, Slot))
            wish = _wish(" ".join((state["wish"], role, *others)))
            if _has(domain, wish):
                yield Template((subject, *elements), wishes=(wish,), lasting=True)


def _kept(states: tuple[Template, ...]) -> Iterator[Template]:
    """What is left or kept in a state: "leave the lamp on"."""
    for state, verb in product(states, ("leave", "keep", "have")):
        yield Template((verb, *state.elements), wishes=state.wishes, lasting=True)


def _has(domain: Domain, wish: StatedWish) -> bool:
    """Whether the domain can say it; "rests" and "near" stand for several."""
    name = "ontop" if wish.predicate in ("rests", "near") else wish.predicate
    predicate = domain.predicates.get(name)
    if predicate is None:
        texts = data("making.yaml")["compounds"].get(name, "").split()
        return any(text.partition(":")[0] in domain.predicates for text in texts)
    return predicate.arity == len(wish.slots)


def _wish(text: str) -> StatedWish:
    words = text.split()
    holds = words[0] != "not"
    predicate, *slots = words if holds else words[1:]
    return StatedWish(predicate, tuple(slots), holds)


def _elements(text: str, slots: Mapping[str, Slot]) -> tuple[str | Slot, ...]:
    """The elements of a wording over `slots`."""
    # A slot becomes a word that no text has, so that the words around it are joined as in texts.
    spelled = {name: f"slot{'x' * at}" for at, name in enumerate(slots)}
    back = {spelled[name]: slot for name, slot in slots.items()}
    written = _SLOT.sub(lambda match: spelled[match[1]], text).replace("_", " ")
    return tuple(back.get(word, word) for word in normalised(sentences(written)[0].words))


def _alternatives(text: str) -> Iterator[tuple[str | Slot, ...]]:
    """The templates that an everyday wording with alternatives stands for."""
    slots: dict[str, Slot] = {}
    for name in _SLOT.findall(text):
        role, _, kind = name.partition(":")
        slots[name] = Slot(role, ParameterRole[role.upper()], kind or role)
    choices = [word.split("|") for word in text.split()]
    for chosen in product(*choices):
        yield _elements(" ".join(chosen), slots)
