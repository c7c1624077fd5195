"""Conversations with language models behind OpenAI-compatible endpoints."""

from is_bench.chat.errors import ChatError, ChatReplyProblem, ChatUnavailable
from is_bench.chat.messages import Chat, Message, Picture, Reply, Request, Role, Usage

__all__ = [
    "Chat",
    "ChatError",
    "ChatReplyProblem",
    "ChatUnavailable",
    "Message",
    "Picture",
    "Reply",
    "Request",
    "Role",
    "Usage",
]
