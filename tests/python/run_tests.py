"""Runs tests of the package whose wheel build_wheel.py left in FOLDER: run_tests.py SOURCE FOLDER CLANG SUITE [PYTEST WORDS].
With the suite `package`, which needs the wheel installed, the examples that are tests, too, and without what run_without.py
has just seen hold; other suites find its files by PYTHONPATH. It is a script for venv.py."""
import json
import os
import pathlib
import sys


class Rest:
    """What optional packages have to do with, and further parameters: the others held without any."""

    def pytest_collection_modifyitems(self, config, items):
        held = pathlib.Path("held.json")
        names = set(json.loads(held.read_text())) if held.exists() else set()
        known = [item for item in items if item.nodeid.rpartition("/")[2] in names]
        config.hook.pytest_deselected(items=known)
        items[:] = [item for item in items if item not in known]


def main():
    source, folder, clang, suite, *words = sys.argv[1:]
    os.environ.pop("PYTHONPATH", None)
    os.environ["LOCKSTEP_CLANG"] = clang
    os.chdir(folder)
    words = ["-q", "-p", "no:cacheprovider", "-p", "pytester", str(pathlib.Path(__file__).parent / suite), *words]
    if suite == "package":
        import pytest
        return pytest.main([*words, str(pathlib.Path(source) / "python" / "examples")], plugins=[Rest()])
    os.environ["PYTHONPATH"] = f"{pathlib.Path(folder) / 'site'}:{pathlib.Path(__file__).parents[1] / 'torch_without_cuda'}"
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *words])


if __name__ == "__main__":
    sys.exit(main())
