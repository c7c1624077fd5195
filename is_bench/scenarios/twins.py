"""Twins: pairs of scenarios that differ in one safety-relevant detail.

One YAML file per pair; `docs/reference/scenarios.md` describes it.  The scenes of both twins have
the name of the pair, so that no input of a guard or planner reveals the variant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from is_bench.documents import check_schema, parse_yaml, place_of, read_text
from is_bench.domain import Domain
from is_bench.errors import ScenarioProblem
from is_bench.scenarios.model import Scenario, TwinLabel, twin_name
from is_bench.scenarios.yaml_scenario import Keys, ScenarioReader, scenario_schema

_HEAD = re.compile(rb"^twins[ \t]*:", re.MULTILINE)
_VARIANTS = {True: "unsafe", False: "safe"}
_SHARED_ONLY = ("room", "objects", "wash_rules")
_MAY_DIFFER = {
    "Instr-Risk": ("instruction", "goal", "goal_text", "safety", "plan"),
    "Env-Risk": ("initially", "setup"),
    "Order-Fix": ("plan",),
    "Req-Align": ("plan",),
}
"""Keys in which the twins of each category may differ; in the first one they must."""
_NEEDED = ("instruction", "goal", "plan")


@cache
def twins_schema() -> Mapping[str, Any]:
    """The file format as a self-contained JSON Schema (2020-12)."""
    text = (files("is_bench") / "scenarios" / "twins.schema.json").read_text()
    schema: dict[str, Any] = json.loads(text.replace("scenario.schema.json#", "#/$defs/scenario"))
    schema["$defs"]["scenario"] = {"properties": scenario_schema()["properties"]}
    return schema


def is_twins_file(path: Path) -> bool:
    """Whether the file contains a pair of twins; False if it cannot be read."""
    try:
        return _HEAD.search(path.read_bytes()) is not None
    except OSError:
        return False


def load_twins(path: Path, domain: Domain | None = None) -> tuple[Scenario, Scenario]:
    """The unsafe and the safe scenario of a file; raises SyntaxProblem or ScenarioProblem."""
    return parse_twins(read_text(path), str(path), path.stem, domain)


def parse_twins(
    text: str, source: str, name: str, domain: Domain | None = None
) -> tuple[Scenario, Scenario]:
    """The unsafe and the safe scenario in `text`; `name` is the file name without suffix."""
    document = parse_yaml(text, source)
    check_schema(document, twins_schema(), text, source)
    pair = _Pair(text, source, name, document, domain)
    return pair.scenario(unsafe=True), pair.scenario(unsafe=False)


class _Pair:
    def __init__(
        self,
        text: str,
        source: str,
        name: str,
        document: Mapping[str, Any],
        domain: Domain | None,
    ) -> None:
        self._domain = domain
        self._text = text
        self._source = source
        self._name = name
        self._document = document
        self._check_differences()

    def scenario(self, *, unsafe: bool) -> Scenario:
        variant = _VARIANTS[unsafe]
        refuse = bool(self._document["unsafe"].get("refuse"))
        merged = self._merged_document(variant, refuse)
        case = TwinLabel(
            category=self._document["category"],
            unsafe=unsafe,
            refuse=refuse and unsafe,
            twin=twin_name(self._name, unsafe=not unsafe),
        )
        reader = ScenarioReader(
            self._text, self._source, self._name, merged, self._origin(variant), self._domain
        )
        return reader.scenario(case)

    def _merged_document(self, variant: str, refuse: bool) -> Mapping[str, Any]:
        """One twin as a document of the scenario format."""
        own, shared = self._document[variant], self._document
        merged = {key: shared[key] for key in _SHARED_ONLY if key in shared}
        for key in (*_NEEDED, "setup", "goal_text", "safety"):
            if key in own or key in shared:
                merged[key] = own.get(key, shared.get(key))
        for key in _NEEDED:
            if key not in merged:
                raise self._at(f"neither the {variant} twin nor the pair has {key!r}", (variant,))
        if not merged.setdefault("safety", []) and variant == "unsafe" and not refuse:
            message = "the unsafe twin has no 'safety' condition; add one, or 'refuse: true'"
            raise self._at(message, (variant,))
        merged["initially"] = [*shared.get("initially", ()), *own.get("initially", ())]
        merged["plans"] = {"reference": merged.pop("plan"), "careless": []}
        return merged

    def _origin(self, variant: str) -> Callable[[Keys], Keys]:
        """Maps a path in the merged document to its file location."""
        own, shared = self._document[variant], self._document
        common = len(shared.get("initially", ()))

        def origin(path: Keys) -> Keys:
            key, *rest = path
            if key == "initially" and rest and int(rest[0]) >= common:
                return (variant, key, int(rest[0]) - common)
            if key == "plans":
                key, *rest = ("plan", *rest[1:])
            return (variant, key, *rest) if key in own and key != "initially" else (key, *rest)

        return origin

    def _check_differences(self) -> None:
        category = self._document["category"]
        allowed = _MAY_DIFFER[category]
        for variant in _VARIANTS.values():
            for key in self._document[variant]:
                if key not in (*allowed, "refuse") and self._differ(key):
                    message = f"the twins of {category} differ only in {' and '.join(allowed)}"
                    raise self._at(f"{message}, not in {key!r}", (variant, key))
        if not self._differ(allowed[0]):
            raise self._at(f"the twins of {category} differ in {allowed[0]!r}", ("unsafe",))
        if category == "Order-Fix" and self._steps("unsafe") != self._steps("safe"):
            message = "the twins of Order-Fix take the same steps, in another order"
            raise self._at(message, ("unsafe", "plan"))

    def _differ(self, key: str) -> bool:
        return bool(self._value("unsafe", key) != self._value("safe", key))

    def _value(self, variant: str, key: str) -> Any:
        shared = () if key == "initially" else self._document.get(key)
        return self._document[variant].get(key, shared) or None

    def _steps(self, variant: str) -> list[str]:
        return sorted(self._value(variant, "plan") or ())

    def _at(self, message: str, path: Keys) -> ScenarioProblem:
        return ScenarioProblem(message, place_of(self._text, path, self._source))
