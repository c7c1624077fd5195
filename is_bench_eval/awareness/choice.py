"""Which judge there is: a language model behind an endpoint, or one that needs none."""

from __future__ import annotations

from dataclasses import dataclass, field

from is_bench.cache import FileCache, cache_folder
from is_bench.chat.client import OpenAIChat
from is_bench.chat.endpoint import Endpoint
from is_bench.chat.limits import Limits
from is_bench_eval.awareness.judge import Judge
from is_bench_eval.awareness.model import ModelJudge
from is_bench_eval.awareness.offline import OfflineJudge, embedding_judge, words_judge
from kb.retrieval import RetrievalUnavailable
from kb.retrieval.minilm import shared_model


@dataclass(frozen=True)
class JudgeSettings:
    """Which judge is wanted."""

    endpoint: Endpoint | None = None
    """The language model that judges; None: no model."""
    limits: Limits = field(default_factory=Limits)


def offline_judge() -> OfflineJudge:
    """Compares meanings where the libraries and the model of retrieval are there, else words."""
    try:
        return embedding_judge(shared_model())
    except RetrievalUnavailable:
        return words_judge()


def judge_cache() -> FileCache:
    """Where usable answers of judges are kept."""
    return FileCache(cache_folder(), "verdicts", most=100_000)


def make_judge(settings: JudgeSettings) -> Judge:
    """The judge that is wanted.  Raises InputError if its model cannot be used at all."""
    if settings.endpoint is None:
        return offline_judge()
    chat = OpenAIChat(settings.endpoint, settings.limits, judge_cache())
    return ModelJudge(settings.endpoint.model, chat.conversation)
