"""How long Action-Safe takes for a step: 500 constraints over a scene of 40 objects.

Usage: python benchmarks/action_safe.py [STEPS [DOMAIN]]

The constraints are the bundled ones, repeated under other names until there are 500; the scene is
a furnished home.  Steps are drawn from everything the skills could do with the objects; the facts
are the world's after each of them.  Reported are the processor times from a new report of the facts
to the findings, their texts included: of all steps, of those that pass, and of those before which
the world has changed.  The set-up is that of a scene whose kinds of things were met before; the
first one asks the taxonomy as well.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from statistics import median

from is_bench.calls import SkillCall
from is_bench.domain import Domain, TransitionModel, load_domain
from is_bench.facts import FactSet, atom
from is_bench.objects import ObjectTable, make_object, synset_of
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import JudgedSituation
from is_safety_monitor.core.monitors import CompiledConstraints
from is_safety_monitor.core.tracker import PastStep, Tracker
from kb.constraint import Constraint, ConstraintForm
from kb.loader import load_library

CONSTRAINTS = 500
NAMES = [
    "stove.n.01_1",
    "oven.n.01_1",
    "microwave.n.02_1",
    "electric_refrigerator.n.01_1",
    "sink.n.01_1",
    "toaster.n.02_1",
    "electric_kettle.n.01_1",
    "dishwasher.n.01_1",
    "washer.n.03_1",
    "clothes_dryer.n.01_1",
    "cabinet.n.01_1",
    "cabinet.n.01_2",
    "countertop.n.01_1",
    "breakfast_table.n.01_1",
    "floor.n.01_1",
    "shelf.n.01_1",
    "bathtub.n.01_1",
    "table_lamp.n.01_1",
    "laptop.n.01_1",
    "power_strip.n.01_1",
    "rag.n.01_1",
    "sponge.n.01_1",
    "towel.n.01_1",
    "knife.n.01_1",
    "plate.n.04_1",
    "bowl.n.01_1",
    "mug.n.04_1",
    "vase.n.01_1",
    "saucepan.n.01_1",
    "frying_pan.n.01_1",
    "mason_jar.n.01_1",
    "water.n.06_1",
    "dust.n.01_1",
    "stain.n.01_1",
    "chicken.n.01_1",
    "apple.n.01_1",
    "bottle__of__bleach.n.01_1",
    "ball.n.01_1",
    "blanket.n.01_1",
    "agent.n.01_1",
]


def constraints() -> list[Constraint]:
    """The library, repeated."""
    checked = [c for c in load_library() if c.form is not ConstraintForm.INSTRUCTION]
    listed = islice(cycle(checked), CONSTRAINTS)
    return [replace(c, id=f"{c.id}_{number}") for number, c in enumerate(listed)]


def scene() -> ObjectTable:
    """Forty objects."""
    return ObjectTable(tuple(make_object(name, synset_of(name)) for name in NAMES))


def random_step(chance: random.Random, domain: Domain) -> SkillCall:
    """Any skill with any objects."""
    skill = chance.choice([s for s in domain.skills.values() if s.arity])
    return SkillCall(skill.name, tuple(chance.sample(NAMES[:-1], skill.arity)))


@dataclass
class Times:
    """What decisions took, in seconds."""

    all_steps: list[float] = field(default_factory=list)
    passed: list[float] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    """Before which the world had changed."""
    set_up: list[float] = field(default_factory=list)
    """Of a guard's knowledge; the first one apart."""

    def note(self, taken: float, *, passed: bool, changed: bool) -> None:
        """Count a decision."""
        self.all_steps.append(taken)
        if passed:
            self.passed.append(taken)
        if changed:
            self.changed.append(taken)


class Run:
    """Episodes of ten steps, each followed by many questions about the state it has led to."""

    def __init__(self, domain: Domain) -> None:
        """Of a robot of `domain`; nothing has been asked yet."""
        self.times = Times()
        self._domain = domain
        self._objects, self._model = scene(), TransitionModel(domain)
        self._constraints = constraints()
        self._compiled = CompiledConstraints(self._constraints)
        self._set_up()

    @property
    def groundings(self) -> int:
        """How many groundings are checked."""
        return self._knowledge.groundings

    def ask(self, steps: int) -> None:
        """Judge so many steps."""
        chance = random.Random(0)
        places = ("countertop.n.01_1", "shelf.n.01_1", "breakfast_table.n.01_1", "stove.n.01_1")
        start = [atom("ontop", name, chance.choice(places)) for name in NAMES[20:31]]
        world = self._model.predict(self._objects, FactSet.closed_world(start))
        last = FactSet.closed_world([])
        for index in range(steps):
            step = random_step(chance, self._domain)
            facts = FactSet(world.facts().true)
            self._judge(
                step, JudgedSituation(facts, (), index, self._tracker), changed=facts != last
            )
            last = facts
            if index % 100 < 10:
                past = PastStep(index, step, world.execute(step).ok, index)
                self._knowledge.forwarded(past)
                self._tracker.noted.append(past)
            if index % 100 == 99:
                self._set_up()

    def _judge(self, step: SkillCall, situation: JudgedSituation, *, changed: bool) -> None:
        began = time.process_time()
        self._tracker.noted.append(situation.facts)
        self._knowledge.observe(situation)
        found = self._knowledge.judge(step, situation)
        taken = time.process_time() - began
        self.times.note(taken, passed=not found, changed=changed)

    def _set_up(self) -> None:
        began = time.process_time()
        self._knowledge = KbKnowledge(
            self._constraints, self._objects, self._model, compiled=self._compiled
        )
        self.times.set_up.append(time.process_time() - began)
        self._tracker = Tracker(self._model, self._objects)


def described(name: str, times: list[float]) -> str:
    """The distribution of times, in milliseconds."""
    listed = sorted(1e3 * taken for taken in times)
    late = listed[int(0.99 * len(listed))]
    return (
        f"{len(listed)} {name}: median {median(listed):.3f} ms, p99 {late:.3f} ms, "
        f"most {listed[-1]:.3f} ms"
    )


def main() -> None:
    """Print the distributions."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    run = Run(load_domain(sys.argv[2] if len(sys.argv) > 2 else "is_bench"))
    gc.collect()
    gc.freeze()  # as the guard's node does
    run.ask(steps)
    first, *later = run.times.set_up
    print(
        f"{CONSTRAINTS} constraints x {len(NAMES)} objects = {run.groundings} groundings, "
        f"set up in {1e3 * median(later or [first]):.1f} ms (the first time {1e3 * first:.0f} ms)"
    )
    print(described("decisions", run.times.all_steps))
    print(described("of steps that pass", run.times.passed))
    print(described("after the world has changed", run.times.changed))


if __name__ == "__main__":
    main()
