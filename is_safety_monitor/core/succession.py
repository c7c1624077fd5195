"""When an episode may end, and when another task may take its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from is_bench.errors import shorten
from is_bench.guard_log import TaskRequest
from is_bench.verdict import GuardMode, Obligation


@dataclass(frozen=True)
class EpisodeEnd:
    """The result of a call to end an episode."""

    ended: bool
    reason: str = ""
    """Why it did not end; empty if it did."""
    dropped: tuple[Obligation, ...] = ()
    """The obligations that were still open, the oldest first."""


class RunningEpisode(Protocol):
    """Session data needed to decide on task hand-over."""

    moving: int

    @property
    def episode(self) -> str:
        """The episode that runs; empty: none."""
        ...

    @property
    def owner(self) -> str:
        """Who set its task; empty: not stated."""
        ...

    @property
    def mode(self) -> GuardMode:
        """What the guard does with its verdicts."""
        ...

    def due(self, now_ns: int) -> Sequence[Obligation] | None:
        """The open obligations by all known facts; None: unknown."""
        ...


def why_not_begun(session: RunningEpisode, request: TaskRequest, now_ns: int) -> str:
    """Why the task of `request` cannot begin now; empty if it can.

    Nothing is refused by a guard that does not enforce.
    """
    if session.mode is not GuardMode.ENFORCE:
        return ""
    if session.moving:
        return (
            f"a skill of episode {session.episode!r} is still being executed; "
            "set the task when it has ended"
        )
    if request.take_over or (request.owner and request.owner == session.owner):
        return ""
    due = session.due(now_ns)
    if due is not None and not due:
        return ""
    what = "open obligations unknown" if due is None else f"still due: {_listed(due)}"
    return (
        f"episode {session.episode!r}{_of(session.owner)} is still running; {what}; "
        "end it with end_episode, name its owner, or set take_over"
    )


def why_not_ended(session: RunningEpisode, episode: str, owner: str) -> str:
    """Why `owner` cannot end `episode` now; empty if it can."""
    if not episode or episode != session.episode:
        running = repr(session.episode) if session.episode else "none"
        return f"episode {episode!r} is not running; running: {running}"
    if session.owner not in ("", owner):
        return f"episode {episode!r} belongs to {session.owner!r}; only its owner can end it"
    if session.moving:
        return "a skill is still being executed; end the episode when it has ended"
    return ""


def _of(owner: str) -> str:
    return f" of {owner!r}" if owner else ""


def _listed(due: Sequence[Obligation]) -> str:
    return shorten(f"{item.constraint} ({', '.join(item.objects)})" for item in due)
