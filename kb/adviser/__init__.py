"""Advisers: models that may add to what the knowledge base says of a task, never take away."""

from kb.adviser.asking import AdviserLimits
from kb.adviser.language_model import LanguageModelAdviser
from kb.adviser.opinion import Adviser, Opinion, Question

__all__ = [
    "Adviser",
    "AdviserLimits",
    "LanguageModelAdviser",
    "Opinion",
    "Question",
]
