"""What was seen and said in episodes, kept beside their results so that reports can show it."""

from is_bench_eval.footage.files import footage_file, read_footage, write_footage
from is_bench_eval.footage.recording import Footage, FootageRecorder
from is_bench_eval.footage.sight import Sight, Watch
from is_bench_eval.footage.talk import Exchange, Heard, OverheardModel

__all__ = [
    "Exchange",
    "Footage",
    "FootageRecorder",
    "Heard",
    "OverheardModel",
    "Sight",
    "Watch",
    "footage_file",
    "read_footage",
    "write_footage",
]
