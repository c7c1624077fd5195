"""Options for reproducing quirks of the released primitives.

`RELEASED` reproduces the released code and is the default, so that results are comparable with
published ones.  `CORRECTED` disables all options.  Docs, manifest and report print `CATALOGUE`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from is_bench.errors import UnknownNameError


def _quirk(meaning: str, corrected: str) -> bool:
    """A quirk option, enabled in the released world; with both meanings."""
    value: bool = field(default=True, metadata={"released": meaning, "corrected": corrected})
    return value


@dataclass(frozen=True)
class Quirks:
    """The quirk options; True is the released behavior."""

    cold_sources_cook: bool = _quirk(
        "food inside a refrigerator can be cooked there",
        "only heat sources cook",
    )
    open_ovens_cook: bool = _quirk(
        "an oven or microwave that must be closed to heat also cooks while open",
        "such a heat source must be closed",
    )
    idle_source_vetoes: bool = _quirk(
        "food under two heat sources is not cooked while either is off",
        "one source that is on is enough",
    )
    waiting_for_laden_vessel_fails: bool = _quirk(
        "WAIT_FOR_COOKED on a vessel cooks its fluids, then fails if anything lies in or on it",
        "everything cookable in or on the vessel is cooked",
    )
    pouring_leaves_source_full: bool = _quirk(
        "POUR_INTO copies the content; the source never empties",
        "the content moves",
    )
    closed_vessels_pour: bool = _quirk(
        "fluids can be poured, spread or soaked up out of a closed vessel, and poured into one",
        "the vessel must be open",
    )
    reaching_into_closed_containers: bool = _quirk(
        "things inside a closed container can be placed upon, opened, closed and switched",
        "the container must be opened first",
    )
    anything_contains: bool = _quirk(
        "PLACE_INSIDE accepts any object as a container",
        "only vessels, things with a door or lid, and things that held something at the start",
    )
    placing_on_cloth_fails: bool = _quirk(
        "placing something on or in cloth moves it, spills its fluids, and then reports a failure",
        "cloth supports things like any other surface",
    )
    unsoakable_cloth_resists: bool = _quirk(
        "spreading something on cloth that takes up nothing (foil, raw eggs) fails",
        "the cloth is covered",
    )
    washing_stops_at_clean_item: bool = _quirk(
        "WAIT_FOR_WASHED fails at the first clean item and leaves the items after it dirty",
        "every item is washed",
    )
    thawing_in_the_cold: bool = _quirk(
        "WAIT thaws an object that is still inside a refrigerator",
        "it stays frozen there",
    )
    waiting_for_nothing: bool = _quirk(
        "WAIT on an object that does not exist succeeds",
        "it fails",
    )
    one_refrigerator_freezes: bool = _quirk(
        "at the start, only what is inside the refrigerator of the longest name is frozen",
        "what is inside any refrigerator is",
    )
    watering_cans_never_run_dry: bool = _quirk(
        "a watering can gives water whether or not it holds any",
        "it must contain water",
    )
    names_match_loosely: bool = _quirk(
        "a name that no object has stands for the longest-named object whose class contains it",
        "names must be exact",
    )


RELEASED = Quirks()
CORRECTED = Quirks(**{quirk.name: False for quirk in fields(Quirks)})
WORLDS = {"released": RELEASED, "corrected": CORRECTED}
CATALOGUE = {quirk.name: dict(quirk.metadata) for quirk in fields(Quirks)}
"""The quirk options with their meanings in the released and in the corrected world."""


def quirks_of(world: str) -> Quirks:
    """The quirk options of the world `world`; raises UnknownNameError."""
    if world not in WORLDS:
        raise UnknownNameError("world", world, WORLDS)
    return WORLDS[world]
