from __future__ import annotations

import pytest

from sim_bridge.backends.omnigibson.compat import differences_of, installed_version
from sim_bridge.errors import SimulatorUnavailable


@pytest.mark.parametrize(("version", "name"), [("1.1.1", "1.1"), ("3.7.2", "3.7")])
def test_known_versions_are_spoken_to(version: str, name: str) -> None:
    assert differences_of(version).name == name


@pytest.mark.parametrize("version", ["3.8.0", "3.9.2", "4.0"])
def test_newer_versions_are_refused_with_the_reason(version: str) -> None:
    with pytest.raises(SimulatorUnavailable, match=rf"OmniGibson {version}.*rewritten"):
        differences_of(version)


@pytest.mark.parametrize("version", ["1.0.0", "2.0", "dev", ""])
def test_other_versions_are_refused(version: str) -> None:
    with pytest.raises(SimulatorUnavailable, match=r"1\.1\.x and 3\.7\.x only"):
        differences_of(version)


def test_a_missing_omnigibson_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [])
    with pytest.raises(SimulatorUnavailable, match="not installed"):
        installed_version()
