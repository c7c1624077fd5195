"""Runs the event script of a scenario.

Every random draw depends only on the seed, the name and the number of the occasion, so that draws
are independent of one another; the whole state is one immutable value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from is_bench.calls import SkillCall
from is_bench.domain.transitions import TransitionModel
from is_bench.events.feasibility import blocking_reason
from is_bench.events.model import (
    Event,
    EventScript,
    Occurrence,
    OccurrenceKind,
    PerceptionFault,
    SkillFault,
)
from is_bench.facts import Atom, FactSet, Truth, atom
from is_bench.goal import evaluate
from is_bench.objects import ObjectTable
from is_bench.world import Changes, Outcome


class Changeable(Protocol):
    """A world in which a script runs."""

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a step."""
        ...

    def change(self, changes: Changes) -> None:
        """Make exogenous changes."""
        ...

    def facts(self) -> FactSet:
        """The facts of the current state."""
        ...


@dataclass(frozen=True)
class _EventState:
    """State of one event trigger."""

    since: float | None = None
    """Trigger time in seconds; None: not triggered, or its condition no longer holds."""
    occasions: int = 0
    """Occasions since the trigger."""
    drawn: int = 0
    """Occasions in total."""
    happened: int = 0


@dataclass(frozen=True)
class Progress:
    """State of a running script."""

    steps: int = 0
    """Steps attempted since the reset, without DONE."""
    seconds: float = 0.0
    watches: tuple[_EventState, ...] = ()
    """One per event."""
    occasions: tuple[int, ...] = ()
    """Per skill fault: the number of steps to which it could apply."""
    strikes: tuple[int, ...] = ()
    """Per skill fault: the number of steps to which it applied."""


@dataclass(frozen=True)
class WorldRules:
    """World information needed by event scripts."""

    objects: ObjectTable
    model: TransitionModel


class EventSource:
    """Runs a script in one episode.  Deterministic; set `progress` back to repeat a part."""

    def __init__(self, script: EventScript, rules: WorldRules, seed: int, facts: FactSet) -> None:
        """The episode starts in the state `facts`."""
        self._script = script
        self._rules = rules
        self._seed = seed
        faults = (0,) * len(script.skill_faults)
        watches = (_EventState(),) * len(script.events)
        self.progress = Progress(watches=watches, occasions=faults, strikes=faults)
        self._watch(facts)

    def execute(self, world: Changeable, call: SkillCall) -> tuple[Outcome, tuple[Occurrence, ...]]:
        """Execute a step in `world`; its outcome, and the events and faults in order."""
        if call.is_done:
            return world.execute(call), ()
        outcome, happened = self._act(world, call)
        now = self.progress
        seconds = now.seconds + self._rules.model.domain.duration_s(call)
        self.progress = replace(now, steps=now.steps + 1, seconds=seconds)
        struck = [replace(found, at_s=seconds) for found in happened]
        return outcome, (*struck, *self._events(world))

    def observed(self, facts: FactSet) -> FactSet:
        """The facts reported to the robot when `facts` hold."""
        faults = list(self._active_faults())
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

    def active_perception_faults(self, facts: FactSet) -> tuple[Occurrence, ...]:
        """Perception faults that alter the reported `facts`."""
        found = []
        for fault in self._active_faults():
            true = frozenset(f for f in fault.misses | fault.doubts if f in facts.true)
            false = frozenset(
                f for f in fault.imagines | fault.doubts if facts.truth(f) is Truth.FALSE
            )
            if true or false:
                at = self.progress.seconds
                found.append(
                    Occurrence(fault.name, "", OccurrenceKind.SENSE_FAULT, at, true, false)
                )
        return tuple(found)

    # Skill faults

    def _act(self, world: Changeable, call: SkillCall) -> tuple[Outcome, list[Occurrence]]:
        before = world.facts()
        for number, fault in enumerate(self._script.skill_faults):
            if not self._can_apply(number, fault, call):
                continue
            expected = self._expected(before, call)
            if expected is None:
                break
            if self._fault_applies(number, fault):
                return self._fail(world, call, fault, expected)
        return world.execute(call), []

    def _can_apply(self, number: int, fault: SkillFault, call: SkillCall) -> bool:
        now = self.progress
        return (
            now.steps + 1 >= fault.from_step
            and now.strikes[number] < fault.times
            and any(pattern.matches(call) for pattern in fault.fails)
        )

    def _expected(self, before: FactSet, call: SkillCall) -> Changes | None:
        """The changes of the step without faults; None if it would fail anyway."""
        rules = self._rules
        world = rules.model.predict(rules.objects, FactSet(before.true))
        first = world.facts().true
        if not world.execute(call).ok:
            return None
        then = world.facts().true
        return Changes(tuple(then - first), tuple(first - then))

    def _fault_applies(self, number: int, fault: SkillFault) -> bool:
        now = self.progress
        applies = self._draw(fault.name, now.occasions[number], fault.probability)
        self.progress = replace(
            now,
            occasions=_incremented(now.occasions, number, 1),
            strikes=_incremented(now.strikes, number, int(applies)),
        )
        return applies

    def _fail(
        self, world: Changeable, call: SkillCall, fault: SkillFault, expected: Changes
    ) -> tuple[Outcome, list[Occurrence]]:
        before = world.facts()
        changes = _effects(fault, call)
        if not blocking_reason(changes, before, self._rules.objects):
            world.change(changes)
        after = world.facts()
        withheld = frozenset(f for f in expected.adds if f not in after.true)
        kept = frozenset(f for f in expected.removes if f in after.true)
        true, false = kept | (after.true - before.true), withheld | (before.true - after.true)
        found = Occurrence(fault.name, "", OccurrenceKind.SKILL_FAULT, 0.0, true, false)
        return Outcome(ok=False, error=fault.why), [found]

    # Events

    def _events(self, world: Changeable) -> Iterator[Occurrence]:
        self._watch(world.facts())
        while (due := self._next()) is not None:
            at, number = due
            event, watch = self._script.events[number], self.progress.watches[number]
            happens = self._draw(event.name, watch.drawn, event.probability)
            before = world.facts()
            if happens and blocking_reason(event.changes, before, self._rules.objects):
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
                yield Occurrence(event.name, event.actor, OccurrenceKind.EVENT, at, gained, lost)
                self._watch(after)

    def _watch(self, facts: FactSet) -> None:
        """Update the triggers of all events."""
        for number, event in enumerate(self._script.events):
            watch = self.progress.watches[number]
            triggered_at = self._trigger_time(event, facts)
            if triggered_at is None:
                if watch.since is not None:
                    self._set(number, replace(watch, since=None, occasions=0))
            elif watch.since is None:
                self._set(number, replace(watch, since=triggered_at))

    def _trigger_time(self, event: Event, facts: FactSet) -> float | None:
        """The trigger time if the event is triggered; the present time for a new trigger."""
        trigger, now = event.trigger, self.progress
        if trigger.when is not None:
            held = evaluate(trigger.when, facts, self._rules.objects, strict=True)
            return now.seconds if held.truth is Truth.TRUE else None
        if trigger.at_time is not None:
            return trigger.at_time if trigger.at_time <= now.seconds else None
        return now.seconds if now.steps >= (trigger.at_step or 1) else None

    def _next(self) -> tuple[float, int] | None:
        """The time and number of the next event that is due."""
        due = [
            (at, number)
            for number, event in enumerate(self._script.events)
            if (at := self._due(event, self.progress.watches[number])) is not None
        ]
        return min(due, default=None)

    def _due(self, event: Event, watch: _EventState) -> float | None:
        if watch.since is None or watch.happened >= event.times:
            return None
        if watch.occasions and event.every is None:
            return None
        at = watch.since + event.delay + watch.occasions * (event.every or 0.0)
        return at if at <= self.progress.seconds else None

    def _set(self, number: int, watch: _EventState) -> None:
        watches = self.progress.watches
        changed = (*watches[:number], watch, *watches[number + 1 :])
        self.progress = replace(self.progress, watches=changed)

    # Perception and randomness

    def _active_faults(self) -> Iterator[PerceptionFault]:
        steps = self.progress.steps
        for fault in self._script.sense_faults:
            over = fault.until_step is not None and steps >= fault.until_step
            concerned = steps >= fault.from_step and not over
            if concerned and self._draw(fault.name, steps, fault.probability):
                yield fault

    def _draw(self, name: str, occasion: int, probability: float) -> bool:
        drawn = random.Random(f"{self._seed}|{name}|{occasion}").random()  # no secret
        return drawn < probability


def _effects(fault: SkillFault, call: SkillCall) -> Changes:
    if fault.drops_onto is None:
        return fault.changes
    landed = atom("ontop", call.arguments[0], fault.drops_onto)
    return Changes((landed, *fault.changes.adds), fault.changes.removes)


def _incremented(counts: tuple[int, ...], number: int, by: int) -> tuple[int, ...]:
    return (*counts[:number], counts[number] + by, *counts[number + 1 :])
