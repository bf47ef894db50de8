"""The project's own source files and what they import at run time, read from their syntax trees."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"  # reference material beside the checkout; see NEEDS in tests/conftest.py


def python_files(*folders: str) -> list[Path]:
    """All modules below the named folders of the project, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    """`analyzer.cards` for analyzer/cards/__init__.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, module: str, is_package: bool = False) -> set[str]:
    """Every module or name that `source` imports, also inside functions, but not for type checkers only.

    `from analyzer import goals` gives `analyzer` and `analyzer.goals`: a name may be a module.
    """
    found: set[str] = set()
    package = module if is_package else module.rpartition(".")[0]
    for node in _run_time_nodes(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parts, *([node.module] if node.module else [])])
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__") and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                found.add(name.value)
    return found


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _run_time_nodes(tree: ast.AST) -> list[ast.AST]:
    """All nodes except those below `if TYPE_CHECKING:`."""
    nodes = []
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for branch in child.orelse:
                nodes += [branch, *_run_time_nodes(branch)]
            continue
        nodes += [child, *_run_time_nodes(child)]
    return nodes
