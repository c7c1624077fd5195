"""The robot's domain and the constraints that a guard judges by from its next task on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rcl_interfaces.msg import SetParametersResult
from rclpy.node import Node
from rclpy.parameter import Parameter

from is_bench.domain import Domain, load_domain
from is_bench.errors import InputError, IsBenchError, shorten
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase, open_knowledge_base
from is_safety_monitor.core.rule_changes import changed_skills, lost_constraints
from is_safety_monitor.ros.parameters import paths_of

_IN_MOTION = (
    "a skill is being executed, and reading files would delay its supervision; set them when it "
    "has ended"
)


class Rules:
    """What the parameters `domain` and `knowledge_base` name; both may be set again."""

    def __init__(
        self,
        node: Node,
        settings: GuardSettings,
        files: tuple[Path, ...],
        base: KnowledgeBase | None = None,
    ) -> None:
        """Read the files, unless `base` has them already; raises InputError for what is broken."""
        self._node = node
        self._settings = settings
        self._files = files
        self.domain = settings.domain
        self.base = base or self._read(files, settings.domain)
        self.is_moving: Callable[[], bool] = lambda: False
        """Whether a skill is being executed, which nobody watches while files are read."""
        node.add_on_set_parameters_callback(self._set_parameters)

    def replace(self, domain: Domain, base: KnowledgeBase) -> None:
        """From the next task on, guard a robot of `domain` by `base`."""
        self.domain, self.base = domain, base

    def _read(self, files: tuple[Path, ...], domain: Domain) -> KnowledgeBase:
        settings = self._settings
        return open_knowledge_base(
            files, settings.stages, domain=domain, embedder=settings.embedder
        )

    def _set_parameters(self, parameters: list[Parameter]) -> SetParametersResult:
        """Read another domain or other constraint files; keep the good ones if they are broken."""
        given = {parameter.name: parameter.value for parameter in parameters}
        if not given.keys() & {"domain", "knowledge_base"}:
            return SetParametersResult(successful=True)
        if self.is_moving():
            return self._refused(_IN_MOTION)
        domain, files = self.domain, self._files
        try:
            if "domain" in given:
                domain = load_domain(given["domain"])
            if "knowledge_base" in given:
                files = paths_of(given["knowledge_base"])
            base = self._read(files, domain)
            self._check(domain, base)
        except (IsBenchError, OSError) as error:
            return self._refused(str(error))
        self._say_changed(domain, files, base)
        self._files = files
        self.replace(domain, base)
        return SetParametersResult(successful=True)

    def _refused(self, why: str) -> SetParametersResult:
        self._node.get_logger().error(f"domain and constraints stay as they were: {why}")
        return SetParametersResult(successful=False, reason=why)

    def _check(self, domain: Domain, base: KnowledgeBase) -> None:
        """Raise InputError for rules that are weaker than those that hold."""
        lost = lost_constraints(self.base, base)
        if lost:
            raise InputError(
                f"critical constraints cannot be removed or changed at run time: "
                f"{shorten(lost)}; restart the guard with the other files"
            )
        changed = changed_skills(self.domain, domain)
        if changed:
            raise InputError(
                f"skills cannot be redefined at run time: {shorten(changed)}; "
                "restart the guard with the other domain"
            )

    def _say_changed(self, domain: Domain, files: tuple[Path, ...], base: KnowledgeBase) -> None:
        before, after = _summary(self.domain, self._files, self.base), _summary(domain, files, base)
        self._node.get_logger().warning(f"rules before: {before}; from the next task on: {after}")


def _summary(domain: Domain, files: tuple[Path, ...], base: KnowledgeBase) -> str:
    named = ", ".join(map(str, files)) or "none"
    return f"domain {domain.name}, constraint files {named}, {len(base.constraints)} constraints"
