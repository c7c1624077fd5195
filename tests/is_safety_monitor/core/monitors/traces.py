"""Generated constraints, steps and states over a small scene, and monitors that follow them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from is_bench.calls import DONE, SkillCall
from is_bench.domain.model import Domain, Parameter, Predicate, Skill, Supertype, done_skill
from is_bench.facts import Atom, FactSet, Truth
from is_bench.goal.syntax import And, Expression, Fact, Imply, Not, Or
from is_bench.object_classes import ObjectClass
from is_bench.objects import ObjectTable, make_object, synset_of
from is_safety_monitor.core.monitors import (
    AtomSpace,
    CheckTable,
    Grounder,
    MonitorBank,
    Precedence,
    UnexpectedChanges,
    Violation,
)
from kb.constraint import LAW_FORMS, Bounds, Composition, Constraint, ConstraintForm, Pattern
from kb.constraint import ConstraintType as Type
from tests.is_safety_monitor.core.monitors import reference

NAMES = ("agent.n.01_1", "stove.n.01_1", "stove.n.01_2", "pan.n.01_1", "rag.n.01_1")
SCENE = ObjectTable(tuple(make_object(name, synset_of(name)) for name in NAMES))
THINGS = NAMES[1:]
SECOND = 1_000_000_000


def _class(text: str, test: Callable[[str], bool]) -> ObjectClass:
    return ObjectClass(text, lambda thing: test(thing.name))


STOVES = _class("stoves", lambda name: name.startswith("stove"))
CLASSES = (
    _class("anything", lambda _: True),
    _class("all", lambda _: True),
    STOVES,
    _class("others", lambda name: not name.startswith("stove")),
    _class("pan", lambda name: name.startswith("pan")),
)
PREDICATES = {"open": 1, "hot": 1, "ontop": 2, "nextto": 2}


def _skill(name: str, parameters: str, *kinds: Supertype) -> Skill:
    return Skill(name, tuple(Parameter(letter) for letter in parameters), "", kinds=kinds)


def _kind(skill: str, arguments: str, where: dict[str, ObjectClass] | None = None) -> Supertype:
    return Supertype(SkillCall(skill, tuple(arguments)), where or {})


SKILLS = {
    skill.name: skill
    for skill in (
        _skill("OPEN", "a"),
        _skill("CLOSE", "a"),
        _skill("WAIT", "a"),
        _skill("PLACE_ON_TOP", "ab"),
        _skill("WIPE", "ab"),
        _skill("SHUT", "a", _kind("CLOSE", "a")),
        _skill("SLAM", "a", _kind("SHUT", "a", {"a": STOVES}), _kind("WAIT", "a")),
        _skill("MOP", "ab", _kind("WIPE", "ba")),
        _skill("STACK", "abc", _kind("PLACE_ON_TOP", "ab"), _kind("PLACE_ON_TOP", "bc")),
        done_skill(),
    )
}
GENERAL = tuple(name for name, skill in SKILLS.items() if skill.arity and not skill.kinds)
SPECIAL = {
    "CLOSE": ("SHUT", "SLAM"),
    "WAIT": ("SLAM",),
    "WIPE": ("MOP",),
    "PLACE_ON_TOP": ("STACK",),
    "SHUT": ("SLAM",),
}
DOMAIN = Domain(
    "small",
    "",
    SKILLS,
    {name: Predicate(name, arity) for name, arity in PREDICATES.items()},
    vocabulary=SKILLS,
)
VARIABLES = ("x", "y", "z")
FORMS = tuple(
    form for form in ConstraintForm if form not in (ConstraintForm.INSTRUCTION, *LAW_FORMS)
)


@st.composite
def patterns(draw: st.DrawFn, *, done: bool = False) -> Pattern:
    if done and draw(st.integers(0, 3)) == 0:
        return Pattern("DONE")
    name = draw(st.sampled_from((*GENERAL, *GENERAL, *(n for n in SKILLS if n != "DONE"))))
    return Pattern(name, tuple(draw(_variable()) for _ in range(SKILLS[name].arity)))


def _variable() -> st.SearchStrategy[str]:
    return st.sampled_from(("x", "x", *VARIABLES, "_"))


@st.composite
def atoms(draw: st.DrawFn) -> Expression:
    predicate = draw(st.sampled_from(sorted(PREDICATES)))
    names = tuple(
        "?" + draw(st.sampled_from(("x", "x", *VARIABLES))) for _ in range(PREDICATES[predicate])
    )
    return Fact(Atom(predicate, names))


def expressions() -> st.SearchStrategy[Expression]:
    return st.recursive(
        atoms(),
        lambda inner: st.one_of(
            st.builds(lambda one: Not((one,)), inner),
            st.builds(lambda one, two: And((one, two)), inner, inner),
            st.builds(lambda one, two: Or((one, two)), inner, inner),
            st.builds(Imply, inner, inner),
        ),
        max_leaves=4,
    )


def some(strategy: st.SearchStrategy[Pattern], most: int = 2) -> st.SearchStrategy[Any]:
    return st.lists(strategy, min_size=1, max_size=most).map(tuple)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), strategy)


@st.composite
def constraints(draw: st.DrawFn, forms: Sequence[ConstraintForm] = FORMS) -> Constraint:
    form = draw(st.sampled_from(forms))
    before = form in (ConstraintForm.REQUIRE_BEFORE, ConstraintForm.DONE_BEFORE)
    comes = form is ConstraintForm.COMES_ABOUT
    bounded = not comes and form is not ConstraintForm.REQUIRE_BEFORE
    bounds = Bounds(
        draw(maybe(st.integers(1, 4))) if bounded else None,
        draw(maybe(st.sampled_from([1.0, 2.5]))) if bounded else None,
    )
    requires = form not in (ConstraintForm.DONE_BEFORE, ConstraintForm.NEVER_AFTER)
    return Constraint(
        id="c",
        text="",
        category="",
        severity="",
        source="",
        composition=Composition.ORDER,
        kind=Type.TEMPORAL,
        form=form,
        variables={name: draw(st.sampled_from(CLASSES)) for name in VARIABLES},
        before=draw(some(patterns(done=True))) if before else (),
        after=() if before or comes else draw(some(patterns())),
        until=draw(st.one_of(st.just(()), some(patterns(), 1))) if bounded else (),
        condition=draw(st.one_of(st.none(), st.none(), expressions())),
        comes=draw(expressions()) if comes else None,
        require=draw(expressions()) if requires else None,
        done=draw(some(patterns())) if form is ConstraintForm.DONE_BEFORE else (),
        never=draw(some(patterns(done=True))) if form is ConstraintForm.NEVER_AFTER else (),
        bounds=bounds,
    )


@st.composite
def steps(draw: st.DrawFn, constraint: Constraint, things: Sequence[str] = THINGS) -> SkillCall:
    """Mostly steps that the constraint is about, of few objects, so that traces are eventful."""
    c = constraint
    listed = [*c.after, *c.after, *c.never, *c.done, *c.before, *c.until]
    name = draw(st.sampled_from(listed or [Pattern("DONE")])).skill
    if draw(st.integers(0, 4)) == 0 or name == "DONE":
        name = draw(st.sampled_from(GENERAL))
    name = draw(st.sampled_from((name, name, *SPECIAL.get(name, ()))))
    chosen = [
        draw(st.sampled_from((things[0], things[0], *things[1:])))
        for _ in range(SKILLS[name].arity)
    ]
    return SkillCall(name, tuple(chosen))


def asked(constraint: Constraint, things: Sequence[str] = THINGS) -> st.SearchStrategy[SkillCall]:
    """A step that is to be judged."""
    return st.one_of(steps(constraint, things), steps(constraint, things), st.just(DONE))


@st.composite
def states(draw: st.DrawFn, things: Sequence[str] = THINGS) -> FactSet:
    truth = st.sampled_from([Truth.TRUE, Truth.TRUE, Truth.FALSE, Truth.UNKNOWN])
    found: dict[Truth, set[Atom]] = {value: set() for value in Truth}
    listed = draw(st.lists(st.tuples(ground(things), truth), max_size=6))
    for atom, value in dict(listed).items():
        found[value].add(atom)
    closed = draw(st.sampled_from([True, True, False]))
    true, false, unknown = (
        frozenset(found[value]) for value in (Truth.TRUE, Truth.FALSE, Truth.UNKNOWN)
    )
    return FactSet(true, false, unknown, closed)


@st.composite
def ground(draw: st.DrawFn, things: Sequence[str]) -> Atom:
    predicate = draw(st.sampled_from(sorted(PREDICATES)))
    names = tuple(draw(st.sampled_from(things)) for _ in range(PREDICATES[predicate]))
    return Atom(predicate, names)


@st.composite
def taken(
    draw: st.DrawFn, constraint: Constraint, now: int, things: Sequence[str] = THINGS
) -> reference.Done:
    return reference.Done(
        draw(steps(constraint, things)),
        draw(st.sampled_from([True, True, False])),
        now,
        draw(states(things)),
    )


class Monitors:
    """Everything that watches one constraint, led along a trace."""

    def __init__(self, constraint: Constraint, objects: ObjectTable = SCENE) -> None:
        self.constraint = constraint
        self.grounder = Grounder(objects, AtomSpace(objects, PREDICATES), DOMAIN)
        self.checks = CheckTable([constraint], self.grounder)
        self.bank = MonitorBank([constraint], self.grounder)
        self.precedence = Precedence([constraint], self.grounder)
        self.arrivals = UnexpectedChanges([constraint], self.grounder)
        self.expected = FactSet.closed_world(())

    def observe(self, state: FactSet) -> None:
        vector = self.grounder.atoms.vector
        self.bank.observe(vector(state))
        expected = vector(self.expected)
        self.arrivals.observe(vector(state), lambda: expected)

    def step(self, index: int, done: reference.Done) -> None:
        self.bank.step(done.step, index, done.at_ns, ok=done.ok)
        self.precedence.step(done.step, done.at_ns, ok=done.ok)
        self.arrivals.step(index)
        self.expected = done.foreseen

    def fork(self) -> Monitors:
        other = object.__new__(Monitors)
        other.__dict__.update(self.__dict__)
        other.bank, other.precedence = self.bank.fork(), self.precedence.fork()
        other.arrivals = self.arrivals.fork()
        return other

    def extend(self, objects: ObjectTable) -> None:
        self.grounder = self.grounder.extended(objects)
        self.checks = CheckTable([self.constraint], self.grounder)
        self.bank = self.bank.regrounded(self.grounder)
        self.precedence = self.precedence.regrounded(self.grounder)
        self.arrivals = self.arrivals.regrounded(self.grounder)

    def violations(
        self, step: SkillCall, state: FactSet, now_ns: int, lasts_ns: int = 0
    ) -> reference.Found:
        truths = self.grounder.atoms.vector(state)
        found: list[Violation] = [
            *self.checks.violations(step, truths),
            *self.precedence.violations(step, truths, now_ns),
            *self.bank.violations(step, truths, now_ns, now_ns + lasts_ns),
            *(self.arrivals.open_obligations(truths) if step.is_done else ()),
        ]
        assert len(found) == len({one.binding for one in found})
        return {(self._names(one), _three(one.truth)) for one in found}

    def obligations(self, state: FactSet) -> set[tuple[tuple[str, ...], bool | None, int]]:
        truths = self.grounder.atoms.vector(state)
        unmet = (*self.bank.open_obligations(truths, 0), *self.arrivals.open_obligations(truths))
        return {(self._names(one), _three(one.truth), one.since or 0) for one in unmet}

    def _names(self, found: Violation) -> tuple[str, ...]:
        return tuple(self.grounder.names(found.constraint, found.binding).values())


def _three(truth: Truth) -> bool | None:
    return None if truth is Truth.UNKNOWN else truth is Truth.TRUE
