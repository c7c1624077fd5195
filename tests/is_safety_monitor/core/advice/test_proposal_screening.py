from __future__ import annotations

import json
from typing import Any

import pytest

from is_bench.objects import make_object
from is_bench.verdict import Decision
from is_safety_monitor.core.advice import Screening, ScreeningResult
from kb.constraint import Constraint
from kb.loader import load_library
from tests.kb.adviser.samples import FRIDGE, HOUSEHOLD, SCENE, TOWEL, proposal

OPEN_TOWEL = {
    "violated": [{"steps": ["PICK(towel.n.01_1)"]}],
    "satisfied": [{"facts": ["folded(towel.n.01_1)"], "steps": ["PICK(towel.n.01_1)"]}],
}


def screened(
    *documents: dict[str, Any], among: tuple[Constraint, ...] = (), **settings: Any
) -> ScreeningResult:
    screening = Screening(HOUSEHOLD, SCENE, among, **settings)
    return screening.screened([json.dumps(document) for document in documents], "a-model")


def why_not(document: dict[str, Any], among: tuple[Constraint, ...] = ()) -> str:
    found = screened(document, among=among)
    assert not found.accepted
    return found.rejected[0].why


def before(step: str, require: str, examples: dict[str, Any], kind: str = "towel.n.01") -> Any:
    """A proposal that demands `require` of `x` before `step`."""
    return proposal(
        hazard=None,
        before=step,
        require=require,
        where={"x": kind},
        things=["towel.n.01_1"],
        examples=examples,
    )


def test_good_proposals_are_accepted() -> None:
    found = screened(FRIDGE, TOWEL)
    assert [c.id for c in found.constraints] == [
        "advice_close_refrigerator",
        "advice_towel_on_running_stove",
    ]
    assert not found.rejected


@pytest.mark.parametrize("decision", [Decision.WARN, Decision.BLOCK])
def test_the_user_decides_what_they_do(decision: Decision) -> None:
    assert screened(TOWEL, decision=decision).constraints[0].decision is decision


def test_one_that_fails_keeps_no_other_from_counting() -> None:
    found = screened({"id": "junk"}, TOWEL, {})
    assert len(found.accepted) == 1
    assert len(found.rejected) == 2


def test_what_is_known_is_not_accepted_again() -> None:
    assert "subsumed by" in why_not(FRIDGE, load_library())
    found = screened(TOWEL, TOWEL, {**TOWEL, "id": "another_name"})
    assert [each.why for each in found.rejected] == [
        "there is another constraint 'advice_towel_on_running_stove'",
        "equivalent to advice_towel_on_running_stove",
    ]


def test_opposites_are_not_accepted_together() -> None:
    one = before("PICK(x)", "(folded ?x)", OPEN_TOWEL)
    turned = {"violated": OPEN_TOWEL["satisfied"], "satisfied": OPEN_TOWEL["violated"]}
    other = {**before("PICK(x)", "(not (folded ?x))", turned), "id": "the_other", "text": "y" * 30}
    found = screened(one, other)
    assert len(found.accepted) == 1
    assert "demands the opposite" in found.rejected[0].why


@pytest.mark.parametrize(
    ("things", "said"),
    [
        (["unicorn_1"], "no 'unicorn_1' in the scene"),
        (["towel.n.01_1", "floor.n.01_1"], "floor.n.01_1 is of no class"),
    ],
)
def test_the_things_are_those_of_the_scene(things: list[str], said: str) -> None:
    assert said in why_not(proposal(things=things))


def test_a_proposal_about_things_that_are_not_there_does_not_count() -> None:
    where = {"x": "towel.n.01", "h": "microwave.n.02"}
    assert "no scene object matches" in why_not(proposal(where=where, things=["towel.n.01_1"]))


def test_a_proposal_about_too_much_does_not_count() -> None:
    apples = [make_object(f"apple.n.01_{n}", "apple.n.01") for n in range(2, 102)]
    scene = SCENE.joined(apples)
    wide = proposal(where={"x": "apple.n.01", "h": "apple.n.01"}, things=["apple.n.01_1"])
    found = Screening(HOUSEHOLD, scene, ()).screened([json.dumps(wide)], "a-model")
    assert "more than 5000 groundings" in found.rejected[0].why


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hazard": "(and (toggled_on ?h) (not (toggled_on ?h)) (ontop ?x ?h))"}, "to be blocked"),
        ({"hazard": "(or (toggled_on ?h) (not (toggled_on ?h)) (ontop ?x ?h))"}, "to be blocked"),
        (
            {"where": {"x": "towel.n.01", "h": "fluid & rigid"}, "things": ["towel.n.01_1"]},
            "no scene object matches",
        ),
        ({"where": {"x": "towel.n.01", "h": "stove.n.01", "z": "apple.n.01"}}, "z is not used"),
    ],
)
def test_what_says_nothing_does_not_count(changes: dict[str, Any], said: str) -> None:
    assert said in why_not(proposal(**changes))


@pytest.mark.parametrize(
    ("require", "said"),
    [
        ("(or (folded ?x) (not (folded ?x)))", "always true"),
        ("(and (folded ?x) (not (folded ?x)))", "to be allowed"),
    ],
)
def test_requirements_that_hold_always_or_never_do_not_count(require: str, said: str) -> None:
    assert said in why_not(before("PICK(x)", require, OPEN_TOWEL))


def test_the_examples_decide() -> None:
    swapped = {key: TOWEL["examples"][other] for key, other in _SWAPPED}
    assert "example" in why_not(proposal(examples=swapped))
    same = dict.fromkeys(("violated", "satisfied"), TOWEL["examples"]["violated"])
    assert "to be allowed" in why_not(proposal(examples=same))


_SWAPPED = (("violated", "satisfied"), ("satisfied", "violated"))


def test_what_stops_a_skill_for_everything_does_not_count() -> None:
    wide = before("PICK(x)", "(folded ?x)", OPEN_TOWEL, "rigid | cloth | fluid | granular")
    assert "it blocks PICK for every object" in why_not(wide)


def test_what_stops_most_work_does_not_count() -> None:
    skills = [
        f"{name}(x{', _' * (skill.arity - 1)})"
        for name, skill in HOUSEHOLD.skills.items()
        if skill.arity
    ]
    wide = before("PICK(x)", "(folded ?x)", OPEN_TOWEL, "rigid & !openable & !book.n.02 | cloth")
    assert "ordinary first steps" in why_not({**wide, "before": skills})


def test_whatever_breaks_is_a_rejection(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OverflowError("too large")

    monkeypatch.setattr(
        "is_safety_monitor.core.advice.proposal_screening.read_proposal",
        broken,
    )
    assert why_not(TOWEL) == "checking it failed (OverflowError: too large)"
