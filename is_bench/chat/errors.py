"""The errors of conversations with language models.

ChatError
  ChatUnavailable   no response: not reached, rejected, too slow, or a limit of this run is used up
  ChatReplyProblem  a response that is no chat completion, or has no text
"""

from __future__ import annotations

from is_bench.errors import IsBenchError


class ChatError(IsBenchError):
    """A language model gave no usable reply; the message never quotes the server or a key."""


class ChatUnavailable(ChatError):
    """There was no response; an infrastructure failure, never the agent's."""


class ChatReplyProblem(ChatError):
    """The response was no chat completion, or had no text."""
