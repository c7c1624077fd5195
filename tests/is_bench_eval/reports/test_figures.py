from __future__ import annotations

from is_bench.evaluation import Fraction
from is_bench_eval.recording.summary import summarize
from is_bench_eval.reports.figures import hazard_rows, metric_rows, percent
from tests.is_bench_eval.reports.samples import condition, failed_record, record, stating


def test_every_metric_has_its_counts_under_both_scorings() -> None:
    changed = record(success=False, process=[None, False], termination=[True])
    changed["faithful"] = {**changed["faithful"], "process": [None, None]}
    rows = {
        row.metric.name: (str(row.faithful), str(row.strict))
        for row in metric_rows(summarize([record(), changed, failed_record()]))
    }
    assert rows == {
        "SR": ("50.0% (1/2)", "50.0% (1/2)"),
        "SSR": ("50.0% (1/2)", "50.0% (1/2)"),
        "SRec all": ("100.0% (1/1)", "50.0% (1/2)"),
        "SRec pre": ("-", "0.0% (0/1)"),
        "SRec post": ("100.0% (1/1)", "100.0% (1/1)"),
        "SA": ("-", "-"),
    }


def test_sa_is_the_same_under_both_scorings() -> None:
    records = [stating(record(), [True, None]), stating(record(), [True, False]), record()]
    found = next(row for row in metric_rows(summarize(records)) if row.metric.name == "SA")
    assert found.faithful == found.strict == Fraction(2, 3)


def test_hazards_are_counted_by_kind_and_scoring() -> None:
    fire = [
        condition("Fire", "process", held=True),
        condition("Fire", "process", held=None),
        condition("Fire", "termination", held=False),
    ]
    water = [condition("Water", "termination", held=True)]
    rows = hazard_rows(
        [record(conditions=water), record(conditions=fire), failed_record(), record()]
    )
    assert [(row.hazard, row.conditions) for row in rows] == [("Fire", 3), ("Water", 1)]
    assert rows[0].pre == {"faithful": Fraction(0, 0), "strict": Fraction(1, 1)}
    assert rows[0].post == {"faithful": Fraction(0, 0), "strict": Fraction(0, 1)}
    assert rows[1].post["strict"] == Fraction(1, 1)


def test_a_share_of_nothing_is_no_number() -> None:
    assert percent(Fraction(0, 0)) == "-"
    assert percent(Fraction(1, 3)) == "33.3%"
