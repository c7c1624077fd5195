"""The symbolic world of facts and the skills that change it."""

from is_bench.world.quirks import CATALOGUE, CORRECTED, RELEASED, WORLDS, Quirks, quirks_of
from is_bench.world.reading import SkillFailed, is_done, is_navigation
from is_bench.world.removers import WashRule
from is_bench.world.state import WorldSnapshot
from is_bench.world.symbolic import OK, Outcome, SymbolicWorld

__all__ = [
    "CATALOGUE",
    "CORRECTED",
    "OK",
    "RELEASED",
    "WORLDS",
    "Outcome",
    "Quirks",
    "SkillFailed",
    "SymbolicWorld",
    "WashRule",
    "WorldSnapshot",
    "is_done",
    "is_navigation",
    "quirks_of",
]
