# Everything that is made lands in .venv, out and ros2_ws/{build,install,log}.

# The Python that .venv is made with; `make clean` before changing it.
PYTHON ?= python3
# The one that OmniGibson 1.1.1 runs in.
PYTHON310 ?= python3.10
INTERFACES := ros2_ws/src/is_bench_interfaces
TEST_INTERFACES := ros2_ws/src/is_bench_test_interfaces
EXAMPLE_INTERFACES := examples/guarded_robot/guarded_robot_interfaces
STAND_IN := ros2_ws/wheels/tf2_msgs

# Of `make test-fast`: name the folder that you work in, FAST_TESTS=tests/kb.
FAST_TESTS ?= tests/is_bench tests/is_planner_node tests/test_layering.py \
	tests/is_safety_monitor/bindings tests/is_safety_monitor/emergency_stop \
	tests/is_safety_monitor/gate tests/is_safety_monitor/health

# Scenarios of the demo in which the world changes, so that the guard has to stop a step.
DEMO_DYNAMIC := cat_on_the_stove child_runs_on_to_the_lawn cup_on_the_hi_fi wind_takes_the_newspaper

# Nodes started from here talk to this machine only, and log into the repository.
export ROS_AUTOMATIC_DISCOVERY_RANGE := LOCALHOST
export ROS_LOG_DIR := $(CURDIR)/out/ros_log

.DEFAULT_GOAL := help
.PHONY: help setup check test test-fast soak faults demo robot-demo docs omnigibson-check \
	llama-check clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "%-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: .venv/.project ros2_ws/install/.made ## makes .venv and builds the interfaces

check: .venv/.project ## format, lint, types
	.venv/bin/ruff format --check
	.venv/bin/ruff check
	.venv/bin/mypy

test: setup check ## everything that CI runs; 15 minutes on two cores
	tools/test.sh

test-fast: setup ## the tests of everyday work; a minute on two cores
	tools/ros_env.sh pytest -q -m "not ros and not slow and not data" --numprocesses auto \
		--dist loadfile $(FAST_TESTS)

soak: setup check ## what `make test` samples, in full, and mutation testing; hours
	.venv/bin/python tools/mutation.py
	IS_BENCH_SOAK=1 tools/test.sh -o timeout=3600

faults: setup ## every fault, three times; writes docs/explanation/faults.md
	tools/ros_env.sh python -m tests.faults --rounds 3 --table

demo: setup ## the main job, with and without the guard; writes out/demo/report.html
	rm -rf out/demo out/demo_unguarded out/demo_scenarios
	mkdir -p out/demo_scenarios
	cp is_bench/scenarios/bundled/*.yaml $(DEMO_DYNAMIC:%=is_bench/scenarios/dynamic/%.yaml) \
		out/demo_scenarios
	tools/ros_env.sh is-bench eval --dataset out/demo_scenarios --engine ros --planner careless \
		--guard enforce --render --out out/demo
	.venv/bin/is-bench eval --dataset out/demo_scenarios --planner careless --out out/demo_unguarded \
		> /dev/null
	.venv/bin/is-bench report out/demo_unguarded out/demo --out out/demo/comparison.html > /dev/null
	@echo "report: out/demo/report.html; without the guard: out/demo/comparison.html"

robot-demo: setup ## the example robot behind the guard: a goal refused, and why; under a minute
	tools/ros_env.sh python examples/guarded_robot/demo.py --out out/robot_demo

docs: out/docs_venv/.made ## the documentation as a site with search, in out/site
	NO_MKDOCS_2_WARNING=1 out/docs_venv/bin/mkdocs build --strict --quiet
	@echo "out/site/index.html; for the search: $(PYTHON) -m http.server --directory out/site"

out/docs_venv/.made: requirements/docs.txt
	$(PYTHON) -m venv --clear out/docs_venv
	out/docs_venv/bin/python -m pip --disable-pip-version-check install -qq -r requirements/docs.txt
	@touch $@

# IS_BENCH_DATA names the benchmark's data folder; without it the bundled scenarios are compared.
omnigibson-check: .venv-omnigibson/.made ## OmniGibson's real package, on a CPU; downloads 2.5 GB
	PYTHONPATH=. .venv-omnigibson/bin/python -m tests.sim_bridge.backends.omnigibson.check_real \
		$(IS_BENCH_DATA)

.venv-omnigibson/.made: requirements/omnigibson.txt
	$(PYTHON310) -m venv --clear .venv-omnigibson
	.venv-omnigibson/bin/python -m pip --disable-pip-version-check install -qq \
		setuptools==79.0.1 wheel==0.45.1
	.venv-omnigibson/bin/python -m pip --disable-pip-version-check install -qq \
		--no-build-isolation -r requirements/omnigibson.txt
	@touch $@

llama-check: .venv/.project .venv-llama/.made ## a real model plans; builds llama.cpp, 250 MB
	tools/llama_check.sh

.venv-llama/.made: requirements/llama.txt
	$(PYTHON) -m venv --clear .venv-llama
	.venv-llama/bin/python -m pip --disable-pip-version-check install -qq -r requirements/llama.txt
	@touch $@

clean: ## removes what was made
	rm -rf .venv-omnigibson .venv-llama
	rm -rf .venv out build dist *.egg-info ros2_ws/build ros2_ws/install ros2_ws/log
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/.made: requirements/dev.txt requirements/oracle.txt requirements/ros-jazzy.txt
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
