"""A language model that looks over what rules have left out, and proposes constraints."""

from __future__ import annotations

from dataclasses import replace

from is_bench.cache import FileCache
from is_bench.chat import ChatError, Request
from is_bench.chat.endpoint import Endpoint
from kb.adviser.asking import AdviserLimits, AdviserLine
from kb.adviser.opinion import Opinion, Question
from kb.adviser.prompt import messages, schema
from kb.adviser.reply import read_reply


class LanguageModelAdviser:
    """Asks a model behind an OpenAI-compatible endpoint; an `Adviser` for one episode at a time.

    Whatever goes wrong, rules stand as they are, and `Opinion.note` says what it was.  A request
    that was answered before is answered from the cache, and costs nothing.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        limits: AdviserLimits | None = None,
        cache: FileCache | None = None,
    ) -> None:
        """The limits go before the endpoint's own; `cache` None: nothing is kept.

        Raises InputError without the `openai` library.
        """
        self._line = AdviserLine(endpoint, limits or AdviserLimits(), cache)

    @property
    def tokens_spent(self) -> int:
        """In this episode: counted by the server where it does that, else estimated."""
        return self._line.tokens_spent

    def new_episode(self) -> None:
        """The whole budget of tokens again."""
        self._line.new_episode()

    def opinion(self, question: Question) -> Opinion:
        """What the model adds; nothing, and a note, if it cannot be asked or understood."""
        ids = [constraint.id for constraint in question.offered]
        request = Request(messages(question), schema(ids), schema_name="opinion")
        try:
            found = self._line.ask(request, lambda text: read_reply(text, ids))
        except ChatError as problem:
            found = Opinion(note=str(problem))
        return replace(found, model=self._line.model)
