"""Looking things up in OmniGibson's sources, without importing them."""

from __future__ import annotations

import ast
from pathlib import Path


class Sources:
    """The unpacked sources of a package."""

    def __init__(self, root: Path) -> None:
        """`root` holds the package's folder."""
        self._root = root
        self._read: dict[str, ast.Module] = {}

    def module(self, name: str) -> ast.Module:
        """The module called `name`; raises FileNotFoundError."""
        if name not in self._read:
            path = self._root.joinpath(*name.split("."))
            file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            self._read[name] = ast.parse(file.read_text(encoding="utf-8"))
        return self._read[name]

    def scope(self, name: str) -> ast.AST:
        """The module or, for `module:Class`, the class; raises LookupError."""
        module, _, cls = name.partition(":")
        tree = self.module(module)
        if not cls:
            return tree
        found = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == cls]
        if not found:
            raise LookupError(f"{module} has no class {cls}")
        return found[0]

    def function(self, name: str) -> ast.FunctionDef:
        """The function `module:function` or `module:Class.function`; raises LookupError."""
        module, _, path = name.partition(":")
        cls, _, function = path.rpartition(".")
        scope = self.scope(f"{module}:{cls}" if cls else module)
        body = getattr(scope, "body", [])
        found = [n for n in body if isinstance(n, ast.FunctionDef) and n.name == function]
        if not found:
            raise LookupError(f"{module}:{cls} has no function {function}")
        return found[0]

    def names(self, scope: str) -> set[str]:
        """What a class or module defines or assigns, fields of its namedtuples too."""
        found: set[str] = set()
        tree = self.scope(scope)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
            elif isinstance(node, ast.ImportFrom | ast.Import):
                found |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("namedtuple"):
                found |= {
                    leaf.value
                    for argument in (*node.args[1:], *(k.value for k in node.keywords))
                    for leaf in ast.walk(argument)
                    if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
                }
        return found


def parameters(function: ast.FunctionDef) -> list[str]:
    """The names of the parameters, without self, cls and catch-alls."""
    arguments = function.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")]


def refusal(function: ast.FunctionDef, positional: int, named: tuple[str, ...]) -> str:
    """Why `function` cannot be called so; empty if it can."""
    arguments = function.args
    names = parameters(function)
    if positional > len(names) and arguments.vararg is None:
        return f"takes {len(names)} arguments, not {positional}"
    given = {*names[:positional], *named}
    unknown = [name for name in named if name not in names]
    if unknown and arguments.kwarg is None:
        return f"has no {', '.join(unknown)}"
    if set(named) & set(names[:positional]):
        return "is given an argument twice"
    with_default = len(arguments.defaults)
    needed = names[: len(names) - with_default - len(arguments.kwonlyargs)]
    missing = [name for name in needed if name not in given]
    return f"also needs {', '.join(missing)}" if missing else ""
