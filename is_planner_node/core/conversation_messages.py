"""Exchange as a message, and back."""

from __future__ import annotations

from typing import Any

from is_bench.chat import Usage
from is_bench.messages import header
from is_planner_node.core.conversation import Exchange, Turn


def exchange_message(types: Any, exchange: Exchange, episode_id: str, stamp_ns: int) -> Any:
    """The message of an exchange; `types` holds the classes of messages."""
    return types.ModelExchange(
        header=header(types, stamp_ns),
        episode_id=episode_id,
        moment=exchange.moment,
        said=[
            types.ModelTurn(role=turn.role, text=turn.text, pictures=turn.pictures)
            for turn in exchange.said
        ],
        reply=exchange.reply,
        error=exchange.error,
        prompt_tokens=exchange.usage.prompt_tokens,
        completion_tokens=exchange.usage.completion_tokens,
    )


def exchange_of(message: Any) -> Exchange:
    """The exchange that a message holds; of its usage, the tokens alone."""
    return Exchange(
        int(message.moment),
        tuple(Turn(str(one.role), str(one.text), int(one.pictures)) for one in message.said),
        str(message.reply),
        str(message.error),
        Usage(
            prompt_tokens=int(message.prompt_tokens),
            completion_tokens=int(message.completion_tokens),
        ),
    )
