"""The symbolic world of facts and the skills that change it."""

from is_bench.world.changes import CHANGEABLE, Changes
from is_bench.world.outcome import OK, Outcome, SkillFailed
from is_bench.world.prediction import predicted_world
from is_bench.world.quirks import CATALOGUE, CORRECTED, RELEASED, WORLDS, Quirks, quirks_of
from is_bench.world.removers import WashRule
from is_bench.world.state import WorldSnapshot
from is_bench.world.symbolic import SymbolicWorld

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
    "predicted_world",
    "quirks_of",
]
