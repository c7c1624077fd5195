"""The monitors do what the semantics says: generated constraints over generated traces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench.facts import Atom, FactSet, Truth
from is_bench.goal.syntax import And, Expression, Fact, Imply, Not, Or
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.skills import SKILLS, SkillCall, call
from is_safety_monitor.core.monitors import (
    Arrivals,
    AtomSpace,
    CheckTable,
    Grounder,
    MonitorBank,
    Precedence,
    Violation,
)
from kb.classes import ObjectClass
from kb.constraint import Bounds, Composition, Constraint, Form, Kind, Pattern
from tests.is_safety_monitor.core.monitors import reference

NAMES = ("stove.n.01_1", "stove.n.01_2", "pan.n.01_1", "rag.n.01_1", "agent.n.01_1")
SCENE = ObjectTable(tuple(make_object(name, synset_of(name)) for name in NAMES))
PREDICATES = {"open": 1, "hot": 1, "ontop": 2, "nextto": 2}
UNARY = ("OPEN", "CLOSE", "WAIT")
BINARY = ("PLACE_ON_TOP", "WIPE")
SECOND = 1_000_000_000


def _class(text: str, test: Callable[[str], bool]) -> ObjectClass:
    return ObjectClass(text, lambda thing: test(thing.name))


CLASSES = (
    _class("anything", lambda _: True),
    _class("all", lambda _: True),
    _class("stoves", lambda name: name.startswith("stove")),
    _class("others", lambda name: not name.startswith("stove")),
    _class("pan", lambda name: name.startswith("pan")),
)
VARIABLES = ("x", "y", "z")


@st.composite
def patterns(draw: st.DrawFn, *, done: bool = False) -> Pattern:
    if done and draw(st.integers(0, 3)) == 0:
        return Pattern(SKILLS["DONE"], ())
    if draw(st.integers(0, 2)):
        return Pattern(SKILLS[draw(st.sampled_from(UNARY))], (draw(_variable()),))
    return Pattern(SKILLS[draw(st.sampled_from(BINARY))], (draw(_variable()), draw(_variable())))


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
def constraints(draw: st.DrawFn) -> Constraint:
    form = draw(st.sampled_from([form for form in Form if form is not Form.INSTRUCTION]))
    before = form in (Form.REQUIRE_BEFORE, Form.DONE_BEFORE)
    comes = form is Form.COMES_ABOUT
    bounded = not comes and form is not Form.REQUIRE_BEFORE
    bounds = Bounds(
        draw(maybe(st.integers(1, 4))) if bounded else None,
        draw(maybe(st.sampled_from([1.0, 2.5]))) if bounded else None,
    )
    requires = form not in (Form.DONE_BEFORE, Form.NEVER_AFTER)
    return Constraint(
        id="c",
        text="",
        category="",
        severity="",
        source="",
        composition=Composition.ORDER,
        kind=Kind.TEMPORAL,
        form=form,
        variables={name: draw(st.sampled_from(CLASSES)) for name in VARIABLES},
        before=draw(some(patterns(done=True))) if before else (),
        after=() if before or comes else draw(some(patterns())),
        until=draw(st.one_of(st.just(()), some(patterns(), 1))) if bounded else (),
        condition=draw(st.one_of(st.none(), st.none(), expressions())),
        comes=draw(expressions()) if comes else None,
        require=draw(expressions()) if requires else None,
        done=draw(some(patterns())) if form is Form.DONE_BEFORE else (),
        never=draw(some(patterns(done=True))) if form is Form.NEVER_AFTER else (),
        bounds=bounds,
    )


THINGS = NAMES[:4]


@st.composite
def steps(draw: st.DrawFn, constraint: Constraint) -> SkillCall:
    """Mostly steps that the constraint is about, of few objects, so that traces are eventful."""
    c = constraint
    listed = [*c.after, *c.after, *c.never, *c.done, *c.before, *c.until]
    pattern = draw(st.sampled_from(listed or [Pattern(SKILLS["DONE"], ())]))
    if draw(st.integers(0, 4)) == 0 or not pattern.variables:
        return call(draw(st.sampled_from(UNARY)), draw(st.sampled_from(THINGS)))
    things = [draw(st.sampled_from((THINGS[0], THINGS[0], *THINGS[1:]))) for _ in pattern.variables]
    return call(pattern.skill.name, *things)


@st.composite
def states(draw: st.DrawFn) -> FactSet:
    truth = st.sampled_from([Truth.TRUE, Truth.TRUE, Truth.FALSE, Truth.UNKNOWN])
    found: dict[Truth, set[Atom]] = {value: set() for value in Truth}
    listed = draw(st.lists(st.tuples(ground(), truth), max_size=6))
    for atom, value in dict(listed).items():
        found[value].add(atom)
    closed = draw(st.sampled_from([True, True, False]))
    true, false, unknown = (
        frozenset(found[value]) for value in (Truth.TRUE, Truth.FALSE, Truth.UNKNOWN)
    )
    return FactSet(true, false, unknown, closed)


@st.composite
def ground(draw: st.DrawFn) -> Atom:
    predicate = draw(st.sampled_from(sorted(PREDICATES)))
    names = tuple(draw(st.sampled_from(THINGS)) for _ in range(PREDICATES[predicate]))
    return Atom(predicate, names)


class Monitors:
    """Everything that watches one constraint, led along a trace."""

    def __init__(self, constraint: Constraint) -> None:
        self.atoms = AtomSpace(SCENE, PREDICATES)
        grounder = Grounder(SCENE, self.atoms)
        self.grounder = grounder
        self.checks = CheckTable([constraint], grounder)
        self.bank = MonitorBank([constraint], grounder)
        self.precedence = Precedence([constraint], grounder)
        self.arrivals = Arrivals([constraint], grounder)
        self.expected = FactSet.closed_world(())

    def observe(self, state: FactSet) -> None:
        self.bank.observe(self.atoms.vector(state))
        expected = self.atoms.vector(self.expected)
        self.arrivals.observe(self.atoms.vector(state), lambda: expected)

    def step(self, index: int, done: Any) -> None:
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

    def violations(self, step: SkillCall, state: FactSet, now_ns: int) -> set[Any]:
        truths = self.atoms.vector(state)
        found: list[Violation] = [
            *self.checks.violations(step, truths),
            *self.precedence.violations(step, truths, now_ns),
            *self.bank.violations(step, truths, now_ns),
            *(self.arrivals.unmet(truths) if step.is_done else ()),
        ]
        return {(self._names(one), _three(one.truth)) for one in found}

    def _names(self, found: Violation) -> tuple[str, ...]:
        return tuple(self.grounder.names(found.constraint, found.binding).values())


def _three(truth: Truth) -> bool | None:
    return None if truth is Truth.UNKNOWN else truth is Truth.TRUE


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_monitors_agree_with_the_semantics(data: st.DataObject) -> None:
    constraint = data.draw(constraints())
    monitors = Monitors(constraint)
    seen = [data.draw(states())]
    done: list[Any] = []
    now = 0
    monitors.observe(seen[0])
    for index in range(data.draw(st.integers(0, 7))):
        now += data.draw(st.sampled_from([0, SECOND, 2 * SECOND]))
        _compare(data, constraint, monitors, reference.Past(done, seen), now)
        taken = reference.Done(
            data.draw(steps(constraint)),
            data.draw(st.sampled_from([True, True, False])),
            now,
            data.draw(states()),
        )
        done.append(taken)
        forked = monitors.fork()
        # which must not be noticed
        forked.step(index, reference.Done(data.draw(steps(constraint)), True, now, seen[0]))
        forked.observe(data.draw(states()))
        monitors.step(index, taken)
        seen.append(data.draw(states()))
        monitors.observe(seen[-1])
    _compare(data, constraint, monitors, reference.Past(done, seen), now)


def _compare(
    data: st.DataObject, constraint: Constraint, monitors: Monitors, past: Any, now: int
) -> None:
    asked = data.draw(st.one_of(steps(constraint), steps(constraint), st.just(call("DONE"))))
    expected = reference.violations(constraint, SCENE, past, asked, now)
    assert monitors.violations(asked, past.states[-1], now) == expected
