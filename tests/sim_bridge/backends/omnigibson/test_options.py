from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from is_bench.errors import InputError
from sim_bridge.backends.omnigibson.options import OmniGibsonOptions, read_options


def test_nothing_said_is_the_default() -> None:
    assert read_options({}) == OmniGibsonOptions()


def test_a_whole_number_may_stand_for_a_decimal_one() -> None:
    assert read_options({"focal_length": 20}).focal_length == 20


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"widht": 640}, "no option 'widht'"),
        ({"width": "640"}, "must be of type int"),
        ({"width": True}, "must be of type int"),
        ({"height": 0}, "at least 1"),
        ({"camera_mode": "five"}, "external, moving, none"),
        ({"scenes": "/no/such/folder"}, "does not exist"),
    ],
)
def test_a_wrong_option_is_told(data: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read_options(data)


def test_the_sample_settings_hold_known_options_only() -> None:
    import yaml

    sample = yaml.safe_load((Path(__file__).parents[4] / "config/omnigibson.yaml").read_text())
    options = {k: v for k, v in sample["options"].items() if k not in ("scenes", "cameras")}
    assert read_options(options).camera_mode == "external"
