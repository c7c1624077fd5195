"""Binding files; `docs/reference/bindings.md` describes the format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from is_bench.documents import read_bounded
from is_bench.domain import Domain, SourceText
from is_bench.errors import UnknownNameError
from is_safety_monitor.bindings.arguments import Argument, FromFacts, FromField
from is_safety_monitor.bindings.conditions import Condition
from is_safety_monitor.bindings.document import Document, Keys, parse_document
from is_safety_monitor.bindings.maps import read_map, read_things
from is_safety_monitor.bindings.model import (
    Assumption,
    Bindings,
    FactCondition,
    FactSource,
    GatedTopic,
    GuardedAction,
    GuardedService,
    StandingTask,
)
from is_safety_monitor.bindings.observations import Confidence, FactRule, MessageReading
from is_safety_monitor.bindings.parts_reader import BindingPartReader, number
from is_safety_monitor.bindings.paths import FieldPath
from is_safety_monitor.bindings.units import duration_ns
from is_safety_monitor.bindings.velocity import GateLimits


def load_bindings(path: Path, domain: Domain) -> Bindings:
    """The bindings in a file, in the words of `domain`.

    Raises SyntaxProblem with line and column, ScenarioProblem for a file that cannot be read.
    """
    return parse_bindings(read_bounded(path), str(path), domain)


def parse_bindings(text: str, source: str, domain: Domain) -> Bindings:
    """The bindings in a text; raises SyntaxProblem with line and column."""
    return _Reader(parse_document(text, source), domain).bindings()


class _Reader:
    def __init__(self, document: Document, domain: Domain) -> None:
        self._document = document
        self._map = read_map(document)
        self._things = read_things(document)
        names = [thing.name for thing in self._things]
        self._pieces = BindingPartReader(document, domain, names, self._map)

    def bindings(self) -> Bindings:
        content = self._document.content
        found = Bindings(
            robot=content["robot"],
            source=SourceText(Path(self._document.source).name, self._document.text),
            map=self._map,
            things=self._things,
            actions=tuple(self._action(*item) for item in self._listed("actions")),
            services=tuple(self._service(*item) for item in self._listed("services")),
            velocities=tuple(self._velocity(*item) for item in self._listed("velocities")),
            facts=tuple(self._source(*item) for item in self._listed("facts")),
            assumptions=tuple(
                Assumption(text, self._pieces.assumed(text, ("assume", index)))
                for index, text in enumerate(content.get("assume", ()))
            ),
            task=self._task(content.get("task")),
        )
        self._check_names(found)
        self._check_sources(found)
        return found

    def _check_sources(self, found: Bindings) -> None:
        if found.facts and not any(source.required for source in found.facts):
            raise self._document.problem(
                "at least one source must be required: without one, a blind robot is not noticed",
                ("facts",),
            )
        if found.assumptions and not found.facts:
            raise self._document.problem(
                "`assume` completes what `facts` tell, and there are none", ("assume",)
            )

    def _listed(self, kind: str) -> list[tuple[str, Mapping[str, Any], Keys]]:
        items = self._document.content.get(kind, {}).items()
        return [(name, raw, (kind, name)) for name, raw in items]

    def _task(self, raw: Mapping[str, Any] | None) -> StandingTask | None:
        if raw is None:
            return None
        return StandingTask(raw.get("episode", "standing"), raw.get("instruction", ""))

    def _action(self, name: str, raw: Mapping[str, Any], keys: Keys) -> GuardedAction:
        pieces = self._pieces
        reason = raw.get("reason")
        return GuardedAction(
            name,
            raw["type"],
            raw["planner"],
            raw["robot"],
            pieces.reading(raw, keys),
            pieces.tests(raw.get("succeeded", {}), (*keys, "succeeded")),
            None if reason is None else pieces.path(reason, (*keys, "reason")),
            self._duration(raw, "timeout", keys, GuardedAction.timeout_ns),
            raw.get("preempts", False),
            self._document.place(keys),
        )

    def _service(self, name: str, raw: Mapping[str, Any], keys: Keys) -> GuardedService:
        pieces = self._pieces
        refused = {
            self._plain(text, (*keys, "refused", text)): value
            for text, value in raw["refused"].items()
        }
        return GuardedService(
            name,
            raw["type"],
            raw["planner"],
            raw["robot"],
            pieces.reading(raw, keys),
            refused,
            pieces.tests(raw.get("succeeded", {}), (*keys, "succeeded")),
            self._duration(raw, "timeout", keys, GuardedService.timeout_ns),
            self._document.place(keys),
        )

    def _velocity(self, name: str, raw: Mapping[str, Any], keys: Keys) -> GatedTopic:
        prefix = "twist." if raw["type"].endswith("/TwistStamped") else ""
        during = tuple(raw.get("during", ()))
        actions = self._document.content.get("actions", {})
        for index, action in enumerate(during):
            if action not in actions:
                error = UnknownNameError("action of this file", action, actions)
                raise self._document.problem(error, (*keys, "during", index))
        return GatedTopic(
            name,
            raw["type"],
            raw["planner"],
            raw["robot"],
            self._limits(raw, keys),
            self._plain(raw.get("linear", f"{prefix}linear"), (*keys, "linear")),
            self._plain(raw.get("angular", f"{prefix}angular"), (*keys, "angular")),
            during,
            self._conditions(raw, "slow", keys),
            self._conditions(raw, "stop", keys),
            self._document.place(keys),
        )

    def _limits(self, raw: Mapping[str, Any], keys: Keys) -> GateLimits:
        given = raw.get("limits", {})
        speeds = {
            kind: self._number(given[kind], unit, (*keys, "limits", kind))
            for kind, unit in (("linear", "m/s"), ("angular", "rad/s"))
            if kind in given
        }
        return GateLimits(
            slow=raw.get("slow", {}).get("factor", GateLimits.slow),
            timeout_ns=self._duration(raw, "timeout", keys, GateLimits.timeout_ns),
            hold_ns=self._duration(raw, "hold", keys, GateLimits.hold_ns),
            heartbeat_ns=self._duration(raw, "heartbeat", keys, GateLimits.heartbeat_ns),
            **speeds,
        )

    def _conditions(
        self, raw: Mapping[str, Any], kind: str, keys: Keys
    ) -> tuple[FactCondition, ...]:
        texts = raw.get(kind, {}).get("when", ())
        return tuple(
            self._pieces.fact_condition(text, (*keys, kind, "when", index))
            for index, text in enumerate(texts)
        )

    def _source(self, name: str, raw: Mapping[str, Any], keys: Keys) -> FactSource:
        watchdog_ns = self._duration(raw, "watchdog", keys, 0)
        stamp = raw.get("stamp")
        return FactSource(
            name,
            raw["topic"],
            raw["type"],
            self._message_reading(raw, keys),
            watchdog_ns,
            self._duration(raw, "max_age", keys, watchdog_ns),
            None if stamp is None else self._plain(stamp, (*keys, "stamp")),
            raw.get("required", True),
            raw.get("qos", FactSource.qos),
            raw.get("publishers", FactSource.publishers),
            self._document.place(keys),
        )

    def _message_reading(self, raw: Mapping[str, Any], keys: Keys) -> MessageReading:
        each, sure = raw.get("each"), None
        if "confidence" in raw:
            own = (*keys, "confidence")
            given = raw["confidence"]
            least = self._number(given["at_least"], "1", (*own, "at_least"))
            sure = Confidence(self._pieces.path(given["field"], (*own, "field")), least)
        return MessageReading(
            tuple(
                self._rule(item, raw, (*keys, "rules", index))
                for index, item in enumerate(raw["rules"])
            ),
            None if each is None else self._plain(each, (*keys, "each")),
            sure,
        )

    def _rule(self, raw: Mapping[str, Any], source: Mapping[str, Any], keys: Keys) -> FactRule:
        pieces, own = self._pieces, (*keys, "fact")
        value, predicate, names = pieces.fact(raw["fact"], own)
        if not value:
            raise self._document.problem("state the fact itself, and `fails` when it does not", own)
        given = pieces.arguments(source.get("where", {}), (*keys[:2], "where"))
        used = {name: self._told(arg) for name, arg in given.items() if name in names}
        if any(isinstance(argument, FromFacts) for argument in used.values()):
            raise self._document.problem("`known` is only allowed in calls", own)
        tested = {"holds", "fails", "unit"} & raw.keys()
        if tested and "field" not in raw:
            raise self._document.problem(f"{min(tested)} needs a `field`", keys)
        return FactRule(
            predicate,
            pieces.bound(names, used, own),
            pieces.path(raw["field"], (*keys, "field")) if "field" in raw else None,
            self._rule_condition(raw, "holds", keys),
            self._rule_condition(raw, "fails", keys),
            self._document.place(own),
        )

    def _told(self, argument: Argument) -> Argument:
        """Sources tell of things of the file alone, or a topic could fill the memory with names."""
        if isinstance(argument, FromField) and not argument.names:
            return replace(argument, names={thing.name: thing.name for thing in self._things})
        return argument

    def _rule_condition(self, raw: Mapping[str, Any], kind: str, keys: Keys) -> Condition | None:
        if kind not in raw:
            return None
        return self._pieces.condition(raw[kind], (*keys, kind), raw.get("unit"))

    def _plain(self, text: str, keys: Keys) -> FieldPath:
        path = self._pieces.path(text, keys)
        if not path.is_plain:
            raise self._document.problem(
                f"{text!r} goes into an array; name the field itself", keys
            )
        return path

    def _duration(self, raw: Mapping[str, Any], key: str, keys: Keys, default: int) -> int:
        if key not in raw:
            return default
        return self._document.at((*keys, key), lambda: duration_ns(raw[key]))

    def _number(self, raw: Any, unit: str, keys: Keys) -> float:
        return self._document.at(keys, lambda: number(raw, unit))

    def _check_names(self, found: Bindings) -> None:
        """Refuse two interfaces of one name: a robot's own would be served by the guard, too."""
        seen: dict[str, str] = {}
        for item in found.guarded:
            for side, name in (("planner", item.planner), ("robot", item.robot)):
                plain = f"{item.type} {name.strip('/')}"
                if plain in seen:
                    raise self._document.problem(
                        f"{side}: {name} is {seen[plain]}, too; give each side a name of its own",
                        self._keys_of(item.name),
                    )
                seen[plain] = f"the {side}'s side of {item.name}"

    def _keys_of(self, name: str) -> Keys:
        kinds = ("actions", "services", "velocities")
        return next((k, name) for k in kinds if name in self._document.content.get(k, {}))
