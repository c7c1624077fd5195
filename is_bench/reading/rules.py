"""What rules for orders and for states share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from is_bench.reading import demands, signs
from is_bench.reading.demands import NOWHERE, SPAN, Found, Main, Steps, Sub
from is_bench.reading.making import Makers
from is_bench.reading.mentions import Names
from is_bench.reading.requirement import (
    ANY_STEP,
    ANYTHING,
    DONE,
    UNBOUNDED,
    Demands,
    Either,
    Lit,
    Span,
    State,
    StatedRequirement,
    Step,
    Things,
    UnreadError,
    both,
    negated,
)
from is_bench.reading.signs import Count
from is_bench.reading.stating import Clause

_IDLE = frozenset({"DONE", "NAVIGATE_TO", "WAIT"})
_LONG = frozenset({"WAIT", "WAIT_FOR_COOKED", "HEAT", "COOL"})


class Rules:
    """What rules for orders and for states share."""

    def __init__(self, makers: Makers) -> None:
        """`makers` knows which steps bring states about."""
        self.makers = makers

    def opening(self, sub: Sub) -> Steps:
        """The steps with which that begins which `sub` tells of."""
        if sub.event is not None:
            steps = tuple(step for step in sub.event.steps if step is not ANY_STEP)
            if not steps:
                raise UnreadError("nothing was asked for before")
            return steps
        if sub.state is None:
            raise UnreadError("nothing begins")
        return (*self.makers.made(sub.state), *self._used_on(sub.state))

    def _used_on(self, state: State) -> Steps:
        """What brings a tool to a place beside putting it there: wiping it."""
        if isinstance(state, Either):
            return tuple(step for part in state.parts for step in self._used_on(part))
        if not isinstance(state, Lit) or state.predicate != "ontop" or not state.positive:
            return ()
        bound = dict(zip("01", state.things, strict=True))
        return self.makers.steps("WIPE(1, 0:particleRemover)", bound)

    def any_but(self, steps: Steps = ()) -> Steps:
        """Every step but `steps`, and but waiting and walking."""
        own = {step.skill: step.things[:1] for step in steps}
        found = [DONE] if steps else []
        for name, arity in self.makers.stock.arities.items():
            kept = tuple(replace(t, others=not t.others) for t in own.get(name, ()) if t)
            if name not in _IDLE and (kept or name not in own):
                found.append(Step(name, (*kept, *(None,) * (arity - len(kept)))))
        return tuple(found)

    def late(self, sub: Sub, state: State) -> StatedRequirement:
        """That `state` comes true after that which `sub` tells of."""
        steps = self.opening(sub)
        if steps == (DONE,):
            return demands.at_end(state)
        plain = tuple(dict.fromkeys(replace(step, state=None) for step in steps))
        # What is in a vessel may have left it by then, so that its own state tells.
        reached = sub.clause.reached if sub.clause is not None else None
        return demands.only_if(
            demands.due(plain, state, sub.span), None if plain == steps else reached
        )

    def rest(self, steps: Steps, subs: Sequence[Sub]) -> StatedRequirement | None:
        """That some time passes after `steps` before something else, if `subs` tell that."""
        before = [sub for sub in subs if sub.kind == signs.BEFORE]
        measures = [sub.measure for sub in subs if sub.kind == SPAN and sub.measure]
        if len(subs) != 2 or len(before) != 1 or len(measures) != 1:
            return None
        if measures[0].kind not in ("least", "during", "over"):
            return None
        if any(step.skill in _LONG for step in steps):
            raise UnreadError("waiting is itself that time")
        return demands.never(steps, self.opening(before[0]), demands.too_early(measures[0]))

    def begun(self, state: State, subs: Sequence[Sub]) -> Found:
        """That a device has been switched on at all before it has run for some time."""
        steps = self.makers.of(state)
        before = [sub for sub in subs if sub.kind == signs.BEFORE]
        if {step.skill for step in steps} == {"TOGGLE_ON"}:
            begun = StatedRequirement(Demands.DONE, self.opening(before[0]), None, steps)
            yield demands.only_if(begun, negated(state))

    def reached(self, steps: Steps, sub: Sub, within: Span = UNBOUNDED) -> StatedRequirement:
        """That `steps` come only once that was done, or is so, which `sub` tells of."""
        own = sub.clause.own if sub.clause is not None else None
        if sub.event is None and own is not None and sub.clause is not None and sub.clause.state:
            state = negated(sub.clause.state) if sub.clause.negative else sub.clause.state
            return demands.only_if(demands.needed(steps, state, (), within), own)
        if sub.event is None or sub.kind == signs.WHILE:
            return demands.needed(steps, sub.known, (), within)
        if sub.kind == signs.EXCEPT:
            raise UnreadError("what is done meanwhile")
        return demands.needed(steps, *demands.goal_of(sub.event, ()), within)

    def only(self, steps: Steps, main: Main) -> Found:
        """That `steps` are taken only when, only after, only until something."""
        if main.clause.negative or not all(sub.only for sub in main.subs):
            raise UnreadError("only, and another condition")
        for sub in main.subs:
            if sub.kind in (signs.UNTIL, signs.BEFORE):
                raise UnreadError("at no other time, or just that?")
            yield self.reached(steps, sub, sub.span)

    def counted(self, main: Main, count: Count, known: State | None = None) -> Found:
        """That no more, or no fewer, of some things are in a state; `known`: while that is so."""
        clause, kinds = main.clause, {sub.kind for sub in main.subs if known is None}
        each = clause.each if len(clause.each) > 1 else ()
        if not each or count.is_denied != clause.negative or kinds - {signs.END} or clause.own:
            raise UnreadError("how many of what?")
        is_lasting = signs.ALWAYS in main.floats or clause.mode == "keep"
        whole = both(*demands.counted_states(each, count)) or NOWHERE
        if known is not None and (beginning := self.makers.of(known)):
            yield demands.needed(beginning, whole)
        if known is None and (kinds or not is_lasting):
            yield demands.at_end(whole)
        if known is None and (kinds or clause.mode == "leave"):
            return
        for state in each:
            others = tuple(other for other in each if other is not state)
            if count.most is not None:
                fewer = both(*demands.counted_states(others, Count(0, count.most - 1)))
                yield demands.only_if(demands.needed(self.makers.made(state), fewer), known)
            if count.least and (is_lasting or known is not None):
                left = both(*demands.counted_states(others, Count(count.least)))
                yield demands.only_if(demands.needed(self.makers.breaking(state), left), known)

    def grouped(self, main: Main, names: Names) -> Found:
        """That things are, or are not, in the same container, when that is switched on."""
        is_apart = signs.APART in main.floats
        each = [Things((name,)) for name in names]
        others = [replace(thing, others=True) for thing in each] if is_apart else []
        others = each if len(each) > 1 else others
        pairs = [(one, other) for one in each for other in others if one != other]
        if not pairs or main.subs or main.clause.negative:
            raise UnreadError("together with what?")
        for one, other in pairs:
            at_one, at_other = (Lit("inside", (thing, ANYTHING)) for thing in (one, other))
            running = Step("TOGGLE_ON", (ANYTHING,))
            if not is_apart:
                yield demands.only_if(demands.needed((running,), at_other), at_one)
            elif demands.is_stowing(main.clause.event):
                yield demands.needed((Step("PLACE_INSIDE", at_one.things),), negated(at_other))
            else:
                yield demands.only_if(demands.needed((running,), negated(at_other)), at_one)

    def not_together(self, clause: Clause, subs: tuple[Sub, ...]) -> Found:
        """That only one of some states holds at a time."""
        if not clause.negative or subs or len(clause.each) < 2:
            raise UnreadError("together")
        for state in clause.each:
            for other in clause.each:
                if other is not state:
                    yield demands.needed(self.makers.made(state), negated(other))
