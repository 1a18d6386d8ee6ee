#!/usr/bin/env python3
"""Runs a script in a virtual environment that has the packages of a file: venv.py FOLDER REQUIREMENTS SCRIPT WORDS…

The environment is made in FOLDER the first time. Where that is impossible (no network and nothing cached, no venv
module) the exit code is 77, a skipped test; under CI=true it is 1.

--when VARIABLE, the first word: the packages are large. The environment is made where VARIABLE is set or CI=true; else, unless it is
there, the exit code is 77."""
import fcntl
import os
import pathlib
import subprocess
import sys

SKIPPED = 77


def is_made(folder, requirements):
    stamp = folder / "requirements.txt"
    return stamp.exists() and stamp.read_text() == requirements.read_text()


def make(folder, requirements):
    """None, or why there is no environment."""
    if is_made(folder, requirements):
        return None
    python = str(folder / "bin" / "python")
    for command in ([sys.executable, "-m", "venv", "--clear", str(folder)],
                    # Compiled is what is imported, when it is: of all that is installed, that is a small part.
                    [python, "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check", "-r", str(requirements)]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            lines = (done.stderr + done.stdout).strip().splitlines()
            return f"{' '.join(command)}: {lines[-1] if lines else done.returncode}"
    (folder / "requirements.txt").write_text(requirements.read_text())
    return None


def main():
    words = sys.argv[1:]
    asked = words[1] if words[0] == "--when" else ""
    folder, requirements, script, *rest = words[2:] if asked else words
    folder, requirements = pathlib.Path(folder), pathlib.Path(requirements)
    folder.parent.mkdir(parents=True, exist_ok=True)
    in_ci = os.environ.get("CI") == "true"
    with open(folder.with_suffix(".lock"), "w") as lock:  # tests run side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        if asked and not (in_ci or os.environ.get(asked) or is_made(folder, requirements)):
            print(f"SKIPPED: {pathlib.Path(script).name}: {requirements.name} asks for some GB: set {asked}=1 to install them")
            sys.exit(SKIPPED)
        problem = make(folder, requirements)
    if problem is not None:
        print(f"{'FAILED' if in_ci else 'SKIPPED'}: {pathlib.Path(script).name}: {problem}")
        sys.exit(1 if in_ci else SKIPPED)
    os.execv(folder / "bin" / "python", [str(folder / "bin" / "python"), script, *rest])


if __name__ == "__main__":
    main()
