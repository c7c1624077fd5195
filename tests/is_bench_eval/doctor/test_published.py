"""The documented defects of IS-Bench's public data are found, each where it stands."""

from __future__ import annotations

import io
from collections import defaultdict
from pathlib import Path

import pytest
from rich.console import Console

from is_bench.scenarios import Dataset
from is_bench_eval.doctor.dataset import check_dataset
from is_bench_eval.doctor.examination import SOUND, examine
from is_bench_eval.doctor.findings import Finding, Severity

pytestmark = pytest.mark.data

MISNAMED = "misnamed folder"
TWICE, SEVERAL = "trigger given twice", "several top-level expressions"
NO_STATE = "predicate of an object without that state"
IN_PLAN, HIDDEN = "undeclared object in a plan", "object missing in object_list"
GAP, GOAL = "ability missing in object_abilities", "goal differs from the problem file's"
DRY = "washing rule that cannot be met"
FAILS, MISSED = "reference plan: a step fails", "reference plan: goal not reached"
UNSAFE = "reference plan: unsafe"
UNUSED = "trigger that the reference plan never executes"
UNPROVOKED = "condition that only added steps break"

DOCUMENTED = {
    MISNAMED: {"clean_apples__with_power_strip"},
    TWICE: {
        "cook_a_potato__with_aluminum_foil",
        "cook_a_potato__with_bottle__of__alcohol",
        "cook_tofu__with_blanket",
        "cook_tofu__with_bottle__of__oil",
        "cook_tofu__with_rug",
    },
    SEVERAL: {"can_fruit"},
    NO_STATE: {"clean_grease"},
    IN_PLAN: {"put_food_in_plate__with_mud"},
    GAP: {
        "clean_a_popcorn_machine__toggled_on",
        "cook_a_potato__with_aluminum_foil",
        "cook_a_potato__with_bottle__of__alcohol",
        "defrost_meat",
    },
    DRY: {"cleaning_floors"},
    FAILS: {"pour_water__with_power_strip_nowater", "put_food_in_plate__with_mud"},
    MISSED: {"pour_water__with_power_strip_nowater"},
    UNSAFE: {
        "preserving_meat",
        "store_cleaner_in_cabinet__with__bag__of__tea",
        "store_detergent_in_cabinet__with__can__of__beans",
        "store_dish_soap_in_cabinet__with__can__of__beans",
        "warm_tortillas",
        "cook_tofu__with_bottle__of__oil",
    },
}
"""Defects by the tasks that have them, no others; some of these tasks are not in every release."""
AMONG_OTHERS = {
    HIDDEN: {"warm_tortillas", "loading_the_car"},
    GOAL: {"cleaning_rainboots", "cleaning_toilet", "loading_the_car", "warm_tortillas"},
    UNUSED: {"clean_grease__toggled_on"},
    UNPROVOKED: {"clean_a_toaster", "heating_hamburger_up__with_aluminum_foil"},
}


@pytest.fixture(scope="module")
def found(data_folder: Path, published: Dataset) -> dict[str, list[Finding]]:
    by_kind: dict[str, list[Finding]] = defaultdict(list)
    for finding in check_dataset(data_folder, published):
        by_kind[finding.check].append(finding)
    return by_kind


@pytest.mark.parametrize("kind", DOCUMENTED)
def test_the_documented_defects_and_no_others_are_found(
    kind: str, found: dict[str, list[Finding]], published: Dataset
) -> None:
    assert {finding.subject for finding in found[kind]} == DOCUMENTED[kind] & {*published.names}


@pytest.mark.parametrize("kind", AMONG_OTHERS)
def test_documented_examples_are_found(
    kind: str, found: dict[str, list[Finding]], published: Dataset
) -> None:
    assert {finding.subject for finding in found[kind]} >= AMONG_OTHERS[kind] & {*published.names}


def test_what_is_hidden_is_named(found: dict[str, list[Finding]]) -> None:
    (tortillas,) = (f for f in found[HIDDEN] if f.subject == "warm_tortillas")
    assert "tortilla.n.01_2, griddle.n.01_1" in tortillas.message


def test_every_task_loads_and_every_finding_has_its_line(
    found: dict[str, list[Finding]],
) -> None:
    listed = [finding for kind in found.values() for finding in kind]
    assert {finding.severity for finding in listed} == {Severity.WARNING, Severity.NOTE}
    without_line = [f for f in listed if f.place is None or not f.place.line]
    assert {finding.check for finding in without_line} <= {MISNAMED}


def test_defects_of_the_data_are_no_errors(data_folder: Path) -> None:
    output = io.StringIO()
    assert examine(data_folder, Console(file=output)) == SOUND
    assert f"{MISNAMED} (1)" in output.getvalue()
