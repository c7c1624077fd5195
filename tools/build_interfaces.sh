#!/usr/bin/env bash
# Builds is_bench's interfaces, and those of tests and examples, into ros2_ws/install. $1: the
# Python of the ROS installation, which only counts where .venv has no ROS of its own. Where it has,
# tf2_msgs is built, too: no wheel of it exists.
set -euo pipefail
cd "$(dirname "$0")/../ros2_ws"
python=$(command -v "$1")
arguments=(-DBUILD_TESTING=OFF)
packages=(is_bench_interfaces is_bench_test_interfaces guarded_robot_interfaces)
folders=(src ../examples/guarded_robot)
if [ -d ../.venv/share/rclpy ]; then
    python=$PWD/../.venv/bin/python
    packages+=(tf2_msgs)
    folders+=(wheels)
    arguments+=("-DCMAKE_PROJECT_INCLUDE=$PWD/cmake/ros_wheels.cmake")
fi
# Errors only: colcon warns that .venv has no local_setup file, which no virtual environment has.
exec ../tools/ros_env.sh colcon --log-level error build --base-paths "${folders[@]}" \
    --packages-select "${packages[@]}" \
    --cmake-args "${arguments[@]}" "-DPython3_EXECUTABLE=$python"
