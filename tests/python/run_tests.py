"""Builds the module and runs the package's tests and examples: run_tests.py SOURCE BUILD CLANG [PYTEST WORDS].
It is a script for venv.py."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def main():
    source, build, clang, *words = sys.argv[1:]
    folder = pathlib.Path(build) / "python"
    if subprocess.run([sys.executable, str(HERE / "build_module.py"), source, build, str(folder)]).returncode != 0:
        sys.exit(1)
    os.environ.update(PYTHONPATH=str(folder / "site"), LOCKSTEP_CLANG=clang, PYTHONDONTWRITEBYTECODE="1")
    os.chdir(folder)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(HERE),
                               str(pathlib.Path(source) / "python" / "examples"), *words])


if __name__ == "__main__":
    main()
