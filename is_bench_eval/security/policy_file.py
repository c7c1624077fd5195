"""`is-bench security init`: the policies of a guarded robot, and how they are put in force."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from is_bench.domain import load_domain
from is_bench.errors import InputError, Place, UnknownNameError
from is_bench_eval.errors import RosUnavailable
from is_bench_eval.recording.output_paths import check_folder
from is_bench_eval.security.policy import policy_xml
from is_safety_monitor.bindings.graph_names import full_name, read_namespace
from is_safety_monitor.bindings.model import Bindings
from is_safety_monitor.bindings.reader import load_bindings
from is_safety_monitor.gate.settings import ACTION, SERVICE, TOPIC, read_gated

if TYPE_CHECKING:
    from is_bench_eval.security.ros.roles import Robot

OK = 0
FILE = "policy.xml"


def init(
    out: Path,
    *,
    action: str,
    bindings: Path | None,
    domain: str,
    gated: Sequence[str],
    namespace: str,
    console: Console,
) -> int:
    """Write the policies into the folder `out`.

    Raises InputError for a file that is there already or cannot be read, and without ROS.
    """
    path = out / FILE
    check_folder(out)
    if path.exists():
        raise InputError("is there already; name another folder", Place(str(path)))
    try:
        from is_bench_eval.security.ros.roles import Robot, enclaves
    except ImportError as error:
        raise RosUnavailable("making policies", error) from None
    robot = Robot(
        action=action or Robot().action,
        bindings=None if bindings is None else load_bindings(bindings, load_domain(domain)),
        gated=read_gated("--gate", gated, ACTION, SERVICE, TOPIC),
        namespace=read_namespace(namespace),
    )
    if robot.bindings is not None:
        _check_gated(robot, robot.bindings)
    found = list(enclaves(robot))
    try:
        out.mkdir(parents=True, exist_ok=True)
        path.write_text(policy_xml(found), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Place(str(path))) from None
    paths = " ".join(enclave.path for enclave in found)
    console.print(
        f"wrote {path}\n"
        "put it in force on a machine with SROS2 (here, only its form was checked):\n"
        f"  ros2 security generate_artifacts -k KEYSTORE -p {path}\n"
        "  export ROS_SECURITY_KEYSTORE=KEYSTORE ROS_SECURITY_ENABLE=true "
        "ROS_SECURITY_STRATEGY=Enforce\n"
        f"and start each process with its enclave (--ros-args --enclave PATH): {paths}",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    return OK


def _check_gated(robot: Robot, bindings: Bindings) -> None:
    """Raise InputError for a gate of a name that the guard does not call."""
    called = [robot.action, *(item.robot for item in bindings.guarded)]
    known = {full_name(name, robot.namespace) for name in called}
    for each in robot.gated:
        if full_name(each.served, robot.namespace) not in known:
            raise UnknownNameError("interface of the robot that --gate serves", each.served, called)
