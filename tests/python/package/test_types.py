"""The package's types, as mypy sees them: its own code, and a user's."""
import pathlib
import shutil
import subprocess
import sys

import lockstep
import lockstep_campaigns
import pytest

pytest.importorskip("mypy")

USER = '''
import lockstep
import numpy as np

gpu = lockstep.Device("gfx950")
c: lockstep.Array = gpu.empty((4, 8), "float4_e2m1fn")
report: lockstep.LaunchReport = gpu.load("k.co")["k"][1, 64](c, 3)
counts: dict[str, int] = report.instructions
q = lockstep.reference.quantise(np.zeros((2, 128), np.float32))
{}
'''


def mypy(folder, *words):
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", *words],
                          cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """Where mypy reports errors; in an environment's own packages it does not."""
    folder = tmp_path_factory.mktemp("types")
    for package in (lockstep, lockstep_campaigns):
        of = pathlib.Path(package.__file__).parent
        shutil.copytree(of, folder / of.name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    return folder


def test_the_packages_own_code(copied):
    done = mypy(copied, "lockstep", "lockstep_campaigns")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_users_code(copied):
    (copied / "user.py").write_text(USER.format(""))
    assert mypy(copied, "user.py").returncode == 0
    (copied / "user.py").write_text(USER.format("gpu.launch()\nreport.verdict + 1"))
    done = mypy(copied, "user.py")
    assert done.returncode == 1 and '"Device" has no attribute "launch"' in done.stdout and "Unsupported operand" in done.stdout
