"""Constraint files: what is read, and how a broken one is refused."""

import shutil
from pathlib import Path

import pytest

import kb
from is_bench.calls import SkillCall
from is_bench.domain import Domain, Parameter, Predicate, Skill, load_domain
from is_bench.errors import InputError
from kb.constraint import ConstraintType, OnUnknown
from kb.loader import (
    library_digest,
    load_files,
    load_library,
    load_texts,
    parse_constraints,
)

GOOD = """
constraints:
  - id: close_it
    text: An open door is walked into, so close it after use.
    category: Collision Hazard
    severity: minor
    source: a house rule
    composition: order
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
    type: temporal
    where: {x: openable, f: floor.n.01}
    after: ["OPEN(x)", "PLACE_INSIDE(f, x)"]
    if: (not (ontop ?x ?f))
    require: (not (open ?x))
    within: {steps: 3, seconds: 10}
    unknown: warn
    mend: CLOSE(x)
"""


def test_every_field_is_read() -> None:
    (found,) = parse_constraints(GOOD, "mine.yaml")
    assert (found.id, found.kind, found.severity) == ("close_it", ConstraintType.TEMPORAL, "minor")
    assert [str(pattern) for pattern in found.after] == ["OPEN(x)", "PLACE_INSIDE(f, x)"]
    assert str(found.require) == "(not (open ?x))"
    assert str(found.condition) == "(not (ontop ?x ?f))"
    assert (found.bounds.steps, found.bounds.seconds) == (3, 10)
    assert found.unknown is OnUnknown.WARN
    assert found.mend[0].ground({"x": "door.n.01_1"}) == SkillCall("CLOSE", ("door.n.01_1",))


def test_a_pattern_binds_its_variables() -> None:
    (found,) = parse_constraints(GOOD, "mine.yaml")
    opened = SkillCall("OPEN", ("door.n.01_1",))
    assert found.after[0].match(opened) == {"x": "door.n.01_1"}
    assert found.after[1].match(opened) is None


@pytest.mark.parametrize(
    ("old", "new", "fault", "line"),
    [
        ("type: temporal", "type: eternal", "'eternal'", 10),
        ("OPEN(x)", "OPNE(x)", "did you mean OPEN", 12),
        ("OPEN(x)", "OPEN(x, f)", "OPEN takes 1", 12),
        ("OPEN(x)", "OPEN(y)", "no variable under 'where' is named 'y'", 12),
        ("x: openable", "x: openabel", "openabel", 11),
        ("(open ?x)", "(opened ?x)", "opened", 14),
        ("(open ?x)", "(open ?z)", "'z'", 14),
        ("    source: a house rule\n", "", "'source' is a required property", 3),
        ("id: close_it", "id: close_it\n    id: again", "given twice", 4),
    ],
)
def test_a_fault_is_refused_with_its_line(old: str, new: str, fault: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_constraints(GOOD.replace(old, new, 1), "mine.yaml")
    assert fault in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.line == line


def test_an_id_may_not_be_used_twice(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(GOOD)
    with pytest.raises(InputError, match="close_it"):
        load_files(sorted(tmp_path.glob("*.yaml")))


def test_the_library_loads_and_every_id_is_its_own() -> None:
    library = load_library()
    assert len(library) >= 20
    assert len({constraint.id for constraint in library}) == len(library)


LIBRARY = Path(kb.__file__).parent / "library"
LIBRARY_FILES = sorted(str(path.relative_to(LIBRARY)) for path in LIBRARY.rglob("*.yaml"))


@pytest.fixture
def copied_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(LIBRARY, tmp_path / "library")
    for module in ("loader", "vocabulary", "property_files"):
        monkeypatch.setattr(f"kb.{module}.files", lambda _: tmp_path)
    return tmp_path / "library"


@pytest.mark.parametrize("name", LIBRARY_FILES)
def test_the_digest_changes_with_every_file_of_the_library(copied_library: Path, name: str) -> None:
    digest = library_digest.__wrapped__
    before = digest()
    with (copied_library / name).open("a", encoding="utf-8") as file:
        file.write("# other\n")
    assert digest() != before


def test_the_digest_is_that_of_the_content_wherever_it_lies(copied_library: Path) -> None:
    assert copied_library.is_dir()
    assert library_digest.__wrapped__() == library_digest()


OWN = Domain(
    "own",
    "",
    {},
    {"open": Predicate("open", 1), "held": Predicate("held", 1)},
    vocabulary={
        "SHUT": Skill("SHUT", (Parameter("door"),), ""),
        "PASS": Skill("PASS", (Parameter("thing"), Parameter("giver"), Parameter("taker")), ""),
    },
)
IN_OWN_WORDS = (
    GOOD.replace('["OPEN(x)", "PLACE_INSIDE(f, x)"]', '["SHUT(x)", "PASS(x, f, _)"]')
    .replace("(not (ontop ?x ?f))", "(held ?f)")
    .replace("mend: CLOSE(x)", "mend: SHUT(x)")
)


def test_a_file_may_use_the_words_of_a_domain() -> None:
    (found,) = parse_constraints(IN_OWN_WORDS, "mine.yaml", OWN)
    assert list(map(str, found.after)) == ["SHUT(x)", "PASS(x, f, _)"]
    assert str(found.condition) == "(held ?f)"
    passed = SkillCall("PASS", ("door.n.01_1", "floor.n.01_1", "door.n.01_2"))
    assert found.after[1].match(passed) == {"x": "door.n.01_1", "f": "floor.n.01_1"}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"SHUT(x)"', '"OPEN(x)"', "no skill is named 'OPEN'"),
        ("PASS(x, f, _)", "PASS(x, f)", "PASS takes 3"),
        ("(held ?f)", "(held ?f ?x)", "'held' takes 1 object, not 2"),
        ("(held ?f)", "(hot ?f)", "'hot'"),
    ],
)
def test_other_words_are_refused(old: str, new: str, fault: str) -> None:
    with pytest.raises(InputError, match=r"^mine\.yaml:1[23]:") as caught:
        parse_constraints(IN_OWN_WORDS.replace(old, new), "mine.yaml", OWN)
    assert fault in str(caught.value)


def test_without_a_domain_a_file_may_use_the_words_of_the_library() -> None:
    household = load_domain("household")
    special = next(name for name, s in household.vocabulary.items() if s.arity == 1 and s.kinds)
    (found,) = parse_constraints(GOOD.replace("OPEN(x)", f"{special}(x)"), "mine.yaml")
    assert found.after[0].skill == special


def test_files_are_joined_with_the_library_and_may_not_repeat_its_ids() -> None:
    library = load_library()
    joined = load_texts([("mine.yaml", GOOD)], None, library)
    assert joined[:-1] == library
    assert joined[-1].source_file == "mine.yaml"
    taken = GOOD.replace("close_it", library[0].id)
    with pytest.raises(InputError, match=f"another constraint '{library[0].id}'"):
        load_texts([("mine.yaml", taken)], None, library)
