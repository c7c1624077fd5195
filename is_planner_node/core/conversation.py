"""The conversation between a planner and its language model, written down."""

from __future__ import annotations

from dataclasses import dataclass, field

from is_bench.chat import ChatError, Message, Reply, Request, Usage
from is_bench.chat.limits import Allowance
from is_planner_node.core.settings import Conversing, Model, Talk


@dataclass(frozen=True)
class Turn:
    """A turn of a request."""

    role: str
    text: str
    pictures: int
    """How many were sent with it."""


@dataclass(frozen=True)
class Exchange:
    """A request and its reply."""

    moment: int
    """How many steps had ended."""
    said: tuple[Turn, ...]
    """The turns of the request that the previous exchange did not have."""
    reply: str
    error: str
    """Why there was no reply; empty if there was one."""
    usage: Usage


@dataclass
class RecordingModel:
    """A language model of one episode whose exchanges are written down."""

    model: Model
    moment: int = 0
    """How many steps have ended; updated by the owner."""
    exchanges: list[Exchange] = field(default_factory=list)
    _before: tuple[Message, ...] = ()

    def as_model(self) -> Model:
        """The same model for the planner."""
        return Model(_RecordingChat(self.model.chat, self), self.model.settings)

    def note(self, request: Request, reply: Reply | None, error: str = "") -> None:
        """Write an exchange down."""
        new = _new(self._before, request.messages)
        self._before = request.messages
        said = tuple(Turn(m.role, m.text, len(m.pictures)) for m in new)
        answer = reply or Reply("")
        self.exchanges.append(Exchange(self.moment, said, answer.text, error, answer.usage))


def _new(before: tuple[Message, ...], now: tuple[Message, ...]) -> tuple[Message, ...]:
    """The messages of `now` behind those that both begin with."""
    same = 0
    for one, other in zip(before, now, strict=False):
        if (one.role, one.text) != (other.role, other.text):
            break
        same += 1
    return now[same:]


@dataclass(frozen=True)
class _RecordingChat:
    """Opens conversations that are written down."""

    chat: Conversing
    into: RecordingModel

    def conversation(self, allowance: Allowance | None = None) -> Talk:
        return _RecordingTalk(self.chat.conversation(allowance), self.into)


@dataclass(frozen=True)
class _RecordingTalk:
    talk: Talk
    into: RecordingModel

    @property
    def usage(self) -> Usage:
        return self.talk.usage

    def ask(self, request: Request) -> Reply:
        try:
            reply = self.talk.ask(request)
        except ChatError as error:
            self.into.note(request, None, str(error))
            raise
        self.into.note(request, reply)
        return reply

    def discard_cached(self, request: Request) -> None:
        self.talk.discard_cached(request)
