"""`pytest tests/python` without any optional package: run_without.py SOURCE FOLDER CLANG. A script for venv.py.

What needs one is skipped, and says so; the rest holds, and FOLDER/held.json lists it for run_tests.py."""
import json
import os
import pathlib
import re
import sys

OPTIONAL = {"flydsl", "hypothesis", "mypy", "torch", "triton", "xdist"}


class Absent:
    """Finds none of them, whatever is installed."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in OPTIONAL:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)


class Seen:
    """What pytest said."""

    def __init__(self):
        self.passed, self.skipped = [], []

    def pytest_configure(self, config):
        sys.modules.update(dict.fromkeys(OPTIONAL))  # pytest's own finder comes before Absent, and finds plugins

    def pytest_collection_modifyitems(self, items):
        # What a test imports, its last parameters import, if any do: the others hold where all packages are there.
        items[:] = {(item.path, item.originalname): item for item in items}.values()

    def pytest_runtest_logreport(self, report):
        if report.when == "call" and report.passed:
            self.passed.append(report.nodeid.rpartition("/")[2])
        if report.skipped:
            self.skipped.append(str(report.longrepr))

    def pytest_collectreport(self, report):
        if report.skipped:
            self.skipped.append(str(report.longrepr))


def main():
    source, folder, clang = sys.argv[1:]
    os.environ.pop("PYTHONPATH", None)
    os.environ["LOCKSTEP_CLANG"] = clang
    os.chdir(folder)
    import pytest

    sys.meta_path.insert(0, Absent())

    seen = Seen()
    code = pytest.main(["-q", "-p", "no:cacheprovider", *[word for plugin in ("xdist", "xdist.looponfail", "hypothesispytest") for word in ("-p", f"no:{plugin}")],
                        str(pathlib.Path(source) / "tests" / "python")],
                       plugins=[seen])
    unsaid = [name for name in ("hypothesis", "mypy", "torch", "triton", "xdist") if not any(re.search(rf"\b{name}\b", s) for s in seen.skipped)]
    if not any("libamdhip64" in s or "hip:0" in s for s in seen.skipped):
        unsaid.append("a GPU")
    pathlib.Path("held.json").write_text(json.dumps(seen.passed))
    print(f"{len(seen.passed)} passed, {len(unsaid)} failed, {len(seen.skipped)} skipped" + (f"; not skipped without {unsaid}" if unsaid else ""))
    return 1 if code != 0 or unsaid or len(seen.passed) < 90 else 0


sys.exit(main())
