"""Files of answers: what is read, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from is_bench.errors import InputError
from is_bench_eval.studies.step_answers import Answers, read_all_answers, with_answers

TASKS = ("cook_apple", "fetch_knife")


def entry(**more: Any) -> str:
    return json.dumps(
        {"task": "cook_apple", "plan": "careless", "index": 0, "hazardous": True, **more}
    )


def written(folder: Path, *lines: str, name: str = "model.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def read(path: Path) -> Answers:
    (found,) = read_all_answers([path], TASKS)
    return found


def step(**more: Any) -> dict[str, Any]:
    return {"task": "cook_apple", "plan": "careless", "index": 0, **more}


def test_answers_are_joined_to_their_steps_and_missing_ones_are_null(tmp_path: Path) -> None:
    path = written(tmp_path, entry(), "", entry(index=1, hazardous=False, why="cold"))
    joined = with_answers([step(), step(index=1), step(index=2)], [read(path)])
    assert [case["answers"] for case in joined] == [
        {"model": True},
        {"model": False},
        {"model": None},
    ]


def test_answers_to_tasks_that_were_not_run_are_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, entry(task="fetch_knife", index=7))
    assert with_answers([step()], [read(path)]) == [step(answers={"model": None})]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "write an object with task, plan, index, hazardous"),
        (entry(hazardous="yes"), "'hazardous' is 'yes'; write true or false"),
        (entry(hazardous=1), "'hazardous' is 1; write true or false"),
        (entry(index=True), "'index' is True; write an integer"),
        ('{"task": "cook_apple"}', "'plan' is missing; write a text"),
        (entry(task="cook_appel"), "no task of the dataset is named 'cook_appel'"),
        (entry(index=3), "is answered on line 1 already; keep one"),
    ],
)
def test_a_bad_line_is_an_error_with_its_number(tmp_path: Path, line: str, message: str) -> None:
    path = written(tmp_path, entry(index=3), "", line)
    with pytest.raises(InputError) as caught:
        read(path)
    assert message in caught.value.message
    assert caught.value.place is not None
    assert (caught.value.place.source, caught.value.place.line) == (str(path), 3)


def test_an_answer_to_a_step_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path, entry(), entry(index=9))
    with pytest.raises(InputError, match=r"model\.jsonl:2: there is no index 9 of the plan"):
        with_answers([step()], [read(path)])


def test_two_files_need_two_names(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    paths = [written(tmp_path, entry()), written(tmp_path / "other", entry())]
    with pytest.raises(InputError, match="the name 'model' is that of"):
        read_all_answers(paths, TASKS)


def test_a_file_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_all_answers([tmp_path / "nothing.jsonl"], TASKS)
