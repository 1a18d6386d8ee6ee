#!/usr/bin/env python3
"""What deploy/release_check.py refuses, without a machine to try it on: release_checked.py RELEASE_CHECK.PY."""
import importlib.util
import pathlib
import re
import sys
import tempfile
import types

spec = importlib.util.spec_from_file_location("release_check", sys.argv[1])
check = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check)


def refusal(function, *words, **options):
    try:
        function(*words, **options)
    except SystemExit as end:
        return str(end)
    raise AssertionError(f"{words} passes")


class Bare(check.Machine):
    """Where every command ends well, and says what the real one does."""

    def __init__(self, kernels):
        self.oldest_numpy, self.held, self.kernels = "numpy==1", [], kernels

    def run(self, *words, **options):
        return {"pip": "numpy==1\nml_dtypes==2\nlockstep==3\n", "lockstep": "holds  54 controls\n" + self.kernels}.get(words[0], "")


assert check.run("sh", "-c", "echo said; exit 3", code=3) == "said\n"
assert "exit code 3, not 0" in refusal(check.run, "sh", "-c", "exit 3")
assert "why" in refusal(check.run, "sh", "-c", "echo why >&2; exit 1", quiet=True)
assert "exit code 0, not 4" in refusal(check.run, "true", code=4)  # a bug that is not found
assert check.last_line("229 cases: 229 hold\n  more  --stats\nseed 0x1\n") == "229 cases: 229 hold"
assert check.last_line("a\n== 3 passed in 2s ==\n") == "3 passed in 2s"

# What the package's tests have compiled, there is no compiler for on a bare machine.
tests = pathlib.Path(__file__).parents[1] / "python/package"
compiled = {name for test in tests.glob("*.py") for name in re.findall(r"\w+\.hip", test.read_text())}
assert compiled - {pathlib.Path(kernels).name for kernels in check.KERNELS} == set(), compiled

wheel = types.SimpleNamespace(name="lockstep.whl")
machine = Bare("gfx942 gfx950 gfx1250")
check.check_installing(machine, wheel)
assert [what for what, _ in machine.held] == ["install and selftest beside numpy==1, ml_dtypes==2"] * 2, machine.held
assert "no kernels for gfx1250" in refusal(check.check_installing, Bare("gfx942 gfx950"), wheel)
check.INSTALL_LIMIT = 0
assert "more than 0 s" in refusal(check.check_installing, Bare("gfx942 gfx950 gfx1250"), wheel)

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    assert len(check.missing_files(folder)) == 3
    (folder / "lockstep-1-cp311-cp311-x.whl").touch()
    assert check.missing_files(folder) == ["a wheel cp312-abi3, for trixie's Python 3.13", "the source archive"]
