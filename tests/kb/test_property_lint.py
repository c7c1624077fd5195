import pytest

from kb.properties import load_properties
from kb.property_lint import problems, scene_classes
from tests.kb.small_properties import table


def test_library_has_no_problems() -> None:
    assert problems(load_properties()) == []


def test_every_scene_class_is_covered() -> None:
    known = load_properties()
    covered = scene_classes(known)
    assert len(covered) > 2900
    assert all(known.of(synset) for synset in covered)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- class: [apple.n.01]\n  is: [burns, stony]\n", "exclude each other"),
        ("- class: [apple.n.01]\n  is: [burns, warm]\n", "'warm' says of apple.n.01 nothing new"),
        ("- class: [apple.n.01]\n  is_not: [warm]\n", "'warm' says of apple.n.01 nothing new"),
        ("- class: [apple.n.01]\n  is: [spare]\n", "has members but is open"),
        ("- class: [apple.n.01]\n  is: [warm]\n", "stony: is empty"),
        ("- class: [apple.n.01]\n  is: [warm]\n", "classes without properties"),
        (
            "- {class: dish.n.02, is: [warm]}\n- {class: meat_loaf.n.01, is: [warm]}\n",
            "'warm' says of meat_loaf.n.01 nothing new",
        ),
        (
            "- class: [loaf_of_bread.n.01]\n  is: [warm]\n- class: [dish.n.02]\n  is_not: [warm]\n",
            "state it for meat_loaf.n.01",
        ),
    ],
)
def test_lint_finds(text: str, message: str) -> None:
    assert any(message in problem for problem in problems(table("statements:\n" + text)))


def test_lint_accepts_a_statement_that_settles_a_contradiction() -> None:
    known = table(
        "statements:\n- class: [loaf_of_bread.n.01]\n  is: [warm]\n"
        "- class: [dish.n.02]\n  is_not: [warm]\n- class: [meat_loaf.n.01]\n  is: [warm]\n"
    )
    assert not any("meat_loaf.n.01 nothing" in problem for problem in problems(known))
