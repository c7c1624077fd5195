from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.goal import parse_condition
from is_bench_eval.doctor.defects.expressions import named_in
from is_bench_eval.doctor.defects.states import missing_state
from tests.is_bench.scenes import full, objects, short
from tests.is_bench_eval.doctor.samples import Sample, defects, line_of
from tests.small_dataset import APPLE, RAG, STOVE

ON, DIRTY = f"(toggled_on {STOVE})", f"(ontop {RAG} {STOVE})"


def test_several_top_level_goals(tmp_path: Path) -> None:
    def change(task: Sample) -> None:
        task.goals["execution_goal_condition"] = f"(:goal (cooked {APPLE}) (not {ON}))"
        task.replace_problem(
            f"(:goal (and (cooked ?{APPLE})))", f"(:goal (cooked {APPLE}) (not {ON}))"
        )

    found = defects(tmp_path, change)
    assert found.keys() == {"several top-level expressions"}
    finding = found["several top-level expressions"]
    assert finding.message == f"faithful scoring ignores (not {ON})"
    assert line_of(finding).startswith('"execution_goal_condition"')


def test_several_goals_in_a_condition(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.add_condition(f"(not {ON}) (not {DIRTY})"))
    assert found.keys() == {"several top-level expressions"}
    assert line_of(*found.values()).startswith('"safety_bddl"')


def test_a_not_with_several_operands(tmp_path: Path) -> None:
    text = f"(forall (?s - stove.n.01) (or (not (toggled_on ?s) {DIRTY}) (cooked {APPLE})))"
    found = defects(tmp_path, lambda task: task.add_condition(text))
    assert found.keys() == {"'not' with several operands"}
    assert found["'not' with several operands"].message == f"faithful scoring ignores {DIRTY}"


def test_a_predicate_of_an_object_without_that_state(tmp_path: Path) -> None:
    text = f"(and (not {ON}) (not (exists (?r - rag.n.01) (open ?r))))"
    found = defects(tmp_path, lambda task: task.add_condition(text))
    assert found.keys() == {"predicate of an object without that state"}
    message = found["predicate of an object without that state"].message
    assert message == f"(open ?r): {RAG} is not openable"


THINGS = objects("agent table jar rag water stain apple fridge stove foil")


@pytest.mark.parametrize(
    ("atom", "why"),
    [
        ("nextto water stove", "is a substance, which has no 'nextto'"),
        ("inside stain jar", "is a substance"),
        ("covered table apple", "is no substance"),
        ("filled table water", "is not fillable"),
        ("contains water water", "is no thing that can be 'contains'"),
        ("covered agent stain", "is no thing that can be 'covered'"),
        ("saturated table water", "is not particleRemover"),
        ("toggled_on table", "is not toggleable"),
        ("cooked table", "is not cookable"),
        ("folded table", "is not cloth or rope"),
        ("covered table stain", ""),
        ("saturated rag water", ""),
        ("filled jar water", ""),
        ("cooked apple", ""),
        ("real water", ""),
        ("nextto rag stove", ""),
        ("overlaid foil table", ""),
    ],
)
def test_which_states_things_have(atom: str, why: str) -> None:
    predicate, *words = atom.split()
    things = [thing for word in words for thing in objects(word)]
    found = missing_state(predicate, things)
    assert why in found if why else found == ""


def test_the_objects_that_an_expression_names() -> None:
    table = objects("apple table rag stove sink")
    text = full("(imply (forpairs (?a - rag) (?b - stove) (ontop ?a ?b)) (open table))")
    names = named_in([parse_condition(text, table, "")], table)
    assert " ".join(map(short, names)) == "table rag stove"
