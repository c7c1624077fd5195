"""Mutation testing: the share of drawn mutants of the guard's core that its tests kill.

`[tool.mutmut]` in pyproject.toml names the mutated modules, and the tests.  mutmut makes all
mutants in out/mutation; this draws some of them, tests each, and lists those that no test notices.

Usage: python tools/mutation.py [--count 300] [--seed 0] [--least 0.8] [--children 1]
Exits with 1 if a smaller share than `--least` is killed.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "out" / "mutation"
LEFT_OUT = {"out", "ros2_ws"}
INTERFACES = "ros2_ws/src"
"""Of the workspace, the tests read the definitions of messages only."""
NOTICED = {"killed", "timeout", "segfault"}
"""A mutant that hangs or crashes is noticed, too."""


def lay_out() -> None:
    """Links to the sources, from which mutmut makes its copies: those in place stay untouched."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for path in ROOT.iterdir():
        if not path.name.startswith(".") and path.name not in LEFT_OUT:
            (FOLDER / path.name).symlink_to(path)
    (FOLDER / INTERFACES).parent.mkdir(parents=True)
    (FOLDER / INTERFACES).symlink_to(ROOT / INTERFACES)
    os.chdir(FOLDER)


def drawn(count: int, seed: int) -> list[str]:
    """The names of `count` mutants, the same for the same sources and seed."""
    from mutmut import __main__ as mutmut

    mutmut.set_mutant_under_test("mutant_generation")
    Path("mutants").mkdir()
    mutmut.copy_src_dir()
    mutmut.copy_also_copy_files()
    mutmut.create_mutants(1)
    mutants, _ = mutmut.collect_source_file_mutation_data(mutant_names=())
    names = sorted(name for _, name, _ in mutants)
    print(f"{count} of {len(names)} mutants, drawn with the seed {seed}")
    return random.Random(seed).sample(names, count)


def outcomes(names: list[str], children: int) -> dict[str, str]:
    """How the test of each mutant ended, by mutmut's words."""
    from mutmut import __main__ as mutmut

    mutmut._run(names, children)  # noqa: SLF001  # the command line takes fewer names
    tested, _ = mutmut.collect_source_file_mutation_data(mutant_names=names)
    return {name: mutmut.status_by_exit_code[code] for _, name, code in tested}


def report(found: dict[str, str], least: float) -> bool:
    """Print the figures and the mutants that nobody noticed; whether enough were killed."""
    from mutmut.__main__ import get_diff_for_mutant

    for name in sorted(name for name, status in found.items() if status not in NOTICED):
        print(f"\n# {name}: {found[name]}\n{get_diff_for_mutant(name)}")
    killed = sum(status in NOTICED for status in found.values())
    counts = ", ".join(f"{status} {n}" for status, n in Counter(found.values()).most_common())
    print(f"\n{killed / len(found):.1%} of {len(found)} mutants killed ({counts})")
    return killed >= least * len(found)


def main() -> int:
    """Draw, test and report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=300, help="mutants to draw (default: 300)")
    parser.add_argument("--seed", type=int, default=0, help="of the draw (default: 0)")
    parser.add_argument("--least", type=float, default=0.8, help="share to kill (default: 0.8)")
    parser.add_argument("--children", type=int, default=1, help="tested at a time (default: 1)")
    given = parser.parse_args()
    lay_out()
    found = outcomes(drawn(given.count, given.seed), given.children)
    return 0 if report(found, given.least) else 1


if __name__ == "__main__":
    sys.exit(main())
