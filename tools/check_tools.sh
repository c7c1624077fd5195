#!/usr/bin/env bash
# Names, in one line, every system package that `make setup` misses. $1: the Python to use.
set -u
python=$1
missing=()

command -v cmake >/dev/null || missing+=(cmake)
command -v g++ >/dev/null || missing+=(g++)
if command -v "$python" >/dev/null; then
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))'; then
        echo "is_bench needs Python 3.10 or newer and $python is $("$python" -V 2>&1 | cut -d' ' -f2):" \
            "name another one, e.g. make setup PYTHON=python3.12" >&2
        exit 1
    fi
    "$python" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    # rosidl generates a C extension of every message.
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' ||
        missing+=(python3-dev)
else
    missing+=(python3 python3-venv python3-dev)
fi
if [ ${#missing[@]} -gt 0 ]; then
    echo "is_bench needs more of the system: sudo apt-get install ${missing[*]}" >&2
    exit 1
fi

"$(dirname "$0")/has_ros.sh" "$python" && exit 0
if [ "$(uname -sm)" != "Linux x86_64" ] ||
    ! "$python" -c 'import sys; sys.exit(sys.version_info >= (3, 14))'; then
    echo "is_bench has ROS 2 wheels for x86-64 Linux and Python 3.10 to 3.13 only:" \
        "source an installation of ROS 2 Jazzy first, e.g. . /opt/ros/jazzy/setup.sh" >&2
    exit 1
fi
