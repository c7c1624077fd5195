"""An engine, and the judging of what it returns."""

from __future__ import annotations

from is_bench.scenarios import Dataset
from is_bench_eval.engines.choice import ENGINES
from is_bench_eval.errors import error_text
from is_bench_eval.recording.footage_files import footage_file, write_footage
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.recording.results import EpisodeError, Record, episode_record, error_record
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec


class JudgedEngine:
    """Runs and judges episodes until it is closed; with the direct engine in many threads."""

    def __init__(self, spec: RunSpec, dataset: Dataset, outputs: OutputPaths) -> None:
        """`outputs` says what is recorded, and where."""
        self._dataset = dataset
        self._engine = ENGINES[spec.engine](spec, dataset, outputs)
        self._footage = outputs.footage

    def run(self, episode: EpisodeSpec) -> Record:
        """The line of results.jsonl of an episode, whether it could be run or not."""
        try:
            result = self._engine.run(episode)
            if self._footage is not None:
                path = footage_file(self._footage, episode.task, episode.plan_index)
                write_footage(path, result.footage)
        except Exception as error:  # noqa: BLE001  # the infrastructure's fault, whatever it was: counted apart
            return error_record(EpisodeError(episode, error_text(error)))
        return episode_record(self._dataset.get(episode.task), result)

    def close(self) -> None:
        """Finish what is being recorded, and take everything down."""
        self._engine.close()
