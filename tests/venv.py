#!/usr/bin/env python3
"""Runs a script in a virtual environment that has the packages of a file: venv.py FOLDER REQUIREMENTS SCRIPT WORDS…

The environment is made in FOLDER the first time. Where that is impossible (no network and nothing cached, no venv
module) the exit code is 77, a skipped test; under CI=true it is 1."""
import fcntl
import os
import pathlib
import subprocess
import sys

SKIPPED = 77


def make(folder, requirements):
    """None, or why there is no environment."""
    stamp = folder / "requirements.txt"
    if stamp.exists() and stamp.read_text() == requirements.read_text():
        return None
    python = str(folder / "bin" / "python")
    for command in ([sys.executable, "-m", "venv", "--clear", str(folder)],
                    [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(requirements)]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            lines = (done.stderr + done.stdout).strip().splitlines()
            return f"{' '.join(command)}: {lines[-1] if lines else done.returncode}"
    stamp.write_text(requirements.read_text())
    return None


def main():
    folder, requirements = map(pathlib.Path, sys.argv[1:3])
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.with_suffix(".lock"), "w") as lock:  # tests run side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        problem = make(folder, requirements)
    if problem is not None:
        in_ci = os.environ.get("CI") == "true"
        print(f"{'FAILED' if in_ci else 'SKIPPED'}: {pathlib.Path(sys.argv[3]).name}: {problem}")
        sys.exit(1 if in_ci else SKIPPED)
    os.execv(folder / "bin" / "python", [str(folder / "bin" / "python"), *sys.argv[3:]])


if __name__ == "__main__":
    main()
