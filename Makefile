# Everything that is made lands in .venv, out and ros2_ws/{build,install,log}.

# The Python that .venv is made with; `make clean` before changing it.
PYTHON ?= python3
INTERFACES := ros2_ws/src/is_bench_interfaces

# Nodes started from here talk to this machine only, and log into the repository.
export ROS_AUTOMATIC_DISCOVERY_RANGE := LOCALHOST
export ROS_LOG_DIR := $(CURDIR)/out/ros_log

.PHONY: setup check test demo clean

setup: .venv/.project ros2_ws/install/.made

check: .venv/.project
	.venv/bin/ruff format --check
	.venv/bin/ruff check
	.venv/bin/mypy

test: setup check
	tools/ros_env.sh pytest

demo: setup
	rm -rf out/demo
	tools/ros_env.sh is-bench eval --engine ros --planner careless --guard enforce --out out/demo

clean:
	rm -rf .venv out build dist *.egg-info ros2_ws/build ros2_ws/install ros2_ws/log
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/.made: $(wildcard requirements/*.txt)
	@tools/make_venv.sh $(PYTHON)
	@touch $@

# Editable: code and data are read from here, so that only the metadata makes it stale.
.venv/.project: .venv/.made setup.py setup.cfg package.xml
	.venv/bin/python -m pip --disable-pip-version-check install -qq --no-build-isolation -e .
	@touch $@

ros2_ws/install/.made: .venv/.made $(wildcard ros2_ws/cmake/* $(INTERFACES)/* $(INTERFACES)/*/*)
	tools/build_interfaces.sh $(PYTHON)
	@touch $@
