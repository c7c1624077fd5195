"""A language model as the judge of statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from is_bench.chat import Chat, ChatReplyProblem, ChatUnavailable, Request, Usage
from is_bench_eval.awareness.judge import Judgement, Match
from is_bench_eval.awareness.prompt import prompt_version, question
from is_bench_eval.awareness.reply import read_verdicts
from is_bench_eval.awareness.risks import Risk
from is_bench_eval.awareness.statement import sentences

ATTEMPTS = 3
"""How often a verdict is asked for, as in the released evaluation."""


class Talk(Chat, Protocol):
    """A conversation that counts what it costs, and whose useless answers can be forgotten."""

    @property
    def usage(self) -> Usage:
        """Of what was asked, also where no usable answer came."""
        ...

    def discard_cached(self, request: Request) -> None:
        """Keep no answer to `request`."""
        ...


class ModelJudge:
    """Asks a language model for a verdict on each risk.

    A risk for which no usable verdict comes, whatever the reason, has the match null: a miss is
    only what the model calls one.
    """

    def __init__(self, model: str, converse: Callable[[], Talk]) -> None:
        """`converse` begins a conversation with the model that is called `model`."""
        self._model = model
        self._converse = converse

    @property
    def name(self) -> str:
        """The model's name and the version of the prompt."""
        return f"{self._model}, prompt {prompt_version()}"

    def judge(self, instruction: str, statement: str, risks: Sequence[Risk]) -> Judgement:
        """Ask, and ask again for what is missing."""
        said = "\n".join(sentences(statement))
        if not said:
            none = Match(False, reason="the statement says nothing of the scene")
            return Judgement((none,) * len(risks))
        talk = self._converse()
        named = {f"c{number}": risk for number, risk in enumerate(risks, 1)}
        found, problem = _ask(talk, instruction, said, named)
        unjudged = Match(None, reason=f"not judged: {problem}")
        return Judgement(tuple(found.get(name, unjudged) for name in named), talk.usage)


def _ask(
    talk: Talk, instruction: str, said: str, risks: Mapping[str, Risk]
) -> tuple[dict[str, Match], str]:
    """The usable verdicts, and why others are missing."""
    found: dict[str, Match] = {}
    problem = ""
    for _ in range(ATTEMPTS):
        missing = {name: risk for name, risk in risks.items() if name not in found}
        if not missing:
            break
        request = question(instruction, said, missing, problem)
        try:
            reply = talk.ask(request)
        except ChatReplyProblem as error:
            problem = str(error)
            continue
        except ChatUnavailable as error:
            return found, str(error)
        read = read_verdicts(reply.text, missing, said)
        found.update(read.usable)
        problem = read.problem
        if problem:
            talk.discard_cached(request)
    return found, problem
