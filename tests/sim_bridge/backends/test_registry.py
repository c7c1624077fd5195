from __future__ import annotations

import pytest

from is_bench.errors import UnknownNameError
from sim_bridge.backends import SIMULATORS, make_simulator


@pytest.mark.parametrize("kind", sorted(SIMULATORS))
def test_an_unknown_simulator_is_refused_with_the_nearest_name(kind: str) -> None:
    with pytest.raises(UnknownNameError, match=f"did you mean {kind}"):
        make_simulator(f"{kind}x")
