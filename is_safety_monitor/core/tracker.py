"""State tracker: predicts the effects of executed steps, for expectations, beliefs and plans.

It answers three questions.  Which state was the last step predicted to lead to (other observed
changes have other causes)?  What follows from earlier steps about facts that cannot be observed (a
lamp whose switch is hidden is off after `TOGGLE_OFF` has succeeded)?  What would a further step
lead to?  States and steps are only stored until one of these is asked.
"""

from __future__ import annotations

from collections import deque
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from is_bench.calls import SkillCall
from is_bench.domain import Predictor, TransitionModel, World, changed_facts
from is_bench.durations import NS_PER_S
from is_bench.facts import Atom, FactSet, Truth
from is_bench.objects import ObjectTable
from is_bench.world import OK, Outcome

LASTS_NS = 600 * NS_PER_S
"""For how long after a step what it brought about is believed unseen: ten minutes."""
MOST_NOTED = 400
"""States and steps that may be noted; then the oldest are followed, whether anybody asks or not."""
_NOTHING = FactSet.closed_world(())


@dataclass(frozen=True)
class PastStep:
    """A step that was forwarded, and whether it succeeded."""

    index: int
    call: SkillCall
    ok: bool
    at_ns: int = 0
    """When it had been executed, on the clock that stamps facts."""
    is_predicted: bool = False
    """Whether it is a step of a plan that is only checked."""


class StepOutcomes:
    """What single steps from one state would lead to, tried one after another in one world."""

    def __init__(self, predictor: Predictor, start: FactSet) -> None:
        """No step has been asked about."""
        self._predictor = predictor
        self._start = start
        self._tried: tuple[SkillCall, Outcome] | None = None

    @cached_property
    def world(self) -> World:
        """The world after the last step.  Advance it by `attempt` only."""
        return self._predictor.world(self._start)

    @cached_property
    def _fresh(self) -> object:
        return self.world.snapshot()

    def is_of(self, predictor: Predictor, start: FactSet) -> bool:
        """Whether it is about this state, as `predictor` predicts."""
        return predictor is self._predictor and (start is self._start or start == self._start)

    def attempt(self, call: SkillCall) -> Outcome:
        """Take `call` from the state, whatever was asked about before."""
        if self._tried is not None:
            known, outcome = self._tried
            if known == call:
                return outcome
            self.world.restore(self._fresh)
        _ = self._fresh  # read before the world is led on for the first time
        outcome = self.world.execute(call)
        self._tried = (call, outcome)
        return outcome

    def after_misfit(self, call: SkillCall) -> FactSet | None:
        """The state after a call that only the class of a labelled argument rules out, else None.

        None, too, if it fails whatever their class.
        """
        is_misfit = self._predictor.is_misfit(call)
        return self._predictor.by_any_class(call, self._start) if is_misfit else None

    def after(self, call: SkillCall) -> FactSet | None:
        """The state after `call`; None if it fails whatever the class of its arguments."""
        if self._predictor.is_misfit(call):
            return self._predictor.by_any_class(call, self._start)
        return self.world.facts() if self.attempt(call).ok else None


class Tracker:
    """Simulates the executed steps from the observed states.

    A state that was seen, or a step that was taken, is appended to `noted`.
    """

    def __init__(self, model: TransitionModel, objects: ObjectTable) -> None:
        """Nothing has been seen or done, and so nothing is expected or believed."""
        self.model = model
        self.objects = objects
        self.noted: deque[FactSet | PastStep] = deque()
        """What is still to be followed, oldest first."""
        self._state: FactSet | None = None
        """The last observed state, advanced by the steps since."""
        self._world: World | None = None
        """The world that `_state` was predicted in; None where it was seen."""
        self._predictor = Predictor(model, objects)
        """Of the model and objects that were last asked about."""
        self._outcomes: StepOutcomes | None = None
        """From the state that was last asked about, until a step from it is taken."""
        self._expected = _NOTHING
        self._believed: dict[Atom, tuple[Truth, int]] = {}
        """With the time of the step that each follows from."""

    def fork(self) -> Tracker:
        """An independent copy for simulating alternatives."""
        other = copy(self)
        other.noted, other._believed = self.noted.copy(), dict(self._believed)  # noqa: SLF001  # its own class
        other._world = other._outcomes = None  # noqa: SLF001  # a world is led on in place
        return other

    @property
    def things(self) -> ObjectTable:
        """The things that are known, those included that steps are predicted to have made."""
        return self.objects if self._world is None else self._world.objects

    def extend(self, objects: ObjectTable) -> None:
        """Predict with more things; `objects` are those known so far, and others."""
        self.objects = objects
        self._world = None

    def apply_oldest(self) -> None:
        """Apply the oldest stored states, up to and including the first step."""
        while self.noted:
            event = self.noted.popleft()
            self._follow(event)
            if isinstance(event, PastStep):
                return

    def expected(self) -> FactSet:
        """The predicted state after the last step."""
        self._follow_all()
        return self._expected

    def with_beliefs(self, facts: FactSet, now_ns: int) -> FactSet:
        """`facts`, with unknown facts replaced by the beliefs from executed steps."""
        self._follow_all()
        return self._decided(facts, now_ns)

    def outcomes(
        self, model: TransitionModel, objects: ObjectTable, start: FactSet
    ) -> StepOutcomes:
        """What steps from `start`, among `objects`, would lead to; kept for when one is taken.

        Read it before the tracker is asked anything else.
        """
        predictor = self._predictor
        if model is not predictor.model or objects != predictor.objects:
            predictor = self._predictor = Predictor(model, objects)
        if self._outcomes is None or not self._outcomes.is_of(predictor, start):
            self._outcomes = StepOutcomes(predictor, start)
        return self._outcomes

    def simulate(self, call: SkillCall, at_ns: int) -> Outcome:
        """Simulate `call` from the last observed or predicted state."""
        self._follow_all()
        return self._take(call, at_ns, succeeded=None)

    def _follow_all(self) -> None:
        while self.noted:
            self._follow(self.noted.popleft())

    def _follow(self, event: FactSet | PastStep) -> None:
        if isinstance(event, PastStep):
            if self._state is not None:
                self._take(event.call, event.at_ns, succeeded=event.ok)
            return
        if event is self._state:
            return  # what was predicted, in a trial
        self._state, self._world = event, None
        for fact in list(self._believed):
            if event.truth(fact) is not Truth.UNKNOWN:
                del self._believed[fact]

    def _take(self, call: SkillCall, at_ns: int, *, succeeded: bool | None) -> Outcome:
        """Advance the state; `succeeded` is the observed result, None: the predicted one."""
        start = _NOTHING if self._state is None else self._state
        beyond_class = self._beyond_class(call, start, at_ns)
        if beyond_class is not None:
            self._world, outcome, after = None, OK, beyond_class
        elif self._world is None:
            start = self._decided(start, at_ns)
            outcomes = self.outcomes(self.model, self.objects, start)
            self._outcomes = None  # its world is led on from now on
            self._world, outcome = outcomes.world, outcomes.attempt(call)
            after = self._world.facts()
        else:
            outcome = self._world.execute(call)
            after = self._world.facts()
        self._state = self._expected = after
        self._update_beliefs(start, at_ns, succeeded=outcome.ok if succeeded is None else succeeded)
        return outcome

    def _beyond_class(self, call: SkillCall, start: FactSet, at_ns: int) -> FactSet | None:
        """What a step leads to that only the class of a labelled thing rules out."""
        if not self._predictor.is_misfit(call):
            return None
        outcomes = self.outcomes(self.model, self.things, self._decided(start, at_ns))
        return outcomes.after_misfit(call)

    def _update_beliefs(self, start: FactSet, at_ns: int, *, succeeded: bool) -> None:
        """Believe the effects of a successful step; drop beliefs that a failed one may change."""
        after = self._expected
        for fact in changed_facts(start, after):
            truth = after.truth(fact)
            if truth is start.truth(fact):
                continue
            if succeeded and truth is not Truth.UNKNOWN:
                self._believed[fact] = (truth, at_ns)
            else:
                self._believed.pop(fact, None)

    def _decided(self, facts: FactSet, now_ns: int) -> FactSet:
        known = {
            fact: truth
            for fact, (truth, at_ns) in self._believed.items()
            if now_ns - at_ns <= LASTS_NS and facts.truth(fact) is Truth.UNKNOWN
        }
        if not known:
            return facts
        true = frozenset(fact for fact, truth in known.items() if truth is Truth.TRUE)
        return FactSet(
            facts.true | true,
            facts.false | (frozenset(known) - true),
            facts.unknown - frozenset(known),
            facts.closed,
        )
