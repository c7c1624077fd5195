"""The `events` and `faults` of a scenario's YAML file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from is_bench.domain import Domain
from is_bench.errors import ScenarioProblem
from is_bench.events import ANY, Event, EventScript, Pattern, PerceptionFault, SkillFault, Trigger
from is_bench.events.feasibility import contradiction, static_error
from is_bench.facts import Atom, atom
from is_bench.goal import Expression
from is_bench.objects import ObjectTable
from is_bench.world import Changes

_PATTERN = re.compile(r"(\*|[A-Za-z_]+)\s*(?:\(([^()]*)\))?")
_PLACING = ("PLACE_ON_TOP", "PLACE_INSIDE")
Path = tuple[str | int, ...]


class Texts(Protocol):
    """Parses the texts of a scenario's file; raises ScenarioProblem with their place."""

    def fact(self, text: str, path: Path) -> Atom:
        """A fact over declared objects."""
        ...

    def expression(self, text: str, path: Path) -> Expression:
        """An expression of the goal language over declared objects."""
        ...

    def problem(self, message: str, path: Path) -> ScenarioProblem:
        """A problem at a place of the file."""
        ...


class ScriptReader:
    """Builds the event script of a document that follows the schema."""

    def __init__(
        self, document: Mapping[str, Any], objects: ObjectTable, texts: Texts, domain: Domain
    ) -> None:
        """`texts` parses facts and expressions."""
        self._domain = domain
        self._document = document
        self._objects = objects
        self._texts = texts
        self._names: set[str] = set()

    def script(self) -> EventScript:
        """The script; raises ScenarioProblem for impossible changes."""
        events = [
            self._event(raw, ("events", index))
            for index, raw in enumerate(self._document.get("events", ()))
        ]
        faults = [
            (raw, ("faults", index)) for index, raw in enumerate(self._document.get("faults", ()))
        ]
        return EventScript(
            tuple(events),
            tuple(self._skill_fault(raw, path) for raw, path in faults if "fails" in raw),
            tuple(self._sense_fault(raw, path) for raw, path in faults if "fails" not in raw),
        )

    def _event(self, raw: Mapping[str, Any], path: Path) -> Event:
        if "at_time" in raw and "delay" in raw:
            raise self._texts.problem(
                "`delay` is not allowed with `at_time`; add it to `at_time`", path
            )
        trigger = Trigger(
            raw.get("at_step"),
            raw.get("at_time"),
            self._texts.expression(raw["when"], (*path, "when")) if "when" in raw else None,
        )
        changes = self._changes(raw, path)
        if not changes.adds and not changes.removes:
            raise self._texts.problem("the event has no effect; add `adds` or `removes`", path)
        return Event(
            self._name(raw, path),
            raw["actor"],
            trigger,
            changes,
            delay=float(raw.get("delay", 0.0)),
            every=raw.get("every"),
            times=raw.get("times", 1),
            probability=raw.get("probability", 1.0),
        )

    def _skill_fault(self, raw: Mapping[str, Any], path: Path) -> SkillFault:
        patterns = tuple(
            self._pattern(text, (*path, "fails", index)) for index, text in enumerate(raw["fails"])
        )
        changes, floor = self._changes(raw, path), raw.get("drops_onto")
        if floor is not None:
            self._check_drop(floor, patterns, path)
        return SkillFault(
            self._name(raw, path),
            patterns,
            raw["why"],
            changes,
            drops_onto=floor,
            from_step=raw.get("from_step", 1),
            times=raw.get("times", 1),
            probability=raw.get("probability", 1.0),
        )

    def _sense_fault(self, raw: Mapping[str, Any], path: Path) -> PerceptionFault:
        misses, doubts, imagines = (
            frozenset(self._facts(raw, key, path)) for key in ("misses", "doubts", "imagines")
        )
        for fact in sorted((misses & doubts) | (misses & imagines) | (doubts & imagines)):
            message = f"{fact} is listed in more than one of misses, doubts, imagines"
            raise self._texts.problem(message, path)
        first, end = raw.get("from_step", 0), raw.get("until_step")
        if end is not None and end <= first:
            raise self._texts.problem(f"until_step {end} is not after from_step {first}", path)
        return PerceptionFault(
            self._name(raw, path),
            misses,
            doubts,
            imagines,
            from_step=first,
            until_step=end,
            probability=raw.get("probability", 1.0),
        )

    def _name(self, raw: Mapping[str, Any], path: Path) -> str:
        name: str = raw["name"]
        if name in self._names:
            message = f"duplicate name {name!r}; rename one of the events or faults"
            raise self._texts.problem(message, (*path, "name"))
        self._names.add(name)
        return name

    def _facts(self, raw: Mapping[str, Any], key: str, path: Path) -> Sequence[Atom]:
        return [
            self._texts.fact(text, (*path, key, index))
            for index, text in enumerate(raw.get(key, ()))
        ]

    def _changes(self, raw: Mapping[str, Any], path: Path) -> Changes:
        adds, removes = (self._facts(raw, key, path) for key in ("adds", "removes"))
        for key, facts in (("adds", adds), ("removes", removes)):
            for index, fact in enumerate(facts):
                if flaw := static_error(fact, self._objects):
                    raise self._texts.problem(flaw, (*path, key, index))
        changes = Changes(tuple(adds), tuple(removes))
        if flaw := contradiction(changes, self._objects):
            raise self._texts.problem(flaw, path)
        return changes

    def _pattern(self, text: str, path: Path) -> Pattern:
        match = _PATTERN.fullmatch(text.strip())
        name = match[1].upper() if match else ""
        if match is None or (name != ANY and (name not in self._domain.skills or name == "DONE")):
            message = f"{text!r} is no step pattern; write SKILL(object or *, ...), or * for all"
            raise self._texts.problem(message, path)
        arguments = tuple(part.strip() for part in match[2].split(",")) if match[2] else ()
        if name == ANY and arguments:
            raise self._texts.problem(f"{text!r}: * matches all steps and has no arguments", path)
        wanted = 0 if name == ANY else self._domain.skills[name].arity
        if name != ANY and len(arguments) != wanted:
            raise self._texts.problem(f"{text}: {name} takes {wanted} objects, or *", path)
        for argument in arguments:
            if argument != ANY and self._objects.get(argument) is None:
                raise self._texts.problem(f"{text}: no object {argument!r} is declared", path)
        return Pattern(name, arguments)

    def _check_drop(self, floor: str, patterns: Sequence[Pattern], path: Path) -> None:
        place = (*path, "drops_onto")
        if self._objects.get(floor) is None:
            raise self._texts.problem(f"no object {floor!r} is declared", place)
        for pattern in patterns:
            if pattern.skill not in _PLACING:
                raise self._texts.problem(
                    f"drops_onto is not allowed with {pattern.skill}; "
                    f"use it with {' and '.join(_PLACING)}",
                    place,
                )
            moved = [pattern.arguments[0]] if pattern.arguments[0] != ANY else []
            for name in moved:
                if flaw := static_error(atom("ontop", name, floor), self._objects):
                    raise self._texts.problem(flaw, place)
