"""Relevance by a language model: optional, and only ever adding to what rules have found."""

from kb.relevance.endpoint import Endpoint
from kb.relevance.language_model import LanguageModelRelevance, Limits, reply_cache
from kb.relevance.opinion import Opinion, Relevance

__all__ = [
    "Endpoint",
    "LanguageModelRelevance",
    "Limits",
    "Opinion",
    "Relevance",
    "reply_cache",
]
