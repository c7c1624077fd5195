"""Texts for persons: facts, steps and things in words, "potato 1 is inside microwave 1".

Everything that shows a text of the guard, of a judge or of a world to a person says it this way;
what is exact stands beside it, in a title or a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import BUNDLED, Domain, load_domain, restored_domain
from is_bench.domain.phrases import Phrases, facts_in_words
from is_bench.errors import InputError, IsBenchError, SyntaxProblem
from is_bench.facts import Atom
from is_bench.goal import Language
from is_bench.goal.parse import expression
from is_bench.goal.syntax import Fact, Not
from is_bench.goal.tokens import read_group
from is_bench.guard_log import RecordedSettings
from is_bench.objects import class_of
from kb.derived import WORDS

BENCHMARK = "is_bench"
"""The domain whose words are taken where those of a robot are not known."""
_NAME = re.compile(r"[A-Za-z0-9_'\-]+\.[nvars]\.\d+(?:_\d+)?")
_INSTANCE = re.compile(r"[A-Za-z0-9_'\-]+\.[nvars]\.\d+_\d+")
_RANGE = re.compile(r"-\s+([^\s()]+)")
_FACT = re.compile(r"\b(not )?([a-z]\w*)\(([^()]+)\)")
_CALL = re.compile(r"\b[A-Z][A-Z0-9_]*\([^()]+\)")


@dataclass(frozen=True)
class Wording:
    """Says what a run, a guard or a bag tells in the words of a domain."""

    domain: Domain
    is_own: bool = True
    """Whether `domain` is that of the robot: without it, conditions are not told in words."""

    def prose(self, text: str) -> str:
        """`text` with its facts, steps and things in words; what has none stays."""
        said = facts_in_words(text, self.domain, WORDS)
        return readable(_CALL.sub(self._quoted, _FACT.sub(self._fact, said)))

    def condition(self, text: str) -> str:
        """`text`, expressions of the goal language, in words; as it is where it cannot be read."""
        if not self.is_own:
            return text
        language = Language(
            arities=self.domain.arities,
            synsets=frozenset(_RANGE.findall(text)),
            constants=lambda _: True,
        )
        try:
            group = read_group(f"(:goal {text})", "condition")
            found = [expression(item, {}, language) for item in group.items[1:]]
        except (IsBenchError, RecursionError):
            return text
        return readable("; ".join(map(Phrases(self.domain).say, found)))

    def _fact(self, match: re.Match[str]) -> str:
        """A fact that stands for itself; "not " before it denies it."""
        denied, predicate, listed = match.groups()
        atom = Atom(predicate, tuple(map(str.strip, listed.split(","))))
        phrases = Phrases(self.domain, WORDS)
        if not phrases.has_words(atom):
            return match[0]
        return phrases.say(Not((Fact(atom),)) if denied else Fact(atom))

    def _quoted(self, match: re.Match[str]) -> str:
        try:
            said = self._call(parse_call(match[0]))
        except SyntaxProblem:
            return match[0]
        return f"“{said}”" if said else match[0]

    def _call(self, call: SkillCall) -> str:
        """A step in the first words that the domain has for it; empty if it has none."""
        skill = self.domain.skills.get(call.skill)
        if skill is None or not skill.words or skill.arity != len(call.arguments):
            return ""
        said = skill.words[0]
        for parameter, name in zip(skill.parameters, call.arguments, strict=True):
            said = said.replace(f"{{{parameter.name}}}", name)
        return said


def benchmark_wording() -> Wording:
    """The words of the benchmark, where nothing is known of the robot's."""
    return Wording(load_domain(BENCHMARK), is_own=False)


def wording_of_run(manifest: Mapping[str, Any]) -> Wording:
    """The words of a run: of its domain, if that is a single one of the package."""
    names = [domain["name"] for domain in manifest.get("domains", ())]
    if len(names) == 1 and names[0] in BUNDLED:
        return Wording(load_domain(names[0]))
    return benchmark_wording()


def wording_of_guard(settings: Iterable[RecordedSettings]) -> Wording:
    """The words of the first guard of a bag: of its robot's domain, if that can be read here."""
    for by in settings:
        try:
            return Wording(restored_domain(by.domain, by.domain_files))
        except InputError:
            break
    return benchmark_wording()


def readable(text: str) -> str:
    """`text` with `frying pan 1` for `frying_pan.n.01_1`, on one line."""
    return " ".join(_NAME.sub(lambda found: short_name(found[0]), text).split())


def short_name(name: str) -> str:
    """`apple.n.01_2` as `apple 2`, and the class `apple.n.01` as `apple`."""
    number = name.rpartition("_")[2] if _INSTANCE.fullmatch(name) else ""
    return " ".join([*class_of(name).replace("_", " ").split(), number]).strip()


def instances_in(text: str) -> frozenset[str]:
    """The names of the objects that `text` speaks of."""
    return frozenset(_INSTANCE.findall(text))


def constraint_words(constraint: str) -> str:
    """The id of a constraint, or the name of an event, as words: `close_the_door`."""
    return constraint.replace("_", " ")
