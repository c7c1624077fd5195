"""How long a whole guard takes for a decision: 500 laws over 40 things, in a world that changes.

Usage: python benchmarks/decisions.py [GOALS [DOMAIN [OTHER_TREE]]]

A session is told of a task and of each state of the world, judges a goal in it, and is told how
that ended: as a node does it, but for ROS.  Most goals can be carried out, some are nonsense; after
each that passes, the world has changed.  Reported are the times of

  set-up      of a task: its guard and what it says of the instruction, without retrieval
  plan step   a plan of six steps is checked, remedies included, for each step
  decision    from a goal to the verdict, without the search for a remedy; and of these
  passed      the goals that pass
  blocked     the goals that are blocked

which are processor times, and with a journal on disk, to which a goal is synced before it is sent,

  own time    all that the guard does for a goal that passes: state, verdict, journal, end
  own work    the processor's part in that
  refusal     all that the guard does for a goal that is blocked, the search for a remedy included

All are given in milliseconds, and as multiples of a fixed computation that is repeated in between.
With OTHER_TREE, the root of another checkout that has this benchmark, both are measured in turns.
"""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time

import numpy as np
from action_safe import NAMES, constraints, random_step, scene

from is_bench.calls import SkillCall
from is_bench.domain import TransitionModel, load_domain
from is_bench.facts import FactSet, atom
from is_bench.guard_log import TaskRequest
from is_bench.recognised import ObjectDescription
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from is_safety_monitor.episode_persistence import EpisodePersistence

GOALS_OF_A_TASK = 50
STEPS_OF_A_PLAN = 6
POSSIBLE = 0.8
"""How many of the goals can be carried out."""
JOURNALED = 5
"""With a journal, and with remedies, so many times fewer goals are judged."""
TURNS = 3
"""How often each of two trees is measured."""
PERIOD_NS = 100_000_000
PLACES = ("countertop.n.01_1", "shelf.n.01_1", "breakfast_table.n.01_1", "stove.n.01_1")
Times = dict[str, list[float]]
"""Of each kind, in seconds."""


class Reference:
    """A fixed computation, some of it in numpy and some in Python: what this machine can do now."""

    def __init__(self) -> None:
        """The same for everybody."""
        chance = np.random.default_rng(0)
        self._places = chance.integers(0, 10_000, 30_000)
        self._values = chance.integers(0, 3, 10_000).astype(np.int8)
        self._atoms = [("inside", (f"thing_{n}", f"box_{n % 7}")) for n in range(1000)]

    def run(self) -> None:
        """Do it once."""
        self._values.take(self._places).reshape(-1, 3).max(axis=1)
        frozenset(self._atoms)


class Home:
    """The world that goals are carried out in, and what is asked for there."""

    def __init__(self, domain: str) -> None:
        """Of a robot of `domain`."""
        self.domain = load_domain(domain)
        self.objects = scene()
        self._chance = random.Random(0)
        self._model = TransitionModel(self.domain)
        self.tidy()

    def tidy(self) -> None:
        """Begin anew."""
        start = [atom("ontop", name, self._chance.choice(PLACES)) for name in NAMES[20:31]]
        self._world = self._model.predict(self.objects, FactSet.closed_world(start))

    def facts(self) -> FactSet:
        """The present state, as nobody has read it before."""
        return FactSet(frozenset(list(self._world.facts().true)))

    def do(self, call: SkillCall) -> bool:
        """Carry a call out, with success or not."""
        return self._world.execute(call).ok

    def step(self) -> SkillCall:
        """What is asked for next."""
        if self._chance.random() < POSSIBLE:
            return self.possible_step()
        return random_step(self._chance, self.domain)

    def possible_step(self) -> SkillCall:
        """A step that changes the present state, if one is found soon."""
        before, start = self._world.facts(), self._world.snapshot()
        for _ in range(50):
            step = random_step(self._chance, self.domain)
            does = self._world.execute(step).ok and self._world.facts() != before
            self._world.restore(start)
            if does:
                break
        return step


class Run:
    """One task after the other, each with many goals; a `folder` is for a journal."""

    def __init__(self, domain: str, folder: Path | None = None) -> None:
        """Nothing has been asked yet."""
        self.times: Times = defaultdict(list)
        self._home = Home(domain)
        settings = GuardSettings(domain=self._home.domain)
        self._session = Session(settings, KnowledgeBase(tuple(constraints())))
        self._is_journaled = folder is not None
        if folder is not None:
            EpisodePersistence(folder).open(self._session, lambda _task: None)
        self._reference = Reference()
        self._now_ns = 0
        self._episode = ""

    def ask(self, goals: int) -> Times:
        """Have so many goals judged; all times."""
        answer = self._answered if self._is_journaled else self._decided
        for index in range(goals):
            if index % GOALS_OF_A_TASK == 0:
                self._begin(f"episode/{index}")
            call = self._home.step()
            goal = Goal(self._episode, str(index), index, call, str(call))
            self._now_ns += PERIOD_NS
            answer(goal, self._home.facts())
            self._session.drain()
            gc.collect(1)  # as the guard's node does behind what it publishes
            self._timed("reference", self._reference.run)
        return self.times

    def _begin(self, episode: str) -> None:
        self._home.tidy()
        self._episode = episode
        by_name = self._home.objects.by_name
        things = tuple(ObjectDescription(name, by_name[name].synset) for name in NAMES)
        request = TaskRequest(episode, "home", "Tidy up the kitchen.", things)
        self._timed("set-up", lambda: self._session.set_task(request))
        self._hear(self._home.facts())
        if not self._is_journaled:
            plan = [self._home.possible_step() for _ in range(STEPS_OF_A_PLAN)]
            self._timed("plan step", lambda: self._check(plan), STEPS_OF_A_PLAN)
            self._drop_remedies()

    def _check(self, plan: list[SkillCall]) -> None:
        self._session.check_plan(self._episode, plan, self._now_ns)

    def _drop_remedies(self) -> None:
        if self._session.guard is not None:
            self._session.guard.search = None

    def _decided(self, goal: Goal, facts: FactSet) -> None:
        """Time the decision alone."""
        self._hear(facts)
        began = thread_time()
        said = self._session.judge(goal, self._now_ns)
        taken = thread_time() - began
        self.times["decision"].append(taken)
        self.times["blocked" if said.enforced else "passed"].append(taken)
        if not said.enforced:
            self._end(goal, ok=self._home.do(goal.call))

    def _answered(self, goal: Goal, facts: FactSet) -> None:
        """Time everything that a goal takes."""
        began, worked = perf_counter(), thread_time()
        self._hear(facts)
        said = self._session.judge(goal, self._now_ns)
        taken, work = perf_counter() - began, thread_time() - worked
        if said.enforced:
            self.times["refusal"].append(taken)
            return
        ok = self._home.do(goal.call)
        began, worked = perf_counter(), thread_time()
        self._end(goal, ok=ok)
        self.times["own time"].append(taken + perf_counter() - began)
        self.times["own work"].append(work + thread_time() - worked)

    def _hear(self, facts: FactSet) -> None:
        self._session.receive_state(Report(self._episode, self._now_ns, lambda: (facts, {})))

    def _end(self, goal: Goal, *, ok: bool) -> None:
        self._session.ended(goal, self._now_ns, ok=ok, finished_ns=self._now_ns)

    def _timed(self, kind: str, work: Callable[[], object], parts: int = 1) -> None:
        began = thread_time()
        work()
        self.times[kind].append((thread_time() - began) / parts)


def measured(goals: int, domain: str) -> Times:
    """All times of a run."""
    run = Run(domain)
    gc.collect()
    gc.freeze()  # as a guard's process does once it is configured
    times = run.ask(goals)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        journaled = Run(domain, Path(folder)).ask(goals // JOURNALED)
    return {**times, **{kind: taken for kind, taken in journaled.items() if kind not in times}}


def measured_in(tree: Path, goals: int, domain: str) -> Times:
    """The times of a run of another process, of a tree's own benchmark with its own code."""
    program = tree / "benchmarks" / Path(__file__).name
    told = subprocess.run(  # noqa: S603  # our own interpreter and program
        [sys.executable, str(program), str(goals), domain, "--raw"],
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=True,
    )
    times: Times = json.loads(told.stdout)
    return times


def described(times: Times) -> str:
    """A line for each kind: median, 99th percentile and worst, and both as multiples."""
    unit = median(times["reference"])
    lines = [f"{'':10} {'count':>6} {'p50':>8} {'p99':>8} {'worst':>8} ms;  p50, p99 / reference"]
    for kind, taken in times.items():
        listed = sorted(taken)
        late = listed[int(0.99 * len(listed))]
        values = " ".join(f"{1e3 * t:8.3f}" for t in (median(listed), late, listed[-1]))
        ratios = f"{median(listed) / unit:9.2f} {late / unit:7.2f}"
        lines.append(f"{kind:10} {len(listed):6} {values}   {ratios}")
    return "\n".join(lines)


def compared(trees: list[Path], goals: int, domain: str) -> None:
    """Print the times of trees that take turns."""
    found: list[Times] = [defaultdict(list) for _ in trees]
    for _ in range(TURNS):
        for tree, times in zip(trees, found, strict=True):
            for kind, taken in measured_in(tree, goals, domain).items():
                times[kind] += taken
    for tree, times in zip(trees, found, strict=True):
        print(f"{tree}\n{described(times)}")


def main() -> None:
    """Print the distributions."""
    goals = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    domain = sys.argv[2] if len(sys.argv) > 2 else "is_bench"
    other = sys.argv[3] if len(sys.argv) > 3 else ""
    if other == "--raw":
        print(json.dumps(measured(goals, domain)))
    elif other:
        here = Path(__file__).resolve().parent.parent
        compared([Path(other).resolve(), here], goals, domain)
    else:
        print(described(measured(goals, domain)))


if __name__ == "__main__":
    main()
