"""Builds the Python module beside a build that is there, and lays the package out as an installation would:
build_module.py SOURCE BUILD FOLDER. Afterwards FOLDER/site is what PYTHONPATH needs."""
import pathlib
import shutil
import subprocess
import sys


def cache_value(build, name):
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.split("=", 1)[1]
    return ""


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout[-6000:] + done.stderr[-6000:])


def lay_out(source, module, site):
    package = site / "lockstep"
    shutil.rmtree(site, ignore_errors=True)
    package.mkdir(parents=True)
    for file in (source / "python" / "lockstep").rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            there = package / file.relative_to(source / "python" / "lockstep")
            there.parent.mkdir(parents=True, exist_ok=True)
            there.symlink_to(file)
    for file in [*module.glob("_lockstep*.so"), module / "_lockstep.pyi"]:
        (package / file.name).symlink_to(file)


def main():
    source, build, folder = map(pathlib.Path, sys.argv[1:])
    module = folder / "module"
    run("cmake", "-G", "Ninja", "-S", source / "python" / "module", "-B", module, f"-DLOCKSTEP_BUILD={build}",
        f"-DPython_EXECUTABLE={sys.executable}",
        *(f"-D{name}={cache_value(build, name)}"
          for name in ("CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS", "CMAKE_BUILD_TYPE")))
    run("cmake", "--build", module, "-j", "2")
    lay_out(source, module, folder / "site")


if __name__ == "__main__":
    main()
