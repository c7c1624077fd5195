"""A MuJoCo model whose bodies can become anything: no scene and no step compiles another.

The model is a pool of loose geoms.  Showing a picture means writing form, size, place and color
of as many of them as there are parts; the rest stay invisible.  MuJoCo draws from exactly these
arrays, so nothing has to be computed in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import mujoco
import numpy as np
import numpy.typing as npt

from sim_bridge.embodied.camera import FIELD, MOST_PIXELS
from sim_bridge.embodied.geometry import basis
from sim_bridge.embodied.labels import draw_label
from sim_bridge.embodied.shape import BOX, CAPSULE, CYLINDER, ELLIPSOID, GLOW, MATTE, SHINY, Part

LABELS = 24
"""How many different labels can be seen at once; what has another one bears none."""
LABEL_PIXELS = 96
"""The side of a label."""

_UPRIGHT = (1, -1, 2, 0, 0, 0)
"""Quarter turns of a label on the sides +x, -x, +y, -y, +z, -z of a box."""
_FORMS = {
    BOX: mujoco.mjtGeom.mjGEOM_BOX,
    CYLINDER: mujoco.mjtGeom.mjGEOM_CYLINDER,
    ELLIPSOID: mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    CAPSULE: mujoco.mjtGeom.mjGEOM_CAPSULE,
}
_FINISHES = (MATTE, SHINY, GLOW)
_SIDEWAYS = {
    "x": np.array([0, 0, 1, 0, 1, 0, -1, 0, 0], dtype=np.float64),
    "y": np.array([1, 0, 0, 0, 0, 1, 0, -1, 0], dtype=np.float64),
    "z": np.eye(3).ravel(),
}


def make_model(capacity: int) -> mujoco.MjModel:
    """A model with `capacity` loose geoms."""
    geoms = '<geom type="box" size=".1 .1 .1" rgba="1 1 1 0" material="matte"/>' * capacity
    label = f'type="cube" builtin="flat" width="{LABEL_PIXELS}" height="{LABEL_PIXELS * 6}"'
    textures = "".join(
        f'<texture name="label{i}" {label}/>'
        f'<material name="label{i}" texture="label{i}" specular="0"/>'
        for i in range(LABELS)
    )
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <statistic extent="1" center="0 0 0"/>
      <visual>
        <quality offsamples="0" shadowsize="0" numslices="22" numstacks="14"/>
        <global offwidth="{MOST_PIXELS[0]}" offheight="{MOST_PIXELS[1]}" fovy="{FIELD}"/>
        <map znear="0.05" zfar="60"/>
        <headlight ambient=".42 .42 .42" diffuse=".30 .30 .30" specular="0 0 0"/>
      </visual>
      <default><geom contype="0" conaffinity="0"/></default>
      <asset>
        <texture type="skybox" builtin="gradient" rgb1=".80 .86 .92" rgb2=".93 .95 .97"
                 width="32" height="192"/>
        <material name="matte" specular="0.05" shininess="0.1"/>
        <material name="shiny" specular="0.5" shininess="0.6"/>
        <material name="glow" emission="0.9" specular="0"/>
        {textures}
      </asset>
      <worldbody>
        <light directional="true" castshadow="false" dir="-.35 .45 -.85" diffuse=".42 .42 .40"
               specular=".2 .2 .2"/>
        <light directional="true" castshadow="false" dir=".5 -.2 -.6" diffuse=".16 .16 .18"
               specular="0 0 0"/>
        {geoms}
      </worldbody>
    </mujoco>""")


class Pool:
    """The geoms of a model, to be written over."""

    def __init__(self, capacity: int) -> None:
        """Room for `capacity` parts."""
        self.capacity = capacity
        self.model = make_model(capacity)
        self.data = mujoco.MjData(self.model)
        mujoco.mj_forward(self.model, self.data)
        self._materials = {
            finish: mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_MATERIAL, finish)
            for finish in (*_FINISHES, *(f"label{i}" for i in range(LABELS)))
        }
        self._labels: dict[str, int] = {}

    def show(self, parts: Sequence[Part], groups: Sequence[int]) -> list[int]:
        """Show `parts`, each in its group, and nothing else; returns the textures that changed."""
        changed = self._write({part.label for part in parts if part.label})
        count = len(parts)
        model, data = self.model, self.data
        model.geom_type[:count] = [_FORMS[part.form] for part in parts]
        model.geom_size[:count] = np.reshape([_size(part) for part in parts], (count, 3))
        model.geom_rgba[:count] = np.reshape([part.color for part in parts], (count, 4))
        model.geom_rgba[count:, 3] = 0
        model.geom_matid[:count] = [self._materials[self._finish(part)] for part in parts]
        model.geom_group[:count] = groups
        data.geom_xpos[:count] = np.reshape([part.center for part in parts], (count, 3))
        data.geom_xmat[:count] = np.reshape([_rotation(part) for part in parts], (count, 9))
        return changed

    def _finish(self, part: Part) -> str:
        slot = self._labels.get(part.label)
        return part.finish if slot is None else f"label{slot}"

    def _write(self, labels: set[str]) -> list[int]:
        """Write those that are new over others that nobody wants now; returns the textures."""
        kept = {text: slot for text, slot in self._labels.items() if text in labels}
        free = [slot for slot in range(LABELS) if slot not in kept.values()]
        changed = []
        for text, slot in zip(sorted(labels - kept.keys()), free, strict=False):
            kept[text] = slot
            texture = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_TEXTURE, f"label{slot}")
            start = self.model.tex_adr[texture]
            label = draw_label(text, LABEL_PIXELS)
            pixels = np.concatenate([np.rot90(label, turns) for turns in _UPRIGHT]).ravel()
            self.model.tex_data[start : start + pixels.size] = pixels
            changed.append(texture)
        self._labels = kept
        return changed


def _size(part: Part) -> tuple[float, float, float]:
    x, y, z = part.half
    if part.form in (BOX, ELLIPSOID):
        return part.half
    radius, length = {"x": (y, x), "y": (x, y), "z": (x, z)}[part.axis]
    if part.form == CAPSULE:
        length = max(length - radius, 1e-4)
    return (radius, length, 0.0)


def _rotation(part: Part) -> npt.NDArray[np.float64]:
    if part.along is not None:
        return np.array(list(zip(*basis(part.along), strict=True)), dtype=np.float64).ravel()
    if not part.spin:
        return _SIDEWAYS[part.axis] if part.form in (CYLINDER, CAPSULE) else _SIDEWAYS["z"]
    c, s = cos(radians(part.spin)), sin(radians(part.spin))
    return np.array([c, -s, 0, s, c, 0, 0, 0, 1], dtype=np.float64)
