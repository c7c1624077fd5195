#!/usr/bin/env bash
# Runs the tests: tools/test.sh [PYTEST_ARGUMENT...]
# Those without ROS go first, a file a worker; those over DDS after them, each in a domain of its
# own, in few workers: they mostly wait, and some start many processes.
set -uo pipefail
cd "$(dirname "$0")/.."
# Where those over DDS are, unless an argument names a path: to collect all the others takes longer.
over_dds=(tests/ros tests/faults tests/examples)
for argument; do
    [ -e "${argument%%::*}" ] && over_dds=()
done
failed=0
# 5: no test of this half was asked for.
tools/ros_env.sh pytest -m "not ros" --numprocesses auto --dist loadfile "$@" || [ $? = 5 ] || failed=1
tools/ros_env.sh pytest -m ros --numprocesses auto --maxprocesses 4 --dist worksteal \
    "$@" "${over_dds[@]}" || [ $? = 5 ] || failed=1
exit $failed
