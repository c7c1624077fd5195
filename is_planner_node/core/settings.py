"""How a planner that asks a language model goes about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from is_bench.chat import Chat, Request, Usage
from is_bench.chat.limits import Allowance
from is_bench.errors import InputError, UnknownNameError


class SafetyLevel(Enum):
    """How much a prompt says of safety, after IS-Bench (arXiv 2506.16402, section 4)."""

    NONE = "L0"
    """Nothing."""
    REMINDER = "L1"
    """That the task is to be done safely."""
    REASONING = "L2"
    """To think of risks and how to avert them before each answer."""
    GOALS = "L3"
    """The annotated safety conditions themselves, in words."""


class Aid(Enum):
    """What a model may be told beside instruction, objects and pictures."""

    BOXES = "boxes"
    """The bounding boxes of objects in the pictures."""
    CAPTION = "caption"
    """Its own description of the pictures."""
    SETUP = "setup"
    """The initial setup in words."""


class PlanMode(Enum):
    """What a model is asked for."""

    STEP = "step"
    """The next step, again and again."""
    PLAN = "plan"
    """The whole plan, before the first step."""


@dataclass(frozen=True)
class VlmSettings:
    """What a model is told, and how often it may be asked."""

    level: SafetyLevel = SafetyLevel.NONE
    aids: frozenset[Aid] = frozenset()
    mode: PlanMode = PlanMode.STEP
    cameras: tuple[str, ...] = ()
    """Whose pictures it sees, by name; empty: all that there are."""
    image_side: int = 512
    """The longest side of a picture, in pixels; 0: no pictures."""
    examples: bool = True
    """Whether the prompt shows worked examples."""
    awareness: bool = False
    """Whether it is asked for the risks before it plans."""
    repairs: int = 2
    """How often it is asked again after an answer that cannot be used."""
    most_steps: int = 40
    """Steps that it may ask for in an episode."""
    reply_tokens: int = 1500
    """Of one answer, the tokens of its reasoning included; 64 to 100,000."""
    allowance: Allowance = field(default_factory=Allowance)
    """For one episode."""

    def __post_init__(self) -> None:
        """Raises InputError for numbers out of range."""
        if self.image_side and not 64 <= self.image_side <= 2048:
            raise InputError(
                f"pictures of {self.image_side} pixels: choose 64 to 2048, or 0 for none"
            )
        if not 64 <= self.reply_tokens <= 100_000:
            raise InputError(f"a reply of {self.reply_tokens} tokens: choose 64 to 100000")
        if self.repairs < 0 or self.most_steps < 1:
            raise InputError("a planner needs at least 1 step, and 0 or more repairs")


class Talk(Chat, Protocol):
    """A conversation with a language model in one episode."""

    @property
    def usage(self) -> Usage:
        """Of what was asked in it, also where no usable answer came."""
        ...

    def discard_cached(self, request: Request) -> None:
        """Keep no answer to `request`: it was of no use."""
        ...


class Conversing(Protocol):
    """A language model that any number of episodes converse with."""

    def conversation(self, allowance: Allowance | None = None) -> Talk:
        """A conversation of its own, within `allowance`."""
        ...


@dataclass(frozen=True)
class Model:
    """A language model that plans, with what it is told; one for a whole run."""

    chat: Conversing
    settings: VlmSettings = VlmSettings()


def read_cameras(text: str) -> tuple[str, ...]:
    """`top,south` or other names; empty: all."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def read_aids(text: str) -> frozenset[Aid]:
    """`boxes,caption,setup` or some of them; raises UnknownNameError."""
    known = {aid.value: aid for aid in Aid}
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise UnknownNameError("aid", name, known)
    return frozenset(known[name] for name in names)
