from __future__ import annotations

import pytest

from is_bench.objects import ObjectTable, make_object
from kb.constraint import ConstraintForm, ConstraintType
from kb.requirements import read_requirements
from kb.requirements.building import Member


def test_members_are_equal_if_they_mean_the_same(kitchen: ObjectTable) -> None:
    oven = kitchen.by_name["oven.n.01_1"]
    assert Member(frozenset({oven.name})) == Member(frozenset({oven.name}))
    assert Member(frozenset({oven.name}))(oven)
    assert not Member(frozenset({oven.name}), others=True)(oven)


@pytest.mark.parametrize(
    ("instruction", "form", "kind"),
    [
        ("Never open the oven.", ConstraintForm.REQUIRE_BEFORE, ConstraintType.FACTUAL),
        (
            "Open the window before you turn on the oven.",
            ConstraintForm.REQUIRE_BEFORE,
            ConstraintType.CAUSAL,
        ),
        (
            "Cut the apple before you cut the carrot.",
            ConstraintForm.DONE_BEFORE,
            ConstraintType.CAUSAL,
        ),
        ("Close the oven after opening it.", ConstraintForm.REQUIRE_AFTER, ConstraintType.TEMPORAL),
        (
            "After opening the oven never turn on the lamp.",
            ConstraintForm.NEVER_AFTER,
            ConstraintType.TEMPORAL,
        ),
    ],
)
def test_forms_have_their_kinds(
    kitchen: ObjectTable, instruction: str, form: ConstraintForm, kind: ConstraintType
) -> None:
    (found,) = read_requirements(instruction, kitchen).constraints
    assert (found.form, found.kind) == (form, kind)


def test_plain_remedies_are_named(kitchen: ObjectTable) -> None:
    def mend(instruction: str) -> list[str]:
        (found,) = read_requirements(instruction, kitchen).constraints
        return [str(pattern) for pattern in found.mend]

    assert mend("Close the fridge within two steps of opening it.") == ["CLOSE(x1)"]
    assert mend("Make sure the towel is in the oven at the end.") == ["PLACE_INSIDE(x1, x2)"]
    assert mend("Take the towel off the stove before you turn it on.") == []


def test_steps_that_are_meant_in_different_states_make_several_constraints(
    kitchen: ObjectTable,
) -> None:
    found = read_requirements("Never wash the plates.", kitchen).constraints
    conditions = [str(constraint.condition) for constraint in found]
    assert len(set(conditions)) == 2
    assert "None" in conditions


def test_another_one_is_not_the_same_one(kitchen: ObjectTable) -> None:
    (found,) = read_requirements(
        "Never open a cabinet while another cabinet is open.", kitchen
    ).constraints
    assert len(found.variables) == 2


def test_where_there_is_no_substance_washing_is_a_step_that_must_be_done() -> None:
    objects = ObjectTable(
        tuple(make_object(f"{synset}_1", synset) for synset in ("apple.n.01", "carving_knife.n.01"))
    )
    (found,) = read_requirements("Wash the apple before you cut it.", objects).constraints
    assert found.require is None
    assert [pattern.skill for pattern in found.done] == ["WIPE"]
