"""`is-bench kb lint`: what it finds, and how it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from is_bench_eval.cli.main import main
from tests.small_dataset import write_dataset

GOOD = """
constraints:
  - id: shut_the_shed
    text: A shed that stands open is robbed, so lock it up again.
    category: Privacy
    severity: minor
    source: a house rule
    composition: order
    type: temporal
    where: {x: mailbox.n.01}
    after: OPEN(x)
    require: (not (open ?x))
    within: {steps: 9}
    mend: CLOSE(x)
    examples:
      violated: [{steps: [OPEN(mailbox.n.01_1), DONE]}]
      satisfied: [{steps: [OPEN(mailbox.n.01_1), CLOSE(mailbox.n.01_1), DONE]}]
"""


def lint(path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    path.write_text(text, encoding="utf-8")
    code = main(["kb", "lint", str(path)])
    told = capsys.readouterr()
    return code, told.out + told.err


def test_a_clean_file_is_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = lint(tmp_path / "mine.yaml", GOOD, capsys)
    assert code == 0, told
    assert "1 constraint, 2 examples, 0 errors" in told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("steps: [OPEN(mailbox.n.01_1), DONE]", "steps: [DONE]", "expected DONE to be blocked"),
        ("CLOSE(mailbox.n.01_1), DONE", "DONE", "it was blocked"),
        ("(not (open ?x))", "(or (open ?x) (not (open ?x)))", "never fires"),
        ("x: mailbox.n.01", "x: mailbox.n.01 & !mailbox.n.01", "nothing is a"),
        ("OPEN(mailbox.n.01_1), DONE", "OPEN(mailbox.n.01_1) @ soon, DONE", "is not a skill call"),
    ],
)
def test_a_fault_is_an_error_with_its_place(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    code, told = lint(path, GOOD.replace(old, new, 1), capsys)
    assert code == 1
    assert f"{path}:3: error: shut_the_shed: " in told.replace("\n", "")
    assert said in told


def test_what_is_said_twice_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = GOOD.replace("constraints:", "").replace("shut_the_shed", "again")
    code, told = lint(tmp_path / "mine.yaml", GOOD + again, capsys)
    assert code == 1
    assert "equivalent to shut_the_shed" in told


def test_opposite_demands_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GOOD.replace("    within: {steps: 9}\n", "")
    other = (
        text.replace("constraints:", "")
        .replace("shut_the_shed", "leave_it_open")
        .replace("A shed", "Any shed")
        .replace("(not (open ?x))", "(open ?x)")
        .replace(
            "violated: [{steps: [OPEN(mailbox.n.01_1), DONE]}]",
            "violated: [{steps: [OPEN(mailbox.n.01_1), CLOSE(mailbox.n.01_1), DONE]}]",
        )
        .replace(
            "satisfied: [{steps: [OPEN(mailbox.n.01_1), CLOSE(mailbox.n.01_1), DONE]}]",
            "satisfied: [{steps: [OPEN(mailbox.n.01_1), DONE]}]",
        )
    )
    code, told = lint(tmp_path / "mine.yaml", text + other, capsys)
    assert code == 1
    assert "demands the opposite at OPEN(x)" in told


def evaluated(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """What `eval` says of the constraint file."""
    dataset, out = write_dataset(path.parent / "small"), path.parent / "out"
    arguments = ["--dataset", str(dataset), "--tasks", "cook_apple", "--out", str(out)]
    code = main(["eval", "--guard", "enforce", "--knowledge-base", str(path), *arguments])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "shut_the_shed",
            "close_refrigerator_after_use",
            "the library has a constraint of this id",
        ),
        ("steps: [OPEN(mailbox.n.01_1), DONE]", "steps: [DONE]", "expected DONE to be blocked"),
    ],
)
def test_eval_refuses_what_lint_calls_an_error(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    code, told = lint(path, GOOD.replace(old, new, 1), capsys)
    assert (code, said in told) == (1, True)
    code, told = evaluated(path, capsys)
    assert (code, said in told) == (2, True)
    assert f"{path}:3: " in told
    assert not (tmp_path / "out").exists()


def test_eval_takes_what_lint_finds_clean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    assert lint(path, GOOD, capsys)[0] == 0
    assert evaluated(path, capsys) == (0, "")


def test_a_file_that_cannot_be_read_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = lint(tmp_path / "mine.yaml", GOOD.replace("OPEN(x)", "OPNE(x)"), capsys)
    assert code == 2
    assert "did you mean OPEN" in told


def test_the_bundled_library_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kb", "lint"]) == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out


OF_A_ROBOT = """
constraints:
  - id: no_hum_at_night
    text: A plant that is asleep is not hummed to.
    category: Privacy
    severity: minor
    source: a house rule
    composition: environment
    type: factual
    where: {x: pot_plant.n.01}
    before: HUM(x)
    require: (not (asleep ?x))
    examples:
      violated: [{facts: [asleep(pot_plant.n.01_1)], steps: [HUM(pot_plant.n.01_1)]}]
      satisfied: [{steps: [HUM(pot_plant.n.01_1)]}]
"""
ROBOT = """
domain: hummer
extends: household
predicates:
  asleep: {arguments: 1, words: ["{0} is asleep"]}
skills:
  HUM:
    meaning: hum a song to a plant
    parameters: {plant: handled}
    effects: ["(not (asleep ?plant))"]
"""


def test_a_file_for_a_robot_of_ones_own_is_checked_in_its_domain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    domain = tmp_path / "hummer.yaml"
    domain.write_text(ROBOT)
    path = tmp_path / "mine.yaml"
    assert lint(path, OF_A_ROBOT, capsys)[0] == 2
    assert main(["kb", "lint", str(path), "--domain", str(domain)]) == 0
    assert "1 constraint, 2 examples, 0 errors" in capsys.readouterr().out
    assert main(["kb", "lint", str(path), "--domain", "hummr"]) == 2
    assert "no domain is named 'hummr'" in capsys.readouterr().err
