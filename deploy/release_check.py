"""Installs wheels on machines that have nothing but Python, and runs them there: release_check.py SOURCE BUILD WHEELS FOLDER.

The machines are root file systems of Debian 12 and 13 that debootstrap makes in FOLDER the first time, entered by chroot:
root, and Debian's and PyPI's packages are needed. On each: the wheel installs and passes its self-test within a minute, with the
oldest and the newest numpy and ml_dtypes; then a minute of fuzz, a HIP program that BUILD's machine compiled, Triton, and
the package's tests. At the end WHEELS/SHA256SUMS says what was tested, and what it took is printed."""
import hashlib
import pathlib
import shutil
import subprocess
import sys
import time

# Python's version, the wheel for it, and the first numpy that there is for it.
SUITES = {"bookworm": ("3.11", "cp311-cp311", "numpy==1.26.0"), "trixie": ("3.13", "cp312-abi3", "numpy==2.1.0")}
OLDEST_DTYPES = "ml_dtypes==0.5.0"
NEWEST = ["numpy", "ml_dtypes"]
TESTS = ["pytest>=8", "pytest-xdist>=3.5", "hypothesis>=6.100"]
TRITON = ["triton==3.9.0"]
INSTALL_LIMIT = 60  # seconds, with the self-test
ARCHS = ("gfx942", "gfx950", "gfx1250")
# On the HIP runtime that exec brings: nothing is wrong with what the GPU computes, but exec sees a race.
RACING = ("import lockstep; gpu = lockstep.Device('hip:0'); kernel = gpu.load('/checked/kernels.co')['racing_total']; "
          "kernel[4, 64](gpu.zeros(1, 'int32'))")
# The mounts end with the process.
ENTER = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" /usr/bin/env -i "$@"'
HIP = ["-x", "hip", "-nogpulib", "-nogpuinc", "-gline-tables-only", "--offload-arch=gfx950"]


def run(*words, code=0, **options):
    print("+", *words, flush=True)
    done = subprocess.run([str(word) for word in words], text=True, **options)
    if done.returncode != code:
        sys.exit(f"release-check: exit code {done.returncode}, not {code}: {' '.join(map(str, words))}\n{done.stdout or ''}")
    return done.stdout


def make_root(folder, suite):
    root = folder / suite
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        run("debootstrap", "--variant=minbase", "--include=python3,python3-venv", suite, root, stdout=subprocess.DEVNULL)
        (root / "made").touch()
    return root


class Machine:
    """A root file system, and in it the folder /checked: wheels, an environment for Python, sources, programs."""

    def __init__(self, folder, suite):
        self.suite, (self.python, self.tag, self.oldest_numpy) = suite, SUITES[suite]
        self.root = make_root(folder, suite)
        self.work = self.root / "checked"
        shutil.rmtree(self.work, ignore_errors=True)
        self.seconds = {}

    def run(self, *words, **options):
        return run("unshare", "--mount", "sh", "-c", ENTER, self.root, "PATH=/checked/venv/bin:/usr/bin:/bin", "HOME=/root", *words,
                   **options)

    def says(self, code, *words, **options):
        return self.run(*words, code=code, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)

    def timed(self, what, function):
        start = time.monotonic()
        function()
        self.seconds[what] = time.monotonic() - start

    def fetch(self, *packages):
        run(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:",
            "--python-version", self.python, "--dest", self.work / "wheels", *packages)

    def install(self, *packages):
        self.run("pip", "install", "--quiet", "--no-index", "--find-links", "/checked/wheels", "--upgrade", *packages)


def compile_here(machine, source, build):
    """Where clang is: kernels, for the script that has its name there and copies what it would have made; and a HIP program."""
    work = machine.work
    run("clang++-22", *HIP, "--offload-device-only", "--no-gpu-bundle-output", "-fhip-kernel-arg-name", "-O3",
        source / "tests/python/package/kernels.hip", "-o", work / "kernels.co")
    script = work / "clang"
    script.write_text('#!/bin/sh\nfor output; do :; done\ncp /checked/kernels.co "$output"\n')
    script.chmod(0o755)
    run("clang++-22", *HIP, "-O2", "-c", source / "tests/exec/saxpy.hip", "-o", work / "saxpy.o")
    run("cc", work / "saxpy.o", f"-L{build}/lib/hip", "-l:libamdhip64.so", "-Wl,--allow-shlib-undefined", "-o", work / "saxpy")


def copy_sources(machine, source):
    there = machine.work / "source"
    for folder in ("tests/python/package", "tests/python/triton", "tests/foreign", "python/examples"):
        shutil.copytree(source / folder, there / folder)
    shutil.copy(source / "tests/python/conftest.py", there / "tests/python")


def check_installing(machine, wheel):
    """On the bare machine, and over what is installed."""
    oldest = [machine.oldest_numpy, OLDEST_DTYPES]

    def install_and_test(*versions):
        machine.install(f"/checked/wheels/{wheel.name}", *versions)
        machine.run("lockstep", "selftest")

    for name, versions in (("oldest", oldest), ("newest", NEWEST)):
        machine.run("python3", "-m", "venv", "--clear", "/checked/venv")
        machine.timed(f"install and selftest, {name} numpy", lambda: install_and_test(*versions))
        machine.run("python", "-c", "import lockstep; lockstep.Device('gfx950').array([1.0])")
        kernels = machine.run("lockstep", "list", "kernels", stdout=subprocess.PIPE)
        if missing := [arch for arch in ARCHS if arch not in kernels]:
            sys.exit(f"release-check: no kernels for {', '.join(missing)}")
    if slow := [f"{what}: {taken:.0f} s" for what, taken in machine.seconds.items() if taken > INSTALL_LIMIT]:
        sys.exit(f"release-check: more than {INSTALL_LIMIT} s: {', '.join(slow)}")


def check_programs(machine):
    """What exec runs, right and wrong."""
    machine.says(0, "lockstep", "exec", "--", "/checked/saxpy")
    said = machine.says(4, "lockstep", "exec", "--", "/checked/saxpy", "bounds")
    if "bounds: " not in said:
        sys.exit(f"release-check: exec does not say that saxpy leaves its array:\n{said}")
    machine.says(1, "lockstep", "exec", "--schedule", "earliest", "--", "python", "-c", RACING)


def check_tests(machine):
    pytest = ["LOCKSTEP_CLANG=/checked/clang", "python", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    tests = "/checked/source/tests/python"
    machine.timed("package's tests", lambda: machine.run(*pytest, "-p", "pytester", f"{tests}/package"))
    machine.install(*TRITON)
    machine.timed("Triton's", lambda: machine.run(*pytest, f"{tests}/triton/test_triton.py"))


def check(machine, source, build, wheels):
    shutil.copytree(wheels, machine.work / "wheels")
    copy_sources(machine, source)
    compile_here(machine, source, build)
    for packages in ([machine.oldest_numpy, OLDEST_DTYPES], NEWEST, TESTS, TRITON):
        machine.fetch(*packages)
    wheel, = wheels.glob(f"lockstep-*-{machine.tag}-*.whl")
    check_installing(machine, wheel)
    machine.run("lockstep", "fuzz", "--time", "60s")
    check_programs(machine)
    machine.install(*TESTS)
    check_tests(machine)
    return f"{wheel.stat().st_size / 1e6:.1f} MB"


def missing_wheels(wheels):
    return [f"{tag}, for {suite}'s Python {python}" for suite, (python, tag, _) in SUITES.items()
            if len(list(wheels.glob(f"lockstep-*-{tag}-*.whl"))) != 1]


def main():
    source, build, wheels, folder = (pathlib.Path(word).absolute() for word in sys.argv[1:5])
    if missing := missing_wheels(wheels):
        sys.exit(f"release-check: {wheels} must have one wheel of each: {'; '.join(missing)}")
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for suite in SUITES:
        machine = Machine(folder, suite)
        size = check(machine, source, build, wheels)
        lines += [f"{suite}: wheel of {size}", *(f"{suite}: {what}: {taken:.1f} s" for what, taken in machine.seconds.items())]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in sorted(wheels.glob("lockstep-*"))]
    (wheels / "SHA256SUMS").write_text("\n".join(sums) + "\n")
    print(*sums, *lines, "holds", sep="\n")


if __name__ == "__main__":
    main()
