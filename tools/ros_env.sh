#!/usr/bin/env bash
# Runs a command with .venv, ROS and the project's interfaces: tools/ros_env.sh COMMAND [ARGUMENT...]
# ROS is that of .venv where it has one, and else the installation that is sourced.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
venv=$root/.venv

export VIRTUAL_ENV=$venv PATH=$venv/bin:$PATH
if [ -d "$venv/share/rclpy" ]; then
    # In place of what is inherited: libraries of two ROS distributions do not mix.
    export AMENT_PREFIX_PATH=$venv CMAKE_PREFIX_PATH=$venv
    unset COLCON_PREFIX_PATH PYTHONPATH
    LD_LIBRARY_PATH=$venv/lib
    for libraries in "$venv"/lib/python3.*/site-packages/ros_*.libs; do
        LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$libraries
    done
    export LD_LIBRARY_PATH
    # The wheels restart every Python to set what is set here already; this says it is.
    export _ROS_WHEELS_BOOTSTRAP_COMPLETE=1
elif [ -z "${ROS_DISTRO:-}" ]; then
    echo "no ROS: run make setup, or source the installation that it was run with" >&2
    exit 1
fi

# The interfaces alone: an is_bench that was installed there, too, would hide the source tree.
for package in is_bench_interfaces is_bench_test_interfaces guarded_robot_interfaces tf2_msgs; do
    built=$root/ros2_ws/install/$package/share/$package/local_setup.bash
    if [ -f "$built" ]; then
        set +u # ament's script reads variables that may be unset
        . "$built"
        set -u
    fi
done
exec "$@"
