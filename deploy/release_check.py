"""Installs wheels on machines that have nothing but Python, and runs them there: release_check.py SOURCE WHEELS FOLDER.

The machines are root file systems of Debian 12 and 13 that debootstrap makes in FOLDER the first time, entered by chroot:
root, and Debian's and PyPI's packages are needed. On each: the oldest and the newest numpy and ml_dtypes, the command, its
self-test, a minute of fuzz, and the package's tests. At the end WHEELS/SHA256SUMS says what was tested."""
import hashlib
import pathlib
import shutil
import subprocess
import sys

# Python's version, the wheel for it, and the first numpy that there is for it.
SUITES = {"bookworm": ("3.11", "cp311-cp311", "numpy==1.26.0"), "trixie": ("3.13", "cp312-abi3", "numpy==2.1.0")}
OLDEST_DTYPES = "ml_dtypes==0.5.0"
TESTS = ["pytest>=8", "pytest-xdist>=3.5", "hypothesis>=6.100"]
ARCHS = ("gfx942", "gfx950", "gfx1250")
# On the HIP runtime that exec brings: nothing is wrong with what the GPU computes, but exec sees a race.
RACING = ("import lockstep; gpu = lockstep.Device('hip:0'); kernel = gpu.load('/checked/kernels.co')['racing_total']; "
          "kernel[4, 64](gpu.zeros(1, 'int32'))")
# The mounts end with the process.
ENTER = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" /usr/bin/env -i "$@"'


def run(*words, **options):
    print("+", *words, flush=True)
    return subprocess.run([str(word) for word in words], check=True, **options)


def make_root(folder, suite):
    root = folder / suite
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        run("debootstrap", "--variant=minbase", "--include=python3,python3-venv", suite, root, stdout=subprocess.DEVNULL)
        (root / "made").touch()
    return root


def fetch(wheelhouse, python, *packages):
    run(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:",
        "--python-version", python, "--dest", wheelhouse, *packages)


def compile_kernels(tests, work):
    """Here, where clang is; there a script has its name, which copies what it would have made."""
    run("clang++-22", "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output",
        "-fhip-kernel-arg-name", "-gline-tables-only", "-O3", "--offload-arch=gfx950", tests / "kernels.hip",
        "-o", work / "kernels.co")
    script = work / "clang"
    script.write_text('#!/bin/sh\nfor output; do :; done\ncp /checked/kernels.co "$output"\n')
    script.chmod(0o755)


def check(source, wheels, folder, suite):
    python, tag, oldest_numpy = SUITES[suite]
    root = make_root(folder, suite)
    work = root / "checked"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(wheels, work / "wheels")
    tests = work / "source" / "tests" / "python"
    shutil.copytree(source / "tests" / "python" / "package", tests / "package")
    shutil.copy(source / "tests" / "python" / "conftest.py", tests)
    compile_kernels(tests / "package", work)
    oldest = [oldest_numpy, OLDEST_DTYPES]
    for packages in (oldest, ["numpy", "ml_dtypes"], TESTS):
        fetch(work / "wheels", python, *packages)

    def inside(*words, **options):
        return run("unshare", "--mount", "sh", "-c", ENTER, root, "PATH=/checked/venv/bin:/usr/bin:/bin", "HOME=/root", *words, **options)

    def install(*packages):
        inside("pip", "install", "--quiet", "--no-index", "--find-links", "/checked/wheels", "--upgrade", *packages)

    wheel, = wheels.glob(f"lockstep-*-{tag}-*.whl")
    inside("python3", "-m", "venv", "/checked/venv")
    for versions in (oldest, ["numpy", "ml_dtypes"]):
        install(f"/checked/wheels/{wheel.name}", *versions)
        inside("python", "-c", "import lockstep; lockstep.Device('gfx950').array([1.0])")
        kernels = inside("lockstep", "list", "kernels", stdout=subprocess.PIPE, text=True).stdout
        if missing := [arch for arch in ARCHS if arch not in kernels]:
            sys.exit(f"no kernels for {', '.join(missing)}")
        inside("lockstep", "fuzz", "--seed", "1", "--cases", "20")
    if inside("lockstep", "--help", stdout=subprocess.PIPE, text=True).stdout.count("selftest"):
        inside("lockstep", "selftest")
    inside("lockstep", "fuzz", "--time", "60s")
    inside("sh", "-c", f'lockstep exec --schedule earliest -- python -c "{RACING}"; test $? -eq 1')
    install(*TESTS)
    inside("LOCKSTEP_CLANG=/checked/clang", "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytester",
           "/checked/source/tests/python/package")


def main():
    source, wheels, folder = (pathlib.Path(word).absolute() for word in sys.argv[1:4])
    folder.mkdir(parents=True, exist_ok=True)
    for suite in SUITES:
        check(source, wheels, folder, suite)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(wheels.glob("lockstep-*"))]
    (wheels / "SHA256SUMS").write_text("".join(sums))
    print("".join(sums), end="")


if __name__ == "__main__":
    main()
