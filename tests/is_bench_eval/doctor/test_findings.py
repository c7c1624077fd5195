from __future__ import annotations

from is_bench_eval.doctor.findings import Area, Finding, Severity, worst


def finding(severity: Severity) -> Finding:
    return Finding(severity, Area.INSTALL, "", "", "")


def test_the_worst_finding_counts() -> None:
    assert worst([]) is Severity.OK
    found = [finding(severity) for severity in (Severity.NOTE, Severity.WARNING, Severity.OK)]
    assert worst(found) is Severity.WARNING
    assert worst([*found, finding(Severity.ERROR)]) is Severity.ERROR
