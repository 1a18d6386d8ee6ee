"""No module of a Python package imports itself through others, at its top or in a function: import_circles.py FOLDER...

What stands under `if TYPE_CHECKING` is never run, and counts for nothing."""
import ast
import pathlib
import sys
import tempfile


def imports_of(module: pathlib.Path, names: set[str]) -> set[str]:
    """The modules of its package that a module imports."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                visit(other)
            return
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[2] for alias in node.names if alias.name.startswith(package + "."))
        elif isinstance(node, ast.ImportFrom) and node.module == package:
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package + "."):
            found.add(str(node.module).partition(".")[2])
        for child in ast.iter_child_nodes(node):
            visit(child)

    package = module.parent.name
    visit(ast.parse(module.read_text(encoding="utf-8")))
    return found & names


def circle_in(folder: pathlib.Path) -> list[str]:
    """The modules of one circle, the first again at its end; empty: there is none."""
    modules = {path.stem: path for path in sorted(folder.glob("*.py"))}
    edges = {name: sorted(imports_of(path, set(modules))) for name, path in modules.items()}
    done: set[str] = set()

    def search(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name):], name]
        if name in done:
            return []
        done.add(name)
        return next((circle for other in edges[name] if (circle := search(other, [*way, name]))), [])

    return next((circle for name in edges if (circle := search(name, []))), [])


def finds_planted_ones() -> bool:
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch, "planted")
        folder.mkdir()
        (folder / "a.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from planted.c import f\n")
        (folder / "b.py").write_text("from planted import a\n")
        (folder / "c.py").write_text("import planted.b\n")
        if circle_in(folder):
            return False
        (folder / "a.py").write_text("def f():\n    from planted.c import f\n")
        return circle_in(folder) == ["a", "c", "b", "a"]


def main(folders: list[str]) -> int:
    if not finds_planted_ones():
        print("import_circles.py does not find a circle that was planted")
        return 1
    circles = {folder: circle for folder in folders if (circle := circle_in(pathlib.Path(folder)))}
    for folder, circle in circles.items():
        print(f"{folder}: {' -> '.join(circle)}")
    return 1 if circles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
