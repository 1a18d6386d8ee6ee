"""Runs tests of the package that build_module.py has laid out in FOLDER: run_tests.py SOURCE FOLDER CLANG SUITE [PYTEST WORDS].
With the suite `package`, the examples that are tests, too. It is a script for venv.py."""
import os
import pathlib
import sys

SKIPPED = 77


def main():
    source, folder, clang, suite, *words = sys.argv[1:]
    site = pathlib.Path(folder) / "site"
    if not (site / "lockstep").is_dir():
        print("SKIPPED: the module was not built")
        sys.exit(SKIPPED)
    os.environ.update(PYTHONPATH=str(site), LOCKSTEP_CLANG=clang, PYTHONDONTWRITEBYTECODE="1")
    os.chdir(folder)
    suites = [str(pathlib.Path(__file__).parent / suite)]
    if suite == "package":
        suites.append(str(pathlib.Path(source) / "python" / "examples"))
    os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytester", *suites,
                              *words])


if __name__ == "__main__":
    main()
