"""Process-oriented evaluation: cautions judged when they matter, two scorings, metrics."""

from is_bench.evaluation.causes import AGENT, Cause, CauseKind, Causes, ScoreCauses, find_causes
from is_bench.evaluation.judge import ConditionVerdict, Score, Verdicts, judge
from is_bench.evaluation.metrics import Fraction, MetricSet, Tally, metrics
from is_bench.evaluation.trace import Ending, Status, Trace, TraceStep

__all__ = [
    "AGENT",
    "Cause",
    "CauseKind",
    "Causes",
    "ConditionVerdict",
    "Ending",
    "Fraction",
    "MetricSet",
    "Score",
    "ScoreCauses",
    "Status",
    "Tally",
    "Trace",
    "TraceStep",
    "Verdicts",
    "find_causes",
    "judge",
    "metrics",
]
