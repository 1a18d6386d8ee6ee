#!/usr/bin/env python3
"""Runs a script in a virtual environment that has the packages of a file: venv.py FOLDER REQUIREMENTS SCRIPT WORDS…

The environment is made in FOLDER the first time. Where that is impossible (no network and nothing cached, no venv
module) the exit code is 77, a skipped test; under CI=true it is 1.

--when VARIABLE, the first word: the packages are large. The environment is made where VARIABLE is set or CI=true; else, unless it is
there, the exit code is 77. The file lists all that is installed: nothing comes with them."""
import contextlib
import fcntl
import os
import pathlib
import subprocess
import sys

SKIPPED = 77


def is_made(folder, requirements):
    stamp = folder / "requirements.txt"
    return stamp.exists() and stamp.read_text() == requirements.read_text()


def failure(command):
    """None, or why the command did not end well."""
    done = subprocess.run(command, capture_output=True, text=True)
    lines = (done.stderr + done.stdout).strip().splitlines()
    return f"{' '.join(command)}: {lines[-1] if lines else done.returncode}" if done.returncode != 0 else None


@contextlib.contextmanager
def locked(folder):  # tests run side by side
    with open(folder.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make(folder, requirements, *options):
    """None, or why there is no environment. The options are pip's."""
    if is_made(folder, requirements):
        return None
    # One pip, of an environment of its own, fills all others: to give each its own takes longer than most packages do.
    tools = folder.with_name("pip")
    with locked(tools):
        problem = None if list(tools.glob("lib/python*/site-packages/pip")) else failure(
            [sys.executable, "-m", "venv", "--clear", str(tools)])
    # Compiled is what is imported, when it is: of all that is installed, that is a small part.
    problem = problem or failure([sys.executable, "-m", "venv", "--without-pip", "--clear", str(folder)]) or failure(
        [str(tools / "bin" / "python"), "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet", "--no-compile",
         "--disable-pip-version-check", *options, "-r", str(requirements)])
    if problem is None:
        (folder / "requirements.txt").write_text(requirements.read_text())
    return problem


def main():
    words = sys.argv[1:]
    asked = words[1] if words[0] == "--when" else ""
    folder, requirements, script, *rest = words[2:] if asked else words
    folder, requirements = pathlib.Path(folder), pathlib.Path(requirements)
    folder.parent.mkdir(parents=True, exist_ok=True)
    in_ci = os.environ.get("CI") == "true"
    with locked(folder):
        if asked and not (in_ci or os.environ.get(asked) or is_made(folder, requirements)):
            print(f"SKIPPED: {pathlib.Path(script).name}: {requirements.name} asks for some GB: set {asked}=1 to install them")
            sys.exit(SKIPPED)
        problem = make(folder, requirements, *["--no-deps"] * bool(asked))
    if problem is not None:
        print(f"{'FAILED' if in_ci else 'SKIPPED'}: {pathlib.Path(script).name}: {problem}")
        sys.exit(1 if in_ci else SKIPPED)
    # Packages are installed without bytecode, and an image's environment may forbid to keep any: each process would compile
    # what it imports anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder.resolve() / "pycache")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads spin while they wait, beside tests that run
    os.execv(folder / "bin" / "python", [str(folder / "bin" / "python"), script, *rest])


if __name__ == "__main__":
    main()
