"""Domains by name, from files that extend one another, and from the texts that are kept of them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import yaml

from is_bench.domain import BUNDLED, SourceText, domain_from_texts, load_domain
from is_bench.errors import InputError, SyntaxProblem, UnknownNameError

ROBOT = "domain: robot\nextends: household\nskills: {BEEP: {meaning: beep}}\n"
TEAM = "domain: team\nextends: robots/robot.yaml\nskills: {NOD: {meaning: nod}}\n"
EXAMPLES = Path(__file__).parents[3] / "examples" / "domains"


@pytest.fixture
def team(tmp_path: Path) -> Path:
    (tmp_path / "robots").mkdir()
    (tmp_path / "robots" / "robot.yaml").write_text(ROBOT)
    path = tmp_path / "team.yaml"
    path.write_text(TEAM)
    return path


@pytest.mark.parametrize("name", BUNDLED)
def test_the_package_ships_its_domains(name: str) -> None:
    domain = load_domain(name)
    assert domain.name == name
    assert domain.sources == ()
    assert load_domain(name) is domain


@pytest.mark.parametrize("name", BUNDLED)
def test_shipped_files_can_be_read_without_libyaml(name: str) -> None:
    path = Path(__file__).parents[3] / "is_bench" / "domain" / "library" / f"{name}.yaml"
    text = path.read_text()
    assert yaml.safe_load(text) == yaml.load(text, Loader=yaml.CSafeLoader)


def test_an_unknown_name_is_told_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean household"):
        load_domain("houshold")


def test_a_file_extends_a_file_beside_it(team: Path) -> None:
    domain = load_domain(team)
    assert {"NOD", "BEEP", "PICK", "DONE"} <= domain.skills.keys()
    assert [source.name for source in domain.sources] == ["robot.yaml", "team.yaml"]
    assert [source.text for source in domain.sources] == [ROBOT, TEAM]


def test_a_path_may_be_a_text(team: Path) -> None:
    assert load_domain(str(team)).name == "team"


def test_a_domain_is_made_again_of_its_sources(team: Path) -> None:
    domain = load_domain(team)
    again = domain_from_texts(domain.sources)
    assert (again.name, again.sources) == (domain.name, domain.sources)
    assert list(again.skills) == list(domain.skills)
    assert again.predicates == domain.predicates
    assert again.skills["NOD"] == domain.skills["NOD"]
    assert domain_from_texts(again.sources).sources == domain.sources


def test_a_shipped_base_does_not_stand_in_the_sources() -> None:
    domain = load_domain(EXAMPLES / "plant_robot.yaml")
    assert [source.name for source in domain.sources] == ["plant_robot.yaml"]


def test_no_sources_are_an_input_error() -> None:
    with pytest.raises(InputError, match="no domain texts"):
        domain_from_texts([])


def test_sources_without_their_base_are_an_input_error(team: Path) -> None:
    with pytest.raises(SyntaxProblem, match=r"team.yaml:2:10: extends: no domain or file"):
        domain_from_texts(load_domain(team).sources[1:])


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        load_domain(tmp_path / "none.yaml")


def test_a_base_that_is_not_there_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("domain: a\nextends: b.yaml\n")
    with pytest.raises(SyntaxProblem) as caught:
        load_domain(path)
    assert str(caught.value.place) == f"{path}:2:10"


def test_files_that_extend_each_other_are_an_input_error(tmp_path: Path) -> None:
    for name, base in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.yaml").write_text(f"domain: {name}\nextends: {base}.yaml\n")
    with pytest.raises(SyntaxProblem, match="is extended by itself"):
        load_domain(tmp_path / "a.yaml")


def test_faults_of_a_file_name_its_path(team: Path) -> None:
    team.write_text(TEAM.replace("meaning", "meening"))
    with pytest.raises(SyntaxProblem) as caught:
        load_domain(team)
    assert caught.value.place is not None
    assert caught.value.place.source == str(team)


def test_the_example_is_short_and_complete() -> None:
    path = EXAMPLES / "plant_robot.yaml"
    assert len(path.read_text().splitlines()) <= 60
    domain = load_domain(path)
    shipped = load_domain("household")
    assert len(domain.skills.keys() - shipped.skills.keys()) == 5
    assert len(domain.predicates.keys() - shipped.predicates.keys()) == 3


def test_the_example_in_the_documentation_is_a_domain() -> None:
    text = (EXAMPLES.parents[1] / "docs" / "reference" / "domains.md").read_text()
    example = text.split("```yaml\n")[1].split("```")[0]
    domain = domain_from_texts([SourceText("docs/reference/domains.md", example)])
    assert "WATER" in domain.skills


@pytest.mark.parametrize("name", BUNDLED)
def test_a_domain_of_the_package_travels_to_another_process(name: str) -> None:
    assert pickle.loads(pickle.dumps(load_domain(name))) is load_domain(name)  # noqa: S301  # our own


def test_a_domain_of_a_user_travels_with_its_texts() -> None:
    domain = load_domain(EXAMPLES / "plant_robot.yaml")
    there = pickle.loads(pickle.dumps(domain))  # noqa: S301  # our own
    assert (there.name, there.sources) == (domain.name, domain.sources)
    assert list(there.skills) == list(domain.skills)
