"""The symbolic world of facts and the skills that change it."""

from is_bench.world.changes import CHANGEABLE, Changes
from is_bench.world.prediction import predicted_world
from is_bench.world.quirks import CATALOGUE, CORRECTED, RELEASED, WORLDS, Quirks, quirks_of
from is_bench.world.reading import SkillFailed, is_done, is_navigation
from is_bench.world.removers import WashRule
from is_bench.world.state import WorldSnapshot
from is_bench.world.symbolic import OK, Outcome, SymbolicWorld

__all__ = [
    "CATALOGUE",
    "CHANGEABLE",
    "CORRECTED",
    "OK",
    "RELEASED",
    "WORLDS",
    "Changes",
    "Outcome",
    "Quirks",
    "SkillFailed",
    "SymbolicWorld",
    "WashRule",
    "WorldSnapshot",
    "is_done",
    "is_navigation",
    "predicted_world",
    "quirks_of",
]
