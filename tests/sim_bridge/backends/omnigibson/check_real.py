"""Compares this project with the real OmniGibson 1.1.1 and prints what was compared.

`python -m tests.sim_bridge.backends.omnigibson.check_real [DATA]`, in the Python 3.10 of
`make omnigibson-check`; DATA is IS-Bench's data folder, without it the bundled scenarios are run.
Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from torch.overrides import TorchFunctionMode


class OnCpu(TorchFunctionMode):  # type: ignore[misc]  # torch is not there where types are checked
    """Makes on the CPU what asks for the graphics card: one class attribute of OmniGibson does."""

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        del types
        kwargs = dict(kwargs or {})
        if str(kwargs.get("device", "")).startswith("cuda"):
            kwargs["device"] = "cpu"
        return func(*args, **kwargs)


def main() -> int:
    """Import OmniGibson, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, help="IS-Bench's data folder")
    data = parser.parse_args().data
    with OnCpu(), contextlib.redirect_stdout(io.StringIO()):
        from tests.sim_bridge.backends.omnigibson.compare_real import compare
    return compare(data)


if __name__ == "__main__":
    sys.exit(main())
