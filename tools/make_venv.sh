#!/usr/bin/env bash
# Makes .venv anew with the pinned tools and, unless a ROS installation is sourced, ROS itself.
# $1: the Python to use.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1

tools/check_tools.sh "$python"
echo "making .venv (a minute or two)"
# Built for the environment that goes now.
rm -rf ros2_ws/{build,install}/{is_bench_interfaces,is_bench_test_interfaces,tf2_msgs}

wheels=(-r requirements/ros-jazzy.txt)
options=(--clear)
if tools/has_ros.sh "$python"; then
    wheels=()
    # The messages of the installation are compiled against the system's numpy.
    options+=(--system-site-packages)
fi
"$python" -m venv "${options[@]}" .venv

pip=(.venv/bin/python -m pip --disable-pip-version-check install -qq --use-pep517)
"${pip[@]}" -r requirements/dev.txt ${wheels[@]+"${wheels[@]}"}
# Last, or pip complains of the requirements that bddl declares and does without.
"${pip[@]}" --no-deps --no-build-isolation -r requirements/oracle.txt
