"""What a spectator knows of a guard, from what was published.  Times are integer nanoseconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from is_bench.durations import seconds_to_ns
from is_bench.verdict import Obligation
from is_bench_eval.console.wording import Wording, benchmark_wording
from kb.constraint import Bounds

UNKNOWN = "unknown"
VERDICTS_KEPT = 50
LATENCIES_KEPT = 300


@dataclass(frozen=True)
class Judged:
    """A verdict on a step or an instruction."""

    at_ns: int
    index: int
    subject: str
    """The call or the instruction."""
    decision: str
    """allow, warn or block."""
    constraints: tuple[str, ...] = ()
    feedback: str = ""
    enforced: bool = False
    spent_ns: int = 0
    episode: str = ""


@dataclass(frozen=True)
class Running:
    """A skill that is being executed."""

    subject: str
    since_ns: int
    episode: str = ""
    index: int = 0


@dataclass(frozen=True)
class Stop:
    """The emergency stop, as last told of."""

    stopped: bool
    source: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Gate:
    """What a gate beside a driver last reported."""

    at_ns: int
    driver_present: bool
    executing: int
    trouble: str = ""
    """The last thing that it refused or stopped."""


@dataclass(frozen=True)
class ComponentFault:
    """A part of the guard that is not well, of /diagnostics."""

    part: str
    message: str


@dataclass(frozen=True)
class Due:
    """An obligation, with what is left of its bounds; None: there is no such bound."""

    obligation: Obligation
    steps_left: int | None = None
    ns_left: int | None = None


@dataclass
class WatchState:
    """The guard as it is known now; `hearing` tells it of messages."""

    node: str = "is_safety_monitor"
    """The guard's name in /diagnostics: with its namespace, without a slash before it."""
    guard: str = UNKNOWN
    """Its lifecycle: active, inactive ...; absent where no node answers."""
    mode: str = ""
    wording: Wording = field(default_factory=benchmark_wording)
    """The words of the robot's domain, once a task has told of it."""
    episode: str = ""
    instruction: str = ""
    begun_ns: int = 0
    """When the episode began."""
    last_ended: tuple[str, int] = ("", 0)
    """The last episode that was ended, and when."""
    stop: Stop | None = None
    """None: nobody has told of it."""
    running: dict[str, Running] = field(default_factory=dict)
    """By the goal's request."""
    verdicts: deque[Judged] = field(default_factory=lambda: deque(maxlen=VERDICTS_KEPT))
    """The latest last."""
    obligations: Sequence[Obligation] | None = ()
    """None: the guard cannot tell."""
    bounds: Mapping[str, Bounds] = field(default_factory=dict)
    """Of constraints, by their ids."""
    began_ns: dict[tuple[str, int], int] = field(default_factory=dict)
    """When the steps of an episode were judged, by its name and their indices."""
    heard_ns: dict[str, int] = field(default_factory=dict)
    """When each source spoke last."""
    gates: dict[str, Gate] = field(default_factory=dict)
    """By the name of the action."""
    component_faults: Sequence[ComponentFault] = ()
    spent_ns: deque[int] = field(default_factory=lambda: deque(maxlen=LATENCIES_KEPT))
    """The times that the last verdicts took."""

    @property
    def over(self) -> bool:
        """Whether the episode was ended."""
        episode, at_ns = self.last_ended
        return bool(self.episode) and episode == self.episode and at_ns >= self.begun_ns

    def begin(self, episode: str, instruction: str = "", at_ns: int = 0) -> None:
        """A task was set: what was of other episodes is forgotten.

        What topics tell may arrive in any order: steps of this one are kept.
        """
        self.episode, self.instruction, self.begun_ns = episode, instruction, at_ns
        self.obligations = ()
        self.began_ns = {key: ns for key, ns in self.began_ns.items() if key[0] == episode}
        self.running = {key: one for key, one in self.running.items() if one.episode == episode}

    def end(self, episode: str, at_ns: int) -> None:
        """An episode was ended: nothing is due any more."""
        self.last_ended = (episode, at_ns)
        if self.over:
            self.obligations = ()

    def judged(self, verdict: Judged) -> None:
        """The guard has said something of a step or an instruction."""
        self.verdicts.append(verdict)
        if verdict.spent_ns:
            self.spent_ns.append(verdict.spent_ns)

    def started(self, request: str, running: Running) -> None:
        """A goal was accepted."""
        self.running[request] = running
        self.began_ns[running.episode, running.index] = running.since_ns

    def ended(self, request: str) -> None:
        """A goal has ended."""
        self.running.pop(request, None)

    def dues(self, now_ns: int) -> list[Due]:
        """What is due, the most urgent first; bounds count from the step that made it due."""
        found = [self._due(item, now_ns) for item in self.obligations or ()]
        return sorted(found, key=_urgency)

    def age_ns(self, source: str, now_ns: int) -> int | None:
        """How long ago `source` spoke; None: never."""
        heard = self.heard_ns.get(source)
        return None if heard is None else max(0, now_ns - heard)

    def latency_ms(self, percent: float) -> float | None:
        """The time [ms] that `percent` percent of the last verdicts took at most; None: no idea."""
        ordered = sorted(self.spent_ns)
        if not ordered:
            return None
        return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] / 1e6

    def _due(self, item: Obligation, now_ns: int) -> Due:
        bounds = self.bounds.get(item.constraint, Bounds())
        steps = ns = None
        if bounds.steps is not None:
            indices = (index for episode, index in self.began_ns if episode == self.episode)
            latest = max(indices, default=item.since)
            steps = max(0, bounds.steps - (latest - item.since))
        began = self.began_ns.get((self.episode, item.since))
        if bounds.seconds is not None and began is not None:
            ns = seconds_to_ns(bounds.seconds) - (now_ns - began)
        return Due(item, steps, ns)


def _urgency(due: Due) -> tuple[bool, int, bool, int, int]:
    ns, steps = due.ns_left, due.steps_left
    return (ns is None, ns or 0, steps is None, steps or 0, due.obligation.since)
