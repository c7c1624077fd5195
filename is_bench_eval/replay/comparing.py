"""Compares recorded verdicts with replayed ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from is_bench.calls import SkillCall
from is_bench.guard_log import HoldBegun, TaskBegun
from is_bench.verdict import Advice, Decision, Verdict
from is_bench_eval.replay.log import Answer, GuardLog
from is_bench_eval.replay.player import Replayed


class Difference(Enum):
    """The first difference of two verdicts, the most important first."""

    DECISION = "decision"
    CONSTRAINTS = "constraints"
    FEEDBACK = "feedback"
    DETAILS = "details"
    """Remedy, objects, fault, unknown facts, finality, advice."""
    NOT_REPLAYED = "not replayed"
    NOT_RECORDED = "not recorded"
    NONE = "same"


@dataclass(frozen=True)
class Pair:
    """A recorded verdict and the replayed one."""

    episode: str
    index: int
    """Of the step; of a task 0."""
    action: str
    """The step, of a task the instruction."""
    recorded: Verdict | None
    replayed: Verdict | None
    difference: Difference
    why: str = ""
    conditional: bool = False
    """Whether it follows a diverged step, which only one of the two guards stopped."""


def pairs(log: GuardLog, replayed: Iterable[Replayed]) -> Iterator[Pair]:
    """Every verdict of a log, in order."""
    forks, unmet = False, dict(sorted(log.answers.items()))
    for found in replayed:
        yield from _unanswered([n for n in unmet if n < found.number], unmet)
        unmet.pop(found.number, None)
        if isinstance(found.entry, TaskBegun):
            forks = False
        then = log.answers.get(found.number)
        if then is None and _was_silent(log, found):
            continue
        yield from _of(found, then, conditional=forks)
        forks = forks or _decides_otherwise(found, then)
    yield from _unanswered(list(unmet), unmet)


def _unanswered(numbers: Sequence[int], unmet: dict[int, Answer]) -> Iterator[Pair]:
    """Verdicts of which the log does not tell what was judged; takes them out of `unmet`."""
    for number in numbers:
        answer, why = unmet.pop(number), f"entry {number} of the guard's log is missing"
        for verdict in answer.verdicts:
            lost = Difference.NOT_REPLAYED
            yield Pair(answer.episode, verdict.index, verdict.action, verdict, None, lost, why)


def _of(found: Replayed, then: Answer | None, *, conditional: bool) -> Iterator[Pair]:
    old = then.verdicts if then else ()
    new = found.answer.verdicts if found.answer else ()
    beside = "" if then is None or found.answer is None else _beside_text(then, found.answer)
    for recorded, replayed in zip_longest(old, new):
        said = recorded or replayed
        difference, why = _difference(recorded, replayed, beside)
        beside = ""
        yield Pair(
            found.episode,
            said.index,
            said.action,
            recorded,
            replayed,
            difference,
            found.why_not or why,
            conditional,
        )


def _was_silent(log: GuardLog, found: Replayed) -> bool:
    """Whether the guard rightly said nothing then: it had no such stage, or went on to wait."""
    if isinstance(found.entry, TaskBegun):
        return "task" not in found.entry.judged_by.stages
    return isinstance(log.entries.get(found.number + 1), HoldBegun)


def _decides_otherwise(found: Replayed, then: Answer | None) -> bool:
    """Whether today's guard would have let pass what was stopped, or stopped what passed."""
    if found.answer is None or then is None:
        return False
    return found.answer.enforced != then.enforced


def _difference(old: Verdict | None, new: Verdict | None, beside: str) -> tuple[Difference, str]:
    if new is None:
        return Difference.NOT_REPLAYED, ""
    if old is None:
        return Difference.NOT_RECORDED, "the verdict is missing in the bag"
    if old.decision is not new.decision:
        return Difference.DECISION, _constraints_text(old, new) or _gist(new, old)
    if old.constraints != new.constraints:
        return Difference.CONSTRAINTS, _constraints_text(old, new)
    if old.feedback != new.feedback:
        return Difference.FEEDBACK, _feedback_text(old.feedback, new.feedback)
    for name in ("remedy", "objects", "fault", "unknown", "final", "module", "subject", "index"):
        if (was := getattr(old, name)) != (now := getattr(new, name)):
            return Difference.DETAILS, f"{name}: {_shown(was)} -> {_shown(now)}"
    return (Difference.DETAILS, beside) if beside else (Difference.NONE, "")


def _shown(value: object) -> str:
    """A detail of a verdict; calls as they are written."""
    if isinstance(value, Sequence) and not isinstance(value, str | SkillCall):
        return ", ".join(map(str, value)) or "none"
    return str(getattr(value, "value", value))


def _beside_text(then: Answer, now: Answer) -> str:
    """How advice, or the constraints that were considered, differ; empty if they do not."""
    if then.beside == now.beside:
        return ""
    names = _names_text(_ids(then), _ids(now))
    return f"advice or considered constraints: {names or 'other remedies'}"


def _ids(answer: Answer) -> tuple[str, ...]:
    return tuple(said.constraint if isinstance(said, Advice) else said for said in answer.beside)


def _constraints_text(old: Verdict, new: Verdict) -> str:
    return _names_text(old.constraints, new.constraints)


def _names_text(old: Sequence[str], new: Sequence[str]) -> str:
    gone = [f"-{name}" for name in old if name not in new]
    come = [f"+{name}" for name in new if name not in old]
    if not gone and not come and old != new:
        return "the same constraints in another order"
    return " ".join([*gone, *come])


def _gist(new: Verdict, old: Verdict) -> str:
    return (new.feedback if new.decision is not Decision.ALLOW else old.feedback)[:200]


def _feedback_text(old: str, new: str) -> str:
    """Both texts from a little before where they part."""
    same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    start = max(0, (min(len(old), len(new)) if same is None else same) - 20)
    lead = "…" if start else ""
    return f"{lead}{old[start : start + 60]!r} -> {lead}{new[start : start + 60]!r}"
