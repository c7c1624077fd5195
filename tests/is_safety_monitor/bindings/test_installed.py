from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from is_bench.errors import InputError
from is_safety_monitor.bindings.installed import InstalledTypes, load_type


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An interface package."""
    package, module = ModuleType("own_msgs"), ModuleType("own_msgs.action")
    goal = SimpleNamespace(get_fields_and_field_types=lambda: {"place": "string"})
    vars(module)["Go"] = SimpleNamespace(Goal=goal)
    monkeypatch.setitem(sys.modules, "own_msgs", package)
    monkeypatch.setitem(sys.modules, "own_msgs.action", module)
    return module


def test_a_type_is_found_by_its_name(own: ModuleType) -> None:
    assert load_type("own_msgs/action/Go") is own.Go
    assert InstalledTypes().fields("own_msgs/action/Go.goal") == {"place": "string"}


@pytest.mark.usefixtures("own")
def test_a_misspelt_type_is_offered_a_near_one() -> None:
    with pytest.raises(InputError, match="own_msgs: no action is named 'Goo'; did you mean Go"):
        load_type("own_msgs/action/Goo")


def test_a_package_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match=r"no_such_msgs\.msg; source .* ros-jazzy-no-such-msgs"):
        load_type("no_such_msgs/msg/Thing")
