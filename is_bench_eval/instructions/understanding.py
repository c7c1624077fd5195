"""What an instruction asks for and requires, and what the guard refuses of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console
from rich.text import Text

from is_bench.calls import SkillCall
from is_bench.domain import Domain
from is_bench.errors import InputError, Place
from is_bench.guard_log import TaskRequest
from is_bench.recognised import RecognisedObject, recognise_objects, table_of
from is_bench.verdict import Decision, GuardMode, TaskVerdict
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import one_line
from is_bench_eval.instructions.things import named_things, things_in
from is_bench_eval.specs.run_guard import guard_settings, knowledge_base
from is_bench_eval.specs.run_spec import RunSpec
from is_safety_monitor.core.advice.restating import RestatingResult
from is_safety_monitor.core.request_reading import read_task
from is_safety_monitor.core.session import Session
from is_safety_monitor.core.stages import Stages
from is_safety_monitor.core.task_safe import (
    DOUBTED,
    NOTHING_RESTATED,
    UNREAD,
    UNREAD_REQUEST,
)
from kb.adviser import Adviser
from kb.constraint import Constraint
from kb.wording import rule_text

_NO_RETRIEVAL = Stages(task=False, plan=False, action=True)
"""Advice is not shown, and no verdict depends on what retrieval finds."""
_RUN = RunSpec(guard=GuardMode.ENFORCE)
_NOT_REFUSING = frozenset({UNREAD, DOUBTED, UNREAD_REQUEST})
"""Constraints of the guard that name what it did not understand."""


@dataclass(frozen=True)
class Refused:
    """Why an instruction is refused."""

    constraint: str
    why: str


@dataclass(frozen=True)
class ModelRestatements:
    """What a language model has restated of the unread requirements, and what it doubts."""

    restated: RestatingResult
    problem: str
    """Of the query; empty: none."""


@dataclass(frozen=True)
class Understood:
    """What was read in an instruction, and what the guard says of it."""

    things: tuple[RecognisedObject, ...]
    calls: tuple[SkillCall, ...]
    requirements: tuple[Constraint, ...]
    unread: tuple[str, ...]
    """Clauses that ask for or require something and were not understood, or are doubted."""
    refused: tuple[Refused, ...]
    domain: Domain
    """In whose words the requirements are told."""
    restatements: ModelRestatements | None = None
    """What a language model has restated; None: none was asked."""

    def document(self) -> dict[str, Any]:
        """The same as JSON."""
        document: dict[str, Any] = {
            "calls": list(map(str, self.calls)),
            "requirements": [
                {
                    "text": one.text,
                    "form": one.form.value,
                    "constraint": rule_text(one, self.domain),
                }
                for one in self.requirements
            ],
            "unread": list(self.unread),
            "refused": [{"constraint": one.constraint, "why": one.why} for one in self.refused],
        }
        if self.restatements is None:
            return document
        doubts = self.restatements.restated.doubts
        return {
            **document,
            "restated": self._restated(self.restatements),
            "doubted": [
                {"text": one.sentence, "read_as": list(one.rules), "why": one.why} for one in doubts
            ],
        }

    def _restated(self, given: ModelRestatements) -> dict[str, Any]:
        return {
            "accepted": [
                {
                    "text": one.sentence,
                    "lines": list(one.lines),
                    "constraints": [rule_text(each, self.domain) for each in one.constraints],
                }
                for one in given.restated.accepted
            ],
            "rejected": [{"text": one.text, "why": one.why} for one in given.restated.rejected],
            "problem": given.problem,
        }


def understand(
    text: str, objects: str | None, domain: Domain, adviser: Adviser | None = None
) -> Understood:
    """Read `text` over the things that `objects` names, or else over those that it names itself.

    `adviser` restates what the rules cannot read, and may doubt what they have read; None: nobody
    does.  Raises InputError where
    `text` is empty, or `objects` names nothing or something twice.
    """
    if not text.strip():
        message = "there is nothing to read; write an instruction, such as 'Close the fridge.'"
        raise InputError(message, Place("TEXT"))
    described = things_in(text, domain) if objects is None else named_things(objects, domain)
    things = recognise_objects(described, domain.labels)
    table = table_of(things)
    read = read_task(text, table, domain)
    session = session_of(domain)
    verdict = session.set_task(TaskRequest("read", "read", text, described), adviser=adviser)
    restatements = None if adviser is None else _model_restatements(session)
    doubts = () if restatements is None else restatements.restated.doubts
    return Understood(
        things=things,
        calls=read.request.asked.calls,
        requirements=read.stated,
        unread=(*read.unread, *(one.sentence for one in doubts), *read.unread_requests),
        refused=_refused(verdict, (*session.base.constraints, *read.stated)),
        domain=domain,
        restatements=restatements,
    )


def _model_restatements(session: Session) -> ModelRestatements:
    """What was restated when the task was set."""
    guard = session.guard
    if guard is None or guard.tasks is None or guard.opinion is None:
        return ModelRestatements(
            NOTHING_RESTATED, "the model was not asked: the task cannot be guarded"
        )
    return ModelRestatements(guard.tasks.restated, guard.opinion.note)


def session_of(domain: Domain) -> Session:
    """A guard as `eval` makes it, which enforces; raises InputError."""
    base = knowledge_base(replace(_RUN, guard_stages=_NO_RETRIEVAL), domain)
    return Session(guard_settings(_RUN, domain), base)


def _refused(found: TaskVerdict | None, constraints: Iterable[Constraint]) -> tuple[Refused, ...]:
    if found is None or found.verdict.decision is not Decision.BLOCK:
        return ()
    verdict, texts = found.verdict, {one.id: one.text for one in constraints}
    named = [name for name in verdict.constraints if name not in _NOT_REFUSING]
    starts = {name: verdict.feedback.find(texts[name]) for name in named if name in texts}
    return tuple(Refused(name, _part(verdict.feedback, name, starts)) for name in named)


def _part(feedback: str, name: str, starts: Mapping[str, int]) -> str:
    """What is said of one constraint in `feedback`, where the text of each has its start.

    All of it for a constraint whose text does not stand there.
    """
    start = starts.get(name, -1)
    if start < 0:
        return feedback
    end = min((other for other in starts.values() if other > start), default=len(feedback))
    return feedback[start:end].strip()


def print_understood(found: Understood, console: Console) -> None:
    """What was read, in tables."""
    recognised = [
        (thing.description.name, thing.recognition.synset or "not recognised")
        for thing in found.things
    ]
    rules = [(rule_text(one, found.domain), one.text) for one in found.requirements]
    refused = [(one.constraint, one.why) for one in found.refused]
    _print(("things", "class"), recognised, console)
    _print(("asks for",), [(str(call),) for call in found.calls], console)
    _print(("requires", "as written"), rules, console)
    _print(("not read",), [(text,) for text in found.unread], console)
    if found.restatements is not None:
        _print_restatements(found.restatements, found.domain, console)
    _print(("refused by", "why"), refused, console)


def _print_restatements(given: ModelRestatements, domain: Domain, console: Console) -> None:
    """How a model has restated what was not read, what it doubts, and what does not count."""
    read = [
        (
            one.sentence,
            " ".join(one.lines),
            "; ".join(rule_text(each, domain) for each in one.constraints),
        )
        for one in given.restated.accepted
    ]
    rejected = [(one.text, one.why) for one in given.restated.rejected]
    model = one_line(given.restated.model) or "a language model"
    _print((f"restated by {model}", "as", "which requires"), read, console)
    doubts = [(one.sentence, "; ".join(one.rules), one.why) for one in given.restated.doubts]
    _print((f"doubted by {model}", "which is read as", "why"), doubts, console)
    _print(("not restated", "why"), rejected, console)
    if given.problem:
        console.print(Text(f" problem: {one_line(given.problem)}", style="dim"))


def _print(headings: Sequence[str], rows: Sequence[Sequence[str]], console: Console) -> None:
    """A table, or one line where it would have no rows."""
    if not rows:
        console.print(Text(f" {headings[0]}: nothing", style="dim"))
        return
    table = plain_table(*headings)
    for row in rows:
        table.add_row(*(Text(one_line(text)) for text in row))
    console.print(table)
