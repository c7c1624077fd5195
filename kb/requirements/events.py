"""What verbs mean: the steps that a robot takes, and what holds after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from kb.requirements import lexicon
from kb.requirements.making import Makers, is_open_vessel, is_washer, moving
from kb.requirements.meaning import (
    ANYTHING,
    DONE,
    Either,
    Event,
    Lit,
    State,
    Step,
    Things,
    both,
    negated,
)
from kb.requirements.resolving import (
    CannotRead,
    Fits,
    Resolver,
    can,
    is_anything,
    is_movable,
    is_solid,
    is_substance,
)
from kb.requirements.states import States
from kb.requirements.syntax import Action, Place

_is_ground = can("sceneObject", "openable", "fillable")
_is_toggled = can("toggleable")
_is_heater = can("heatSource")
_is_cut = can("sliceable", "diceable")


class Events:
    """Reads actions over the things that a resolver finds."""

    def __init__(self, resolver: Resolver, states: States) -> None:
        """`resolver` says what nouns mean, `states` what states do."""
        self._resolver = resolver
        self._states = states
        self._makers = Makers(resolver)

    def read(self, action: Action) -> Event:
        """The event that `action` tells of; raises CannotRead."""
        for test, reader in self._readers():
            if test(action):
                event = reader(action)
                return self._described(action, event) if action.depictive else event
        raise CannotRead(f"no skill can {action.verb}")

    def _readers(
        self,
    ) -> Iterator[tuple[Callable[[Action], bool], Callable[[Action], Event]]]:
        """Which verbs are read how; the first one that fits."""
        in_ = _verb_in
        yield _is_ending, lambda _: Event((DONE,))
        yield lambda a: a.waits_for is not None, self._wait
        yield lambda a: _is_switching(a, "on"), self._switch_on
        yield lambda a: _is_switching(a, "off"), self._switch_off
        yield in_(lexicon.ON - {"operate"}), self._switch_on
        yield in_(lexicon.OFF), self._switch_off
        yield in_(lexicon.OPEN), lambda a: self._opened(a, is_open=True)
        yield in_(lexicon.CLOSE), lambda a: self._opened(a, is_open=False)
        yield lambda a: a.verb in lexicon.TAKE and self._source(a) is not None, self._take
        yield in_(lexicon.WATER), self._water
        yield lambda a: a.verb in lexicon.POUR and self._is_poured(a), self._pour
        yield lambda a: a.verb in lexicon.SPREAD and self._is_spread(a), self._spread
        yield in_(lexicon.PUT | lexicon.TAKE | lexicon.POUR), self._put
        yield in_(lexicon.COVER), self._cover
        yield in_(lexicon.CLEAR), self._clear
        yield in_(lexicon.CLEAN), self._clean
        yield in_(lexicon.DRY), self._dry
        yield in_(lexicon.CUT), self._cut
        yield in_(lexicon.COOK), self._cook
        yield in_(lexicon.FREEZE), self._freeze
        yield in_(lexicon.THAW), lambda a: self._await(a, "thawed")
        yield in_(lexicon.COOL), lambda a: self._await(a, "cold")
        yield in_(lexicon.FILL), self._fill
        yield in_(lexicon.SOAK), self._soak
        yield in_(lexicon.TOUCH), self._touch
        yield in_(lexicon.USE), self._use

    def _described(self, action: Action, event: Event) -> Event:
        """The event, where it is done to something in a state: `put it away hot`."""
        state = self._states.adjective(self._target(action, is_movable, is_solid), action.depictive)
        steps = (replace(step, state=both(step.state, state)) for step in event.steps)
        return Event(tuple(steps))

    def made(self, state: State) -> Event:
        """That `state` comes about; raises CannotRead if no step brings it about."""
        steps = self._makers.of(state)
        if not steps:
            raise CannotRead("no step brings that about")
        return Event(steps, state)

    # Arguments

    def _target(self, action: Action, *wanted: Fits, besides: Things | None = None) -> Things:
        if action.target is None:
            raise CannotRead(f"{action.verb} what?")
        carried = action.verb in (lexicon.PUT | lexicon.TAKE)
        return self._resolver.find(action.target, *wanted, besides=besides, carried=carried)

    def _meant(self, action: Action) -> Things:
        """What a noun means most likely, a substance or, rather, the vessel that is named by it."""
        things = self._target(action, is_anything)
        return self._resolver.those(things, is_solid) or things

    def _places(self, action: Action, *names: str) -> list[Place]:
        return [place for place in action.places if place.preposition in names]

    def _only(self, action: Action, *names: str) -> None:
        """Refuse an action with places of other kinds: they would be left out of its meaning."""
        for place in action.places:
            if place.preposition not in names:
                raise CannotRead(f"{action.verb} {place.preposition} something")

    def _tool(self, action: Action) -> Things | None:
        tools = self._places(action, "with")
        return self._resolver.find(tools[0].nouns, is_movable, is_solid) if tools else None

    # Doors and switches

    def _opened(self, action: Action, *, is_open: bool) -> Event:
        self._only(action, "with")
        return self.made(Lit("open", (self._target(action, can("openable")),), is_open))

    def _switch_on(self, action: Action) -> Event:
        self._only(action)
        return self.made(Lit("toggled_on", (self._switched(action),)))

    def _switch_off(self, action: Action) -> Event:
        self._only(action)
        return self.made(Lit("toggled_on", (self._switched(action),), positive=False))

    def _switched(self, action: Action) -> Things:
        things = self._target(action, _is_toggled)
        if things.others and action.verb in ("light", "ignite"):
            return self._resolver.all_that(lambda t: _is_toggled(t) and _is_heater(t))
        return things

    # Moving

    def _source(self, action: Action) -> Place | None:
        places = self._places(action, "off", "out of", "away from", "from")
        goes_on = self._places(action, "on", "in", "to", "near", "under", "with")
        return places[0] if places and not goes_on else None

    def _take(self, action: Action) -> Event:
        place = self._source(action)
        if place is None:
            raise CannotRead("taken from where?")
        if action.target is None:
            raise CannotRead("take what?")
        ground = None
        if not any(noun.pronoun for noun in place.nouns.nouns):
            ground = self._resolver.find(place.nouns, is_solid)
        things = self._target(action, is_movable, is_solid, besides=ground)
        where = self._resolver.find(place.nouns, _is_ground, is_solid, besides=things)
        state = self._states.at(things, place.preposition, where)
        return Event(tuple(self._makers.moving_elsewhere(things, where)), state)

    def _put(self, action: Action) -> Event:
        self._only(action, "on", "in", "to", "from", "off", "out of")
        goals = self._places(action, "on", "in", "to")
        if not goals:
            return self._moved(action)
        if len(goals) > 1:
            raise CannotRead("put at two places")
        goal = goals[0]
        ground = None
        if not any(noun.pronoun for noun in goal.nouns.nouns):
            ground = self._resolver.find(goal.nouns, is_solid)
        things = self._target(action, is_movable, is_solid, besides=ground)
        where = ground or self._resolver.find(goal.nouns, _is_ground, is_solid, besides=things)
        if goal.preposition == "on":
            event = Event(
                tuple(self._makers.putting_on(things, where)), self._states.on(things, where)
            )
        elif goal.preposition == "in":
            event = Event(
                tuple(self._makers.putting_in(things, where)), self._states.at(things, "in", where)
            )
        else:
            steps = [*self._makers.putting_on(things, where)]
            steps += self._makers.putting_in(things, where)
            return Event(tuple(dict.fromkeys(steps)))
        return self._or_poured(action, event, things, where)

    def _or_poured(self, action: Action, event: Event, things: Things, where: Things) -> Event:
        """`put the bleach into the bucket` may mean the bottle, or what is in it."""
        if action.target is None or not all(noun.words for noun in action.target.nouns):
            return event
        try:
            self._target(action, is_substance)
        except CannotRead:
            return event
        skill = "SPREAD" if event.steps[0].skill == "PLACE_ON_TOP" else "POUR_INTO"
        return replace(event, steps=(*event.steps, Step(skill, (things, where))))

    def _moved(self, action: Action) -> Event:
        if action.verb in ("put", "leave", "keep") and not action.particles:
            raise CannotRead(f"{action.verb} where?")
        things = self._target(action, is_movable, is_solid)
        return Event(moving(things), away=things)

    def _cover(self, action: Action) -> Event:
        self._only(action, "with")
        things = self._target(action, is_solid)
        lid = self._tool(action)
        if lid is None:
            raise CannotRead("cover with what?")
        return Event(tuple(self._makers.putting_on(lid, things)), self._states.on(lid, things))

    def _clear(self, action: Action) -> Event:
        """`clear the stove`: nothing stands on it."""
        self._only(action)
        where = self._target(action, is_solid)
        load = replace(ANYTHING, second=True)
        state = negated(self._states.on(load, where))
        return Event(tuple(self._makers.of(state)), both(state))

    # Cleaning

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
        source = self._resolver.find(sources[0].nouns, _is_ground, is_solid) if sources else None
        substances = self._resolver.all_that(is_substance)
        return Event(
            (Step("SOAK_UNDER", (things, source)), Step("SOAK_INSIDE", (things, source))),
            Lit("saturated", (things, substances)),
        )

    # Substances

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

    # Food

    def _cut(self, action: Action) -> Event:
        self._only(action, "with", "on")
        things = self._target(action, _is_cut)
        grounds = self._places(action, "on")
        state = self._states.placed(things, grounds[0]) if grounds else None
        return Event((Step("CUT", (things, self._tool(action)), state),))

    def _cook(self, action: Action) -> Event:
        self._only(action, "in", "on", "with")
        things = self._target(action, can("cookable"), is_solid, is_substance)
        if self._resolver.all_fit(things, is_solid) and not self._resolver.all_fit(
            things, can("cookable")
        ):
            return self._heat(action, things)
        grounds = self._places(action, "in", "on")
        conditions = [self._states.placed(things, place) for place in grounds]
        is_food = self._resolver.all_fit(things, can("cookable"))
        if not is_food and grounds:
            conditions = []
        steps = (Step("WAIT_FOR_COOKED", (things,), both(*conditions)),)
        return Event(steps, Lit("cooked", (things,)) if is_food else None)

    def _heat(self, action: Action, things: Things) -> Event:
        """`heat the box in the microwave`: nothing waits for it, but the heat is on."""
        grounds = self._places(action, "in", "on")
        if grounds:
            heater = self._resolver.find(grounds[0].nouns, _is_toggled)
            at = self._states.at(things, grounds[0].preposition, heater)
        else:
            heater = self._resolver.all_that(lambda t: _is_toggled(t) and _is_heater(t))
            at = Either((self._states.on(things, heater), self._states.at(things, "in", heater)))
        steps = (Step("TOGGLE_ON", (heater,), at), Step("WAIT_FOR_COOKED", (things,), at))
        return Event(steps, None)

    def _freeze(self, action: Action) -> Event:
        self._only(action, "in")
        things = self._target(action, can("freezable"), is_solid)
        return self.made(Lit("frozen", (things,)))

    def _await(self, action: Action, adjective: str) -> Event:
        self._only(action)
        things = self._target(action, is_movable, is_solid)
        return self.made(self._states.adjective(things, adjective))

    def _wait(self, action: Action) -> Event:
        if action.waits_for is None:
            raise CannotRead("wait for what?")
        return self.made(self._states.read(action.waits_for))

    # Whatever is done

    def _touch(self, action: Action) -> Event:
        things = self._target(action, is_movable, is_solid, is_substance)
        if self._resolver.all_fit(things, is_substance) and not things.others:
            return self._use(action)
        tools = self._places(action, "with")
        if tools:
            return Event(tuple(self._contacts(*self._touching(action, tools[0]))))
        self._only(action)
        return Event((*moving(things), *self._handled(things), *self._used(things)))

    def _touching(self, action: Action, place: Place) -> tuple[Things, Things]:
        """What is touched, and what with; neither is a pronoun for the other."""
        wanted = (is_movable, is_solid)
        if any(noun.pronoun for noun in place.nouns.nouns):
            things = self._target(action, *wanted)
            return things, self._resolver.find(place.nouns, *wanted, besides=things)
        tool = self._resolver.find(place.nouns, *wanted)
        return self._target(action, *wanted, besides=tool), tool

    def _contacts(self, things: Things, tool: Things) -> Iterator[Step]:
        yield Step("CUT", (things, tool))
        yield Step("WIPE", (things, tool))
        for one, other in ((things, tool), (tool, things)):
            yield Step("PLACE_ON_TOP", (one, other))
            yield Step("PLACE_INSIDE", (one, other))

    def _handled(self, things: Things) -> Iterator[Step]:
        doors = self._resolver.those(things, can("openable"))
        switches = self._resolver.those(things, _is_toggled)
        food = self._resolver.those(things, _is_cut)
        if doors is not None:
            yield Step("OPEN", (doors,))
            yield Step("CLOSE", (doors,))
        if switches is not None:
            yield Step("TOGGLE_ON", (switches,))
            yield Step("TOGGLE_OFF", (switches,))
        if food is not None:
            yield Step("CUT", (food, None))
        yield Step("WIPE", (things, None))

    def _use(self, action: Action) -> Event:
        self._only(action, "on", "for", "to")
        things = self._meant(action)
        if self._resolver.all_fit(things, is_substance) and not things.others:
            source, condition = self._poured(Action("use", action.target))
            return Event(
                (
                    Step("POUR_INTO", (source, None), condition),
                    Step("SPREAD", (source, None), condition),
                )
            )
        goals = self._places(action, "on", "for")
        if goals:
            where = self._resolver.find(goals[0].nouns, is_movable, is_solid, besides=things)
            return Event(self._used_on(things, where))
        steps = tuple(self._used(things))
        if not steps:
            raise CannotRead("used for what?")
        return Event(steps)

    def _used_on(self, things: Things, where: Things) -> tuple[Step, ...]:
        return (
            Step("CUT", (where, things)),
            Step("WIPE", (where, things)),
            Step("SPREAD", (things, where)),
            Step("POUR_INTO", (things, where)),
        )

    def _used(self, things: Things) -> Iterator[Step]:
        """What things are used for: those that can be switched, cut, soaked, poured from."""
        switches = self._resolver.those(things, _is_toggled)
        slicers = self._resolver.those(things, can("slicer"))
        cloths = self._resolver.those(things, can("particleRemover"))
        vessels = self._resolver.those(things, can("fillable"))
        if switches is not None:
            yield Step("TOGGLE_ON", (switches,))
        if slicers is not None:
            yield Step("CUT", (None, slicers))
        if cloths is not None:
            yield Step("WIPE", (None, cloths))
            yield Step("SOAK_UNDER", (cloths, None))
            yield Step("SOAK_INSIDE", (cloths, None))
        if vessels is not None:
            yield Step("FILL_WITH", (vessels, None))
            yield Step("POUR_INTO", (vessels, None))
            yield Step("POUR_INTO", (None, vessels))
            yield Step("SPREAD", (vessels, None))
            yield Step("PLACE_INSIDE", (None, vessels))
        if slicers is None and switches is None and cloths is None and vessels is None:
            yield Step("PLACE_ON_TOP", (None, things))


def _verb_in(verbs: frozenset[str]) -> Callable[[Action], bool]:
    return lambda action: action.verb in verbs


def _is_ending(action: Action) -> bool:
    return action.verb in lexicon.FINISH and action.target is None and not action.places


def _is_switching(action: Action, particle: str) -> bool:
    return action.verb in lexicon.TURN and particle in action.particles
