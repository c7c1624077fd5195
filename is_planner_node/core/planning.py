"""What a run says of the language model that plans: where it is, what it is told, what it costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from is_bench.chat.client import OpenAIChat, answer_cache
from is_bench.chat.endpoint import Endpoint, Prices
from is_bench.chat.limits import Allowance, Limits
from is_bench.errors import InputError
from is_planner_node.core.settings import Aid, Model, PlanMode, SafetyLevel, VlmSettings


@dataclass(frozen=True)
class Planning:
    """The arguments of the planner vlm; all plain data, and no key."""

    endpoint: str
    model: str
    key_variable: str = "OPENAI_API_KEY"
    key_file: Path | None = None
    price_prompt: float | None = None
    """For a million tokens, as is `price_completion`."""
    price_completion: float | None = None
    max_cost: float | None = None
    """Of the whole run, as is `max_tokens`."""
    max_tokens: int | None = None
    requests_per_minute: int | None = None
    safety_level: SafetyLevel = SafetyLevel.NONE
    aids: frozenset[Aid] = frozenset()
    plan_mode: PlanMode = PlanMode.STEP
    cameras: tuple[str, ...] = ()
    image_size: int = 512
    reply_tokens: int = 1500
    awareness: bool = False
    examples: bool = True

    def __post_init__(self) -> None:
        """Raises InputError for prices of which one is missing, and whatever settings refuse."""
        prices = self._endpoint().prices
        if self.max_cost is not None and prices is None:
            raise InputError(
                f"--max-cost {self.max_cost:g} needs --price-prompt and --price-completion"
            )
        self.settings  # noqa: B018  # refuses what is out of range

    @property
    def settings(self) -> VlmSettings:
        """What the planner is told."""
        return VlmSettings(
            level=self.safety_level,
            aids=self.aids,
            mode=self.plan_mode,
            cameras=self.cameras,
            image_side=self.image_size,
            reply_tokens=self.reply_tokens,
            awareness=self.awareness,
            examples=self.examples,
        )

    def open(self) -> Model:
        """The model, for a whole run.  Raises InputError without `openai`, or for a bad key."""
        limits = Limits(
            requests_per_minute=self.requests_per_minute,
            run=Allowance(tokens=self.max_tokens, cost=self.max_cost),
        )
        return Model(OpenAIChat(self._endpoint(), limits, answer_cache()), self.settings)

    def shared(self, workers: int) -> Planning:
        """What one of so many processes may use up: limits of a run are not passed by all of them.

        Raises InputError where a share is nothing.
        """
        rate, tokens = self.requests_per_minute, self.max_tokens
        for name, limit in (("--requests-per-minute", rate), ("--max-tokens", tokens)):
            if limit is not None and limit < workers:
                raise InputError(f"{name} {limit} cannot be shared by {workers} workers")
        return replace(
            self,
            requests_per_minute=None if rate is None else rate // workers,
            max_tokens=None if tokens is None else tokens // workers,
            max_cost=None if self.max_cost is None else self.max_cost / workers,
        )

    def _endpoint(self) -> Endpoint:
        prices = Prices.of(self.price_prompt, self.price_completion)
        return Endpoint(self.endpoint, self.model, self.key_variable, self.key_file, prices=prices)
