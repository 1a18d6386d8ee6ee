"""Installs wheels on machines that have nothing but Python, and runs them there: release_check.py SOURCE BUILD WHEELS FOLDER.

The machines are root file systems of Debian 12 and 13 that debootstrap makes in FOLDER the first time, entered by chroot:
root, and Debian's and PyPI's packages are needed. On each: the wheel installs and passes its self-test within a minute, with the
oldest and the newest numpy and ml_dtypes; then a minute of fuzz, a HIP program that BUILD's machine compiled, Triton, and
the package's tests; where buildah is, the container image of the wheel. At the end WHEELS/SHA256SUMS says what was tested, and a
table what held, with its figure."""
import hashlib
import pathlib
import re
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
KERNELS = ["tests/python/package/kernels.hip", "tests/comparison/plain_masked.hip"]
ARCHS = ("gfx942", "gfx950", "gfx1250")
# On the HIP runtime that exec brings: nothing is wrong with what the GPU computes, but exec sees a race.
RACING = ("import lockstep; gpu = lockstep.Device('hip:0'); kernel = gpu.load('/checked/kernels.co')['racing_total']; "
          "kernel[4, 64](gpu.zeros(1, 'int32'))")
# The mounts end with the process.
ENTER = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" /usr/bin/env -i "$@"'
HIP = ["-x", "hip", "-nogpulib", "-nogpuinc", "-gline-tables-only", "--offload-arch=gfx950"]


def run(*words, code=0, quiet=False):
    """What it said, which is also printed as it comes, or, if quiet, only where the exit code is another."""
    print("+", *words, flush=True)
    lines = []
    with subprocess.Popen([str(word) for word in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            lines.append(line)
            if not quiet:
                print(line, end="", flush=True)
    said = "".join(lines)
    if process.returncode != code:
        sys.exit(f"release-check: exit code {process.returncode}, not {code}: {' '.join(map(str, words))}\n{said if quiet else ''}")
    return said


def last_line(said):
    """Of what it came to: notes of standard error may follow."""
    lines = said.strip().splitlines()
    return ([line for line in lines if re.search(r"\d+ cases: |\d+ passed|^holds", line)] or lines)[-1].strip("= ")


def make_root(folder, suite):
    root = folder / suite
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        run("debootstrap", "--variant=minbase", "--include=python3,python3-venv", suite, root, quiet=True)
        (root / "made").touch()
    return root


class Machine:
    """A root file system, and in it the folder /checked: wheels, an environment for Python, sources, programs."""

    def __init__(self, folder, suite):
        self.suite, (self.python, self.tag, self.oldest_numpy) = suite, SUITES[suite]
        self.root = make_root(folder, suite)
        self.work = self.root / "checked"
        shutil.rmtree(self.work, ignore_errors=True)
        self.held = []  # what, and its figure

    def run(self, *words, **options):
        return run("unshare", "--mount", "sh", "-c", ENTER, self.root, "PATH=/checked/venv/bin:/usr/bin:/bin", "HOME=/root", *words,
                   **options)

    def tested(self, what, *words):
        self.held.append((what, last_line(self.run(*words))))

    def fetch(self, *packages):
        run(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:",
            "--python-version", self.python, "--dest", self.work / "wheels", *packages)

    def install(self, *packages):
        self.run("pip", "install", "--quiet", "--no-index", "--find-links", "/checked/wheels", "--upgrade", *packages)


def compile_here(machine, source, build):
    """Where clang is: what tests compile, for the script that has its name there and copies what it would have made; and a HIP
    program."""
    work = machine.work
    for kernels in KERNELS:
        run("clang++-22", *HIP, "--offload-device-only", "--no-gpu-bundle-output", "-fhip-kernel-arg-name", "-O3",
            source / kernels, "-o", (work / pathlib.Path(kernels).name).with_suffix(".co"))
    script = work / "clang"
    script.write_text('#!/bin/sh\nfor word; do case $word in *.hip) name=$(basename "$word" .hip);; esac; done\n'
                      'cp "/checked/$name.co" "$word"\n')
    script.chmod(0o755)
    run("clang++-22", *HIP, "-O2", "-c", source / "tests/exec/saxpy.hip", "-o", work / "saxpy.o")
    run("cc", work / "saxpy.o", f"-L{build}/lib/hip", "-l:libamdhip64.so", "-Wl,--allow-shlib-undefined", "-o", work / "saxpy")


def unpack_source(machine):
    """The tests, as the source archive has them."""
    archive, = machine.work.glob("wheels/*.tar.gz")
    shutil.unpack_archive(archive, machine.work)
    machine.work.joinpath(archive.name.removesuffix(".tar.gz")).rename(machine.work / "source")


def check_installing(machine, wheel):
    """On the bare machine, and over what is installed."""
    for versions in ([machine.oldest_numpy, OLDEST_DTYPES], NEWEST):
        machine.run("python3", "-m", "venv", "--clear", "/checked/venv")
        start = time.monotonic()
        machine.install(f"/checked/wheels/{wheel.name}", *versions)
        controls = last_line(machine.run("lockstep", "selftest"))
        taken = time.monotonic() - start
        beside = ", ".join(line for line in machine.run("pip", "freeze", quiet=True).splitlines() if re.match("numpy|ml.dtypes", line))
        machine.held.append((f"install and selftest beside {beside}", f"{taken:.1f} s of {INSTALL_LIMIT}; {controls}"))
        if taken > INSTALL_LIMIT:
            sys.exit(f"release-check: more than {INSTALL_LIMIT} s: {machine.held[-1]}")
        machine.run("python", "-c", "import lockstep; lockstep.Device('gfx950').array([1.0])")
        kernels = machine.run("lockstep", "list", "kernels", quiet=True)
        if missing := [arch for arch in ARCHS if arch not in kernels]:
            sys.exit(f"release-check: no kernels for {', '.join(missing)}")


def check_programs(machine):
    """What exec runs, right and wrong."""
    machine.run("lockstep", "exec", "--", "/checked/saxpy")
    said = machine.run("lockstep", "exec", "--", "/checked/saxpy", "bounds", code=4)
    if "bounds: " not in said:
        sys.exit("release-check: exec does not say that saxpy leaves its array")
    machine.run("lockstep", "exec", "--schedule", "earliest", "--", "python", "-c", RACING, code=1)
    machine.held.append(("exec of a prebuilt HIP program", "holds; an access out of bounds and a race are found"))


def check_tests(machine):
    pytest = ["LOCKSTEP_CLANG=/checked/clang", "python", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    tests = "/checked/source/tests/python"
    machine.tested("the package's tests", *pytest, "-p", "pytester", f"{tests}/package")
    machine.install(*TRITON)
    machine.tested(f"tests of {TRITON[0]}", *pytest, f"{tests}/triton/test_triton.py")


def check(machine, source, build, wheels):
    shutil.copytree(wheels, machine.work / "wheels")
    unpack_source(machine)
    compile_here(machine, source, build)
    for packages in ([machine.oldest_numpy, OLDEST_DTYPES], NEWEST, TESTS, TRITON):
        machine.fetch(*packages)
    wheel, = wheels.glob(f"lockstep-*-{machine.tag}-*.whl")
    check_installing(machine, wheel)
    machine.tested("fuzz of a minute", "lockstep", "fuzz", "--time", "60s")
    check_programs(machine)
    machine.install(*TESTS)
    check_tests(machine)
    return [(f"{machine.suite}, Python {machine.python}", *held) for held in machine.held]


def check_image(source, folder):
    if shutil.which("buildah") is None:
        return [("container image", "", "NOT CHECKED: buildah is missing (./lockstep packages buildah)")]
    return [("container image", "built, and its pods run", last_line(run(source / "tests/deploy/image.sh", folder / "image")))]


def digests(files):
    return [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]


def missing_files(wheels):
    wanted = {f"lockstep-*-{tag}-*.whl": f"a wheel {tag}, for {suite}'s Python {python}" for suite, (python, tag, _) in SUITES.items()}
    wanted["lockstep-*.tar.gz"] = "the source archive"
    return [what for pattern, what in wanted.items() if len(list(wheels.glob(pattern))) != 1]


def main():
    source, build, wheels, folder = (pathlib.Path(word).absolute() for word in sys.argv[1:5])
    if missing := missing_files(wheels):
        sys.exit(f"release-check: {wheels} must have one of each: {'; '.join(missing)}")
    folder.mkdir(parents=True, exist_ok=True)
    held = [row for suite in SUITES for row in check(Machine(folder, suite), source, build, wheels)] + check_image(source, folder)
    files = sorted(wheels.glob("lockstep-*"))
    (wheels / "SHA256SUMS").write_text("".join(digests(files)))
    held += [("in SHA256SUMS", file.name, f"{file.stat().st_size / 1e6:.1f} MB") for file in files]
    print("\nrelease-check: holds")
    for where, what, figure in held:
        print(f"  {where:<22} {what:<60} {figure}")


if __name__ == "__main__":
    main()
