"""How long functions, views, modules and templates may be: ``python -m tests.budgets`` lists what is longer.

An exception stands in ``EXCEPTIONS`` with its reason; one that is no longer needed is listed too.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FUNCTION, VIEW, MODULE, TEMPLATE = 40, 30, 400, 120
VIEW_FOLDERS = ("evaluations/pages/", "evaluations/api/views/", "llars/views.py")

EXCEPTIONS: dict[str, str] = {}
"""By ``path`` or ``path:function``, the reason why it may be longer."""


def main() -> int:
    """Print what is over its budget; returns the exit code."""
    found = dict(_over_budget())
    lines = [f"{name}: {words}" for name, words in found.items() if name not in EXCEPTIONS]
    lines += [f"{name}: no exception is needed any more" for name in EXCEPTIONS if name not in found]
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return 1 if lines else 0


def _over_budget() -> Iterator[tuple[str, str]]:
    for path in _files():
        text = (ROOT / path).read_text(encoding="utf-8")
        lines = len(text.splitlines())
        if path.endswith(".html") and lines > TEMPLATE:
            yield path, f"{lines} lines, a template may have {TEMPLATE}"
        if path.endswith(".py"):
            if lines > MODULE:
                yield path, f"{lines} lines, a module may have {MODULE}"
            yield from _long_functions(path, text)


def _files() -> list[str]:
    """What belongs to the project, migrations apart: they are written by Django."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py", "*.html"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    names = sorted(set(listed.stdout.splitlines()))
    return [name for name in names if "/migrations/" not in name and (ROOT / name).is_file()]


def _long_functions(path: str, text: str) -> Iterator[tuple[str, str]]:
    is_view = path.startswith(VIEW_FOLDERS)
    limit, kind = (VIEW, "view") if is_view else (FUNCTION, "function")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > limit:
                yield f"{path}:{node.name}", f"{lines} lines, a {kind} may have {limit}"


if __name__ == "__main__":
    raise SystemExit(main())
