"""Debian packages, unpacked into a folder and not installed: for tests that need their files."""
import fcntl
import pathlib
import subprocess


def unpacked(folder, packages):
    """The folder; a sentence that says why there is none, as a string."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder.with_suffix(".lock"), "w") as lock:  # tests run side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        for package in packages:
            stamp = folder / f"{package}.unpacked"
            if not stamp.exists():
                problem = unpack(folder, package)
                if problem is not None:
                    return problem
                stamp.touch()
    return folder


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode == 0:
        return None
    return f"{' '.join(command)}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"


def unpack(folder, package):
    try:
        problem = run(folder, "apt-get", "--quiet", "--quiet", "download", package)
        if problem is None:
            file = sorted(folder.glob(f"{package}_*.deb"))[-1]
            problem = run(folder, "dpkg-deb", "--extract", file.name, ".")
        return problem
    except (OSError, IndexError, subprocess.TimeoutExpired) as error:
        return f"{package}: {error}"
