"""Reading English instructions: what they ask to be done, and which end states they wish for."""

from is_bench.reading.instruction import read_instruction
from is_bench.reading.outcome import Reading, Wish

__all__ = ["Reading", "Wish", "read_instruction"]
