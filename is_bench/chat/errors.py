"""The errors of conversations with language models.

ChatError
  ChatUnavailable   no answer: not reached, refused, too slow, or a limit of this run is used up
  ChatReplyProblem  an answer that is no chat completion, or has no text
"""

from __future__ import annotations

from is_bench.errors import IsBenchError


class ChatError(IsBenchError):
    """A language model gave no usable answer; the text never quotes the server or a key."""


class ChatUnavailable(ChatError):
    """There was no answer; the infrastructure's fault, never the agent's."""


class ChatReplyProblem(ChatError):
    """The answer was no chat completion, or had no text."""
