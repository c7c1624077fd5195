from __future__ import annotations

import io

from rich.console import Console

from is_bench.errors import Place
from is_bench_eval.doctor.findings import Area, Finding, Severity
from is_bench_eval.doctor.printing import counts, print_checks, print_defects

LONG = "a_task_with_a_long_name_" * 5


def defect(
    place: str, message: str = "no wheels", severity: Severity = Severity.WARNING
) -> Finding:
    where = Place(f"/data/tasks/{place}.json", 7, 3)
    return Finding(
        severity, Area.DATASET, f"{severity.value} kind", place, message, where, "mend it"
    )


def printed(*findings: Finding, terminal: bool = False, width: int = 80) -> list[str]:
    output = io.StringIO()
    console = Console(file=output, width=width, force_terminal=terminal, color_system=None)
    print_defects("Dataset", findings, "/data", console)
    return [line.rstrip() for line in output.getvalue().splitlines()]


def test_the_worst_kind_comes_first_each_with_count_and_remedy() -> None:
    note = defect("a", "odd", Severity.NOTE)
    assert printed(note, defect("b"), defect("c")) == [
        "",
        "Dataset",
        "warning: warning kind (2)",
        "  tasks/b.json:7:3: no wheels",
        "  tasks/c.json:7:3: no wheels",
        "  -> mend it",
        "note: note kind (1)",
        "  tasks/a.json:7:3: odd",
        "  -> mend it",
    ]


def test_a_finding_is_one_line_where_nobody_watches() -> None:
    lines = printed(defect(LONG, "word " * 50))
    assert f"  tasks/{LONG}.json:7:3: {'word ' * 49}word" in lines


def test_a_terminal_shows_a_reason_once_and_places_whole() -> None:
    lines = printed(defect("b"), defect(LONG), terminal=True)
    assert lines[3:] == [
        "  no wheels",
        "    tasks/b.json:7:3",
        f"    tasks/{LONG}.json:7:3",
        "  -> mend it",
    ]


def test_foreign_texts_steer_nothing() -> None:
    for terminal in (False, True):
        text = "\n".join(printed(defect("[bold]b", "\x1b[31m[red]evil\nline"), terminal=terminal))
        assert "\x1b[31m" not in text
        assert "[red]evil line" in text
        assert "tasks/[bold]b.json" in text


def checks(*, terminal: bool) -> str:
    output = io.StringIO()
    console = Console(file=output, width=60, force_terminal=terminal, color_system=None)
    found = [
        Finding(Severity.OK, Area.ROS, "ros", "rclpy", "found"),
        Finding(Severity.ERROR, Area.ROS, "ros", "middleware", "no", Place("file", 3), "unset it"),
    ]
    print_checks("ROS", found, console)
    return output.getvalue()


def test_checks_are_aligned() -> None:
    lines = [line.rstrip() for line in checks(terminal=False).splitlines()]
    assert lines[1:] == [
        "ROS",
        "ok       rclpy       found",
        "error    middleware  no (file:3) -> unset it",
    ]
    assert "middleware" in checks(terminal=True)


def test_counts_in_words() -> None:
    found = [defect("a"), defect("b"), defect("c", severity=Severity.ERROR)]
    assert counts(found) == "1 error, 2 warnings"
    assert counts([]) == "nothing is wrong"
