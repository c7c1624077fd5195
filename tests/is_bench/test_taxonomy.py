"""The derived taxonomy: that it is what `bddl` says, and what it answers."""

from __future__ import annotations

import runpy
from importlib.resources import files

import pytest

from is_bench.taxonomy import ADDED, HeatSource, taxonomy
from tests.source_tree import ROOT


def test_the_shipped_table_is_what_bddl_derives() -> None:
    pytest.importorskip("bddl", reason="the bddl package is not installed")
    tool = runpy.run_path(str(ROOT / "tools" / "derive_taxonomy.py"))
    shipped = (files("is_bench") / "data" / "taxonomy.json").read_text(encoding="utf-8")
    # Not compared with ==, whose explanation of a difference would take minutes.
    assert set(tool["render"](tool["derive"]()).splitlines()) ^ set(shipped.splitlines()) == set()


def test_it_covers_the_taxonomy_without_dangling_parents() -> None:
    table = taxonomy()
    names = set(table)
    assert len(names) > 3000
    assert {a for name in names for a in table.ancestors(name)} <= names


def test_a_synset_is_a_kind_of_itself_and_of_everything_above_it() -> None:
    table = taxonomy()
    assert table.is_a("apple.n.01", "apple.n.01")
    assert table.is_a("apple.n.01", "fruit.n.01")
    assert table.is_a("apple.n.01", "entity.n.01")
    assert not table.is_a("fruit.n.01", "apple.n.01")


@pytest.mark.parametrize(("added", "like"), ADDED.items())
def test_a_synset_of_the_benchmark_is_a_kind_of_its_likeness(added: str, like: str) -> None:
    table = taxonomy()
    assert added in table
    assert added not in table._synsets, "BEHAVIOR has it by now; drop it from ADDED"
    assert added in set(table)
    assert like in set(table)
    assert table.abilities(added) == table.abilities(like)
    assert table.ancestors(added) == {added} | table.ancestors(like)


def test_cabinets_of_the_benchmark_open_and_power_strips_do_nothing() -> None:
    assert "openable" in taxonomy().abilities("bottom_cabinet.n.01")
    assert taxonomy().abilities("power_strip.n.01") == frozenset()


def test_an_unknown_synset_has_no_abilities_and_no_ancestors_but_itself() -> None:
    table = taxonomy()
    assert "nonsense.n.01" not in table
    assert table.abilities("nonsense.n.01") == frozenset()
    assert table.ancestors("nonsense.n.01") == {"nonsense.n.01"}
    assert table.heat_source("nonsense.n.01", cold=False) is None
    assert table.remover("nonsense.n.01") is None
    assert table.produced("nonsense.n.01") == {}


@pytest.mark.parametrize(
    ("synset", "cold", "source"),
    [
        ("stove.n.01", False, HeatSource(False, False, True)),
        ("oven.n.01", False, HeatSource(True, False, True)),
        ("microwave.n.02", False, HeatSource(True, True, True)),
        ("electric_refrigerator.n.01", True, HeatSource(True, True, False)),
        ("electric_refrigerator.n.01", False, None),
        ("stove.n.01", True, None),
        ("apple.n.01", False, None),
    ],
)
def test_heat_sources(synset: str, cold: bool, source: HeatSource | None) -> None:
    assert taxonomy().heat_source(synset, cold=cold) == source


def test_what_gives_water() -> None:
    assert taxonomy().produced("sink.n.01") == {"water.n.06": (("toggled_on", True),)}
    assert ("gravity", True) in (taxonomy().produced("watering_can.n.01")["water.n.06"] or ())


def test_cleaning_tools_know_conditions_by_substance_and_by_kind() -> None:
    rag, vacuum = taxonomy().remover("rag.n.01"), taxonomy().remover("vacuum.n.04")
    assert rag is not None
    assert vacuum is not None
    assert ("saturated", "detergent.n.02") in (rag.conditions["stain.n.01"] or ())
    assert rag.fluid == ()  # always
    assert vacuum.fluid is None  # never
    assert vacuum.granular == (("toggled_on", True),)
    assert taxonomy().remover("plate.n.04") is None


def test_invented_synsets_are_not_remembered() -> None:
    known = len(taxonomy()._ancestors)
    assert taxonomy().ancestors("invented.n.01") == {"invented.n.01"}
    assert len(taxonomy()._ancestors) == known
