"""Expressions of the goal language in words.

Conditions that the domain gives a name are called by it, and can be explained once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from is_bench.domain.model import Domain
from is_bench.facts import Atom
from is_bench.goal import Expression
from is_bench.goal.substitution import facts_in, substituted
from is_bench.goal.syntax import And, Exists, Fact, ForAll, ForN, Imply, Not, Or, Variable
from is_bench.objects import class_of

_NATIVE = {
    "=": "{0} is {1}",
    "absorbs": "{0} is able to take up fluids",
    "bears": "{0} is below {1}",
    "becomes": "{0} is what {1} becomes",
    "encloses": "{0} is able to hold things inside",
    "gives": "{0} is a source of {1}",
    "heats": "{0} is heating {1}",
    "removes": "{0} is able to take off {1}",
}
"""How the relations are said that a domain does not describe."""
_JOINT = re.compile(r" (?:and|or) ")
_NAME = re.compile(r"[\w.*'-]+")
_JUDGED_FACT = re.compile(r"\b([a-z]\w*)\(([^()]+)\) is (true|false|unknown)\b")


class Phrases:
    """Says expressions; remembers which named conditions it has used."""

    def __init__(self, domain: Domain, more: Mapping[str, str] = _NATIVE) -> None:
        """In the words that `domain` has for its predicates, and `more` for others."""
        self._domain = domain
        self._more = more
        self._used: set[str] = set()

    def say(self, node: Expression, explained: str = "") -> str:
        """An expression in words; one that has no words is written as it stands.

        The condition `explained` is not called by its name.
        """
        return self._named(node, explained) or self._said(node)

    def glossary(self) -> Iterator[str]:
        """What the named conditions mean that were used, and those that these are told with."""
        told: set[str] = set()
        while left := sorted(self._used - told):
            for name in left:
                told.add(name)
                definition = self._domain.conditions[name]
                head = _call(name, definition.parameters)
                yield f"{head}: {self.say(definition.meaning, name)}"

    def has_words(self, fact: Atom) -> bool:
        """Whether `fact` is said in words."""
        return bool(self._words(fact.predicate)) and (
            self._domain.arities.get(fact.predicate, len(fact.arguments)) == len(fact.arguments)
        )

    def _said(self, node: Expression) -> str:
        match node:
            case Fact(atom):
                return self._fact(atom)
            case And(parts) | Or(parts) if parts:
                word = " and " if isinstance(node, And) else " or "
                return word.join(map(self._part, parts))
            case Not((part,)):
                return self._negated(part)
            case Imply(condition, consequence):
                return f"if {self.say(condition)}, then {self.say(consequence)}"
            case Exists(variable, body):
                return f"for some {_those(variable)}: {self.say(body)}"
            case ForAll(variable, body):
                return f"for every {_those(variable)}: {self.say(body)}"
            case ForN(count, variable, body):
                return f"for exactly {count} {_those(variable)}: {self.say(body)}"
            case _:
                return str(node)

    def _named(self, node: Expression, explained: str) -> str:
        """An expression by the name that the domain has for it; empty if it has none."""
        free = sorted({n for fact in facts_in(node) for n in fact.arguments if n.startswith("?")})
        for name, definition in self._domain.conditions.items():
            if name == explained or len(definition.parameters) > len(free):
                continue
            for given in permutations(free, len(definition.parameters)):
                binding = dict(zip(definition.parameters, given, strict=True))
                if substituted(definition.meaning, binding) == node:
                    self._used.add(name)
                    return _call(name, given)
        return ""

    def _part(self, node: Expression) -> str:
        text = self.say(node)
        is_joint = not isinstance(node, Fact | Not) and _JOINT.search(text)
        is_quantified = isinstance(node, Exists | ForAll | ForN) and not self._named(node, "")
        return f"({text})" if is_joint or is_quantified else text

    def _negated(self, node: Expression) -> str:
        if isinstance(node, Exists) and not self._named(node, ""):
            return f"for no {_those(node.variable)}: {self.say(node.body)}"
        text = self.say(node)
        if isinstance(node, Fact) and " is " in text:
            return text.replace(" is ", " is not ", 1)
        return f"not ({text})"

    def _fact(self, fact: Atom) -> str:
        names = [_bare(name) for name in fact.arguments]
        if fact.predicate == "is":
            return f"{names[0]} is {class_words(fact.arguments[1])}"
        words = self._words(fact.predicate)
        return words.format(*names) if words else _call(fact.predicate, names)

    def _words(self, name: str) -> str:
        """How the predicate `name` is said, over `{0}` and `{1}`; empty if it has no words."""
        predicate = self._domain.predicates.get(name)
        if predicate is not None and predicate.words:
            return predicate.words[0]
        return self._more.get(name, "")


def facts_in_words(text: str, domain: Domain, more: Mapping[str, str]) -> str:
    """`text` with every fact and its truth in words, where the domain or `more` has words for it.

    "ontop(towel_1, stove_1) is true" becomes "towel_1 is on stove_1".
    """
    phrases = Phrases(domain, more)

    def words(match: re.Match[str]) -> str:
        name, listed, truth = match.groups()
        atom = Atom(name, tuple(map(str.strip, listed.split(","))))
        if not phrases.has_words(atom):
            return match[0]
        if truth == "unknown":
            return f"unknown whether {phrases.say(Fact(atom))}"
        return phrases.say(Fact(atom) if truth == "true" else Not((Fact(atom),)))

    return _JUDGED_FACT.sub(words, text)


def _call(name: str, arguments: Sequence[str]) -> str:
    return f"{name}({', '.join(map(_bare, arguments))})"


def _bare(name: str) -> str:
    return name.removeprefix("?")


def _those(variable: Variable) -> str:
    kind, name = class_words(variable.synset), _bare(variable.name)
    return kind if kind.split()[-1] == name else f"{kind} {name}"


def class_words(text: str) -> str:
    """A class expression in words: `thing & !microwave.n.02` is "thing and not microwave"."""
    said = _NAME.sub(lambda found: class_of(found[0]).replace("_", " "), text)
    for sign, word in (("&", " and "), ("|", " or "), ("!", " not ")):
        said = said.replace(sign, word)
    return " ".join(said.split())
