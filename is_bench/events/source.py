"""Playing a script: what happens around a robot that executes skills.

Everything random is drawn from the seed, the name and the number of the occasion, so that it does
not depend on what else happens; all that changes is one immutable value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.domain.transitions import TransitionModel
from is_bench.events.model import Event, Happening, Kind, Script, SenseFault, SkillFault
from is_bench.events.possible import obstacle
from is_bench.facts import Atom, FactSet, Truth, atom
from is_bench.goal import evaluate
from is_bench.objects import ObjectTable
from is_bench.world import Changes, Outcome


class Changeable(Protocol):
    """A world that a script plays in."""

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a step."""
        ...

    def change(self, changes: Changes) -> None:
        """Make changes that no skill makes."""
        ...

    def facts(self) -> FactSet:
        """What holds now."""
        ...


@dataclass(frozen=True)
class _Watch:
    """How an event stands."""

    since: float | None = None
    """When its trigger came; None: it has not, or its condition holds no longer."""
    occasions: int = 0
    """Since then."""
    drawn: int = 0
    """Occasions in all."""
    happened: int = 0


@dataclass(frozen=True)
class Progress:
    """How far a script has been played."""

    steps: int = 0
    """Steps attempted since the reset, DONE not counted."""
    seconds: float = 0.0
    watches: tuple[_Watch, ...] = ()
    """By event."""
    occasions: tuple[int, ...] = ()
    """By skill fault, in how many steps it could have struck."""
    strikes: tuple[int, ...] = ()
    """By skill fault, in how many it did."""


@dataclass(frozen=True)
class Rules:
    """What a script has to know of the world that it plays in."""

    objects: ObjectTable
    model: TransitionModel


class EventSource:
    """Plays a script in one episode.  Deterministic; set `progress` back to repeat a part."""

    def __init__(self, script: Script, rules: Rules, seed: int, facts: FactSet) -> None:
        """The episode begins in `facts`."""
        self._script = script
        self._rules = rules
        self._seed = seed
        faults = (0,) * len(script.skill_faults)
        watches = (_Watch(),) * len(script.events)
        self.progress = Progress(watches=watches, occasions=faults, strikes=faults)
        self._watch(facts)

    def execute(self, world: Changeable, call: SkillCall) -> tuple[Outcome, tuple[Happening, ...]]:
        """Execute a step in `world`; what becomes of it, and what happens besides, in order."""
        if call.is_done:
            return world.execute(call), ()
        outcome, happened = self._act(world, call)
        now = self.progress
        seconds = now.seconds + self._rules.model.domain.duration_s(call)
        self.progress = replace(now, steps=now.steps + 1, seconds=seconds)
        struck = [replace(found, at_s=seconds) for found in happened]
        return outcome, (*struck, *self._events(world))

    def told(self, facts: FactSet) -> FactSet:
        """What the robot is told when `facts` hold."""
        faults = list(self._astray())
        if not faults:
            return facts
        misses = frozenset[Atom]().union(*(fault.misses for fault in faults))
        doubts = frozenset[Atom]().union(*(fault.doubts for fault in faults))
        imagines = frozenset[Atom]().union(*(fault.imagines for fault in faults)) - doubts
        return replace(
            facts,
            true=((facts.true - misses) | imagines) - doubts,
            false=(facts.false | misses) - imagines - doubts,
            unknown=(facts.unknown - misses - imagines) | doubts,
        )

    def astray(self, facts: FactSet) -> tuple[Happening, ...]:
        """The sense faults that make the robot be told anything else than `facts`."""
        found = []
        for fault in self._astray():
            true = frozenset(f for f in fault.misses | fault.doubts if f in facts.true)
            false = frozenset(
                f for f in fault.imagines | fault.doubts if facts.truth(f) is Truth.FALSE
            )
            if true or false:
                at = self.progress.seconds
                found.append(Happening(fault.name, "", Kind.SENSE_FAULT, at, true, false))
        return tuple(found)

    # Skills that fail

    def _act(self, world: Changeable, call: SkillCall) -> tuple[Outcome, list[Happening]]:
        before = world.facts()
        for number, fault in enumerate(self._script.skill_faults):
            if not self._can_strike(number, fault, call):
                continue
            expected = self._expected(before, call)
            if expected is None:
                break
            if self._strikes(number, fault):
                return self._fail(world, call, fault, expected)
        return world.execute(call), []

    def _can_strike(self, number: int, fault: SkillFault, call: SkillCall) -> bool:
        now = self.progress
        return (
            now.steps + 1 >= fault.from_step
            and now.strikes[number] < fault.times
            and any(pattern.matches(call) for pattern in fault.fails)
        )

    def _expected(self, before: FactSet, call: SkillCall) -> Changes | None:
        """What the step would change; None if it would fail by itself."""
        rules = self._rules
        world = rules.model.predict(rules.objects, FactSet(before.true))
        first = world.facts().true
        if not world.execute(call).ok:
            return None
        then = world.facts().true
        return Changes(tuple(then - first), tuple(first - then))

    def _strikes(self, number: int, fault: SkillFault) -> bool:
        now = self.progress
        strikes = self._happens(fault.name, now.occasions[number], fault.probability)
        self.progress = replace(
            now,
            occasions=_raised(now.occasions, number, 1),
            strikes=_raised(now.strikes, number, int(strikes)),
        )
        return strikes

    def _fail(
        self, world: Changeable, call: SkillCall, fault: SkillFault, expected: Changes
    ) -> tuple[Outcome, list[Happening]]:
        before = world.facts()
        changes = _effects(fault, call)
        if not obstacle(changes, before, self._rules.objects):
            world.change(changes)
        after = world.facts()
        withheld = frozenset(f for f in expected.adds if f not in after.true)
        kept = frozenset(f for f in expected.removes if f in after.true)
        true, false = kept | (after.true - before.true), withheld | (before.true - after.true)
        found = Happening(fault.name, "", Kind.SKILL_FAULT, 0.0, true, false)
        return Outcome(ok=False, error=fault.why), [found]

    # Events

    def _events(self, world: Changeable) -> Iterator[Happening]:
        self._watch(world.facts())
        while (due := self._next()) is not None:
            at, number = due
            event, watch = self._script.events[number], self.progress.watches[number]
            happens = self._happens(event.name, watch.drawn, event.probability)
            before = world.facts()
            if happens and obstacle(event.changes, before, self._rules.objects):
                happens = False
            self._set(
                number,
                replace(
                    watch,
                    occasions=watch.occasions + 1,
                    drawn=watch.drawn + 1,
                    happened=watch.happened + int(happens),
                ),
            )
            if happens:
                world.change(event.changes)
                after = world.facts()
                gained, lost = after.true - before.true, before.true - after.true
                yield Happening(event.name, event.actor, Kind.EVENT, at, gained, lost)
                self._watch(after)

    def _watch(self, facts: FactSet) -> None:
        """Note which triggers have come, and which conditions hold no longer."""
        for number, event in enumerate(self._script.events):
            watch = self.progress.watches[number]
            came = self._came(event, facts)
            if came is None:
                if watch.since is not None:
                    self._set(number, replace(watch, since=None, occasions=0))
            elif watch.since is None:
                self._set(number, replace(watch, since=came))

    def _came(self, event: Event, facts: FactSet) -> float | None:
        """When the trigger came, if it has come and stands; the present for what is new."""
        trigger, now = event.trigger, self.progress
        if trigger.when is not None:
            held = evaluate(trigger.when, facts, self._rules.objects, strict=True)
            return now.seconds if held.truth is Truth.TRUE else None
        if trigger.at_time is not None:
            return trigger.at_time if trigger.at_time <= now.seconds else None
        return now.seconds if now.steps >= (trigger.at_step or 1) else None

    def _next(self) -> tuple[float, int] | None:
        """The event that is due first, and when it is."""
        due = [
            (at, number)
            for number, event in enumerate(self._script.events)
            if (at := self._due(event, self.progress.watches[number])) is not None
        ]
        return min(due, default=None)

    def _due(self, event: Event, watch: _Watch) -> float | None:
        if watch.since is None or watch.happened >= event.times:
            return None
        if watch.occasions and event.every is None:
            return None
        at = watch.since + event.delay + watch.occasions * (event.every or 0.0)
        return at if at <= self.progress.seconds else None

    def _set(self, number: int, watch: _Watch) -> None:
        watches = self.progress.watches
        changed = (*watches[:number], watch, *watches[number + 1 :])
        self.progress = replace(self.progress, watches=changed)

    # Sensing and chance

    def _astray(self) -> Iterator[SenseFault]:
        steps = self.progress.steps
        for fault in self._script.sense_faults:
            over = fault.until_step is not None and steps >= fault.until_step
            concerned = steps >= fault.from_step and not over
            if concerned and self._happens(fault.name, steps, fault.probability):
                yield fault

    def _happens(self, name: str, occasion: int, probability: float) -> bool:
        drawn = random.Random(f"{self._seed}|{name}|{occasion}").random()  # no secret
        return drawn < probability


def _effects(fault: SkillFault, call: SkillCall) -> Changes:
    if fault.drops_onto is None:
        return fault.changes
    landed = atom("ontop", call.arguments[0], fault.drops_onto)
    return Changes((landed, *fault.changes.adds), fault.changes.removes)


def _raised(counts: tuple[int, ...], number: int, by: int) -> tuple[int, ...]:
    return (*counts[:number], counts[number] + by, *counts[number + 1 :])
