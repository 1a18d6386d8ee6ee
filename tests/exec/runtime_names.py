"""Which names of HIP's API our runtime has, and which it implements; and those that another library needs."""
import pathlib
import shutil
import subprocess


def symbols(library, *options):
    tool = shutil.which("nm") or shutil.which("llvm-nm-22")
    lines = subprocess.run([tool, "-D", *options, library], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split()[-2:] for line in lines]
    return {name.split("@")[0]: kind for kind, name in rows if name.startswith(("hip", "__hip"))}


def of_runtime(lockstep):
    """All of them; those that answer. The others are weak: they say that they are missing."""
    found = symbols(pathlib.Path(lockstep).parent.parent / "lib/hip/libamdhip64.so", "--defined-only")
    return set(found), {name for name, kind in found.items() if kind != "W"}


def needed_by(library):
    return set(symbols(library, "--undefined-only"))
