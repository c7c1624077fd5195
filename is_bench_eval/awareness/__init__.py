"""Safety awareness: which of the annotated risks a planner has named before it acted."""

from is_bench_eval.awareness.judge import Judge, Judgement, Match
from is_bench_eval.awareness.risks import Risk, risks_of

__all__ = ["Judge", "Judgement", "Match", "Risk", "risks_of"]
