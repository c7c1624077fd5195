"""S-expressions with positions: the form in which BDDL conditions and problems are written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from is_bench.errors import Place, SyntaxProblem

MAX_DEPTH = 100
"""Nesting beyond this is refused; real conditions nest less than ten deep."""

_TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+|\n|[^\S\n]+|;")


@dataclass(frozen=True)
class Word:
    """A word in lower case, with its place."""

    text: str
    place: Place


@dataclass(frozen=True)
class Group:
    """A parenthesised list, with the place of its opening parenthesis."""

    items: tuple[Word | Group, ...]
    place: Place

    @property
    def head(self) -> str:
        """The leading word, or "" if there is none."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""


def read_groups(text: str, source: str) -> list[Group]:
    """Every top-level group of `text`; raises SyntaxProblem with the place of the fault."""
    done: list[Group] = []
    stack: list[tuple[Place, list[Word | Group]]] = []
    for word in _words(text, source):
        if word.text == "(":
            if len(stack) >= MAX_DEPTH:
                raise SyntaxProblem(f"nested deeper than {MAX_DEPTH} parentheses", word.place)
            stack.append((word.place, []))
        elif word.text == ")":
            if not stack:
                raise SyntaxProblem("this ')' closes nothing", word.place)
            place, items = stack.pop()
            group = Group(tuple(items), place)
            (stack[-1][1] if stack else done).append(group)
        elif not stack:
            raise SyntaxProblem(f"expected '(', found {word.text!r}", word.place)
        else:
            stack[-1][1].append(word)
    if stack:
        raise SyntaxProblem("this '(' is never closed", stack[-1][0])
    return done


def read_group(text: str, source: str) -> Group:
    """The only top-level group of `text`; raises SyntaxProblem."""
    groups = read_groups(text, source)
    if len(groups) != 1:
        place = groups[1].place if groups else Place(source)
        raise SyntaxProblem(f"expected one expression in parentheses, found {len(groups)}", place)
    return groups[0]


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
