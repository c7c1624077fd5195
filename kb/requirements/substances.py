"""Verbs about what is no solid thing: clean, soak, pour, spread, fill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kb.requirements.arguments import Arguments, is_ground
from kb.requirements.making import is_open_vessel, is_washer
from kb.requirements.meaning import (
    ANYTHING,
    Event,
    Lit,
    State,
    Step,
    Things,
)
from kb.requirements.resolving import (
    CannotRead,
    can,
    is_movable,
    is_solid,
    is_substance,
)
from kb.requirements.syntax import Action


class Substances(Arguments):
    """Reads verbs that bring substances onto things, into them, or off them."""

    def _clean(self, action: Action) -> Event:
        self._only(action, "with", "off", "from", "on", "in")
        tool = self._tool(action)
        target = self._meant(action)
        stains = self._resolver.all_that(is_substance)
        grounds = self._places(action, "off", "from", "on")
        if self._resolver.all_fit(target, is_substance) and not target.others:
            stains = target
            where = ANYTHING
            if grounds:
                where = self._resolver.find(grounds[0].nouns, is_solid)
        else:
            where = target
            if grounds:
                raise CannotRead(f"{action.verb} where?")
        steps = [Step("WIPE", (where, tool))]
        if tool is None and action.verb in ("clean", "wash", "rinse"):
            steps += self._washing(where)
        return Event(tuple(steps), Lit("covered", (where, stains), positive=False))

    def _washing(self, things: Things) -> Iterator[Step]:
        washers = self._resolver.all_that(is_washer)
        if washers.names:
            inside = replace(washers, state=None)
            yield Step("WAIT_FOR_WASHED", (washers,), Lit("inside", (things, inside)))

    def _dry(self, action: Action) -> Event:
        self._only(action, "with")
        things = self._target(action, is_solid)
        return Event(
            (Step("WIPE", (things, self._tool(action))),), self._states.adjective(things, "dry")
        )

    def _soak(self, action: Action) -> Event:
        self._only(action, "in", "under", "with")
        things = self._target(action, is_movable, is_solid)
        sources = self._places(action, "in", "under")
        source = self._resolver.find(sources[0].nouns, is_ground, is_solid) if sources else None
        substances = self._resolver.all_that(is_substance)
        return Event(
            (Step("SOAK_UNDER", (things, source)), Step("SOAK_INSIDE", (things, source))),
            Lit("saturated", (things, substances)),
        )

    def _is_poured(self, action: Action) -> bool:
        return bool(self._places(action, "in", "on", "to")) or action.verb in ("pour", "empty")

    def _pour(self, action: Action) -> Event:
        self._only(action, "in", "on", "to", "from", "out of")
        source, condition = self._poured(action)
        goals = self._places(action, "in", "on", "to")
        where = self._resolver.find(goals[0].nouns, is_solid, besides=source) if goals else None
        if goals and goals[0].preposition == "on":
            steps = [Step("SPREAD", (source, where), condition)]
            if where is not None and self._resolver.those(where, is_open_vessel):
                steps.append(Step("POUR_INTO", (source, where), condition))
            return Event(tuple(steps))
        steps = [Step("POUR_INTO", (source, where), condition)]
        if where is None:
            steps.append(Step("SPREAD", (source, None), condition))
        result: State | None = None
        if condition is not None and where is not None and isinstance(condition, Lit):
            result = Lit("contains", (where, condition.things[1]))
        if action.verb == "empty" and not goals:
            result = self._states.adjective(source, "empty")
        return Event(tuple(steps), result)

    def _poured(self, action: Action) -> tuple[Things, State | None]:
        """What is poured: a vessel, or whatever holds a substance."""
        things = self._meant(action)
        if things.others or not self._resolver.all_fit(things, is_substance):
            return things, None
        vessel = self._resolver.all_that(can("fillable"))
        return vessel, Lit("contains", (vessel, replace(things, some=True)))

    def _is_spread(self, action: Action) -> bool:
        if action.target is None:
            return False
        try:
            self._resolver.find(action.target, can("fillable"), is_substance)
        except CannotRead:
            return bool(self._places(action, "with")) and action.verb != "put"
        return bool(self._places(action, "on", "with")) and action.verb != "put"

    def _spread(self, action: Action) -> Event:
        self._only(action, "on", "with")
        tools = self._places(action, "with")
        if tools:
            inverted = Action("spread", tools[0].nouns)
            source, condition = self._poured(inverted)
            where = self._target(action, is_solid)
        else:
            source, condition = self._poured(action)
            where = self._resolver.find(self._places(action, "on")[0].nouns, is_solid)
        return Event((Step("SPREAD", (source, where), condition),))

    def _water(self, action: Action) -> Event:
        self._only(action, "with")
        things = self._target(action, is_solid)
        source = self._tool(action)
        return Event((Step("SPREAD", (source, things)), Step("POUR_INTO", (source, things))))

    def _fill(self, action: Action) -> Event:
        self._only(action, "with", "from", "in", "at")
        things = self._target(action, can("fillable"))
        content = self._resolver.all_that(is_substance)
        for place in self._places(action, "with"):
            content = replace(self._resolver.find(place.nouns, is_substance), some=True)
        steps = (Step("FILL_WITH", (things, None)), Step("POUR_INTO", (None, things)))
        return Event(steps, Lit("contains", (things, content)))
