# Everything that is made lands in .venv, out and ros2_ws/{build,install,log}.

# The Python that .venv is made with; `make clean` before changing it.
PYTHON ?= python3
# The one that OmniGibson 1.1.1 runs in.
PYTHON310 ?= python3.10
INTERFACES := ros2_ws/src/is_bench_interfaces
TEST_INTERFACES := ros2_ws/src/is_bench_test_interfaces
EXAMPLE_INTERFACES := examples/guarded_robot/guarded_robot_interfaces
STAND_IN := ros2_ws/wheels/tf2_msgs

# Nodes started from here talk to this machine only, and log into the repository.
export ROS_AUTOMATIC_DISCOVERY_RANGE := LOCALHOST
export ROS_LOG_DIR := $(CURDIR)/out/ros_log

.PHONY: setup check test soak faults demo robot-demo omnigibson-check llama-check clean

setup: .venv/.project ros2_ws/install/.made

check: .venv/.project
	.venv/bin/ruff format --check
	.venv/bin/ruff check
	.venv/bin/mypy

test: setup check
	tools/ros_env.sh pytest

# Everything that `make test` samples, in full, and mutation testing; takes hours.
soak: setup check
	.venv/bin/python tools/mutation.py
	IS_BENCH_SOAK=1 tools/ros_env.sh pytest -o timeout=3600

# Every fault, three times; writes docs/faults.md.
faults: setup
	tools/ros_env.sh python -m tests.faults --rounds 3 --table

demo: setup
	rm -rf out/demo
	tools/ros_env.sh is-bench eval --engine ros --planner careless --guard enforce --out out/demo

# The example robot behind the guard: a goal that is refused, and why; under a minute.
robot-demo: setup
	tools/ros_env.sh python examples/guarded_robot/demo.py --out out/robot_demo

# What is written against OmniGibson, compared with the real package on a CPU; downloads 2.5 GB.
# IS_BENCH_DATA names the benchmark's data folder; without it the bundled scenarios are compared.
omnigibson-check: .venv-omnigibson/.made
	PYTHONPATH=. .venv-omnigibson/bin/python -m tests.sim_bridge.backends.omnigibson.check_real \
		$(IS_BENCH_DATA)

.venv-omnigibson/.made: requirements/omnigibson.txt
	$(PYTHON310) -m venv --clear .venv-omnigibson
	.venv-omnigibson/bin/python -m pip --disable-pip-version-check install -qq \
		setuptools==79.0.1 wheel==0.45.1
	.venv-omnigibson/bin/python -m pip --disable-pip-version-check install -qq \
		--no-build-isolation -r requirements/omnigibson.txt
	@touch $@

# A real language model plans a few episodes; builds llama.cpp, downloads 250 MB.
llama-check: .venv/.project .venv-llama/.made
	tools/llama_check.sh

.venv-llama/.made: requirements/llama.txt
	$(PYTHON) -m venv --clear .venv-llama
	.venv-llama/bin/python -m pip --disable-pip-version-check install -qq -r requirements/llama.txt
	@touch $@

clean:
	rm -rf .venv-omnigibson .venv-llama
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

ros2_ws/install/.made: .venv/.made $(wildcard ros2_ws/cmake/* $(INTERFACES)/* $(INTERFACES)/*/* \
		$(TEST_INTERFACES)/* $(TEST_INTERFACES)/*/* \
		$(EXAMPLE_INTERFACES)/* $(EXAMPLE_INTERFACES)/*/* \
		$(STAND_IN)/* $(STAND_IN)/*/*)
	tools/build_interfaces.sh $(PYTHON)
	@touch $@
