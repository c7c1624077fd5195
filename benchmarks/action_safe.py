"""How long Action-Safe takes for a step: 500 constraints over a scene of 40 objects.

Usage: python benchmarks/action_safe.py [STEPS [DOMAIN]]

The constraints are the bundled ones, repeated under other names until there are 500; the scene is
a furnished home.  Steps are drawn from everything the skills could do with the objects; the facts
are the world's after each of them.  Reported are the times from facts that were never seen before
to the findings, their texts included.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from itertools import cycle, islice
from statistics import median

from is_bench.calls import SkillCall
from is_bench.domain import Domain, TransitionModel, load_domain
from is_bench.facts import FactSet, atom
from is_bench.objects import ObjectTable, make_object, synset_of
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.knowledge import Moment
from is_safety_monitor.core.tracker import PastStep, Tracker
from kb.constraint import Constraint, Form
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
    checked = [c for c in load_library() if c.form is not Form.INSTRUCTION]
    listed = islice(cycle(checked), CONSTRAINTS)
    return [replace(c, id=f"{c.id}_{number}") for number, c in enumerate(listed)]


def scene() -> ObjectTable:
    """Forty objects."""
    return ObjectTable(tuple(make_object(name, synset_of(name)) for name in NAMES))


def random_step(chance: random.Random, domain: Domain) -> SkillCall:
    """Any skill with any objects."""
    skill = chance.choice([s for s in domain.skills.values() if s.arity])
    return SkillCall(skill.name, tuple(chance.sample(NAMES[:-1], skill.arity)))


def main() -> None:
    """Print the distribution of decision times."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    domain = load_domain(sys.argv[2] if len(sys.argv) > 2 else "is_bench")
    chance = random.Random(0)
    objects, model = scene(), TransitionModel(domain)
    began = time.process_time()
    knowledge = KbKnowledge(constraints(), objects, TransitionModel(domain))
    grounding = time.process_time() - began
    places = ("countertop.n.01_1", "shelf.n.01_1", "breakfast_table.n.01_1", "stove.n.01_1")
    start = [atom("ontop", name, chance.choice(places)) for name in NAMES[20:31]]
    world = model.predict(objects, FactSet.closed_world(start))
    tracker = Tracker(model, objects)
    times: list[float] = []
    for index in range(steps):
        step = random_step(chance, domain)
        facts = FactSet(world.facts().true)
        moment = Moment(facts, (), index, tracker)
        began = time.process_time()
        tracker.noted.append(facts)
        knowledge.observe(moment)
        knowledge.judge(step, moment)
        times.append(time.process_time() - began)
        if index % 100 < 10:  # an episode of ten steps, then many questions about its state
            past = PastStep(index, step, world.execute(step).ok, index)
            knowledge.forwarded(past)
            tracker.noted.append(past)
        if index % 100 == 99:
            knowledge = KbKnowledge(knowledge.constraints, objects, TransitionModel(domain))
            tracker = Tracker(model, objects)
    times.sort()
    print(
        f"{CONSTRAINTS} constraints x {len(NAMES)} objects = {knowledge.groundings} groundings of "
        f"checks, made in {grounding * 1e3:.0f} ms"
    )
    print(
        f"{steps} decisions: median {median(times) * 1e3:.3f} ms, "
        f"p99 {times[int(0.99 * steps)] * 1e3:.3f} ms, most {times[-1] * 1e3:.3f} ms"
    )


if __name__ == "__main__":
    main()
