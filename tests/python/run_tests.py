"""Runs tests of the package whose wheel build_wheel.py left in FOLDER: run_tests.py SOURCE FOLDER CLANG SUITE [PYTEST WORDS].
With the suite `package`, which needs the wheel installed, the examples that are tests, too; other suites find its files by
PYTHONPATH. It is a script for venv.py."""
import os
import pathlib
import sys


def main():
    source, folder, clang, suite, *words = sys.argv[1:]
    os.environ.pop("PYTHONPATH", None)
    os.environ.update(LOCKSTEP_CLANG=clang, PYTHONPYCACHEPREFIX=os.path.join(sys.prefix, "pycache"))
    os.chdir(folder)
    suites = [str(pathlib.Path(__file__).parent / suite)]
    if suite == "package":
        suites.append(str(pathlib.Path(source) / "python" / "examples"))
    else:
        os.environ["PYTHONPATH"] = str(pathlib.Path(folder) / "site")
    os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytester", *suites,
                              *words])


if __name__ == "__main__":
    main()
