"""Faults of OmniGibson 1.1.1 that IS-Bench's scenes meet, mended from outside.

Each function replaces one of OmniGibson's by one that hands it inputs it can take, or that decides
as the benchmark's results were made.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

_FIXED = "_is_bench_fixed"


def apply_fixes() -> None:
    """Mend the imported OmniGibson; a second call changes nothing."""
    from omnigibson.object_states.particle_modifier import ParticleModifier
    from omnigibson.systems.macro_particle_system import MacroVisualParticleSystem
    from omnigibson.systems.micro_particle_system import MicroPhysicalParticleSystem
    from omnigibson.utils import python_utils

    if getattr(python_utils, _FIXED, False):
        return
    setattr(python_utils, _FIXED, True)

    _replace_everywhere("recursively_convert_to_torch", texts_stay_texts)
    ParticleModifier.check_conditions_for_system = any_condition_is_enough
    system = MicroPhysicalParticleSystem
    system.particle_instancer_name_to_idn = whole_number_of_instancer
    system.generate_particle_instancer = with_whole_numbers(system.generate_particle_instancer)
    MacroVisualParticleSystem._load_state = with_known_owners(MacroVisualParticleSystem._load_state)  # noqa: SLF001  # the fault is in it


def texts_stay_texts(state: dict[str, Any]) -> dict[str, Any]:
    """Turn every list in `state` into a tensor, but for lists of texts (which none can hold)."""
    import torch

    for key, value in state.items():
        if isinstance(value, dict):
            state[key] = texts_stay_texts(value)
        elif isinstance(value, list) and not (value and isinstance(value[0], str)):
            state[key] = torch.tensor(value, dtype=torch.float32)
    return state


def any_condition_is_enough(modifier: Any, system_name: str) -> bool:
    """Whether a tool acts on a substance now: any way is enough, if it is not full.

    OmniGibson demands every way at once: that a rag be soaked with each of twelve detergents.
    """
    if not modifier.supports_system(system_name):
        return False
    ways: list[Callable[[Any], bool]] = []
    bounds: list[Callable[[Any], bool]] = []
    for condition in modifier.conditions[system_name]:
        made_by = condition.__qualname__.split(".<locals>")[0].rpartition(".")[2]
        (ways if made_by == "_generate_condition" else bounds).append(condition)
    able = not ways or any(condition(modifier.obj) for condition in ways)
    return able and all(condition(modifier.obj) for condition in bounds)


def whole_number_of_instancer(system: Any, name: str) -> int:
    """The number at the end of a particle instancer's name; a saved scene may write it as 0.0."""
    return int(float(name.rpartition(f"{system.name}Instancer")[2]))


def with_whole_numbers(original: Callable[..., Any]) -> Callable[..., Any]:
    """`original` with tensors of one number, which restored scenes contain, given as numbers."""

    @wraps(original)
    def generate(
        system: Any, n_particles: Any, idn: Any = None, particle_group: Any = 0, **others: Any
    ) -> Any:
        return original(
            system,
            n_particles=int(n_particles),
            idn=idn,
            particle_group=int(particle_group),
            **others,
        )

    return generate


def with_known_owners(original: Callable[..., Any]) -> Callable[..., Any]:
    """`original` with stains given back to their objects by name where the number is another."""

    @wraps(original)
    def load(system: Any, state: dict[str, Any]) -> Any:
        registry = system.scene.object_registry
        for name, group in state["groups"].items():
            if registry("uuid", group["particle_attached_obj_uuid"]) is None:
                owner = registry("name", name)
                if owner is not None:
                    group["particle_attached_obj_uuid"] = owner.uuid
        return original(system, state=state)

    return load


def _replace_everywhere(name: str, new: Callable[..., Any]) -> None:
    """Replace a function of `python_utils` also where modules imported it by name."""
    from omnigibson.utils import python_utils

    old = getattr(python_utils, name)
    modules: Mapping[str, Any] = dict(sys.modules)
    for title, module in modules.items():
        if title.startswith("omnigibson") and getattr(module, name, None) is old:
            setattr(module, name, new)
