"""Every executable form that a constraint can have, and every way in which one is refused."""

from __future__ import annotations

import pytest

from is_bench.calls import SkillCall
from is_bench.errors import InputError
from is_bench.reading.stems import stem
from is_bench.verdict import Decision
from kb.constraint import (
    LAW_FORMS,
    Bounds,
    Composition,
    Constraint,
    ConstraintForm,
    ConstraintType,
    OnUnknown,
)
from kb.loader import parse_constraints

HEAD = """
constraints:
  - id: a_rule
    text: A rule for tests, which says what goes wrong and why.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: order
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
    type: temporal
"""
WHERE = "where: {x: openable, h: heatSource}"
FORMS = {
    ConstraintForm.REQUIRE_BEFORE: ("factual", "before: OPEN(x)", "require: (not (hot ?h))"),
    ConstraintForm.DONE_BEFORE: ("causal", "before: OPEN(x)", "done: WAIT(h)"),
    ConstraintForm.REQUIRE_AFTER: ("temporal", "after: OPEN(x)", "require: (not (open ?x))"),
    ConstraintForm.NEVER_AFTER: ("temporal", "after: OPEN(x)", "never: TOGGLE_ON(h)"),
    ConstraintForm.KEEP_AFTER: ("temporal", "after: OPEN(x)", "keep: (open ?x)"),
    ConstraintForm.COMES_ABOUT: ("temporal", "comes: (open ?x)", "require: (not (open ?x))"),
}


def text_of(*lines: str, kind: str = "temporal") -> str:
    """A file with one constraint, whose form is in `lines`."""
    head = HEAD.replace("type: temporal", f"type: {kind}")
    return head + "".join(f"    {line}\n" for line in lines)


def read(*lines: str, kind: str = "temporal") -> Constraint:
    (found,) = parse_constraints(text_of(*lines, kind=kind), "rules.yaml")
    return found


def refusal(text: str, marked: str) -> str:
    """Why the file is refused, with the line that holds `marked`."""
    line = text[: text.index(marked)].count("\n") + 1
    with pytest.raises(InputError) as caught:
        parse_constraints(text, "rules.yaml")
    assert caught.value.place is not None
    assert (caught.value.place.source, caught.value.place.line) == ("rules.yaml", line)
    assert str(caught.value).startswith(f"rules.yaml:{line}")
    return caught.value.message


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_told_by_its_keys(form: ConstraintForm) -> None:
    kind, *lines = FORMS[form]
    found = read(WHERE, *lines, kind=kind)
    assert (found.form, found.kind) == (form, ConstraintType(kind))
    listed = (found.before, found.after, found.done, found.never)
    conditions = [found.require, found.comes]
    assert sum(map(len, listed)) == len(lines) - (2 - conditions.count(None))
    assert (found.require is not None) is (form.value.split()[-1] in ("require", "keep"))
    assert found.source_file == "rules.yaml"


def test_an_outcome_may_be_mild() -> None:
    lines = ("before: OPEN(x)", "require: (or)", "some: {top: countertop.n.01}")
    mild = "mild: (exists (?t - top) (ontop ?x ?t))"
    found = read(WHERE, *lines, mild, kind="factual")
    assert str(found.mild) == mild.removeprefix("mild: ")
    assert "ontop" not in {literal.predicate for literal in found.literals}
    text = text_of(WHERE, *lines, "mild: (near ?x ?h)", kind="factual")
    assert "'near'" in refusal(text, "mild:")  # what follows from facts is no predicate of a robot


def test_what_is_to_be_kept_is_required() -> None:
    assert str(read(WHERE, *FORMS[ConstraintForm.KEEP_AFTER][1:]).require) == "(open ?x)"


def test_an_instruction_has_phrases() -> None:
    found = read('instruction: ["{give} knife", gun]', "unless: toy", kind="factual")
    assert found.form is ConstraintForm.INSTRUCTION
    assert [phrase.text for phrase in found.phrases] == ["{give} knife", "gun"]
    give, knife = found.phrases[0].items
    assert {stem("hand"), stem("give")} <= give
    assert stem("knives") in knife
    assert [phrase.text for phrase in found.unless] == ["toy"]
    assert found.variables == {}


def test_what_is_left_out_has_a_meaning() -> None:
    found = read(WHERE, *FORMS[ConstraintForm.REQUIRE_AFTER][1:])
    assert found.decision is Decision.BLOCK
    assert found.unknown is OnUnknown.BLOCK
    assert found.bounds == Bounds()
    assert found.condition is None
    assert (found.until, found.mend, found.unless) == ((), (), ())


def test_what_is_given_is_read() -> None:
    found = read(
        WHERE,
        'after: ["OPEN(x)", "PLACE_INSIDE( _ ,x)"]',
        "if: (hot ?h)",
        "require: (not (open ?x))",
        "until: [TOGGLE_OFF(h), DONE]",
        "within: {steps: 3, seconds: 2.5}",
        "unknown: hold",
        "decision: warn",
        "mend: [CLOSE(x)]",
    )
    assert list(map(str, found.after)) == ["OPEN(x)", "PLACE_INSIDE(_, x)"]
    assert list(map(str, found.until)) == ["TOGGLE_OFF(h)", "DONE"]
    assert str(found.condition) == "(hot ?h)"
    assert found.bounds == Bounds(3, 2.5)
    assert (found.unknown, found.decision) == (OnUnknown.HOLD, Decision.WARN)
    assert list(map(str, found.mend)) == ["CLOSE(x)"]
    assert (found.composition, found.category) == (Composition.ORDER, "Fire Hazard")


def test_any_object_matches_an_underscore() -> None:
    placed = read(WHERE, "after: PLACE_INSIDE(_, x)", "require: (not (open ?x))").after[0]
    assert placed.match(SkillCall("PLACE_INSIDE", ("pan.n.01_1", "jar.n.01_1"))) == {
        "x": "jar.n.01_1"
    }


def test_a_variable_is_one_object() -> None:
    wiped = read(WHERE, "after: WIPE(x, x)", "require: (not (open ?x))").after[0]
    assert wiped.match(SkillCall("WIPE", ("rag.n.01_1", "rag.n.01_1"))) == {"x": "rag.n.01_1"}
    assert wiped.match(SkillCall("WIPE", ("rag.n.01_1", "rag.n.01_2"))) is None


def test_a_pattern_is_no_skill_of_that_name_with_other_arguments() -> None:
    opened = read(WHERE, "after: OPEN(x)", "require: (not (open ?x))").after[0]
    assert opened.match(SkillCall("OPEN", ("jar.n.01_1", "rag.n.01_1"))) is None
    assert opened.match(SkillCall("OPEN")) is None


def test_examples_are_traces_in_their_order() -> None:
    text = text_of(WHERE, *FORMS[ConstraintForm.REQUIRE_AFTER][1:]).replace(
        "satisfied: [{steps: [DONE]}]",
        "satisfied: [{facts: open(jar.n.01_1), steps: [CLOSE(jar.n.01_1) @ 3 s, DONE]}]",
    )
    violated, satisfied = parse_constraints(text, "rules.yaml")[0].examples
    assert (violated.violated, violated.steps, violated.facts) == (True, ("DONE",), ())
    assert (satisfied.violated, satisfied.facts) == (False, ("open(jar.n.01_1)",))
    assert satisfied.steps == ("CLOSE(jar.n.01_1) @ 3 s", "DONE")


# Refusals


@pytest.mark.parametrize(
    "lines", [(), ("before: OPEN(x)",), ("require: (open ?x)",), ("after: OPEN(x)",), (WHERE,)]
)
def test_without_a_form_it_says_which_there_are(lines: tuple[str, ...]) -> None:
    message = refusal(text_of(*lines), "id: a_rule")
    assert "no executable form" in message
    assert all(form.value in message for form in ConstraintForm)


@pytest.mark.parametrize(
    ("form", "extra"),
    [
        (ConstraintForm.REQUIRE_BEFORE, "until: CLOSE(x)"),
        (ConstraintForm.REQUIRE_BEFORE, "within: {steps: 2}"),
        (ConstraintForm.REQUIRE_BEFORE, "never: CLOSE(x)"),
        (ConstraintForm.REQUIRE_BEFORE, "unless: toy"),
        (ConstraintForm.DONE_BEFORE, "keep: (open ?x)"),
        (ConstraintForm.DONE_BEFORE, "never: CLOSE(x)"),
        (ConstraintForm.REQUIRE_AFTER, "done: CLOSE(x)"),
        (ConstraintForm.NEVER_AFTER, "keep: (open ?x)"),
        (ConstraintForm.KEEP_AFTER, "done: CLOSE(x)"),
        (ConstraintForm.KEEP_AFTER, "unless: toy"),
        (ConstraintForm.COMES_ABOUT, "until: CLOSE(x)"),
        (ConstraintForm.COMES_ABOUT, "within: {steps: 2}"),
    ],
)
def test_what_has_no_meaning_beside_a_form_is_refused(form: ConstraintForm, extra: str) -> None:
    kind, *lines = FORMS[form]
    message = refusal(text_of(WHERE, *lines, extra, kind=kind), extra)
    assert "is not allowed with" in message
    assert repr(extra.partition(":")[0]) in message


def test_two_forms_at_once_are_refused() -> None:
    text = text_of(WHERE, *FORMS[ConstraintForm.KEEP_AFTER][1:], "never: CLOSE(x)")
    assert "is not allowed with" in refusal(text, "keep:")


@pytest.mark.parametrize("extra", [WHERE, "if: (hot ?h)", "within: {steps: 2}", "mend: OPEN(x)"])
def test_an_instruction_is_about_words_only(extra: str) -> None:
    text = text_of("instruction: gun", extra, kind="factual")
    assert "is not allowed with 'instruction'" in refusal(text, extra)


@pytest.mark.parametrize("form", [form for form in ConstraintForm if form not in LAW_FORMS])
@pytest.mark.parametrize("kind", ConstraintType)
def test_a_form_has_types_of_its_own(form: ConstraintForm, kind: ConstraintType) -> None:
    allowed = {
        ConstraintForm.REQUIRE_BEFORE: {ConstraintType.FACTUAL, ConstraintType.CAUSAL},
        ConstraintForm.DONE_BEFORE: {ConstraintType.CAUSAL, ConstraintType.TEMPORAL},
        ConstraintForm.INSTRUCTION: {ConstraintType.FACTUAL},
    }.get(form, {ConstraintType.TEMPORAL})
    lines = (
        ("instruction: gun",) if form is ConstraintForm.INSTRUCTION else (WHERE, *FORMS[form][1:])
    )
    text = text_of(*lines, kind=kind.value)
    if kind in allowed:
        assert parse_constraints(text, "rules.yaml")[0].kind is kind
    else:
        message = refusal(text, f"type: {kind.value}")
        assert all(other.value in message for other in allowed)


@pytest.mark.parametrize(
    ("lines", "form", "kind"),
    [
        (("hazard: (hot ?h)",), ConstraintForm.HAZARD, ConstraintType.FACTUAL),
        (("hazard: (hot ?h)", "checks: [end]"), ConstraintForm.HAZARD, ConstraintType.TEMPORAL),
        (
            ("begins: (open ?x)", "require: (not (hot ?h))"),
            ConstraintForm.EVENT,
            ConstraintType.FACTUAL,
        ),
        (
            ("ends: (open ?x)", "require: (not (hot ?h))"),
            ConstraintForm.EVENT,
            ConstraintType.FACTUAL,
        ),
    ],
)
def test_the_type_of_a_law_follows_from_when_it_is_looked_at(
    lines: tuple[str, ...], form: ConstraintForm, kind: ConstraintType
) -> None:
    found = read(WHERE, *lines)
    assert (found.form, found.kind, found.composition) == (form, kind, Composition.ENVIRONMENT)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("after: open(x)", "'open(x)' is not a step pattern; write SKILL(x, _)"),
        ("after: OPEN x", "is not a step pattern"),
        ("after: OPEN((x))", "is not a step pattern"),
        ("after: OPEN(x) @ 3 s", "is not a step pattern"),
        ("after: OPNE(x)", "did you mean OPEN"),
        ("after: OPEN", "OPEN takes 1"),
        ("after: OPEN(x, h)", "OPEN takes 1"),
        ("after: DONE(x)", "DONE takes 0"),
        ("after: PLACE_INSIDE(x,)", "no variable under 'where' is named ''"),
        ("after: OPEN(z)", "no variable under 'where' is named 'z'"),
        ("after: OPEN(jar.n.01_1)", "no variable under 'where' is named 'jar.n.01_1'"),
        ("require: (opne ?x)", "did you mean open"),
        ("require: (open ?z)", "'z'"),
        ("require: (open jar.n.01_1)", "'jar.n.01_1'"),
        ("require: (ontop ?x)", "'ontop' takes 2 objects, not 1"),
        ("require: (open ?x", "unmatched"),
        ("require: open", "expected '('"),
        ("require: (open ?x) (hot ?h)", "expected one expression"),
        ("require: (forall (?z - jar.n.01) (open ?z))", "jar.n.01"),
        ("require: (not)", "'not' needs an operand"),
        ("if: (imply (hot ?h))", "(imply condition consequence)"),
        ("until: CLSE(x)", "did you mean CLOSE"),
        ("mend: CLOSE(y)", "no variable under 'where' is named 'y'"),
        ("where: {x: opnable, h: heatSource}", "opnable"),
        ("where: {x: openable &, h: heatSource}", "unexpected end"),
        ("where: {x: unicorn.n.01, h: heatSource}", "no synset"),
    ],
)
def test_a_fault_in_a_value_is_refused_at_its_line(line: str, fault: str) -> None:
    given = {
        "where": WHERE,
        "after": "after: OPEN(x)",
        "require": "require: (not (open ?x))",
        "if": "if: (hot ?h)",
        "until": "until: CLOSE(x)",
        "mend": "mend: CLOSE(x)",
    }
    given[line.partition(":")[0]] = line
    assert fault in refusal(text_of(*given.values()), line)


def test_every_pattern_of_a_list_is_read() -> None:
    text = text_of(WHERE, "after: [OPEN(x), OPEN(y)]", "require: (not (open ?x))")
    assert "'y'" in refusal(text, "OPEN(y)")


@pytest.mark.parametrize("key", ["instruction", "unless"])
@pytest.mark.parametrize(
    ("phrase", "fault"),
    [
        ("'{gvie} knife'", "did you mean give"),
        ("'{give knife'", "no word group is named"),
        ("'... knife'", "must begin and end with a word"),
        ("'knife ...'", "must begin and end with a word"),
        ("''", "must begin and end with a word"),
    ],
)
def test_a_phrase_that_cannot_be_read_is_refused(key: str, phrase: str, fault: str) -> None:
    given = {"instruction": "gun", "unless": "toy", key: phrase}
    lines = [f"{name}: {text}" for name, text in given.items()]
    assert fault in refusal(text_of(*lines, kind="factual"), phrase)


def test_a_category_that_does_not_exist_is_refused() -> None:
    text = text_of(WHERE, *FORMS[ConstraintForm.KEEP_AFTER][1:]).replace(
        "Fire Hazard", "Fire Hazzard"
    )
    assert "did you mean Fire Hazard" in refusal(text, "Fire Hazzard")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("id: a_rule", "id: A rule"),
        ("severity: major", "severity: grave"),
        ("composition: order", "composition: orders"),
        ("type: temporal", "type: temporary"),
        ("after: OPEN(x)", "after: []"),
        ("after: OPEN(x)", "after: 3"),
        ("keep: (open ?x)", "keep: 3"),
        ("keep: (open ?x)", "keep: (open ?x)\n    within: {steps: 0}"),
        ("keep: (open ?x)", "keep: (open ?x)\n    within: {seconds: 0}"),
        ("keep: (open ?x)", "keep: (open ?x)\n    within: {}"),
        ("keep: (open ?x)", "keep: (open ?x)\n    unknown: maybe"),
        ("keep: (open ?x)", "keep: (open ?x)\n    decision: allow"),
        ("violated: [{steps: [DONE]}]", "violated: []"),
    ],
)
def test_what_the_schema_does_not_know_is_refused_with_a_place(old: str, new: str) -> None:
    text = text_of(WHERE, *FORMS[ConstraintForm.KEEP_AFTER][1:])
    assert old in text
    with pytest.raises(InputError, match=r"^rules\.yaml:\d+:\d+: constraints\.0"):
        parse_constraints(text.replace(old, new), "rules.yaml")


def test_the_line_is_that_of_the_constraint_at_fault() -> None:
    good = text_of(WHERE, *FORMS[ConstraintForm.KEEP_AFTER][1:])
    other = good.replace("\nconstraints:\n", "").replace("a_rule", "b_rule")
    text = good + other.replace("OPEN(x)", "OPNE(x)")
    assert "OPNE" in refusal(text, "OPNE(x)")


def test_a_condition_that_no_monitor_can_hold_is_refused() -> None:
    """It would be found out too late otherwise: when a task begins."""
    wide = " ".join(f"(and (open ?{name}) (hot ?{name}))" for name in "abcdefg")
    names = ", ".join(f"{name}: openable" for name in "abcdefg")
    text = text_of(f"where: {{{names}}}", "after: OPEN(a)", f"require: (or {wide})")
    assert "more than 64 clauses" in refusal(text, "id: a_rule")
