"""Domain files: what they may say, and every fault with line and column."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.domain import (
    Domain,
    Dynamics,
    Observer,
    ParameterRole,
    PredicateKind,
    SourceText,
    domain_from_texts,
    load_domain,
)
from is_bench.errors import InputError, SyntaxProblem
from tests.is_bench.domain.rooms import full, table

ROBOT = """\
domain: my_robot
title: A robot that waters plants
extends: household
inherit: [DONE, NAVIGATE_TO]
predicates:
  wet: {arguments: 1, words: ["{0} is wet"], observer: robot}
  clamped: {arguments: 2, sort: place}
conditions:
  watered_by ?p ?c: (and (wet ?p) (exists (?s - fluid) (contains ?c ?s)))
skills:
  WATER:
    meaning: water a plant from a can
    parameters: {plant: covered, can: {role: source, where: fillable & !openable}}
    requires:
      - (not (watered_by ?plant ?can))
    effects: ["(wet ?plant)"]
    duration: 20
    words: ["water {plant} with {can}"]
    kind_of: ["SPREAD(can, plant)", {call: PICK(can), where: {can: fillable}}]
labels: {Rubber Plant: pot_plant.n.01}
"""


KEYS = (
    *("domain", "title", "extends", "inherit", "dynamics", "text", "predicates", "conditions"),
    *("skills", "labels", "meaning", "parameters", "requires", "effects", "duration", "words"),
    *("kind_of", "arguments", "sort", "role", "where", "call", "WATER", "PICK", "wet", "x"),
)


def read(text: str) -> Domain:
    return domain_from_texts([SourceText("robot.yaml", text)])


def fault(text: str) -> tuple[str, str]:
    with pytest.raises(SyntaxProblem) as caught:
        read(text)
    return str(caught.value.place), caught.value.message


def answered(text: str) -> Domain | None:
    """The domain in `text`, or None if its fault has a place."""
    try:
        return read(text)
    except InputError as error:
        if error.place is None:
            raise
        return None


def changed(old: str, new: str) -> str:
    assert ROBOT.count(old) == 1
    return ROBOT.replace(old, new)


def test_a_domain_is_what_its_file_says() -> None:
    robot = read(ROBOT)
    assert (robot.name, robot.title) == ("my_robot", "A robot that waters plants")
    assert list(robot.skills) == ["NAVIGATE_TO", "WATER", "DONE"]
    assert robot.predicates["wet"].observer is Observer.ROBOT
    assert robot.predicates["clamped"].sort is PredicateKind.PLACE
    assert robot.arities["clamped"] == 2
    assert robot.labels["rubber plant"] == "pot_plant.n.01"
    assert robot.dynamics is Dynamics.EFFECTS
    assert not robot.loose_text
    assert robot.sources == (SourceText("robot.yaml", ROBOT),)


def test_a_skill_is_what_its_entry_says() -> None:
    skill = read(ROBOT).skills["WATER"]
    assert [p.name for p in skill.parameters] == ["plant", "can"]
    assert [p.role for p in skill.parameters] == [ParameterRole.COVERED, ParameterRole.SOURCE]
    assert skill.parameters[1].where.text == "fillable & !openable"
    assert list(map(str, skill.requires)) == [
        "(not (and (wet ?plant) (exists (?s - fluid) (contains ?can ?s))))"
    ]
    assert list(map(str, skill.effects)) == ["(wet ?plant)"]
    assert (skill.duration_s, skill.words) == (20.0, ("water {plant} with {can}",))
    assert skill.argument(parse_call("WATER(a, b)"), ParameterRole.SOURCE) == "b"


def test_skills_that_are_not_inherited_stay_in_the_vocabulary() -> None:
    robot = read(ROBOT)
    assert robot.vocabulary.keys() == load_domain("household").vocabulary.keys() | {"WATER"}
    objects = table("plant mug")
    call = parse_call(full("WATER(plant, mug)"))
    assert robot.kinds(call, objects) == (
        call,
        parse_call(full("SPREAD(mug, plant)")),
        parse_call(full("PICK(mug)")),
    )


def test_a_kind_holds_only_of_its_classes() -> None:
    robot = read(ROBOT)
    kinds = robot.kinds(parse_call(full("WATER(plant, spoon)")), table("plant spoon"))
    assert [kind.skill for kind in kinds] == ["WATER", "SPREAD"]


def test_without_a_list_everything_is_inherited() -> None:
    robot = read(changed("inherit: [DONE, NAVIGATE_TO]\n", ""))
    assert robot.skills.keys() == load_domain("household").skills.keys() | {"WATER"}


def test_every_domain_has_done() -> None:
    robot = read("domain: bare")
    assert list(robot.skills) == ["DONE"]
    assert robot.check(DONE) is DONE
    assert robot.title == "bare"


def test_a_domain_that_only_names_things_keeps_the_dynamics_it_extends() -> None:
    assert read("{domain: d, extends: is_bench}").dynamics is Dynamics.BENCHMARK
    skill = "{domain: d, extends: is_bench, skills: {GO: {meaning: go}}}"
    assert read(skill).dynamics is Dynamics.EFFECTS


def test_case_does_not_matter_in_abilities() -> None:
    robot = read(changed("fillable & !openable", "HEATSOURCE"))
    assert robot.skills["WATER"].parameters[1].where.text == "heatSource"


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("extends: household", "extends: houshold", "3:10", "did you mean household"),
        ("NAVIGATE_TO]", "NAVIGATE]", "4:17", "did you mean NAVIGATE_TO"),
        ("arguments: 1", "arguments: 3", "6:20", "3 is not one of"),
        ("  wet:", "  Wet:", "6:8", "a predicate is named in lower case"),
        ("{0} is wet", "{1} is wet", "6:8", "no slot is named '1'"),
        ("  clamped: {arguments: 2", "  gives: {arguments: 2", "7:10", "a reserved word"),
        ("  clamped: {arguments: 2", "  held: {arguments: 2", "7:9", "has 1 argument(s)"),
        ("sort: place", "sort: spot", "7:33", "'spot' is not one of"),
        ("(wet ?p)", "(wett ?p)", "9:27", "did you mean wet"),
        ("(wet ?p)", "(clamped ?p)", "9:26", "'clamped' takes 2 objects, not 1"),
        ("watered_by ?p ?c:", "watered by ?p:", "9:18", "a condition is named like"),
        ("watered_by ?p ?c:", "open ?p ?c:", "9:15", "is already defined"),
        ("meaning: water a plant from a can", "duration: 3", "17:5", "is given twice"),
        ("plant: covered", "plant: coverd", "13:25", "did you mean covered"),
        ("fillable & !openable", "fillible", "13:61", "did you mean fillable"),
        ("(not (watered_by", "(not (watered_bye", "15:15", "did you mean watered_by"),
        ("?plant ?can))", "?plant))", "15:14", "'watered_by' takes 2 objects, not 1"),
        ('["(wet ?plant)"]', '["(wet ?plan)"]', "16:21", "did you mean plant"),
        ('["(wet ?plant)"]', "[wet plant]", "16:15", "expected '('"),
        ('["(wet ?plant)"]', '["(real ?plant)"]', "16:15", "an effect cannot change 'real'"),
        (
            '["(wet ?plant)"]',
            '["(inside ?can pot_plant.n.01)"]',
            "16:15",
            "write (exists (?x - pot_plant.n.01) ...)",
        ),
        ("duration: 20", "duration: .nan", "17:15", "a finite number of s"),
        ("duration: 20", "duration: -1", "17:15", "less than the minimum"),
        ("{plant} with {can}", "{plant} with {cann}", "18:12", "did you mean can"),
        ("SPREAD(can, plant)", "SPREAT(can, plant)", "19:15", "did you mean SPREAD"),
        ("SPREAD(can, plant)", "SPREAD(can)", "19:15", "SPREAD takes (source, target)"),
        ("SPREAD(can, plant)", "SPREAD(can, plan)", "19:15", "did you mean plant"),
        ("SPREAD(can, plant)", "SPREAD(can plant", "19:15", "is not a skill call"),
        ("where: {can: fillable}", "where: {car: fillable}", "19:37", "did you mean can"),
        ("where: {can: fillable}", "where: {can: fillible}", "19:68", "did you mean fillable"),
        ("pot_plant.n.01", "pot_plan.n.01", "20:24", "did you mean pot_plant.n.01"),
        ("  WATER:", "  DONE:", "12:5", "DONE is built in"),
        ("  WATER:", "  PICK:", "12:5", "PICK has 1 parameter(s) in household"),
        ("  WATER:", "  water:", "12:5", "a skill is named in upper case"),
        ("labels:", "lables:", "1:1", "Additional properties"),
    ],
)
def test_a_fault_has_line_and_column(old: str, new: str, place: str, message: str) -> None:
    found, said = fault(changed(old, new))
    assert message in said
    assert found == f"robot.yaml:{place}", said


def test_a_fault_in_a_block_of_lines_has_its_own_line() -> None:
    text = """\
domain: d
extends: household
skills:
  GO:
    meaning: go
    parameters: {place: place}
    effects:
      - |
        (and (robot_near ?place)
             (naer ?place))
      - >-
        (and (robot_near ?place)
        (robot_near ?plaice))
"""
    assert fault(text)[0] == "robot.yaml:10:15"
    assert fault(text.replace("naer", "robot_near"))[0] == "robot.yaml:13:21"


@pytest.mark.parametrize(
    "text", ["", "[]", "3", "domain", "domain: ''", "{domain: a, domain: b}", "domain: [", "\x00"]
)
def test_what_is_no_domain_is_a_syntax_problem(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert caught.value.place is not None


def _values() -> st.SearchStrategy[object]:
    keys = st.sampled_from(KEYS) | st.text(max_size=5)
    leaves = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=12)
        | st.sampled_from(["household", "is_bench", "(wet ?x)", "place", "fluid", "PICK(x)"])
    )
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=25,
    )


@settings(max_examples=200, deadline=None)
@given(_values())
def test_any_document_is_a_domain_or_an_input_error(document: object) -> None:
    if isinstance(document, dict):
        document.setdefault("domain", "fuzzed")
    domain = answered(yaml.safe_dump(document))
    assert domain is None or DONE.skill in domain.skills


def _broken(entry: Mapping[str, object]) -> str:
    document = yaml.safe_load(ROBOT)
    document["skills"]["WATER"].update(entry)
    return yaml.safe_dump(document)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["requires", "effects", "words", "kind_of"]),
    st.lists(st.text(alphabet="()?plantcw -.{}01isforaexm", max_size=40), max_size=2),
)
def test_any_expression_is_read_or_an_input_error(key: str, texts: list[str]) -> None:
    domain = answered(_broken({key: texts}))
    assert domain is None or "WATER" in domain.skills


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(ROBOT)), st.text(max_size=3), st.integers(0, 12))
def test_a_damaged_file_is_read_or_an_input_error(at: int, put: str, cut: int) -> None:
    domain = answered(ROBOT[:at] + put + ROBOT[at + cut :])
    assert domain is None or domain.check(SkillCall("DONE")) == DONE
