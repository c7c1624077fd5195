"""The goal language: BDDL conditions with three truth values and explanations."""

from is_bench.goal.evaluate import Evaluation, Reason, conjunction, evaluate, truth_of
from is_bench.goal.parse import Language, parse_condition, parse_goals, parse_template
from is_bench.goal.syntax import Expression

__all__ = [
    "Evaluation",
    "Expression",
    "Language",
    "Reason",
    "conjunction",
    "evaluate",
    "parse_condition",
    "parse_goals",
    "parse_template",
    "truth_of",
]
