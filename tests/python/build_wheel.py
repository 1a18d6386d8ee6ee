"""Builds the package's wheel with pip beside a build that is there: build_wheel.py SOURCE BUILD FOLDER REQUIREMENTS.

It is what `pip wheel .` makes, of the same pyproject.toml, but without the command.
Afterwards FOLDER/wheel has the wheel, FOLDER/site its files, and FOLDER/requirements.txt asks for the wheel and for what
REQUIREMENTS pins: another file, and so another environment, whenever the wheel's contents are others."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile


def cache_value(build, name):
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.split("=", 1)[1]
    return ""


def build_wheel(source, build, folder):
    shutil.rmtree(folder / "wheel", ignore_errors=True)
    for linked in (folder / "module").glob("_lockstep*.so"):
        linked.unlink()  # it is not linked again where the layers of BUILD alone have changed
    defines = {"LOCKSTEP_BUILD": build, **{name: cache_value(build, name) for name in
                                           ("CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS")}}
    settings = {"cmake.source-dir": "python/module", "build-dir": folder / "module",
                "install.components": "python",  # the command is large, and tested where it is built
                "cmake.build-type": cache_value(build, "CMAKE_BUILD_TYPE"),
                **{f"cmake.define.{name}": value for name, value in defines.items()}}
    done = subprocess.run([sys.executable, "-m", "pip", "wheel", "--verbose", "--disable-pip-version-check", "--no-deps",
                           "--no-build-isolation", "--wheel-dir", str(folder / "wheel"), str(source),
                           *(word for name, value in settings.items() for word in ("-C", f"{name}={value}"))],
                          capture_output=True, text=True, env={**os.environ, "CMAKE_BUILD_PARALLEL_LEVEL": "2"})
    if done.returncode != 0:
        sys.exit(done.stdout[-6000:] + done.stderr[-6000:])
    wheel, = (folder / "wheel").glob("lockstep-*.whl")
    return wheel


def digest(wheel):
    """Of what is in it: the times in an archive are new every time."""
    with zipfile.ZipFile(wheel) as archive:
        return hashlib.sha256(repr(sorted((f.filename, f.CRC) for f in archive.infolist())).encode()).hexdigest()


def main():
    source, build, folder, requirements = map(pathlib.Path, sys.argv[1:])
    wheel = build_wheel(source, build, folder)
    (folder / "held.json").unlink(missing_ok=True)  # of another wheel
    shutil.rmtree(folder / "site", ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    (folder / "requirements.txt").write_text(f"# {digest(wheel)}\nlockstep[test] @ {wheel.as_uri()}\n"
                                             + requirements.read_text())


if __name__ == "__main__":
    main()
