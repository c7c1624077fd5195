"""Relevance by a language model: optional, and only ever adding to what rules have found."""

from kb.relevance.language_model import LanguageModelRelevance, Limits
from kb.relevance.opinion import Opinion, Relevance

__all__ = [
    "LanguageModelRelevance",
    "Limits",
    "Opinion",
    "Relevance",
]
