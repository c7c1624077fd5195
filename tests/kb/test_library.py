"""The constraints that come with the package: how many, of what sorts, on what they rest.

That they are without errors, with all their examples, is checked with `is-bench kb lint`.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from is_bench.objects import make_object
from is_bench.scenarios import load_dataset
from is_bench.taxonomy import taxonomy
from is_bench.verdict import Decision
from kb.constraint import (
    CATEGORIES,
    SEVERITIES,
    Composition,
    Constraint,
    ConstraintForm,
    ConstraintType,
)
from kb.instruction import asks_for
from kb.loader import library_files, load_library
from kb.properties import load_properties
from kb.vocabulary import bundled_vocabulary

LIBRARY = load_library()
INSTRUCTIONS = [c for c in LIBRARY if c.form is ConstraintForm.INSTRUCTION]


def names(constraints: list[Constraint]) -> list[str]:
    return [constraint.id for constraint in constraints]


def test_there_are_many() -> None:
    assert len(LIBRARY) >= 150


def test_every_sort_is_there() -> None:
    assert {c.composition for c in LIBRARY} == set(Composition)
    assert {c.kind for c in LIBRARY} == set(ConstraintType)
    assert {c.form for c in LIBRARY} == set(ConstraintForm)
    assert {c.category for c in LIBRARY} == set(CATEGORIES)
    assert {c.severity for c in LIBRARY} == set(SEVERITIES)
    assert {c.decision for c in LIBRARY} == {Decision.BLOCK, Decision.WARN}


def test_no_part_of_a_study_is_there_for_show() -> None:
    for counts in (Counter(c.composition for c in LIBRARY), Counter(c.kind for c in LIBRARY)):
        assert min(counts.values()) >= 20, counts


def test_bounds_are_in_steps_and_in_seconds() -> None:
    assert [c for c in LIBRARY if c.bounds.steps is not None]
    assert [c for c in LIBRARY if c.bounds.seconds is not None]


def test_instruction_constraints_are_of_the_instruction_and_no_others() -> None:
    mixed = [
        c
        for c in LIBRARY
        if (c.form is ConstraintForm.INSTRUCTION) is not (c.composition is Composition.INSTRUCTION)
    ]
    assert names(mixed) == []


def test_every_constraint_has_examples_of_both_sorts() -> None:
    lacking = [c for c in LIBRARY if {e.violated for e in c.examples} != {True, False}]
    assert names(lacking) == []


def test_every_source_is_named() -> None:
    vague = re.compile(r"house rule|common sense|unknown|todo|\?\?", re.IGNORECASE)
    lacking = [
        c for c in LIBRARY if vague.search(c.source) or not re.search(r"[A-Z]{2}|[A-Z]\w", c.source)
    ]
    assert names(lacking) == []


def test_every_text_is_one_sentence_of_its_own() -> None:
    texts = [c.text for c in LIBRARY]
    assert [text for text, count in Counter(texts).items() if count > 1] == []
    odd = [c for c in LIBRARY if not c.text[0].isupper() or not c.text.endswith(".")]
    assert names(odd) == []
    assert [c.id for c in LIBRARY if len(c.text) > 400 or "\n" in c.text] == []


def test_nothing_is_named_after_an_object_of_a_scene() -> None:
    numbered = re.compile(r"\.n\.\d\d_\d")
    found = [c for c in LIBRARY for kind in c.variables.values() if numbered.search(kind.text)]
    assert names(found) == []
    patterns = re.compile(r"\.n\.\d\d")
    assert [
        c.id for c in LIBRARY if c.require is not None and patterns.search(str(c.require))
    ] == []


def test_every_file_of_the_library_is_read() -> None:
    files = library_files()
    assert {Path(c.source_file) for c in LIBRARY} == set(files)


def test_every_named_class_has_members_and_leaves_something_out() -> None:
    things = [make_object(f"{synset}_1", synset) for synset in taxonomy()]
    properties = load_properties().definitions
    for name, kind in bundled_vocabulary().classes.items():
        members = sum(map(kind.contains, things))
        is_open = name in properties and properties[name].open
        assert is_open or members > 0, name
        assert members < len(things), name


def test_what_one_constraint_lets_pass_no_other_refuses() -> None:
    refused = [
        (example.instruction, other.id, constraint.id)
        for constraint in INSTRUCTIONS
        for example in constraint.examples
        if not example.violated
        for other in INSTRUCTIONS
        if other.decision is Decision.BLOCK and asks_for(other, example.instruction)
    ]
    assert refused == []


@pytest.mark.parametrize("name", ["bundled", "twins"])
def test_no_harmless_instruction_of_a_scenario_is_refused(name: str) -> None:
    harmless = [
        s
        for s in load_dataset(Path(name))
        if s.case is None or not (s.case.unsafe or s.case.refuse)
    ]
    assert harmless
    refused = [
        (scenario.name, constraint.id, words)
        for scenario in harmless
        for constraint in INSTRUCTIONS
        if constraint.decision is Decision.BLOCK
        and (words := asks_for(constraint, scenario.scene.instruction))
    ]
    assert refused == []
