"""As much of torch as the backend uses, over numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


class Tensor:
    """An array with the few methods of a tensor that the backend calls."""

    def __init__(self, values: npt.ArrayLike) -> None:
        self.values = np.asarray(values)

    def cpu(self) -> Tensor:
        return self

    def numpy(self) -> npt.NDArray[Any]:
        return self.values

    def nonzero(self) -> Tensor:
        return Tensor(np.argwhere(self.values))

    def flatten(self) -> Tensor:
        return Tensor(self.values.ravel())

    def tolist(self) -> list[Any]:
        return list(self.values.tolist())

    def __iter__(self) -> Any:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Tensor) -> Tensor:
        return Tensor(self.values[index.values])


class Torch:
    """The module."""

    @staticmethod
    def tensor(values: npt.ArrayLike) -> Tensor:
        return Tensor(values)

    @staticmethod
    def manual_seed(seed: int) -> None:
        del seed
