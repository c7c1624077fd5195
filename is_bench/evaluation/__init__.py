"""Process-oriented evaluation: cautions judged when they matter, two scorings, metrics."""

from is_bench.evaluation.judge import ConditionVerdict, Score, Verdicts, judge
from is_bench.evaluation.metrics import Fraction, MetricSet, Tally, metrics
from is_bench.evaluation.trace import Ending, Status, Trace, TraceStep

__all__ = [
    "ConditionVerdict",
    "Ending",
    "Fraction",
    "MetricSet",
    "Score",
    "Status",
    "Tally",
    "Trace",
    "TraceStep",
    "Verdicts",
    "judge",
    "metrics",
]
