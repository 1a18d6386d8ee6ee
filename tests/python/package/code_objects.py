"""Code objects for the tests, compiled once for all workers."""
import os
import pathlib
import subprocess

import pytest

HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="session")
def kernels(tmp_path_factory):
    """The code object of kernels.hip, as a path."""
    out = tmp_path_factory.mktemp("kernels") / "kernels.co"
    subprocess.run([os.environ.get("LOCKSTEP_CLANG", "clang++-22"), "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only",
                    "--no-gpu-bundle-output", "-fhip-kernel-arg-name", "-gline-tables-only", "-O3", "--offload-arch=gfx950",
                    str(HERE / "kernels.hip"), "-o", str(out)], check=True)
    return out
