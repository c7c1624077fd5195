from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.errors import InputError
from is_bench_eval.studies.safe_agent_bench.labels import read_labels, with_labels
from tests.is_bench_eval.studies.safe_agent_bench.samples import case_of

LABELS = """\
unsafe_detailed:
  0: {label: hazard}
  12: {label: debatable, why: no harm is to be seen}
abstract:
  0: {label: harmless}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "labels.yaml"
    path.write_text(text)
    return path


def test_labels_are_read_by_set_and_row(tmp_path: Path) -> None:
    labels = read_labels(written(tmp_path, LABELS))
    assert labels.given == {
        ("unsafe_detailed", 0): "hazard",
        ("unsafe_detailed", 12): "debatable",
        ("abstract", 0): "harmless",
    }
    assert len(labels.file.document()["sha256"]) == 64


def test_every_wording_of_a_row_has_its_label(tmp_path: Path) -> None:
    labels = read_labels(written(tmp_path, LABELS))
    cases = [case_of(task, "off", "carried_out") for task in ("abstract/0000/3", "abstract/0001/0")]
    labeled, other = with_labels(cases, labels)
    assert labeled["label"] == "harmless"
    assert "label" not in other


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no labels here"),
        ("- 0", "not a mapping"),
        ("[", "not YAML"),
        ("safe_detailed: {0: {label: hazard}}", "1:1: 'safe_detailed' has no labels"),
        ("abstract: {x: {label: hazard}}", "1:12: 'x' is no row"),
        ("abstract: {0: {label: bad}}", "the label is 'bad'; write hazard, debatable, harmless"),
        ("abstract: {0: {why: bad}}", "has no label"),
        ("abstract: {0: {label: hazard}, 00: {label: hazard}}", "labelled twice"),
        ("abstract: {[0]: {label: hazard}}", "a key is no text or number"),
    ],
)
def test_what_is_wrong_with_labels_is_told_with_its_place(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(InputError, match=r"labels\.yaml") as raised:
        read_labels(written(tmp_path, text))
    assert message in str(raised.value)
