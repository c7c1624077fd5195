#!/usr/bin/env bash
# Runs the tests: tools/test.sh [PYTEST_ARGUMENT...]
# Those without ROS share the cores, a file a worker; those over DDS run after them, one by one.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0
# 5: no test of this half was asked for.
tools/ros_env.sh pytest -m "not ros" --numprocesses auto --dist loadfile "$@" || [ $? = 5 ] || failed=1
tools/ros_env.sh pytest -m ros "$@" || [ $? = 5 ] || failed=1
exit $failed
