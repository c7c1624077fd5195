"""OmniGibson's modules as one value, so that all else can be given another one."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim_bridge.backends.omnigibson.compat import VersionDifferences
from sim_bridge.backends.omnigibson.options import OmniGibsonOptions


@dataclass(frozen=True)
class Api:
    """What of OmniGibson is used."""

    og: Any
    """`omnigibson`: Environment, sim (None before the first environment), clear, shutdown."""
    object_states: Any
    """`omnigibson.object_states`: the classes of states."""
    torch: Any
    """`torch`."""
    cloth: Any
    """`PrimType.CLOTH`."""
    slicing_rule: Any
    """`omnigibson.transition_rules.SlicingRule`."""
    system_of_synset: Callable[[str], str]
    """The name of the particle system of a substance's synset."""
    synset_of_system: Callable[[str], str]
    configs: Path
    """The folder of example configurations."""
    differences: VersionDifferences


def load_api(options: OmniGibsonOptions, differences: VersionDifferences) -> Api:
    """Import OmniGibson, with its global switches set first: they cannot be set once read."""
    if options.gpu:
        os.environ["OMNIGIBSON_GPU_ID"] = options.gpu
    from omnigibson.macros import gm

    gm.HEADLESS = options.headless
    gm.USE_GPU_DYNAMICS = True  # fluids and cloth need it
    gm.ENABLE_OBJECT_STATES = True
    gm.ENABLE_TRANSITION_RULES = True  # cutting is one
    gm.RENDER_VIEWER_CAMERA = options.camera_mode == "moving"
    gm.DEFAULT_VIEWER_WIDTH = options.width
    gm.DEFAULT_VIEWER_HEIGHT = options.height

    import omnigibson as og
    import torch
    from omnigibson import object_states
    from omnigibson.transition_rules import SlicingRule
    from omnigibson.utils.bddl_utils import OBJECT_TAXONOMY, get_system_name_by_synset
    from omnigibson.utils.constants import PrimType

    if differences.needs_fixes:
        from sim_bridge.backends.omnigibson.fixes import apply_fixes

        apply_fixes()
    return Api(
        og=og,
        object_states=object_states,
        torch=torch,
        cloth=PrimType.CLOTH,
        slicing_rule=SlicingRule,
        system_of_synset=get_system_name_by_synset,
        synset_of_system=OBJECT_TAXONOMY.get_synset_from_substance,
        configs=Path(og.example_config_path),
        differences=differences,
    )
