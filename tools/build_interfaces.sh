#!/usr/bin/env bash
# Builds is_bench_interfaces into ros2_ws/install. $1: the Python of the ROS installation, which
# only counts where .venv has no ROS of its own.
set -euo pipefail
cd "$(dirname "$0")/../ros2_ws"
python=$(command -v "$1")
arguments=(-DBUILD_TESTING=OFF)
if [ -d ../.venv/share/rclpy ]; then
    python=$PWD/../.venv/bin/python
    arguments+=("-DCMAKE_PROJECT_is_bench_interfaces_INCLUDE=$PWD/cmake/ros_wheels.cmake")
fi
# Errors only: colcon warns that .venv has no local_setup file, which no virtual environment has.
exec ../tools/ros_env.sh colcon --log-level error build --packages-select is_bench_interfaces \
    --cmake-args "${arguments[@]}" "-DPython3_EXECUTABLE=$python"
