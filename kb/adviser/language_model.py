"""Language-model adviser: selects and proposes constraints."""

from __future__ import annotations

from dataclasses import replace

from is_bench.cache import FileCache
from is_bench.chat import ChatError, Request
from is_bench.chat.endpoint import Endpoint
from kb.adviser.adviser_client import AdviserClient, AdviserLimits
from kb.adviser.opinion import Opinion, Question
from kb.adviser.prompt import messages, schema
from kb.adviser.reply import read_reply


class LanguageModelAdviser:
    """Queries a model behind an OpenAI-compatible endpoint; an `Adviser` for one episode at a time.

    A failure leaves the constraints unchanged, and `Opinion.note` states the problem.  A repeated
    request is answered from the cache, and costs nothing.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        limits: AdviserLimits | None = None,
        cache: FileCache | None = None,
    ) -> None:
        """The limits override the endpoint's; `cache` None: replies are not cached.

        Raises InputError without the `openai` library.
        """
        self._client = AdviserClient(endpoint, limits or AdviserLimits(), cache)

    @property
    def tokens_spent(self) -> int:
        """Tokens of this episode: as reported by the server, otherwise estimated."""
        return self._client.tokens_spent

    def new_episode(self) -> None:
        """Reset the token budget."""
        self._client.new_episode()

    def opinion(self, question: Question) -> Opinion:
        """The model's reply; empty with a note if the query fails or the reply is malformed."""
        ids = [constraint.id for constraint in question.offered]
        unread, read = question.unread, [one.sentence for one in question.read]
        told = schema(ids, restates=bool(unread), doubts=bool(read))
        request = Request(messages(question), told, schema_name="opinion")
        try:
            found = self._client.ask(request, lambda text: read_reply(text, ids, unread, read))
        except ChatError as problem:
            found = Opinion(note=str(problem))
        return replace(found, model=self._client.model)
