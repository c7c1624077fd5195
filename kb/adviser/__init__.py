"""Advisers: models that can add restrictions to the knowledge base's, never remove any."""

from kb.adviser.adviser_client import AdviserLimits
from kb.adviser.language_model import LanguageModelAdviser
from kb.adviser.opinion import Adviser, Opinion, Question

__all__ = [
    "Adviser",
    "AdviserLimits",
    "LanguageModelAdviser",
    "Opinion",
    "Question",
]
