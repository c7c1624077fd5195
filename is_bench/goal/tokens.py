"""S-expressions with positions: the syntax of BDDL conditions and problems."""

from __future__ import annotations

import re
from dataclasses import dataclass

from is_bench.errors import Place, SyntaxProblem

MAX_DEPTH = 100
"""Deeper nesting is rejected; real conditions have fewer than ten levels."""

_TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+|\n|[^\S\n]+|;")


@dataclass(frozen=True)
class Word:
    """A word in lower case, with its place."""

    text: str
    place: Place


@dataclass(frozen=True)
class Group:
    """A parenthesized list, with the place of its opening parenthesis."""

    items: tuple[Word | Group, ...]
    place: Place

    @property
    def head(self) -> str:
        """The leading word, or "" if there is none."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""


def read_groups(text: str, source: str) -> list[Group]:
    """All top-level groups of `text`; raises SyntaxProblem with the place of the problem."""
    done: list[Group] = []
    stack: list[tuple[Place, list[Word | Group]]] = []
    for word in _words(text, source):
        if word.text == "(":
            if len(stack) >= MAX_DEPTH:
                raise SyntaxProblem(f"nested deeper than {MAX_DEPTH} parentheses", word.place)
            stack.append((word.place, []))
        elif word.text == ")":
            if not stack:
                raise SyntaxProblem("unmatched ')'", word.place)
            place, items = stack.pop()
            group = Group(tuple(items), place)
            (stack[-1][1] if stack else done).append(group)
        elif not stack:
            raise SyntaxProblem(f"expected '(', found {word.text!r}", word.place)
        else:
            stack[-1][1].append(word)
    if stack:
        raise SyntaxProblem("unmatched '('", stack[-1][0])
    return done


def read_group(text: str, source: str) -> Group:
    """The only top-level group of `text`; raises SyntaxProblem."""
    groups = read_groups(text, source)
    if len(groups) != 1:
        place = groups[1].place if groups else Place(source)
        raise SyntaxProblem(f"expected one expression in parentheses, found {len(groups)}", place)
    return groups[0]


def need_operands(item: Group, count: int, form: str) -> None:
    """Raise SyntaxProblem unless `count` items follow the head; `form` is how it is written."""
    if len(item.items) != count + 1:
        raise SyntaxProblem(f"'{item.head}' is written {form}", item.place)


def _words(text: str, source: str) -> list[Word]:
    words = []
    line, start = 1, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "\n":
            line, start = line + 1, match.end()
        elif not token[0].isspace() and not token.startswith(";"):
            place = Place(source, line, match.start() - start + 1)
            words.append(Word(token.lower(), place))
    return words
