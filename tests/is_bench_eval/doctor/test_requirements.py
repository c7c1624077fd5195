from __future__ import annotations

import pytest

from is_bench_eval.doctor.requirements import Requirement, requirements


def test_what_metadata_ask_for() -> None:
    lines = [
        "numpy<3,>=1.26",
        "rosbags[ros2] (>=0.10)",
        "tomli>=1; python_version < '3.11'",
        'pytest; extra == "test"',
        "rich",
    ]
    found = requirements(lines)
    assert [str(item) for item in found] == ["numpy<3,>=1.26", "rosbags>=0.10", "tomli>=1", "rich"]


@pytest.mark.parametrize(
    ("bounds", "version", "allowed"),
    [
        ("<3,>=1.26", "1.26", True),
        ("<3,>=1.26", "2.4.6", True),
        ("<3,>=1.26", "1.9.9", False),
        ("<3,>=1.26", "3.0.0", False),
        (">=3.10", "3.9.18", False),
        (">=3.10", "3.10.0rc1", True),
        ("==2.0", "2", True),
        ("!=2.0", "2.0.0", False),
        (">1,<=1.5", "1.5.post1", True),
        ("", "anything", True),
    ],
)
def test_which_versions_will_do(bounds: str, version: str, allowed: bool) -> None:
    assert Requirement("thing", bounds).allows(version) is allowed
