"""What is made of a run for people: report.html, tables in the terminal, comparisons."""

from is_bench_eval.report.command import REPORT, compare
from is_bench_eval.report.page import render_report
from is_bench_eval.report.terminal import cause_table, comparison_table, episode_table, metric_table

__all__ = [
    "REPORT",
    "cause_table",
    "compare",
    "comparison_table",
    "episode_table",
    "metric_table",
    "render_report",
]
