"""What a process remembers for good is the package's own data; all else has a bound."""

from __future__ import annotations

import ast

from tests.source_tree import ROOT, modules

KEYED_BY_OWN_NAMES = {
    "is_bench/chat/background.py: _loop_of",  # a process has one id, and its children theirs
    "is_bench/domain/loading.py: _bundled",  # raises for any other name, which is not kept
    "is_bench/reading/marks.py: _names",
    "is_bench/reading/people.py: _attending",
    "is_bench/reading/people.py: _pattern",  # patterns of the module's table
    "is_bench/reading/people.py: _slot",
    "is_bench/reading/words.py: data",
    "is_bench/reading/words.py: word_list",
    "is_bench/reading/words.py: phrases",
    "is_bench_eval/pages/html.py: page_template",
    "is_bench_eval/pages/html.py: assets",
    "is_safety_monitor/core/storage_habits.py: named_class",  # texts of the module that asks
    "kb/phrase_parsing/sentences.py: word_class",
}
"""Functions whose arguments name files, groups of words or classes of the package."""


def unbounded() -> set[str]:
    """The functions with arguments whose results are all kept."""
    found = set()
    for module in modules():
        tree = ast.parse((ROOT / module).read_text("utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and is_unbounded(function):
                found.add(f"{module}: {function.name}")
    return found


def is_unbounded(function: ast.FunctionDef) -> bool:
    arguments = function.args
    takes = bool(arguments.args or arguments.vararg or arguments.kwonlyargs)
    return takes and any(ast.unparse(d) in UNBOUNDED for d in function.decorator_list)


UNBOUNDED = {"cache", "functools.cache", "lru_cache(maxsize=None)", "lru_cache(None)"}


def test_what_is_kept_without_a_bound_is_keyed_by_names_of_the_package() -> None:
    assert unbounded() == KEYED_BY_OWN_NAMES
